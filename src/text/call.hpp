#pragma once
// Calls of the functions of the catalogue, whose members are text.

#include <perlane/field.hpp>

#include "graph/catalogue/factories.hpp"
#include "text/json_path.hpp"

#include <any>
#include <span>
#include <string_view>
#include <vector>

namespace perlane::text {

// Calls a function by its name. `members` is a JSON object of the members that are not fields;
// empty for none.
Field call(std::string_view function, std::string_view members, std::span<const Field> fields);

// ---- its stages -------------------------------------------------------------
// All of these throw std::invalid_argument with the path of the mistake.

// The names of the fields and the members of a function.
std::vector<std::string_view> names_in(const graph::Factory&);

void reject_unknown(std::span<const std::string_view> names, const Json& object, const JsonPath&);

// Reads the members of a call from its object.
std::any read_arguments(const graph::Factory&, const Json& object, const JsonPath&);

// Calls the function.
Field made(const graph::Factory&, const std::any& arguments, std::span<const Field>,
           const JsonPath&);

}  // namespace perlane::text
