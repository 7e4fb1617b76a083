#include "text/values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <type_traits>

namespace perlane::text {
namespace {

using base::throw_invalid;

constexpr std::int64_t exact_limit = std::int64_t{1} << 53;

// Numbers of JSON have no types: 10.0 is the whole number 10. Nothing unless it is whole, and
// exact in other programs.
std::optional<std::int64_t> integer_of(const Json& value) {
  constexpr auto limit = static_cast<double>(exact_limit);
  if (!value.is_number() || !(std::abs(value.number()) <= limit)) return std::nullopt;
  if (value.is_unsigned() && value.natural() > std::uint64_t{exact_limit}) return std::nullopt;
  if (value.is_negative() && value.negative() < -exact_limit) return std::nullopt;
  const auto whole = static_cast<std::int64_t>(value.number());
  if (static_cast<double>(whole) != value.number()) return std::nullopt;
  return whole;
}

// A whole number that may be a string of its digits, and must be where other programs would round
// it.
template <class Number>
Number big_number(const Json& value, const JsonPath& path, std::string_view use) {
  if (value.is_string()) {
    const std::string& text = value.text();
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size()) return number;
  } else if (const auto number = integer_of(value)) {
    if (std::is_signed_v<Number> || *number >= 0) return static_cast<Number>(*number);
  }
  reject_value(path, value, use);
}

}  // namespace

std::uint64_t seed_of(const Json& value, const JsonPath& path) {
  return big_number<std::uint64_t>(
      value, path, "a whole number from 0 to 2^64 - 1, as a string if it is above 2^53");
}

std::int64_t signed_seed_of(const Json& value, const JsonPath& path) {
  return big_number<std::int64_t>(
      value, path, "a whole number from -2^63 to 2^63 - 1, as a string if it is beyond 2^53");
}

std::int64_t whole(const Json& value, const JsonPath& path, std::int64_t least, std::int64_t most) {
  const auto number = integer_of(value);
  if (number.has_value() && *number >= least && *number <= most) return *number;
  reject_value(path, value,
               "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
}

double number(const Json& value, const JsonPath& path) {
  if (!value.is_number()) reject_value(path, value, "a number");
  return value.number();
}

float float_number(const Json& value, const JsonPath& path) {
  constexpr double most = 3.4028235e38;  // the largest float, in as few digits as it needs
  const double wide = number(value, path);
  if (!(std::abs(wide) <= most))
    reject_value(path, value, "a number from -3.4028235e38 to 3.4028235e38");
  return static_cast<float>(wide);
}

const Json& required(const Json& object, const JsonPath& path, std::string_view name) {
  if (const Json* found = object.find(name)) return *found;
  throw_invalid(std::string_view(JsonPath(name, &path).to_string()),
                " is missing; it has no default");
}

void reject_others(const Json& object, const JsonPath& path,
                   std::initializer_list<std::string_view> names, std::string_view use) {
  if (!object.is_object()) reject_value(path, object, use);
  for (const Member& member : object.members()) {
    if (std::ranges::find(names, member.name) != names.end()) continue;
    reject_name(path, member.name, names, use);
  }
}

}  // namespace perlane::text
