#pragma once
// Decides how the rows of a grid lie in the tiles of a program.

#include "engine/box.hpp"
#include "kernels/table.hpp"
#include "model/program.hpp"

namespace perlane::engine {

struct RowRule {
  // Rows are packed unless their length is a multiple of so many samples, the step of the kernels
  // of points: only the last vectors of a tile are not full then. 0: rows are never packed.
  int step = 0;
  // Rows of fewer samples are packed, and evaluated as points: vectors along them would be mostly
  // padding.
  int narrow = 0;
  // Samples along an axis of a tile that is as high as a stack, but for the last axis.
  int tallest = tall_tile;

  static constexpr int tall_tile = 64;
};

RowRule row_rule(const model::Program& program, const kernels::Kernels& kernels,
                 const Box& box) noexcept;

// Lays out the rows of a tile that has padded ones. `is_narrow`: they are evaluated as points.
inline void lay_out_rows(model::Tile& tile, const RowRule& rule, bool is_narrow) noexcept {
  const int columns = tile.axis[0].count;
  tile.is_pointwise = is_narrow;
  const bool is_packed = rule.step != 0 && columns % rule.step != 0;
  if (is_narrow || is_packed) tile.pitch = columns;
}

}  // namespace perlane::engine
