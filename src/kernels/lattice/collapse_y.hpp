#pragma once
// Removes y, the last axis, which is the work per sample: six operations, or two for values,
// whatever the number of dimensions and the width of the cells.

#include "kernels/lattice/collapse_rows.hpp"
#include "kernels/lanes/output.hpp"

#include <type_traits>

namespace perlane::kernels::lattice {

// The number of rows of samples that are evaluated side by side: the rows that they lie between are
// loaded once.
template <class Arch>
inline constexpr int rows_at_once = Backend<Arch>::has_many_registers ? 4 : 2;

template <class Arch, bool has_gradients, bool is_sum, bool has_extremes>
class CollapseY {
  using F = Floats<Arch>;

 public:
  static void band(const Band& band, const RowExtent& extent, const RowsTo& given,
                   Extremes<Arch>& extremes) noexcept {
    if (!given.is_stream && extent.width <= widest_strips)
      return strips(band, extent, given, extremes);
    RowsTo to = given;
    int r = 0;
    const auto evaluate = [&](auto count) {
      rows<decltype(count)::value>(band, r, extent, to, extremes);
      r += decltype(count)::value;
      if constexpr (is_sum) to.sum += decltype(count)::value * to.sum_stride;
      to.to += decltype(count)::value * to.stride;
    };
    while (r + rows_at_once<Arch> <= band.rows)
      evaluate(std::integral_constant<int, rows_at_once<Arch>>());
    if constexpr (rows_at_once<Arch> > 2) {
      if (r + 2 <= band.rows) evaluate(std::integral_constant<int, 2>());
    }
    if (r < band.rows) evaluate(std::integral_constant<int, 1>());
  }

 private:
  // The constants and gradients beside a vector of samples.
  struct Coefficients {
    F k, step;
    Pair<F> g;
  };
  XSIMD_INLINE static Coefficients coefficients(const float* low, const float* high,
                                                std::ptrdiff_t pitch, int i) noexcept {
    Coefficients at;
    at.k = F::load_unaligned(low + i);
    at.step = F::load_unaligned(high + i) - at.k;
    if constexpr (has_gradients)
      at.g = {F::load_unaligned(low + pitch + i), F::load_unaligned(high + pitch + i)};
    return at;
  }
  XSIMD_INLINE static Removal<F> removal_at(const Weights& weights, int row) noexcept {
    Removal<F> removal;
    removal.s = F(weights.s[row]);
    if constexpr (has_gradients) {
      removal.u = F(weights.u[row]);
      removal.v = F(weights.v[row]);
    }
    return removal;
  }
  XSIMD_INLINE static F noise(const Coefficients& at, const Removal<F>& removal) noexcept {
    const F n = at.k + removal.s * at.step;
    if constexpr (has_gradients) return n + removal.offset(at.g);
    return n;
  }

  // Calls visit(i) for the first element of each vector of a row. Where only samples may be
  // written, the first and the last overlap others.
  template <class Visit>
  XSIMD_INLINE static void for_each_vector(const RowExtent& extent, const Visit& visit) noexcept {
    const int before = extent.before, end = before + extent.count;
    if (!extent.is_exact) {
      for (int i = 0; i < extent.width; i += lanes<Arch>) visit(i);
      return;
    }
    int i = 0;
    if (before > 0) {
      visit(before);
      i = lanes<Arch>;
    }
    for (; i + lanes<Arch> <= end; i += lanes<Arch>) visit(i);
    if (i < end) visit(end - lanes<Arch>);
  }

  // Evaluates every row, four vectors of it at a time.
  XSIMD_INLINE static void strips(const Band& band, const RowExtent& extent, const RowsTo& to,
                                  Extremes<Arch>& extremes) noexcept {
    int first[4], vectors = 0;
    for_each_vector(extent, [&](int i) {
      first[vectors++] = i;
      if (vectors < 4) return;
      strip<4>(band, first, extent.before, to, extremes);
      vectors = 0;
    });
    if (vectors > 1) strip<2>(band, first, extent.before, to, extremes);
    if (vectors % 2 == 1) strip<1>(band, first + vectors - 1, extent.before, to, extremes);
  }

