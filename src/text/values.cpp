#include "text/values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <type_traits>

namespace perlane::text {
namespace {

using engine::refuse;

constexpr std::int64_t largest_exact = std::int64_t{1} << 53;

// A whole number that may be a string of its digits, and must be where other programs would round
// it.
template <class Number>
Number big_number(const Json& value, const Place& place, std::string_view use) {
  if (value.is_string()) {
    const auto& text = value.get_ref<const std::string&>();
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size()) return number;
  } else if (value.is_number_integer()) {
    const bool is_large = value.is_number_unsigned()
                              ? value.get<std::uint64_t>() > std::uint64_t{largest_exact}
                              : value.get<std::int64_t>() < -largest_exact;
    const bool is_negative = !value.is_number_unsigned() && value.get<std::int64_t>() < 0;
    if (!is_large && (std::is_signed_v<Number> || !is_negative)) return value.get<Number>();
  }
  refuse_value(place, value, use);
}

}  // namespace

std::uint64_t seed_of(const Json& value, const Place& place) {
  return big_number<std::uint64_t>(
      value, place, "a whole number from 0 to 2^64 - 1, as a string if it is above 2^53");
}

std::int64_t signed_seed_of(const Json& value, const Place& place) {
  return big_number<std::int64_t>(
      value, place, "a whole number from -2^63 to 2^63 - 1, as a string if it is beyond 2^53");
}

std::int64_t whole(const Json& value, const Place& place, std::int64_t least, std::int64_t most) {
  const bool is_within = value.is_number_unsigned()
                             ? value.get<std::uint64_t>() <= static_cast<std::uint64_t>(most)
                             : value.is_number_integer() && value.get<std::int64_t>() <= most;
  if (is_within && value.get<std::int64_t>() >= least) return value.get<std::int64_t>();
  refuse_value(place, value,
               "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
}

double number(const Json& value, const Place& place) {
  if (!value.is_number()) refuse_value(place, value, "a number");
  return value.get<double>();
}

float float_number(const Json& value, const Place& place) {
  const double wide = number(value, place);
  const double most = std::numeric_limits<float>::max();
  // Beyond this, numbers round to infinity.
  if (!(std::abs(wide) < most * (1 + 0x1p-25))) {
    refuse_value(place, value, "a number that is finite as a float");
  }
  return static_cast<float>(wide);
}

const Json& required(const Json& object, const Place& place, std::string_view name) {
  const auto found = object.find(name);
  if (found != object.end()) return *found;
  refuse(std::string_view(Place(name, &place).path()), " is not there; it has no default");
}

void refuse_others(const Json& object, const Place& place,
                   std::initializer_list<std::string_view> names, std::string_view use) {
  if (!object.is_object()) refuse_value(place, object, use);
  for (const auto& item : object.items()) {
    if (std::ranges::find(names, item.key()) != names.end()) continue;
    refuse_name(place, item.key(), names, use);
  }
}

}  // namespace perlane::text
