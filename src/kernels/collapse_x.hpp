#pragma once
// Removes x, which is the work per sample. A row of samples has a line for the gradient along x and
// one for k, or one for k alone. Values do not depend on the number of dimensions here.

#include "kernels/cells.hpp"
#include "kernels/output.hpp"

#include <type_traits>

namespace perlane::kernels {

// Where the samples of a vector lie along x.
template <class Arch>
XSIMD_INLINE Removal<Floats<Arch>> removal_at(const Columns& columns, int i) noexcept {
  using F = Floats<Arch>;
  return {F::load_aligned(columns.f + i), F::load_aligned(columns.f_minus_1 + i),
          F::load_aligned(columns.s + i)};
}

// The noise of a row whose first line is `line`.
template <bool has_gradients, class F, class Cells>
XSIMD_INLINE F noise_at(const Removal<F>& removal, const Cells& cells, int line) noexcept {
  if constexpr (has_gradients) {
    return removal.blend(removal.constants(cells(line + 1), cells(line)));
  } else {
    return removal.blend(cells(line));
  }
}

// Evaluates rows_at_once rows of samples.
template <class Arch, bool has_gradients, bool is_sum, Place place>
class CollapseX {
  static constexpr int R = rows_at_once<Arch>;
  static constexpr int lines = has_gradients ? 2 : 1;  // of a row
  using Output = OutputRows<Arch, is_sum, place>;

 public:
  // The lines lie so far apart that those of the densest lattice fit. The compiler knows the
  // distance, so the loop over samples addresses all of them from one register.
  static constexpr int pitch = 2 * model::widest_row(2) + 2 * lanes<Arch>;

  // There may be several blocks of so many rows, one after another.
  static void rows(const Columns& given, const float* from, int blocks, const RowsTo& to,
                   Extremes<Arch>& extremes) noexcept {
    Output rows(to, given, extremes);
    const Columns columns = given;  // by value, see OutputRows
    for (; blocks > 0; --blocks, from += R * lines * pitch, rows.skip(R))
      evaluate_block(rows, columns, from);
    rows.finish(extremes);
  }

 private:
  XSIMD_INLINE static void evaluate_block(Output& rows, const Columns& columns,
                                          const float* from) noexcept {
    constexpr Pitch apart{};
    for (const Stretch* stretch = columns.stretches; stretch != columns.stretches_end; ++stretch) {
      switch (stretch->reach) {
        case Reach::same: {
          const Same cell(from + columns.base[stretch->begin / lanes<Arch>]);
          evaluate(rows, columns, *stretch, [&](int) -> const Same& { return cell; });
          break;
        }
        case Reach::near:
          evaluate(rows, columns, *stretch,
                   [&](int i) { return NearCells<Arch, Pitch>(columns, from, apart, i); });
          break;
        case Reach::wide:
          if constexpr (Backend<Arch>::has_wide_permute)
            evaluate(rows, columns, *stretch,
                     [&](int i) { return WideCells<Arch, Pitch>(columns, from, apart, i); });
          break;
        case Reach::per_sample:
          // Looking up takes most of the time, so nothing is gained by two vectors at once.
          for (int i = stretch->begin; i < stretch->end; i += lanes<Arch>)
            evaluate_vector(rows, columns, i, OwnCells<Arch, Pitch>(columns, from, apart, i));
          break;
      }
    }
  }

  using F = Floats<Arch>;
  using Pitch = std::integral_constant<int, pitch>;
  using Same = SameCell<Arch, R * lines, pitch>;

  // cells_at(i) is for the vector of samples from column i on.
  template <class CellsAt>
  XSIMD_INLINE static void evaluate(Output& rows, const Columns& columns, const Stretch stretch,
                                    const CellsAt& cells_at) noexcept {
    int i = stretch.begin;
    if constexpr (vectors_at_once<Arch> == 2) {
      for (; i + 2 * lanes<Arch> <= stretch.end; i += 2 * lanes<Arch>) {
        const Removal<F> removal[] = {removal_at<Arch>(columns, i),
                                      removal_at<Arch>(columns, i + lanes<Arch>)};
        rows.begin_block(i, 2);
        evaluate_rows<0>(rows, removal, cells_at(i), cells_at(i + lanes<Arch>));
      }
      // This is no loop: compilers would prepare for one, and often there is one vector in all.
      if (i < stretch.end) evaluate_vector(rows, columns, i, cells_at(i));
    } else {
      for (; i < stretch.end; i += lanes<Arch>) evaluate_vector(rows, columns, i, cells_at(i));
    }
  }

  template <class Cells>
  XSIMD_INLINE static void evaluate_vector(Output& rows, const Columns& columns, int i,
                                           const Cells& cells) noexcept {
    const Removal<F> removal[] = {removal_at<Arch>(columns, i)};
    rows.begin_block(i, 1);
    evaluate_rows<0>(rows, removal, cells);
  }

