#pragma once
// The formula of axis collapse, written once for rows, for samples and for points; mirror of
// reference/cell.hpp, `collapse`.
//
// A vertex of a cell has a gradient along the axes that are left, and a constant k. Removing an
// axis makes one vertex of the two beside a sample, `low` and `high`. The derivatives along axes
// that are already removed have the same form, and a further axis removes them by the same formula;
// only the derivative along the axis that is removed has one of its own.

#include "kernels/arch/arch.hpp"

namespace perlane::kernels {

// The numbers at the two vertices that are merged.
template <class F>
struct Pair {
  F low, high;
};

// Removes one axis, for samples that lie between the two vertices, at fraction f. The weights are s
// = fade(f), u = f * (1 - s) and v = s * (f - 1).
template <class F>
struct Removal {
  F s, u, v;

  XSIMD_INLINE static Removal at(F f, F fade) noexcept {
    return {fade, f * (F(1.0f) - fade), fade * (f - F(1.0f))};
  }

  // Blends the components of the gradient along an axis that is left, or the constants.
  XSIMD_INLINE F blend(const Pair<F>& ends) const noexcept {
    return ends.low + s * (ends.high - ends.low);
  }
  // Adds up the gradients along the axis that is removed, at the sample.
  XSIMD_INLINE F offset(const Pair<F>& g) const noexcept { return g.low * u + g.high * v; }
  // Returns k; `g` is the gradient along this axis. The first axis has no k before it, and its k is
  // `offset`.
  XSIMD_INLINE F merge(const Pair<F>& k, const Pair<F>& g) const noexcept {
    return blend(k) + offset(g);
  }
};

// Removes one axis from the derivative along it: the weights are the derivatives of s, u and v.
template <class F>
struct RemovalDerivative {
  F s, u, v;

  XSIMD_INLINE static RemovalDerivative at(F f, F fade, F derivative) noexcept {
    return {derivative, (F(1.0f) - fade) - f * derivative, fade + (f - F(1.0f)) * derivative};
  }

  XSIMD_INLINE F blend(const Pair<F>& ends) const noexcept { return s * (ends.high - ends.low); }
  XSIMD_INLINE F offset(const Pair<F>& g) const noexcept { return g.low * u + g.high * v; }
  XSIMD_INLINE F merge(const Pair<F>& k, const Pair<F>& g) const noexcept {
    return blend(k) + offset(g);
  }
};

// A vertex of a cell from which x and the axes M and on are removed: the gradient along the axes
// that are left, from y on (that of x is not there), and k. With derivatives, there is such a set
// for the noise, and one for its derivative along each axis that is removed, in that order.
template <class F, int M, int sets>
struct Vertex {
  struct {
    F gradient[M];
    F k;
  } set[sets];
};

// Collapses the cells of samples, each of which has vertices of its own. vertex_at(number,
// gradient) sets the gradient at a vertex for all samples; without gradients, vertex_at(number)
// returns the value there. F is a vector, or several.
template <class F, int N, bool has_gradients, bool derivatives, bool is_looped, class VertexAt>
class Cell {
  static constexpr int sets(int m) noexcept { return derivatives ? N - m + 2 : 1; }
  template <int M>
  using VertexWithout = Vertex<F, M, sets(M)>;

 public:
  // `derivative` is null without derivatives.
  XSIMD_INLINE Cell(const Removal<F> (&removal)[N], const RemovalDerivative<F>* derivative,
                    const VertexAt& vertex_at) noexcept
      : removal_(removal), derivative_(derivative), vertex_at_(vertex_at) {}

  XSIMD_INLINE VertexWithout<1> collapse() const noexcept {
    if constexpr (is_looped) {
      // A loop over the vertices is half the code, at the same speed.
      VertexWithout<N> vertex[1 << (N - 1)];
      for (int i = 0; i < 1 << (N - 1); ++i) vertex[i] = remove_x(2 * i);
      return collapse_from<1, 0>(vertex);
    } else {
      return collapse_from<1, 0>(nullptr);
    }
  }

 private:
  // Draws the vertices of a row, and removes x.
  XSIMD_INLINE VertexWithout<N> remove_x(int number) const noexcept {
    VertexWithout<N> result;
    const auto remove = [&](const auto& removal, const auto& low, const auto& high, auto& to) {
      if constexpr (has_gradients) {
        to.k = removal.offset({low[0], high[0]});
        for (int a = 1; a < N; ++a) to.gradient[a] = removal.blend({low[a], high[a]});
      } else {
        to.k = removal.blend({low[0], high[0]});
      }
    };
    F low[N], high[N];
    if constexpr (has_gradients) {
      vertex_at_(number, low);
      vertex_at_(number | 1, high);
    } else {
      low[0] = vertex_at_(number);
      high[0] = vertex_at_(number | 1);
    }
    remove(removal_[0], low, high, result.set[0]);
    if constexpr (derivatives) remove(derivative_[0], low, high, result.set[1]);
    return result;
  }

  // Goes depth first, so that few vertices are in use at a time.
  template <int M, int number>
  XSIMD_INLINE VertexWithout<M> collapse_from(const VertexWithout<N>* given) const noexcept {
    if constexpr (M < N) {
      const auto low = collapse_from<M + 1, number>(given);
      const auto high = collapse_from<M + 1, (number | 1 << M)>(given);
      VertexWithout<M> result;
      for (int i = 0; i < sets(M + 1); ++i)
        remove_axis<M>(removal_[M], low.set[i], high.set[i], result.set[i]);
      if constexpr (derivatives)
        remove_axis<M>(derivative_[M], low.set[0], high.set[0], result.set[sets(M + 1)]);
      return result;
    } else if constexpr (is_looped) {
      return given[number / 2];
    } else {
      return remove_x(number);
    }
  }

  template <int M, class R, class Set, class To>
  XSIMD_INLINE static void remove_axis(const R& removal, const Set& low, const Set& high,
                                       To& to) noexcept {
    const Pair<F> k{low.k, high.k};
    if constexpr (has_gradients) {
      to.k = removal.merge(k, {low.gradient[M], high.gradient[M]});
      for (int a = 1; a < M; ++a)
        to.gradient[a] = removal.blend({low.gradient[a], high.gradient[a]});
    } else {
      to.k = removal.blend(k);
    }
  }

  const Removal<F> (&removal_)[N];
  const RemovalDerivative<F>* derivative_;
  const VertexAt& vertex_at_;
};

}  // namespace perlane::kernels
