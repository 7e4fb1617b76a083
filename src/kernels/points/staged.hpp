#pragma once
// Evaluates points. The fast path is kernels/points/fused.hpp. All other points go block by block
// through stages with arrays between them: they place points, find the hashes of the vertices
// around them, draw, and collapse the cells.

#include "kernels/lanes/output.hpp"
#include "kernels/points/warped.hpp"
#include "kernels/lattice_description.hpp"
#include "kernels/shared/vertex_hashes.hpp"

namespace perlane::kernels::points {

// A block of points, as the stages hand it on.
template <class Arch>
struct PointBlock {
  static constexpr int size = points_in_block<Arch>;

  // By axis: the fraction, s, u and v of the weights and of their derivatives, and the lattice
  // coordinates below and above.
  alignas(64) float f[4][size];
  alignas(64) float weight[4][3][size];
  alignas(64) float derivative[4][3][size];
  alignas(64) std::uint32_t cell[4][2][size];
  // The hashes of the vertices.
  alignas(64) std::uint32_t hash[16 * size];
};

// Writes the values of `vectors` vectors of points from element `to` of the first plane on, and
// with derivatives those to N more planes. cells(b) returns a function for the vertices of
// vector b, see kernels/shared/collapse.hpp.
template <class Arch, int N, bool has_gradients, bool derivatives, class Cells>
XSIMD_INLINE void collapse_cells(const PointBlock<Arch>& block, const Cells& cells, double per_cell,
                                 int vectors, float* const* planes, std::ptrdiff_t to) noexcept {
  using F = Floats<Arch>;
  // Without vectors, GCC takes a minute and 10 GB for code that has all 16 vertices of 4D.
  constexpr bool is_looped = N >= 3 && (derivatives || lanes<Arch> < 4);
  const F frequency(static_cast<float>(per_cell));
  for (int b = 0; b < vectors; ++b, to += lanes<Arch>) {
    const auto load = [&](const float* from) { return F::load_aligned(from + b * lanes<Arch>); };
    const auto weights_of = [&](const auto& weights) {
      return Removal<F>{load(weights[0]), load(weights[1]), load(weights[2])};
    };
    Removal<F> removal[N];
    RemovalDerivative<F> derivative[N];
    for (int axis = 0; axis < N; ++axis) {
      removal[axis] = weights_of(block.weight[axis]);
      if constexpr (derivatives) {
        const auto [s, u, v] = weights_of(block.derivative[axis]);
        derivative[axis] = {s, u, v};
      }
    }
    const auto vertex_at = cells(b);
    const Cell<F, N, has_gradients, derivatives, is_looped, decltype(vertex_at)> cell(
        removal, derivative, vertex_at);
    const auto all = cell.collapse();
    all.set[0].k.store_aligned(planes[0] + to);
    if constexpr (derivatives) {
      for (int set = 1; set <= N; ++set) {
        // x, then the last axis and those before it.
        const int axis = set == 1 ? 0 : N + 1 - set;
        (all.set[set].k * frequency).store_aligned(planes[axis + 1] + to);
      }
    }
  }
}

// Draws gradients from hashes, and collapses the cells.
template <class Arch, int N, class Noise, class Drawn>
void collapse_points(const PointBlock<Arch>& block, const void* noise, int vectors, float* to,
                     std::ptrdiff_t at) noexcept {
  const auto& typed = *static_cast<const Noise*>(noise);
  const typename Drawn::Source source_of_draws(typed, typed.amplitude);
  const Drawn drawn(source_of_draws);
  const auto cells = [&](int b) {
    const std::uint32_t* hash = block.hash + ((b * lanes<Arch>) << N);
    return [&drawn, hash](int vertex, Floats<Arch>(&gradient)[N]) {
      drawn(Words<Arch>::load_aligned(hash + vertex * lanes<Arch>), gradient);
    };
  };
  collapse_cells<Arch, N, true, false>(block, cells, 1.0, vectors, &to, at);
}

// The gradients or values at the vertices of a block: a line for each component of gradients, or
// one for the values, in the order of the hashes.
template <class Arch>
struct DrawnVertices {
  static constexpr int pitch = 16 * points_in_block<Arch>;
  alignas(64) float line[4 * pitch];
};

template <class Arch, int N, bool has_gradients, bool derivatives>
void collapse_drawn(const PointBlock<Arch>& block, const DrawnVertices<Arch>& vertices,
                    double frequency, int vectors, float* const* planes,
                    std::ptrdiff_t to) noexcept {
  using F = Floats<Arch>;
  const auto cells = [&](int b) {
    const float* first = vertices.line + ((b * lanes<Arch>) << N);
    if constexpr (has_gradients) {
      return [first](int vertex, F(&gradient)[N]) {
        for (int axis = 0; axis < N; ++axis) {
          gradient[axis] =
              F::load_aligned(first + axis * DrawnVertices<Arch>::pitch + vertex * lanes<Arch>);
        }
      };
    } else {
      return [first](int vertex) { return F::load_aligned(first + vertex * lanes<Arch>); };
    }
  };
  collapse_cells<Arch, N, has_gradients, derivatives>(block, cells, frequency, vectors, planes, to);
}

template <class Arch>
using CollapseDrawn = void (*)(const PointBlock<Arch>&, const DrawnVertices<Arch>&,
                               double frequency, int vectors, float* const* planes,
                               std::ptrdiff_t to) noexcept;

template <class Arch>
CollapseDrawn<Arch> collapse_drawn_of(bool has_gradients, bool derivatives,
                                      int dimensions) noexcept {
  return with_dimensions(dimensions, [=]<int N>() noexcept -> CollapseDrawn<Arch> {
    if (model::is_small_module)
      return has_gradients ? collapse_drawn<Arch, N, true, false>
                           : collapse_drawn<Arch, N, false, false>;
    if (has_gradients)
      return derivatives ? collapse_drawn<Arch, N, true, true>
                         : collapse_drawn<Arch, N, true, false>;
    return derivatives ? collapse_drawn<Arch, N, false, true>
                       : collapse_drawn<Arch, N, false, false>;
  });
}

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
void place_block(const PointAxis* axes, model::Fade fade, int dimensions, const Given& given,
                 const PointRun& run, int from, int count, bool with_derivatives,
                 PointBlock<Arch>& block) noexcept {
  const int padded = round_up_to_lanes<Arch>(count);
  for (int axis = 0; axis < dimensions; ++axis) {
    locate_given<Arch>(axes[axis], given, axis, run.at + from, from, count, block.f[axis],
                       block.cell[axis][0], block.cell[axis][1]);
    const auto weights = [](float(&lines)[3][PointBlock<Arch>::size]) {
      return Weights{lines[0], lines[1], lines[2]};
    };
    weigh<Arch>(fade, block.f[axis], weights(block.weight[axis]),
                with_derivatives ? weights(block.derivative[axis]) : Weights{}, padded);
  }
}

// Calls visit(given) with the points of a tile in their own type: GivenPoints or DisplacedPoints.
template <class Visit>
XSIMD_INLINE auto visit_given(const model::Tile& tile, const Anchors* anchors,
                              const Visit& visit) noexcept {
  if (tile.kind == model::Tile::points)
    return visit(GivenPoints<double>{tile.point, tile.is_within});
  if (tile.kind == model::Tile::float_points)
    return visit(GivenPoints<float>{tile.float_point, tile.is_within});
  return visit(DisplacedPoints{anchors, tile.displacement, tile.displacement_factor});
}

// Evaluates a run in stages.
template <class Arch>
void sample_by_stages(const LatticeDescription<Arch>& noise, const model::Tile& tile,
                      bool derivatives, const PointRun& run, float* const* planes) noexcept {
  const int dimensions = tile.dimensions;
  const auto collapse = collapse_drawn_of<Arch>(noise.has_gradients, derivatives, dimensions);
  PointAxis axes[4];
  for (int axis = 0; axis < dimensions; ++axis)
    axes[axis] = point_axis<Arch>(noise.parameters, axis);
  PointBlock<Arch> block;
  DrawnVertices<Arch> drawn;
  for (int i = 0; i < run.count; i += PointBlock<Arch>::size) {
    const int left = run.count - i;
    const int points = left < PointBlock<Arch>::size ? left : PointBlock<Arch>::size;
    const int vectors = (points + lanes<Arch> - 1) / lanes<Arch>;
    visit_given(tile, run.anchors, [&](const auto& given) {
      place_block(axes, noise.parameters.fade, dimensions, given, run, i, points, derivatives,
                  block);
    });
    noise.hashes->vertex_hashes(*noise.parameters.lattice, dimensions, block.cell[0][0], vectors,
                                block.hash);
    const int vertices = (vectors << dimensions) * lanes<Arch>;
    noise.choose(noise.noise, dimensions, block.hash, vertices);
    if (!derivatives && noise.collapse != nullptr) {
      noise.collapse(block, noise.noise, vectors, planes[0], run.at + i);
    } else {
      noise.draw(noise.noise, block.hash, vertices, drawn.line, DrawnVertices<Arch>::pitch);
      const int lines = noise.has_gradients ? dimensions : 1;
      for (int line = 0; noise.amplitude != 1 && line < lines; ++line)
        scale<Arch>(drawn.line + line * DrawnVertices<Arch>::pitch, noise.amplitude, vertices);
      collapse(block, drawn, noise.parameters.frequency, vectors, planes, run.at + i);
    }
  }
}

// Returns true if kernels/points/fused.hpp can evaluate a tile.
template <class Arch>
bool is_fused_tile(const LatticeDescription<Arch>& noise, const model::Tile& tile) noexcept {
  return visit_given(tile, nullptr,
                     [&](const auto& given) { return noise.fused.of(given) != nullptr; });
}

template <class Arch>
void evaluate_run(const LatticeDescription<Arch>& noise, const model::Tile& tile, bool derivatives,
                  const PointRun& run, const model::Fold& fold, float* const* planes) noexcept {
  if (derivatives || !is_fused_tile(noise, tile))
    return sample_by_stages(noise, tile, derivatives, run, planes);
  visit_given(tile, run.anchors, [&](const auto& given) {
    noise.fused.of(given)(noise.parameters, noise.noise, given, run.at, run.count, fold, planes[0]);
  });
}

// Repeats the last point of each row in the padding after it.
template <class Arch>
void fill_padding(const model::Tile& tile, float* to) noexcept {
  const bool is_packed = model::are_rows_packed<Arch>(tile);
  const int rows = model::row_count<Arch>(tile), runs = is_packed ? 1 : rows;
  const int count = tile.axis[0].count * (rows / runs);
  const int columns = is_packed ? round_up_to_lanes<Arch>(count) : tile.columns;
  for (int run = 0; run < runs; ++run, to += tile.pitch) {
    for (int i = count; i < columns; ++i) to[i] = to[count - 1];
  }
}

// Writes a tile buffer for the value, and with derivatives one more for each dimension. The stages
// do not fold: a caller passes a fold only if is_fused_tile.
template <class Arch>
void evaluate_points(const LatticeDescription<Arch>& noise, const model::Tile& tile,
                     bool derivatives, const model::Fold& fold, float* const* planes) noexcept {
  if (tile.kind == model::Tile::points || tile.kind == model::Tile::float_points) {
    for (int row = 0; row < model::row_count<Arch>(tile); ++row)
      evaluate_run(noise, tile, derivatives, {std::ptrdiff_t{row} * tile.pitch, tile.axis[0].count},
                   fold, planes);
  } else {
    for (AnchorRuns<Arch> runs(tile, noise.parameters); runs.next();)
      evaluate_run(noise, tile, derivatives, {runs.at(), runs.count(), runs.anchors()}, fold,
                   planes);
  }
  for (int plane = 0; plane <= (derivatives ? tile.dimensions : 0); ++plane)
    fill_padding<Arch>(tile, planes[plane]);
}

}  // namespace perlane::kernels::points
