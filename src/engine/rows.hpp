#pragma once
// How the rows of a grid lie in the tile buffers of a program.

#include "engine/box.hpp"
#include "kernels/table.hpp"
#include "model/program.hpp"

namespace perlane::engine {

struct RowRule {
  // Joined are rows that are no multiple of so many samples, the step of the kernels of points, so
  // that only the last vectors of a tile are not full; 0: none.
  int step = 0;
  // Rows of fewer samples are joined, and evaluated as points: vectors along them would be mostly
  // padding.
  int narrow = 0;
};

RowRule row_rule(const model::Program& program, const kernels::Kernels& kernels,
                 const Box& box) noexcept;

}  // namespace perlane::engine
