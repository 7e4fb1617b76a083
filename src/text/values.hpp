#pragma once
// Values of JSON: numbers, lists, objects. All of these throw std::invalid_argument if it is
// another.

#include "text/json_path.hpp"

#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace perlane::text {

// Whole numbers of 64 bits may be strings of their digits, and must be where other programs would
// round them.
std::uint64_t seed_of(const Json& value, const JsonPath& path);
std::int64_t signed_seed_of(const Json& value, const JsonPath& path);

std::int64_t whole(const Json& value, const JsonPath& path, std::int64_t least, std::int64_t most);
double number(const Json& value, const JsonPath& path);
float float_number(const Json& value, const JsonPath& path);

// A member of an object that has no default.
const Json& required(const Json& object, const JsonPath& path, std::string_view name);

// An object that has no other members than these; `use` names them.
void reject_others(const Json& object, const JsonPath& path,
                   std::initializer_list<std::string_view> names, std::string_view use);

// A list of so many elements. Calls read(element, path of it, index).
template <class Read>
void each(const Json& value, const JsonPath& path, std::size_t least, std::size_t most,
          std::string_view use, Read read) {
  if (!value.is_array() || value.size() < least || value.size() > most)
    reject_value(path, value, use);
  for (std::size_t i = 0; i < value.size(); ++i) read(value.list()[i], JsonPath(i, &path), i);
}

}  // namespace perlane::text
