#pragma once
// Evaluates the rows of a box from the few points that can be the nearest: an addition and a
// minimum for each point and vector, or three operations more for the two nearest.

#include "kernels/cellular/search.hpp"
#include "kernels/lanes/output.hpp"

namespace perlane::kernels::cellular {

// The largest box; rows and columns are those of one slice.
inline constexpr int box_columns = 32;
inline constexpr int box_rows = 16;

// The points of a box, and their contributions to distances: along x by column, and along the other
// axes by row.
struct BoxPoints {
  static constexpr int most = 512;
  int count;
  alignas(64) float value[most];
  alignas(64) float column[most][box_columns];
  alignas(64) float row[most][box_rows];
  alignas(64) float slice[most];
};

// The coordinates of samples or points, in an array for each axis.
template <int N>
struct CoordinateArrays {
  const float* at[N];
};

// Computes the contributions of points along x, for whole vectors of columns.
template <class Arch, Measure measure>
PERLANE_NOINLINE void set_columns(Metric<Arch, measure> metric, const float* samples, int columns,
                                  const float* x, BoxPoints& points) noexcept {
  using F = Floats<Arch>;
  const int count = points.count;
  for (int i = 0; i < columns; i += lanes<Arch>) {
    const F position = F::load_aligned(samples + i);
    for (int k = 0; k < count; ++k)
      metric.along(position - F(x[k])).store_aligned(points.column[k] + i);
  }
}

// Computes their contributions along the other axes, for the rows of a slice: whole vectors of y,
// and one sample of each other axis.
template <class Arch, Measure measure, int N>
void set_rows(Metric<Arch, measure> metric, const CoordinateArrays<N>& samples, int rows,
              const CoordinateArrays<N>& list, BoxPoints& points) noexcept {
  using F = Floats<Arch>;
  const int count = points.count;
  for (int k = 0; k < count; k += lanes<Arch>) {
    F beyond(0.0f);
    for (int axis = N - 1; axis > 1; --axis) {
      const F difference = F(*samples.at[axis]) - F::load_unaligned(list.at[axis] + k);
      beyond = metric.combined(metric.along(difference), beyond);
    }
    beyond.store_aligned(points.slice + k);
  }
  for (int i = 0; i < rows; i += lanes<Arch>) {
    for (int k = 0; k < count; ++k) {
      F contribution(points.slice[k]);
      const F difference = F::load_unaligned(samples.at[1] + i) - F(list.at[1][k]);
      contribution = metric.combined(metric.along(difference), contribution);
      contribution.store_aligned(points.row[k] + i);
    }
  }
}

// The least distances of a sample so far, and the value of the nearest point.
template <class Arch, Wanted wanted>
struct Least {
  using F = Floats<Arch>;
  F first, second, value;