  // Evaluates V vectors of every row, which begin at the elements `first`.
  template <int V>
  static void strip(const Band& band, const int* first, int before, const RowsTo& given,
                    Extremes<Arch>& extremes) noexcept {
    // A copy: data that a store might alias would be loaded again for each.
    const Weights weights = band.weights;
    const std::ptrdiff_t stride = given.stride, sum_stride = given.sum_stride;
    const int count = band.rows;
    Coefficients between[V];
    float* to[V];
    const float* sum[V];
    F least[V], most[V];
    for (int v = 0; v < V; ++v) {
      between[v] = coefficients(band.pair.low, band.pair.high, band.pitch, first[v]);
      to[v] = given.to + (first[v] - before);
      if constexpr (is_sum) sum[v] = given.sum + (first[v] - before);
      if constexpr (has_extremes) {
        least[v] = extremes.low;
        most[v] = extremes.high;
      }
    }
    std::ptrdiff_t at = 0, sum_at = 0;
    for (int row = 0; row < count; ++row, at += stride, sum_at += sum_stride) {
      const Removal<F> removal = removal_at(weights, row);
      for (int v = 0; v < V; ++v) {
        F n = noise(between[v], removal);
        if constexpr (is_sum) n = F::load_unaligned(sum[v] + sum_at) + n;
        if constexpr (has_extremes) {
          least[v] = xsimd::min(least[v], n);
          most[v] = xsimd::max(most[v], n);
        }
        n.store_unaligned(to[v] + at);
      }
    }
    if constexpr (has_extremes) merge_extremes<V>(least, most, extremes);
  }

  // Evaluates R rows side by side.
  template <int R>
  static void rows(const Band& band, int first, const RowExtent& extent, const RowsTo& given,
                   Extremes<Arch>& extremes) noexcept {
    const RowsTo to = given;  // a copy: data that a store might alias would be loaded again
    const float *const low = band.pair.low, *const high = band.pair.high;
    const std::ptrdiff_t pitch = band.pitch;
    const int before = extent.before;
    Removal<F> removal[R];
    F least[R], most[R];
    for (int r = 0; r < R; ++r) {
      removal[r] = removal_at(band.weights, first + r);
      if constexpr (has_extremes) {
        least[r] = extremes.low;
        most[r] = extremes.high;
      }
    }
    const auto evaluate = [&](int i, auto is_stream) {
      const Coefficients between = coefficients(low, high, pitch, i);
      for (int r = 0; r < R; ++r) {
        F n = noise(between, removal[r]);
        const std::ptrdiff_t at = i - before;
        if constexpr (is_sum) n = F::load_unaligned(to.sum + r * to.sum_stride + at) + n;
        if constexpr (has_extremes) {
          least[r] = xsimd::min(least[r], n);
          most[r] = xsimd::max(most[r], n);
        }
        if constexpr (decltype(is_stream)::value) {
          Backend<Arch>::stream(to.to + r * to.stride + at, n);
        } else {
          n.store_unaligned(to.to + r * to.stride + at);
        }
      }
    };
    if (to.is_stream) {  // in whole lines
      for (int i = 0; i < extent.count; i += lanes<Arch>) evaluate(i, std::true_type());
    } else {
      for_each_vector(extent, [&](int i) { evaluate(i, std::false_type()); });
    }
    if constexpr (has_extremes) merge_extremes<R>(least, most, extremes);
  }

  template <int n>
  XSIMD_INLINE static void merge_extremes(F (&least)[n], F (&most)[n],
                                          Extremes<Arch>& extremes) noexcept {
    for (int i = 1; i < n; ++i) {
      least[0] = xsimd::min(least[0], least[i]);
      most[0] = xsimd::max(most[0], most[i]);
    }
    extremes.low = least[0];
    extremes.high = most[0];
  }
};

template <class Arch>
using CollapseBand = void (*)(const Band&, const RowExtent&, const RowsTo&,
                              Extremes<Arch>&) noexcept;

// Chooses how to remove y.
template <class Arch>
CollapseBand<Arch> collapse_band_of(bool has_gradients, bool is_sum, bool has_extremes) noexcept {
  static constexpr CollapseBand<Arch> collapse[2][2][2] = {
      {{CollapseY<Arch, false, false, false>::band, CollapseY<Arch, false, false, true>::band},
       {CollapseY<Arch, false, true, false>::band, CollapseY<Arch, false, true, true>::band}},
      {{CollapseY<Arch, true, false, false>::band, CollapseY<Arch, true, false, true>::band},
       {CollapseY<Arch, true, true, false>::band, CollapseY<Arch, true, true, true>::band}}};
  return collapse[has_gradients][is_sum][has_extremes];
}

}  // namespace perlane::kernels::lattice
