#pragma once
// Evaluates points. What kernels/hashed_points.hpp does not know goes block by block: the stages
// place points, find the words of the vertices around them, and collapse their cells. The arrays of
// a block join them.

#include "kernels/collapse_points.hpp"
#include "kernels/lattice_noise.hpp"
#include "kernels/locate.hpp"
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

// Evaluates `count` points from element `from` on by way of the stages.
template <class Arch>
void sample_by_stages(const LatticeNoise<Arch>& noise, const model::Tile& tile, bool derivatives,
                      std::ptrdiff_t from, int count, float* const* planes) noexcept {
  const int dimensions = tile.dimensions;
  const auto collapse = collapse_drawn_of<Arch>(noise.has_gradients, derivatives, dimensions);
  PointBlock<Arch> block;
  DrawnVertices<Arch> drawn;
  for (int i = 0; i < count; i += PointBlock<Arch>::size) {
    const int points = count - i < PointBlock<Arch>::size ? count - i : PointBlock<Arch>::size;
    const int vectors = (points + lanes<Arch> - 1) / lanes<Arch>;
    if (tile.kind == model::Tile::points) {
      place_block(noise.placement, dimensions, tile.point, from + i, points, derivatives, block);
    } else {
      place_block(noise.placement, dimensions, tile.single_point, from + i, points, derivatives,
                  block);
    }
    noise.words->vertex_words(*noise.placement.lattice, dimensions, block.cell[0][0], vectors,
                              block.word);
    const int vertices = (vectors << dimensions) * lanes<Arch>;
    noise.choose(noise.noise, dimensions, block.word, vertices);
    if (!derivatives && noise.collapse != nullptr) {
      noise.collapse(block, noise.noise, vectors, planes[0], from + i);
    } else {
      noise.draw(noise.noise, block.word, vertices, drawn.line, DrawnVertices<Arch>::pitch);
      collapse(block, drawn, noise.placement.frequency, vectors, planes, from + i);
    }
  }
}

// Whether kernels/hashed_points.hpp can evaluate a tile.
template <class Arch>
bool is_hashed_tile(const LatticeNoise<Arch>& noise, const model::Tile& tile) noexcept {
  return tile.kind == model::Tile::points ? noise.sample != nullptr
                                          : noise.sample_single != nullptr;
}

// Writes a tile buffer for the value, and with derivatives one more for each dimension. The stages
// leave values as they are: there is something to fold only if is_hashed_tile.
template <class Arch>
void evaluate_points(const LatticeNoise<Arch>& noise, const model::Tile& tile, bool derivatives,
                     const model::Fold& fold, float* const* planes) noexcept {
  const int count = tile.axis[0].count;
  const bool is_hashed = !derivatives && is_hashed_tile(noise, tile);
  for (int row = 0; row < rows_of<Arch>(tile); ++row) {
    const std::ptrdiff_t begin = std::ptrdiff_t{row} * tile.pitch;
    if (!is_hashed) {
      sample_by_stages(noise, tile, derivatives, begin, count, planes);
    } else if (tile.kind == model::Tile::points) {
      noise.sample(noise.placement, noise.noise, tile.point, tile.is_within, begin, count, fold,
                   planes[0]);
    } else {
      noise.sample_single(noise.placement, noise.noise, tile.single_point, tile.is_within, begin,
                          count, fold, planes[0]);
    }
    // The padding after the points repeats the last of them.
    for (int plane = 0; plane <= (derivatives ? tile.dimensions : 0); ++plane) {
      float* to = planes[plane] + begin;
      for (int i = count; i < tile.columns; ++i) to[i] = to[count - 1];
    }
  }
}

}  // namespace perlane::kernels