  XSIMD_INLINE void begin(F distance, F its_value) noexcept {
    first = distance;
    if constexpr (wanted == Wanted::f2) second = F(std::numeric_limits<float>::infinity());
    if constexpr (wanted == Wanted::f1_point) value = its_value;
  }
  XSIMD_INLINE void update(F distance, F its_value) noexcept {
    if constexpr (wanted == Wanted::f1_point)
      value = xsimd::select(distance < first, its_value, value);
    if constexpr (wanted == Wanted::f2) second = xsimd::min(second, xsimd::max(first, distance));
    first = xsimd::min(first, distance);
  }
  // Returns the noise; Euclidean distances need roots.
  XSIMD_INLINE F noise(bool has_roots, bool is_difference) const noexcept {
    if constexpr (wanted == Wanted::f1_point) return value;
    const auto finished = [&](F d) { return has_roots ? Backend<Arch>::root(d) : d; };
    if constexpr (wanted == Wanted::f1) return finished(first);
    return is_difference ? finished(second) - finished(first) : finished(second);
  }
};

// The rows of a slice in a tile buffer: `to` is column 0 of the first, and columns
// from `end` on are another row's.
struct BoxOutput {
  float* to;
  std::ptrdiff_t stride;
  int end;
};

// Writes some rows of columns, up to the ends of the rows.
template <class Arch>
PERLANE_NOINLINE void put_edge(const BoxOutput& output, const float* values, int rows, int columns,
                               float* to, int column) noexcept {
  const int end = column + columns > output.end ? output.end - column : columns;
  for (int r = 0; r < rows; ++r, values += columns, to += output.stride) {
    for (int i = 0; i < end; ++i) to[column + i] = values[i];
  }
}

// Evaluates some rows of some vectors, which begin at a column of the box.
template <class Arch, Wanted wanted, bool is_largest, int rows, int vectors>
XSIMD_INLINE void box_block(bool has_roots, bool is_difference, const BoxPoints& points, int row,
                            int column, int height, int first_column,
                            const BoxOutput& output) noexcept {
  using F = Floats<Arch>;
  Least<Arch, wanted> least[rows][vectors];
  const auto visit = [&](int k, const auto& update) {
    F x[vectors];
    for (int v = 0; v < vectors; ++v)
      x[v] = F::load_aligned(points.column[k] + column + v * lanes<Arch>);
    const F value(wanted == Wanted::f1_point ? points.value[k] : 0.0f);
    for (int r = 0; r < rows; ++r) {
      const F others(points.row[k][row + r]);
      for (int v = 0; v < vectors; ++v)
        update(least[r][v], is_largest ? xsimd::max(x[v], others) : x[v] + others, value);
    }
  };
  visit(0, [](auto& of, F distance, F value) { of.begin(distance, value); });
  for (int k = 1; k < points.count; ++k)
    visit(k, [](auto& of, F distance, F value) { of.update(distance, value); });

  F n[rows][vectors];
  for (int r = 0; r < rows; ++r) {
    for (int v = 0; v < vectors; ++v) n[r][v] = least[r][v].noise(has_roots, is_difference);
  }
  float* to = output.to + row * output.stride;
  const int begin = first_column + column, end = begin + vectors * lanes<Arch>;
  if (end > output.end || height - row < rows) [[unlikely]] {
    // A block that is larger than what is left of its rows goes through a small buffer.
    alignas(64) float edge[rows * vectors * lanes<Arch>];
    const int left = height - row < rows ? height - row : rows;
    for (int r = 0; r < rows; ++r) {
      for (int v = 0; v < vectors; ++v)
        n[r][v].store_aligned(edge + (r * vectors + v) * lanes<Arch>);
    }
    put_edge<Arch>(output, edge, left, vectors * lanes<Arch>, to, begin);
  } else {
    for (int r = 0; r < rows; ++r) {
      for (int v = 0; v < vectors; ++v)
        n[r][v].store_unaligned(to + r * output.stride + begin + v * lanes<Arch>);
    }
  }
}

// Evaluates a slice of a box: rows that begin at a column. Whole vectors of points and columns have
// been filled in.
template <class Arch, Wanted wanted, bool is_largest>
void box_slice(bool has_roots, bool is_difference, const BoxPoints& points, int height,
               int first_column, int width, const BoxOutput& given) noexcept {
  constexpr int rows = wanted == Wanted::f1 && lanes<Arch> >= 4 ? 4 : 2;
  constexpr int vectors = vectors_at_once<Arch>;
  // A copy: data that a store might alias would be loaded again for each.
  const BoxOutput output = given;
  for (int row = 0; row < height; row += rows) {
    int column = 0;
    for (; column + vectors * lanes<Arch> <= width; column += vectors * lanes<Arch>) {
      box_block<Arch, wanted, is_largest, rows, vectors>(has_roots, is_difference, points, row,
                                                         column, height, first_column, output);
    }
    if (column < width) {
      box_block<Arch, wanted, is_largest, rows, 1>(has_roots, is_difference, points, row, column,
                                                   height, first_column, output);
    }
  }
}

template <class Arch>
using BoxSlice = void (*)(bool has_roots, bool is_difference, const BoxPoints&, int height,
                          int first_column, int width, const BoxOutput&) noexcept;

template <class Arch, bool is_largest>
BoxSlice<Arch> box_slice_by(const model::CellularNoise& noise) noexcept {
  switch (noise.returns) {
    case model::CellularReturn::f1:
      return box_slice<Arch, Wanted::f1, is_largest>;
    case model::CellularReturn::f2:
    case model::CellularReturn::f2_minus_f1:
      return box_slice<Arch, Wanted::f2, is_largest>;
    default:
      return box_slice<Arch, Wanted::f1_point, is_largest>;
  }
}

template <class Arch>
BoxSlice<Arch> box_slice_of(const model::CellularNoise& noise) noexcept {
  return noise.distance == model::Distance::chebyshev ? box_slice_by<Arch, true>(noise)
                                                      : box_slice_by<Arch, false>(noise);
}

}  // namespace perlane::kernels::cellular
