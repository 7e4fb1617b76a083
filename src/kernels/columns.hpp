#pragma once
// The axis x of a tile: its samples, and the lattice columns beside them.

#include "kernels/arena.hpp"
#include "kernels/axis.hpp"
#include "kernels/fade.hpp"

namespace perlane::kernels {

// Where the samples of a vector find the lattice columns beside them. Lattice columns lie side by
// side, unless they are finer than a vector can permute: then each sample has its own two, that on
// its left at its own index and that on its right `Columns::width` later.
enum class Reach {
  same,        // all samples lie in one cell
  near,        // a vector of columns has those of a side
  wide,        // two vectors have those of both sides; only with has_wide_permute
  per_sample,  // of the whole tile
};

// Consecutive vectors of the same reach, and if that is `same`, in the same cell.
struct Stretch {
  int begin, end;  // samples
  Reach reach;
};

struct Columns {
  float* f;
  float* f_minus_1;
  float* s;
  float* slope;  // of the fade; null unless asked for
  int width;     // samples, padding included
  Stretch* stretches;
  Stretch* stretches_end;
  int* base;               // per vector: its first lattice column
  std::uint32_t* lane;     // per sample: its lattice column, counted from `base`
  std::uint32_t* lattice;  // coordinate of each lattice column; room for four vectors more
  int count;               // of lattice columns
};

template <class Arch>
XSIMD_INLINE Reach reach_of(double span) noexcept {
  if (span == 0) return Reach::same;
  if (span < lanes<Arch>) return Reach::near;
  return Backend<Arch>::has_wide_permute && span + 2 <= 2 * lanes<Arch> ? Reach::wide
                                                                        : Reach::per_sample;
}

// The stretches of vectors whose cells are `cell`.
template <class Arch>
void find_stretches(const model::Axis& axis, const double* cell, Columns& columns) noexcept {
  constexpr int step = lanes<Arch>;
  // All cells may lie farther apart than those of each vector: where samples are out of order, and
  // where a vector just reaches as far as it may.
  const Span whole = span_of<Arch>(axis, cell, columns.width);
  const bool is_scattered = whole.highest - whole.lowest + 2 > 2.0 * columns.width;
  columns.stretches_end = columns.stretches;
  double last = 0;
  for (int i = 0; i < columns.width; i += step) {
    const Span span = span_of<Arch>(axis, cell + i, step);
    const Reach reach = reach_of<Arch>(span.highest - span.lowest);
    if (reach == Reach::per_sample || is_scattered) {
      columns.stretches[0] = {0, columns.width, Reach::per_sample};
      columns.stretches_end = columns.stretches + 1;
      return;
    }
    const bool goes_on = i > 0 && columns.stretches_end[-1].reach == reach &&
                         (reach != Reach::same || span.lowest == last);
    if (!goes_on) *columns.stretches_end++ = {i, i, reach};
    columns.stretches_end[-1].end = i + step;
    last = span.lowest;
  }
}

// Lattice columns that lie side by side, and where vectors of samples find theirs.
template <class Arch>
void find_shared_columns(const model::Axis& axis, const double* cell,
                         const Coordinates<Arch>& coordinates, Columns& columns,
                         model::Arena& arena) noexcept {
  using D = Doubles<Arch>;
  constexpr int step = lanes<Arch>;
  const auto [lowest, highest] = span_of<Arch>(axis, cell, columns.width);
  for (int i = 0; i < columns.width; i += step) {
    const double left = span_of<Arch>(axis, cell + i, step).lowest;
    columns.base[i / step] = static_cast<int>(left - lowest);
    to_words<Arch>(D::load_aligned(cell + i) - D(left),
                   D::load_aligned(cell + i + step / 2) - D(left))
        .store_aligned(columns.lane + i);
  }
  columns.count = static_cast<int>(highest - lowest) + 2;
  columns.lattice = take<Arch, std::uint32_t>(arena, columns.count + 4 * step);
  coordinates.run(lowest, columns.count, columns.lattice);
  for (int i = columns.count; i < round_up_to_lanes<Arch>(columns.count); ++i)
    columns.lattice[i] = 0;
}

// Two lattice columns for each sample.
template <class Arch>
void find_own_columns(const double* cell, const Coordinates<Arch>& coordinates, Columns& columns,
                      model::Arena& arena) noexcept {
  columns.count = 2 * columns.width;
  columns.lattice = take<Arch, std::uint32_t>(arena, columns.count + 4 * lanes<Arch>);
  for (int i = 0; i < columns.width; ++i) {
    columns.lattice[i] = coordinates.of(cell[i]);
    columns.lattice[columns.width + i] = coordinates.after(columns.lattice[i]);
  }
}

template <class Arch>
Columns locate_columns(const model::Tile& tile, const Placement& placement, bool with_slopes,
                       model::Arena& arena) noexcept {
  const model::Axis& axis = tile.axis[0];
  const int width = tile.columns, begin = tile.left_padding, end = begin + axis.count;
  Columns columns;
  columns.f = take<Arch, float>(arena, width);
  columns.f_minus_1 = take<Arch, float>(arena, width);
  columns.s = take<Arch, float>(arena, width);
  columns.slope = with_slopes ? take<Arch, float>(arena, width) : nullptr;
  columns.width = width;
  columns.stretches = take<Arch, Stretch>(arena, width / lanes<Arch>);
  columns.base = take<Arch, int>(arena, width / lanes<Arch>);
  columns.lane = take<Arch, std::uint32_t>(arena, width);
  double* cell = borrow<Arch, double>(arena, width);

  locate_samples<Arch>(axis, axis.first - begin, width, placement.frequency, cell, columns.f);
  // The padding repeats the outermost samples.
  for (int i = 0; i < begin; ++i) {
    columns.f[i] = columns.f[begin];
    cell[i] = cell[begin];
  }
  for (int i = end; i < width; ++i) {
    columns.f[i] = columns.f[end - 1];
    cell[i] = cell[end - 1];
  }
  fade_all<Arch>(placement.fade, columns.f, columns.f_minus_1, columns.s, columns.slope,
                 width);

  find_stretches<Arch>(axis, cell, columns);
  const Coordinates<Arch> coordinates(*placement.lattice, 0);
  if (columns.stretches->reach == Reach::per_sample) {
    find_own_columns<Arch>(cell, coordinates, columns, arena);
  } else {
    find_shared_columns<Arch>(axis, cell, coordinates, columns, arena);
  }
  return columns;
}

}  // namespace perlane::kernels