  // The rows and vectors are unrolled: what they share stays in registers, and they hide each
  // other's latencies.
  template <int r, int U, class... Cells>
  XSIMD_INLINE static void evaluate_rows(Output& rows, const Removal<F> (&removal)[U],
                                         const Cells&... cells) noexcept {
    int u = 0;
    ((rows.put(r, u, noise_at<has_gradients>(removal[u], cells, r * lines)), ++u), ...);
    if constexpr (r + 1 < R) evaluate_rows<r + 1>(rows, removal, cells...);
  }
};

// Calls visit(i, cells) for every vector of samples; `cells` finds what is in the lines `from`.
template <class Arch, class Visit>
XSIMD_INLINE void for_each_cells(const Columns& columns, const float* from, int pitch,
                                 const Visit& visit) noexcept {
  for (const Stretch* stretch = columns.stretches; stretch != columns.stretches_end; ++stretch) {
    const int end = stretch->end;
    int i = stretch->begin;
    if (stretch->reach == Reach::per_sample) {
      for (; i < end; i += lanes<Arch>) visit(i, OwnCells<Arch, int>(columns, from, pitch, i));
      continue;
    }
    if constexpr (Backend<Arch>::has_wide_permute) {
      if (stretch->reach == Reach::wide) {
        for (; i < end; i += lanes<Arch>) visit(i, WideCells<Arch, int>(columns, from, pitch, i));
        continue;
      }
    }
    // What is right for near samples is right for those of one cell too.
    for (; i < end; i += lanes<Arch>) visit(i, NearCells<Arch, int>(columns, from, pitch, i));
  }
}

// Evaluates one row of samples. It takes a tile buffer for a destination.
template <class Arch, bool has_gradients, bool is_sum>
void collapse_row(const Columns& given, const float* from, int pitch, const RowsTo& to,
                  Extremes<Arch>& extremes) noexcept {
  OutputRows<Arch, is_sum, Place::destination> rows(to, given, extremes);
  const Columns columns = given;  // by value, see OutputRows
  for_each_cells<Arch>(columns, from, pitch, [&](int i, const auto& cells) {
    rows.begin_block(i, 1);
    rows.put(0, 0, noise_at<has_gradients>(removal_at<Arch>(columns, i), cells, 0));
  });
  rows.finish(extremes);
}

// Evaluates one row of samples with derivatives, into a tile buffer each. There are as many sets of
// lines as dimensions: that of the noise, and those of its derivatives along y, z and w.
template <class Arch, int N, bool has_gradients>
void differentiate_row(const Columns& given, const float* from, int pitch, float frequency,
                       float* const* planes, std::ptrdiff_t to) noexcept {
  using F = Floats<Arch>;
  constexpr int lines = has_gradients ? 2 : 1;
  const Columns columns = given;
  const F unit(frequency);
  float* plane[N + 1];
  for (int axis = 0; axis <= N; ++axis) plane[axis] = planes[axis] + to;
  for_each_cells<Arch>(columns, from, pitch, [&](int i, const auto& cells) {
    const Removal<F> removal = removal_at<Arch>(columns, i);
    const F slope = F::load_aligned(columns.slope + i);
    const Pair<F> first = cells(0);
    F along_x;
    Pair<F> constants = first;
    if constexpr (has_gradients) {
      constants = removal.constants(cells(1), first);
      along_x = derivative(removal, slope, constants, first);
    } else {
      along_x = derivative(slope, constants);
    }
    removal.blend(constants).store_aligned(plane[0] + i);
    (along_x * unit).store_aligned(plane[1] + i);
    for (int axis = 1; axis < N; ++axis) {
      (noise_at<has_gradients>(removal, cells, axis * lines) * unit)
          .store_aligned(plane[axis + 1] + i);
    }
  });
}

template <class Arch>
using CollapseBlock = void (*)(const Columns&, const float*, int blocks, const RowsTo&,
                               Extremes<Arch>&) noexcept;
template <class Arch>
using CollapseRow = void (*)(const Columns&, const float*, int pitch, const RowsTo&,
                             Extremes<Arch>&) noexcept;
using DifferentiateRow = void (*)(const Columns&, const float*, int pitch, float frequency,
                                  float* const* planes, std::ptrdiff_t to) noexcept;

// Chooses how to collapse rows_at_once rows.
template <class Arch>
CollapseBlock<Arch> collapse_block_of(bool has_gradients, bool is_sum, bool is_buffer) noexcept {
  constexpr auto buffer = Place::buffer, destination = Place::destination;
  static constexpr CollapseBlock<Arch> collapse[2][2][2] = {
      {{CollapseX<Arch, false, false, destination>::rows,
        CollapseX<Arch, false, false, buffer>::rows},
       {CollapseX<Arch, false, true, destination>::rows,
        CollapseX<Arch, false, true, buffer>::rows}},
      {{CollapseX<Arch, true, false, destination>::rows,
        CollapseX<Arch, true, false, buffer>::rows},
       {CollapseX<Arch, true, true, destination>::rows,
        CollapseX<Arch, true, true, buffer>::rows}}};
  return collapse[has_gradients][is_sum][is_buffer];
}

// Chooses how to collapse a single row.
template <class Arch>
CollapseRow<Arch> collapse_row_of(bool has_gradients, bool is_sum) noexcept {
  if (has_gradients)
    return is_sum ? collapse_row<Arch, true, true> : collapse_row<Arch, true, false>;
  return is_sum ? collapse_row<Arch, false, true> : collapse_row<Arch, false, false>;
}

// Chooses how to collapse a single row with derivatives.
template <class Arch>
DifferentiateRow differentiate_row_of(bool has_gradients, int dimensions) noexcept {
  static constexpr DifferentiateRow differentiate[2][4] = {
      {differentiate_row<Arch, 1, false>, differentiate_row<Arch, 2, false>,
       differentiate_row<Arch, 3, false>, differentiate_row<Arch, 4, false>},
      {differentiate_row<Arch, 1, true>, differentiate_row<Arch, 2, true>,
       differentiate_row<Arch, 3, true>, differentiate_row<Arch, 4, true>}};
  return differentiate[has_gradients][dimensions - 1];
}

}  // namespace perlane::kernels
