#pragma once

#include <perlane/field.hpp>

namespace perlane::field {

// How far the coordinate is within its turn of `length`: from 0 to 1, again and again.
Field phase(int axis, double length);

}  // namespace perlane::field
