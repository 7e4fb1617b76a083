#pragma once
// Evaluates points. What kernels/points/hashed.hpp does not know goes block by block: the stages
// place points, find the words of the vertices around them, and collapse their cells. The arrays of
// a block join them.

#include "kernels/points/collapse.hpp"
#include "kernels/shared/lattice_noise.hpp"
#include "kernels/lanes/output.hpp"
#include "kernels/points/placed.hpp"

namespace perlane::kernels::points {

// Points of a row of a tile.
struct PointRun {
  std::ptrdiff_t at;  // in tile buffers
  int count;
  const Anchors* anchors = nullptr;  // by axis; of displaced points
};

template <class Arch, class Real>
void locate_given(const PointAxis& lattice, const GivenPoints<Real>& given, int axis,
                  std::ptrdiff_t at, int, int count, float* f, std::uint32_t* below,
                  std::uint32_t* above) noexcept {
  locate_points<Arch>(lattice, given.coordinate[axis] + at, count, f, below, above);
}
template <class Arch>
void locate_given(const PointAxis& lattice, const DisplacedPoints& given, int axis,
                  std::ptrdiff_t at, int from, int count, float* f, std::uint32_t* below,
                  std::uint32_t* above) noexcept {
  locate_displaced<Arch>(lattice, after<Arch>(given.anchors[axis], from),
                         given.displacement[axis] + at, given.factor[axis], count, f, below, above);
}

// Places points `from` and on of a run.
template <class Arch, class Given>
void place_block(const Placement& placement, int dimensions, const Given& given,
                 const PointRun& run, int from, int count, bool with_slopes,
                 PointBlock<Arch>& block) noexcept {
  const int padded = round_up_to_lanes<Arch>(count);
  for (int axis = 0; axis < dimensions; ++axis) {
    locate_given<Arch>(point_axis<Arch>(placement, axis), given, axis, run.at + from, from, count,
                       block.f[axis], block.cell[axis][0], block.cell[axis][1]);
    const auto weights = [](float(&of)[3][PointBlock<Arch>::size]) {
      return Weights{of[0], of[1], of[2]};
    };
    weigh<Arch>(placement.fade, block.f[axis], weights(block.weight[axis]),
                with_slopes ? weights(block.slope[axis]) : Weights{}, padded);
  }
}

// Evaluates a run by way of the stages.
template <class Arch>
void sample_by_stages(const LatticeNoise<Arch>& noise, const model::Tile& tile, bool derivatives,
                      const PointRun& run, float* const* planes) noexcept {
  const int dimensions = tile.dimensions;
  const auto collapse = collapse_drawn_of<Arch>(noise.has_gradients, derivatives, dimensions);
  PointBlock<Arch> block;
  DrawnVertices<Arch> drawn;
  for (int i = 0; i < run.count; i += PointBlock<Arch>::size) {
    const int left = run.count - i;
    const int points = left < PointBlock<Arch>::size ? left : PointBlock<Arch>::size;
    const int vectors = (points + lanes<Arch> - 1) / lanes<Arch>;
    const auto place = [&](const auto& given) {
      place_block(noise.placement, dimensions, given, run, i, points, derivatives, block);
    };
    if (run.anchors != nullptr) {
      place(DisplacedPoints{run.anchors, tile.displacement, tile.displacement_factor});
    } else if (tile.kind == model::Tile::points) {
      place(GivenPoints<double>{tile.point, tile.is_within});
    } else {
      place(GivenPoints<float>{tile.single_point, tile.is_within});
    }
    noise.words->vertex_words(*noise.placement.lattice, dimensions, block.cell[0][0], vectors,
                              block.word);
    const int vertices = (vectors << dimensions) * lanes<Arch>;
    noise.choose(noise.noise, dimensions, block.word, vertices);
    if (!derivatives && noise.collapse != nullptr) {
      noise.collapse(block, noise.noise, vectors, planes[0], run.at + i);
    } else {
      noise.draw(noise.noise, block.word, vertices, drawn.line, DrawnVertices<Arch>::pitch);
      const int lines = noise.has_gradients ? dimensions : 1;
      for (int line = 0; noise.amplitude != 1 && line < lines; ++line)
        scale<Arch>(drawn.line + line * DrawnVertices<Arch>::pitch, noise.amplitude, vertices);
      collapse(block, drawn, noise.placement.frequency, vectors, planes, run.at + i);
    }
  }
}

// Whether kernels/points/hashed.hpp can evaluate a tile.
template <class Arch>
bool is_hashed_tile(const LatticeNoise<Arch>& noise, const model::Tile& tile) noexcept {
  if (tile.kind == model::Tile::points) return noise.sample != nullptr;
  if (tile.kind == model::Tile::single_points) return noise.sample_single != nullptr;
  return noise.sample_displaced != nullptr;
}

template <class Arch>
void evaluate_run(const LatticeNoise<Arch>& noise, const model::Tile& tile, bool derivatives,
                  const PointRun& run, const model::Fold& fold, float* const* planes) noexcept {
  const auto sample = [&](auto function, const auto& given) {
    function(noise.placement, noise.noise, given, run.at, run.count, fold, planes[0]);
  };
  if (derivatives || !is_hashed_tile(noise, tile)) {
    sample_by_stages(noise, tile, derivatives, run, planes);
  } else if (run.anchors != nullptr) {
    sample(noise.sample_displaced,
           DisplacedPoints{run.anchors, tile.displacement, tile.displacement_factor});
  } else if (tile.kind == model::Tile::points) {
    sample(noise.sample, GivenPoints<double>{tile.point, tile.is_within});
  } else {
    sample(noise.sample_single, GivenPoints<float>{tile.single_point, tile.is_within});
  }
}

// The padding after the points of a row repeats the last of them.
template <class Arch>
void fill_padding(const model::Tile& tile, float* to) noexcept {
  const bool is_joined = model::are_rows_joined<Arch>(tile);
  const int rows = rows_of<Arch>(tile), runs = is_joined ? 1 : rows;
  const int count = tile.axis[0].count * (rows / runs);
  const int columns = is_joined ? round_up_to_lanes<Arch>(count) : tile.columns;
  for (int run = 0; run < runs; ++run, to += tile.pitch) {
    for (int i = count; i < columns; ++i) to[i] = to[count - 1];
  }
}

// Writes a tile buffer for the value, and with derivatives one more for each dimension. The stages
// leave values as they are: there is something to fold only if is_hashed_tile.
template <class Arch>
void evaluate_points(const LatticeNoise<Arch>& noise, const model::Tile& tile, bool derivatives,
                     const model::Fold& fold, float* const* planes) noexcept {
  if (tile.kind == model::Tile::points || tile.kind == model::Tile::single_points) {
    for (int row = 0; row < rows_of<Arch>(tile); ++row)
      evaluate_run(noise, tile, derivatives, {std::ptrdiff_t{row} * tile.pitch, tile.axis[0].count},
                   fold, planes);
  } else {
    for (AnchorRuns<Arch> runs(tile, noise.placement); runs.next();)
      evaluate_run(noise, tile, derivatives, {runs.at(), runs.count(), runs.anchors()}, fold,
                   planes);
  }
  for (int plane = 0; plane <= (derivatives ? tile.dimensions : 0); ++plane)
    fill_padding<Arch>(tile, planes[plane]);
}

}  // namespace perlane::kernels::points
