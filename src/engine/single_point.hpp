#pragma once

#include "model/program.hpp"
#include "model/tile.hpp"

namespace perlane::engine {

// The value of a program at one point in binary64: the same bits as those of reference::run, in
// less time.
float sample(const model::Program&, const model::Point&);

}  // namespace perlane::engine
