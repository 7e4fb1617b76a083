#pragma once
// Evaluates points, block by block: it places them, finds the words of the vertices around them,
// and collapses their cells. The arrays of a block join these stages, because a loop over all of
// them would have more operations under way than a processor can keep track of.

#include "kernels/lattice_noise.hpp"
#include "kernels/output.hpp"
#include "kernels/place_points.hpp"

namespace perlane::kernels {

template <class Arch, class Real>
void place_block(const Placement& placement, int dimensions, const Real* const* coordinate,
                 std::ptrdiff_t from, int count, bool with_slopes,
                 PointBlock<Arch>& block) noexcept {
  const int padded = round_up_to_lanes<Arch>(count);
  for (int axis = 0; axis < dimensions; ++axis) {
    const PointAxis lattice{placement.frequency, placement.lattice->shift[axis],
                            static_cast<double>(placement.lattice->period[axis]),
                            static_cast<double>(placement.lattice->offset[axis])};
    locate_points<Arch>(lattice, coordinate[axis] + from, count, block.f[axis], block.cell[axis][0],
                        block.cell[axis][1]);
    fade_all<Arch>(placement.fade, block.f[axis], block.f_minus_1[axis], block.s[axis],
                   with_slopes ? block.slope[axis] : nullptr, padded);
  }
}

// Writes a tile buffer for the value, and with derivatives one more for each dimension.
template <class Arch>
void evaluate_points(const LatticeNoise<Arch>& noise, const model::Tile& tile, bool derivatives,
                     float* const* planes) noexcept {
  const int dimensions = tile.dimensions;
  const int count = tile.axis[0].count;
  const auto collapse = derivatives ? noise.differentiate : noise.collapse;
  PointBlock<Arch> block;
  for (int row = 0; row < rows_of<Arch>(tile); ++row) {
    const std::ptrdiff_t begin = std::ptrdiff_t{row} * tile.pitch;
    for (int i = 0; i < count; i += PointBlock<Arch>::size) {
      const int points = count - i < PointBlock<Arch>::size ? count - i : PointBlock<Arch>::size;
      const int vectors = (points + lanes<Arch> - 1) / lanes<Arch>;
      if (tile.kind == model::Tile::points) {
        place_block(noise.placement, dimensions, tile.point, begin + i, points, derivatives, block);
      } else {
        place_block(noise.placement, dimensions, tile.single_point, begin + i, points, derivatives,
                    block);
      }
      noise.words->vertex_words(*noise.placement.lattice, dimensions, block.cell[0][0], vectors,
                                block.word);
      noise.choose(noise.noise, dimensions, block.word, (vectors << dimensions) * lanes<Arch>);
      collapse(block, noise.noise, vectors, planes, begin + i);
    }
    // The padding after the points repeats the last of them.
    for (int plane = 0; plane <= (derivatives ? dimensions : 0); ++plane) {
      float* to = planes[plane] + begin;
      for (int i = count; i < tile.columns; ++i) to[i] = to[count - 1];
    }
  }
}

}  // namespace perlane::kernels
