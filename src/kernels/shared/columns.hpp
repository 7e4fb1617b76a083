#pragma once
// Finds where the samples of a tile lie along x, and the lattice columns beside them.

#include "kernels/lanes/arena.hpp"
#include "kernels/shared/axis.hpp"
#include "kernels/shared/fade.hpp"

namespace perlane::kernels {

template <class Arch>
XSIMD_INLINE ColumnLayout layout_of(double span) noexcept {
  if (span == 0) return ColumnLayout::same;
  return span < lanes<Arch> ? ColumnLayout::near : ColumnLayout::per_sample;
}

// Finds where vectors of samples have their lattice columns, if these lie side by side. `cell` has
// the cells of the samples, and `whole` the outermost of them. Returns false if each sample needs
// columns of its own.
template <class Arch>
bool find_columns(const model::Axis& axis, const double* cell, const Span& whole, Columns& columns,
                  model::Arena& arena) noexcept {
  using D = Doubles<Arch>;
  constexpr int step = lanes<Arch>;
  const int vectors = columns.width / step;
  columns.segments = allocate<Arch, Segment>(arena, vectors);
  columns.base = allocate<Arch, int>(arena, vectors);
  columns.lane = allocate<Arch, std::uint32_t>(arena, columns.width);
  // All cells may lie farther apart than those of each vector: where samples are out of order, and
  // where each vector spans as many columns as it may.
  if (whole.highest - whole.lowest + 2 > 2.0 * columns.width) return false;
  Segment* end = columns.segments;
  double last = 0;
  for (int i = 0; i < columns.width; i += step) {
    const Span span = span_of<Arch>(axis, cell + i, step);
    const ColumnLayout layout = layout_of<Arch>(span.highest - span.lowest);
    if (layout == ColumnLayout::per_sample) return false;
    const bool goes_on =
        i > 0 && end[-1].layout == layout && (layout != ColumnLayout::same || span.lowest == last);
    if (!goes_on) *end++ = {i, i, layout};
    end[-1].end = i + step;
    last = span.lowest;
    columns.base[i / step] = static_cast<int>(span.lowest - whole.lowest);
    const D left(span.lowest);
    to_words<Arch>(D::load_aligned(cell + i) - left, D::load_aligned(cell + i + step / 2) - left)
        .store_aligned(columns.lane + i);
  }
  columns.segments_end = end;
  return true;
}

// Writes the coordinates of lattice columns that lie side by side.
template <class Arch>
void number_shared_columns(const Span& whole, const Coordinates<Arch>& coordinates,
                           Columns& columns, model::Arena& arena) noexcept {
  columns.count = static_cast<int>(whole.highest - whole.lowest) + 2;
  columns.lattice = allocate<Arch, std::uint32_t>(arena, columns.count + 4 * lanes<Arch>);
  coordinates.run(whole.lowest, columns.count, columns.lattice);
  for (int i = columns.count; i < round_up_to_lanes<Arch>(columns.count); ++i)
    columns.lattice[i] = 0;
}

// Writes the coordinates of two lattice columns for each sample.
template <class Arch>
void number_own_columns(const double* cell, const Coordinates<Arch>& coordinates, Columns& columns,
                        model::Arena& arena) noexcept {
  columns.segments = allocate<Arch, Segment>(arena, 1);
  columns.segments[0] = {0, columns.width, ColumnLayout::per_sample};
  columns.segments_end = columns.segments + 1;
  columns.count = 2 * columns.width;
  columns.lattice = allocate<Arch, std::uint32_t>(arena, columns.count + 4 * lanes<Arch>);
  if (coordinates.is_endless()) {
    using D = Doubles<Arch>;
    for (int i = 0; i < columns.width; i += lanes<Arch>) {
      const Words<Arch> left =
          to_words<Arch>(D::load_aligned(cell + i), D::load_aligned(cell + i + lanes<Arch> / 2));
      left.store_aligned(columns.lattice + i);
      (left + Words<Arch>(1)).store_aligned(columns.lattice + columns.width + i);
    }
    return;
  }
  for (int i = 0; i < columns.width; ++i) {
    columns.lattice[i] = coordinates.of(cell[i]);
    columns.lattice[columns.width + i] = coordinates.after(columns.lattice[i]);
  }
}

// The samples follow `before` elements of padding: fewer than a vector has. If `is_own_cheap`, a
// draw for each sample is as cheap as one for each lattice column; then samples have columns of
// their own if the row is short, or if there would be more than half as many lattice columns as
// samples.
template <class Arch>
Columns locate_columns(const model::Tile& tile, const LatticeParameters& parameters,
                       bool with_derivatives, int before, bool is_own_cheap,
                       model::Arena& arena) noexcept {
  const model::Axis& axis = tile.axis[0];
  constexpr int step = lanes<Arch>;
  const int end = before + axis.count, width = round_up_to_lanes<Arch>(end);
  Columns columns{};
  allocate_weighed<Arch>(columns, width, with_derivatives, arena);
  columns.before = before;
  columns.width = width;
  double* cell = scratch_memory<Arch, double>(arena, width);

  locate_samples<Arch>(axis, axis.first - before, width, parameters.frequency,
                       parameters.lattice->shift[0], cell, columns.f);
  for (int i = 0; i < before; ++i) {
    columns.f[i] = columns.f[before];
    cell[i] = cell[before];
  }
  for (int i = end; i < width; ++i) {
    columns.f[i] = columns.f[end - 1];
    cell[i] = cell[end - 1];
  }
  weigh<Arch>(parameters.fade, columns.f, columns.weights, columns.derivatives, width);

  const Coordinates<Arch> coordinates(*parameters.lattice, 0);
  const Span whole = span_of<Arch>(axis, cell, width);
  const bool is_own =
      is_own_cheap && (width <= 2 * step || whole.highest - whole.lowest > width / 2);
  if (!is_own && find_columns<Arch>(axis, cell, whole, columns, arena)) {
    number_shared_columns<Arch>(whole, coordinates, columns, arena);
  } else {
    number_own_columns<Arch>(cell, coordinates, columns, arena);
  }
  return columns;
}

}  // namespace perlane::kernels
