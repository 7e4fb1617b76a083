#pragma once
// A field from text.

#include <perlane/field.hpp>

#include "text/json.hpp"

#include <optional>
#include <string>

namespace perlane::text {

// The field that from_json makes of such a text, or one of its `fields`, by name.
Field field_of(const Json& document, const std::optional<std::string>& name = {});

}  // namespace perlane::text
