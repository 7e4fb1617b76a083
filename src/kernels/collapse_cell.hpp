#pragma once
// Removes y and x from short rows that lie in one cell along x, as those of small grids often do.
// Such rows have two lattice columns, so here a vector has samples of y, not lattice columns; and
// what is left of the two columns is kept row by row: the gradient along x and k of the left, then
// of the right, or k alone.

#include "kernels/collapse_rows.hpp"
#include "kernels/output.hpp"

namespace perlane::kernels {

// So many rows at a time, which are so far apart.
inline constexpr int cell_rows = 16;
template <class Arch>
inline constexpr int cell_pitch = cell_rows + lanes<Arch>;
// How wide they may be.
inline constexpr int widest_in_cell = 128;

template <class Arch>
constexpr bool are_in_cell(const Columns& columns) noexcept {
  return columns.width <= widest_in_cell && columns.stretches_end == columns.stretches + 1 &&
         columns.stretches->reach == Reach::same;
}

// Removes y for `rows` samples from `sample` on that lie between the same rows of lattice points.
// More rows than these are written, up to a vector.
template <class Arch, bool has_gradients, bool has_k>
void remove_y_in_cell(const RowAxis& axis, int sample, int rows, const float* low,
                      const float* high, int pitch, float* to) noexcept {
  using F = Floats<Arch>;
  constexpr int lines = has_gradients ? 2 : 1;
  const float *const f = axis.f + sample, *const f_minus_1 = axis.f_minus_1 + sample,
                     *const s = axis.s + sample;
  for (int i = 0; i < rows; i += lanes<Arch>) {
    const Removal<F> removal{F::load_unaligned(f + i), F::load_unaligned(f_minus_1 + i),
                             F::load_unaligned(s + i)};
    for (int column = 0; column < 2; ++column) {
      float* const result = to + lines * column * cell_pitch<Arch> + i;
      const auto pair = [&](int line) {
        return Pair<F>{F(low[line * pitch + column]), F(high[line * pitch + column])};
      };
      if constexpr (!has_gradients) {
        removal.blend(pair(0)).store_unaligned(result);
      } else {
        removal.blend(pair(0)).store_unaligned(result);
        const Pair<F> constants =
            has_k ? removal.constants(pair(2), pair(1)) : removal.constants(pair(1));
        removal.blend(constants).store_unaligned(result + cell_pitch<Arch>);
      }
    }
  }
}

// Removes x for `rows` rows, of which `from` has what is left.
template <class Arch, bool has_gradients, bool is_sum>
void collapse_cell(const Columns& columns, const float* from, int rows, const RowsTo& given,
                   Extremes<Arch>& extremes) noexcept {
  using F = Floats<Arch>;
  constexpr int lines = has_gradients ? 2 : 1, pitch = cell_pitch<Arch>;
  const RowsTo to = given;  // by value: what a store might alias would be loaded again for each
  const F amplitude(to.amplitude);
  const int width = columns.width;
  Extremes<Arch> even = extremes, odd = extremes;  // not to wait for each other
  for (int i = 0; i < width; i += lanes<Arch>) {
    const Removal<F> removal{F::load_aligned(columns.f + i), F::load_aligned(columns.f_minus_1 + i),
                             F::load_aligned(columns.s + i)};
    const int at = i + lanes<Arch> == width ? columns.last : i == 0 ? 0 : i - columns.skip;
    const float *left = from, *sum = to.sum + at;
    float* result = to.to + at;
    const auto evaluate = [&](Extremes<Arch>& within) {
      const auto pair = [&](int line) {
        return Pair<F>{F(left[line * pitch]), F(left[(lines + line) * pitch])};
      };
      F n;
      if constexpr (has_gradients) {
        n = removal.blend(removal.constants(pair(1), pair(0)));
      } else {
        n = removal.blend(pair(0));
      }
      if constexpr (is_sum) n = F::load_unaligned(sum) + n * amplitude;
      within.low = xsimd::min(within.low, n);
      within.high = xsimd::max(within.high, n);
      n.store_unaligned(result);
      ++left;
      sum += to.sum_stride;
      result += to.stride;
    };
    for (int r = rows; r > 1; r -= 2) {
      evaluate(even);
      evaluate(odd);
    }
    if (rows % 2 != 0) evaluate(even);
  }
  extremes.low = xsimd::min(even.low, odd.low);
  extremes.high = xsimd::max(even.high, odd.high);
}

template <class Arch>
using CollapseCell = void (*)(const Columns&, const float*, int rows, const RowsTo&,
                              Extremes<Arch>&) noexcept;

template <class Arch>
RemoveYInCell remove_y_in_cell_of(bool has_gradients, bool has_k) noexcept {
  if (!has_gradients) return remove_y_in_cell<Arch, false, true>;
  return has_k ? remove_y_in_cell<Arch, true, true> : remove_y_in_cell<Arch, true, false>;
}
template <class Arch>
CollapseCell<Arch> collapse_cell_of(bool has_gradients, bool is_sum) noexcept {
  if (has_gradients)
    return is_sum ? collapse_cell<Arch, true, true> : collapse_cell<Arch, true, false>;
  return is_sum ? collapse_cell<Arch, false, true> : collapse_cell<Arch, false, false>;
}

}  // namespace perlane::kernels
