#pragma once
// Removes x from lattice rows, and then w and z from rows without x. A row has an element for each
// column of samples, in lines: line 0 is k, and line a the gradient along axis a, of the axes that
// are left. Rows of values have k alone.

#include "kernels/lattice/cells.hpp"

#include <type_traits>

namespace perlane::kernels::lattice {

// Returns the removals at a vector of samples.
template <class R, class F>
XSIMD_INLINE R removals_at(const Weights& weights, int i) noexcept {
  return {F::load_aligned(weights.s + i), F::load_aligned(weights.u + i),
          F::load_aligned(weights.v + i)};
}
// Returns the removal at one sample, for all lanes.
template <class R, class F>
XSIMD_INLINE R removal_of(const Weights& weights, int sample) noexcept {
  return {F(weights.s[sample]), F(weights.u[sample]), F(weights.v[sample])};
}

// Removes x from the gradients at lattice columns, `components` lines with x first, or from values,
// one line, if `components` is 0. R is Removal, or RemovalDerivative for the derivative along x.
template <class Arch, int components, class R>
void remove_x(const Columns& given, const Weights& weights, const float* drawn, int from_pitch,
              float* to, int pitch) noexcept {
  using F = Floats<Arch>;
  const Columns columns = given;  // a copy: data that a store might alias would be loaded again
  const Weights at = weights;
  for_each_cells<Arch>(columns, drawn, from_pitch, [&](int i, const auto& cells) {
    const R removal = removals_at<R, F>(at, i);
    if constexpr (components == 0) {
      removal.blend(cells(0)).store_aligned(to + i);
    } else {
      removal.offset(cells(0)).store_aligned(to + i);
      for (int a = 1; a < components; ++a)
        removal.blend(cells(a)).store_aligned(to + a * pitch + i);
    }
  });
}

// Draws a row of a hashed lattice as hash_and_draw does, but in registers, for columns that each
// sample has of its own; and removes x.
template <class Arch, class Noise, class Drawn, class R>
void remove_x_hashed(const void* given_noise, const Columns& given, std::uint32_t key, float* to,
                     int pitch) noexcept {
  using F = Floats<Arch>;
  using W = Words<Arch>;
  const Columns columns = given;  // a copy: data that a store might alias would be loaded again
  const Weights weights = std::is_same_v<R, Removal<F>> ? columns.weights : columns.derivatives;
  const auto& noise = *static_cast<const Noise*>(given_noise);
  const typename Drawn::Source source(noise, noise.amplitude);
  const Drawn drawn(source);
  const W row(key);
  for (int i = 0; i < columns.width; i += lanes<Arch>) {
    const W left = W::load_aligned(columns.lattice + i) * row;
    const W right = W::load_aligned(columns.lattice + columns.width + i) * row;
    const R removal = removals_at<R, F>(weights, i);
    if constexpr (Drawn::components == 0) {
      removal.blend({drawn(left), drawn(right)}).store_aligned(to + i);
    } else {
      F low[Drawn::components], high[Drawn::components];
      drawn(left, low);
      drawn(right, high);
      removal.offset({low[0], high[0]}).store_aligned(to + i);
      for (int a = 1; a < Drawn::components; ++a)
        removal.blend({low[a], high[a]}).store_aligned(to + a * pitch + i);
    }
  }
}

// Removes axis M from the rows beside a sample, of `count` columns. M is 0 where there are no
// gradients.
template <class Arch, int M, class R>
XSIMD_INLINE void remove_axis(const R removal, const RowPair& rows, int from_pitch, float* to,
                              int pitch, int count) noexcept {
  using F = Floats<Arch>;
  const float *const low = rows.low, *const high = rows.high;
  for (int i = 0; i < count; i += lanes<Arch>) {
    const auto pair = [&](int line) {
      return Pair<F>{F::load_aligned(low + line * from_pitch + i),
                     F::load_aligned(high + line * from_pitch + i)};
    };
    const Pair<F> k = pair(0);
    if constexpr (M == 0) {
      removal.blend(k).store_aligned(to + i);
    } else {
      removal.merge(k, pair(M)).store_aligned(to + i);
      for (int a = 1; a < M; ++a) removal.blend(pair(a)).store_aligned(to + a * pitch + i);
    }
  }
}

}  // namespace perlane::kernels::lattice
