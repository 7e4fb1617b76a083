#include "text/json_path.hpp"

#include "base/utf8.hpp"
#include "text/nearest.hpp"

#include <algorithm>
#include <vector>

namespace perlane::text {
namespace {

bool is_of_name(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         (letter >= '0' && letter <= '9') || letter == '_';
}

// The length of the name that the text begins with.
std::size_t name_length(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is_of_name) - text.begin());
}

// Without the names of the type or the function that it begins with, perhaps of both:
// "Lattice::permutation: size is ...", "operator/: the divisor is ...".
std::string_view without_function(std::string_view message) {
  while (true) {
    std::string_view after = message.substr(name_length(message));
    if (message.starts_with("operator"))
      after.remove_prefix(std::min(after.find(':'), after.size()));
    if (!after.starts_with("::") && !after.starts_with(": ")) return message;
    message = after.substr(2);
  }
}

// "Cellular::returns" becomes "returns", wherever it stands.
std::string without_types(std::string_view message) {
  std::string result;
  while (!message.empty()) {
    const std::size_t length = std::max(name_length(message), std::size_t{1});
    const std::string_view after = message.substr(length);
    if (after.starts_with("::")) {
      message = after.substr(2);
    } else {
      result += message.substr(0, length);
      message = after;
    }
  }
  return result;
}

}  // namespace

std::string JsonPath::to_string() const {
  std::vector<const JsonPath*> steps;
  for (const JsonPath* path = this; path != nullptr; path = path->outer_) steps.push_back(path);
  std::string text;
  for (auto path = steps.rbegin(); path != steps.rend(); ++path) {
    if ((*path)->index_.has_value()) {
      text += '[' + std::to_string(*(*path)->index_) + ']';
    } else {
      if (!text.empty()) text += '.';
      text += shown((*path)->name_);
    }
  }
  return text;
}

std::string shown(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "a list of " + std::to_string(value.size());
  return shown(value.dump());
}

std::string shown(std::string_view text) {
  constexpr std::size_t most = 60;
  return base::abridged(text, most);
}

void reject_value(const JsonPath& path, const Json& value, std::string_view use) {
  base::throw_invalid(std::string_view(path.to_string()), " is ", std::string_view(shown(value)),
                      "; use ", use);
}

void reject_name(const JsonPath& outer, std::string_view name,
                 std::span<const std::string_view> names, std::string_view use) {
  base::throw_invalid(std::string_view(JsonPath(name, &outer).to_string()), " is not known",
                      std::string_view(suggestion(name, names)), "; use ", use);
}

std::string in_terms_of_text(const JsonPath& path, std::string_view message,
                             std::span<const std::string_view> members) {
  const std::string_view said = without_function(message);
  const std::string_view name = said.substr(0, name_length(said));
  const bool is_of_member =
      said.starts_with('[') || std::ranges::find(members, name) != members.end();
  return path.to_string() + (is_of_member ? "." : ": ") + without_types(said);
}

}  // namespace perlane::text
