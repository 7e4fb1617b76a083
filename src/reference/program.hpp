#pragma once

#include "model/program.hpp"
#include "model/tile.hpp"

namespace perlane::reference {

// The value of a program at one point. Derivatives by axis, unless null; the program must then have
// them.
float run(const model::Program&, const model::Point&, float* derivative);

}  // namespace perlane::reference
