#include "text/place.hpp"

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

std::string Place::path() const {
  std::vector<const Place*> places;
  for (const Place* place = this; place != nullptr; place = place->outer_) places.push_back(place);
  std::string path;
  for (auto place = places.rbegin(); place != places.rend(); ++place) {
    if ((*place)->index_.has_value()) {
      path += '[' + std::to_string(*(*place)->index_) + ']';
    } else {
      if (!path.empty()) path += '.';
      path += shown((*place)->name_);
    }
  }
  return path;
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

void reject_value(const Place& place, const Json& value, std::string_view use) {
  base::throw_invalid(std::string_view(place.path()), " is ", std::string_view(shown(value)),
                      "; use ", use);
}

void reject_name(const Place& outer, std::string_view name, std::span<const std::string_view> names,
                 std::string_view use) {
  base::throw_invalid(std::string_view(Place(name, &outer).path()), " is not known",
                      std::string_view(suggestion(name, names)), "; use ", use);
}

std::string in_terms_of_text(const Place& place, std::string_view message,
                             std::span<const std::string_view> members) {
  const std::string_view said = without_function(message);
  const std::string_view name = said.substr(0, name_length(said));
  const bool is_of_member =
      said.starts_with('[') || std::ranges::find(members, name) != members.end();
  return place.path() + (is_of_member ? "." : ": ") + without_types(said);
}

}  // namespace perlane::text
