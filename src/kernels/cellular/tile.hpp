#pragma once
// A tile of cellular noise: finds where its samples lie and where their values go, and evaluates
// them without boxes.

#include "kernels/cellular/lanes.hpp"
#include "kernels/cellular/points.hpp"
#include "kernels/cellular/rows.hpp"

namespace perlane::kernels::cellular {

template <class Arch, int N>
class CellularTile {
  static_assert(N > 1);

 public:
  using F = Floats<Arch>;

  CellularTile(const model::CellularNoise& noise, const model::Tile& tile, float* buffer) noexcept
      : noise_(noise),
        tile_(tile),
        buffer_(buffer),
        evaluate_(evaluation_of<Arch>(noise, N, false)) {}

  // Sets the axes that the tiles of a stack share.
  void set_axes(const CutAxis (&axes)[N]) noexcept {
    for (int axis = 0; axis < N; ++axis) axis_[axis] = axes[axis];
  }
  const CutAxis& axis(int number) const noexcept { return axis_[number]; }
  const model::Tile& tile() const noexcept { return tile_; }

  // The last axis is that of the stack.
  CutAxis cut_axis(int number, model::Arena& arena) const noexcept {
    const bool is_x = number == 0, is_stack = number == N - 1;
    const model::Axis& axis = is_stack ? tile_.stack : tile_.axis[number];
    return AxisCutter<Arch>(noise_, number, N, limits_of(number))
        .cut(axis, is_x ? tile_.columns : axis.count, arena);
  }

  // Returns the points that lists need.
  Listed listed() const noexcept {
    switch (noise_.returns) {
      case model::CellularReturn::f2:
      case model::CellularReturn::f2_minus_f1:
        return Listed::two;
      case model::CellularReturn::edge:
        return Listed::borders;
      default:
        return Listed::nearest;
    }
  }

  // Found by trial.
  CutLimits limits_of(int number) const noexcept {
    const int span = 7 - reach_of<Arch>(noise_, N);
    constexpr bool is_plane = N == 2;
    if (number == 0 && is_plane)
      return {16, 16, box_columns, 128, listed() == Listed::nearest ? 1.6 : 0.8, 4.5, span};
    if (number == 0) return {16, 16, box_columns, 64, 0.9, 3.5, span};
    if (number == 1 && is_plane) return {1, 4, box_rows, box_rows, 0.7, 1.4, span};
    if (number == 1)
      return {1, 4, box_rows, box_rows, listed() == Listed::borders ? 0.6 : 0.9, 1.8, span};
    return {1, 1, 8, 16, 0.6, 1.0, span};
  }

  // ---- samples ----------------------------------------------------------------

  // Return the range of samples of the stack that the tile has.
  int first_of(int axis) const noexcept { return axis == N - 1 ? tile_.offset : 0; }
  int end_of(int axis) const noexcept {
    return axis == N - 1 ? tile_.offset + tile_.axis[axis].count : axis_[axis].count;
  }

  // Cuts off the parts of a segment that belong to other tiles.
  FineSegment within_tile(int axis, FineSegment segment) const noexcept {
    if (segment.begin < first_of(axis)) segment.begin = first_of(axis);
    if (segment.end > end_of(axis)) segment.end = end_of(axis);
    return segment;
  }

  // Calls visit(sample) for each slice of a box, with its first sample.
  template <class Visit>
  void for_each_slice(const FineSegment (&part)[N], const Visit& visit) const noexcept {
    const auto range = [&](int axis) {
      return axis < N ? part[axis < N ? axis : 0] : FineSegment{0, 1, 0, 0};
    };
    const FineSegment z = range(2), w = range(3);
    int sample[4] = {part[0].begin, part[1].begin, 0, 0};
    for (sample[3] = w.begin; sample[3] < w.end; ++sample[3]) {
      for (sample[2] = z.begin; sample[2] < z.end; ++sample[2]) visit(sample);
    }
  }

  // Returns where the row of a sample begins in tile buffers.
  std::ptrdiff_t row_at(const int (&sample)[4]) const noexcept {
    const auto place = [&](int axis) { return sample[axis] - first_of(axis); };
    std::ptrdiff_t row = place(1);
    if constexpr (N > 2) row += std::ptrdiff_t{tile_.axis[1].count} * place(2);
    if constexpr (N > 3)
      row += std::ptrdiff_t{tile_.axis[1].count} * tile_.axis[2].count * place(3);
    return row * tile_.pitch;
  }
  BoxOutput output_at(const int (&sample)[4]) const noexcept {
    return {buffer_ + row_at(sample), tile_.pitch, tile_.columns};
  }

