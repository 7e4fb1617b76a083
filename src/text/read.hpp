#pragma once
// A field from text.

#include <perlane/field.hpp>

#include "text/json.hpp"

namespace perlane::text {

// The field that from_json makes of such a text.
Field field_of(const Json& document);

}  // namespace perlane::text
