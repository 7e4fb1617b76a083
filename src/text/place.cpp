#include "text/place.hpp"

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
      path += (*place)->name_;
    }
  }
  return path;
}

std::string shown(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "a list of " + std::to_string(value.size());
  std::string text = value.dump(-1, ' ', true);
  constexpr std::size_t most = 40;
  if (text.size() > most) text = text.substr(0, most) + "...";
  return text;
}

void refuse_value(const Place& place, const Json& value, std::string_view use) {
  engine::refuse(std::string_view(place.path()), " is ", std::string_view(shown(value)), "; use ",
                 use);
}

void refuse_name(const Place& outer, std::string_view name, std::span<const std::string_view> names,
                 std::string_view use) {
  engine::refuse(std::string_view(Place(name, &outer).path()), " is not known",
                 std::string_view(suggestion(name, names)), "; use ", use);
}

std::string in_terms_of_text(const Place& place, std::string_view message) {
  // The names of the type or the function, perhaps of both: "Lattice::permutation: size is ...".
  for (bool is_name = true; is_name;) {
    const std::string_view after = message.substr(name_length(message));
    is_name = after.starts_with("::") || after.starts_with(": ") || after.starts_with("-: ") ||
              after.starts_with("/: ");
    if (is_name) message = after.substr(after.find(':') + 2);
  }
  const std::string_view after = message.substr(name_length(message));
  const bool is_of_member =
      !message.starts_with("there ") &&
      (after.starts_with(" is ") || after.starts_with(" are ") || after.starts_with(" has ") ||
       after.starts_with("[") || after.starts_with("."));
  return place.path() + (is_of_member ? "." : ": ") + std::string(message);
}

}  // namespace perlane::text