  // Returns the places of a vector of columns, of which this is the first sample.
  CellPlaces<Arch> places_of(const int (&sample)[4]) const noexcept {
    CellPlaces<Arch> places;
    places.cell[0] = Words<Arch>::load_aligned(axis_[0].coordinate + sample[0]);
    places.f[0] = F::load_aligned(axis_[0].f + sample[0]);
    for (int axis = 1; axis < N; ++axis) {
      places.cell[axis] = Words<Arch>(axis_[axis].coordinate[sample[axis]]);
      places.f[axis] = F(axis_[axis].f[sample[axis]]);
    }
    return places;
  }

  // ---- lane by lane -----------------------------------------------------------

  void fill_by_lanes() noexcept {
    switch (noise_.returns) {
      case model::CellularReturn::f1:
        return fill_lanes<Wanted::f1>();
      case model::CellularReturn::value:
        return fill_lanes<Wanted::f1_point>();
      default:
        return fill_lanes<Wanted::f2>();
    }
  }

  template <Wanted wanted>
  void fill_lanes() noexcept {
    const int rows = tile_.axis[1].count;
    for (int i = 0; i < tile_.columns; i += lanes<Arch>) {
      CellLanes<Arch, wanted> columns(noise_, axis_[0], i);
      BoxOutput output = output_at({i, tile_.offset, 0, 0});
      for (int j = 0; j < rows; ++j, output.to += output.stride) {
        const int row = tile_.offset + j;
        F n;
        bool is_done = false;
        if (columns.is_possible()) {
          columns.enter(axis_[1].coordinate[row]);
          is_done = columns.evaluate(axis_[1].f[row], n);
        }
        if (!is_done) [[unlikely]]
          n = evaluate_vector({i, row, 0, 0});
        n.store_unaligned(output.to + i);
      }
    }
  }

  // ---- sample by sample -------------------------------------------------------

  PERLANE_NOINLINE F evaluate_vector(const int (&sample)[4]) noexcept {
    alignas(64) float value[lanes<Arch>];
    float* plane = value;
    evaluate_(noise_, places_of(sample), false, &plane, 0);
    return F::load_aligned(value);
  }

  // Writes a vector of columns, or as many of them as the row has.
  XSIMD_INLINE void put(const BoxOutput& output, F n, int column) noexcept {
    if (column + lanes<Arch> > output.end) [[unlikely]] {
      alignas(64) float edge[lanes<Arch>];
      n.store_aligned(edge);
      put_edge<Arch>(output, edge, 1, lanes<Arch>, output.to, column);
    } else {
      n.store_unaligned(output.to + column);
    }
  }

  // Turns coordinates of nearest points, in a slice of a box, into offsets from the samples.
  void make_offsets(int axis, const int (&sample)[4], int height, int width,
                    const BoxOutput& output) noexcept {
    const float* const position = axis_[axis].position + sample[axis];
    const F size(noise_.cell_size);
    BoxOutput row = output;
    for (int j = 0; j < height; ++j, row.to += row.stride) {
      for (int i = 0; i < width; i += lanes<Arch>) {
        const F from = axis == 0 ? F::load_aligned(position + i) : F(position[axis == 1 ? j : 0]);
        const int column = sample[0] + i;
        put(row, (F::load_unaligned(row.to + column) - from) * size, column);
      }
    }
  }

  PERLANE_NOINLINE void fill_one_by_one(const FineSegment (&part)[N]) noexcept {
    for_each_slice(part, [&](const int(&first)[4]) {
      int sample[4] = {0, first[1], first[2], first[3]};
      for (; sample[1] < part[1].end; ++sample[1]) {
        const BoxOutput output = output_at(sample);
        for (sample[0] = part[0].begin; sample[0] < part[0].end; sample[0] += lanes<Arch>)
          put(output, evaluate_vector(sample), sample[0]);
      }
    });
  }

  const model::CellularNoise& noise_;
  const model::Tile& tile_;
  float* buffer_;
  EvaluateCells<Arch> evaluate_;
  CutAxis axis_[N];
};

}  // namespace perlane::kernels::cellular
