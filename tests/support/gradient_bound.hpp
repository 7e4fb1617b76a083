#pragma once
// Proves how large gradient noise over a mirrored set of gradients can become.
//
// The set is all sign flips of `base`, which are vectors
// without negative components. Noise in the unit cell is
//   n(f) = sum_v w_v(f) g_v.(f - v),  w_v(f) = prod_a (v_a ? s(f_a) : 1 - s(f_a)),
// where s is the fade, whose slope does not fall in [0, 1/2], v runs over the 2^N vertices, and
// each g_v is any vector of the set. Its largest value is the largest
//   M(f) = sum_v w_v(f) h(|f - v|),  h(t) = max_{b in base} b.t,
// with |.| taken per component. Its smallest value is minus that, for the set contains -g with each
// g. M(f) is unchanged by f_a -> 1 - f_a, so f in [0, 1/2]^N is enough.
//
// branch_and_bound.hpp has the search. Its rule (2) holds on the border of this part of the cell,
// too. On f_a = 1/2 the gradient is symmetric, so it has 0. On f_a = 0 it is >= 0, as g_a >= 0 and
// h is largest on the far side of the cell; so a negative one does not occur, and with a positive
// one M grows inwards.
//
// A kink of M is a maximum of linear pieces, so it is convex. M is therefore smooth about its
// maxima, and the bound of a box is sharp to second order there.
#include <perlane/lattice.hpp>

#include "support/branch_and_bound.hpp"

#include <span>

namespace perlane::testing {

inline double fade(Fade kind, double t) {
  return kind == Fade::quintic ? t * t * t * (t * (6 * t - 15) + 10)
         : kind == Fade::cubic ? t * t * (3 - 2 * t)
                               : t;
}
inline double fade_slope(Fade kind, double t) {
  return kind == Fade::quintic ? 30 * t * t * (1 - t) * (1 - t)
         : kind == Fade::cubic ? 6 * t * (1 - t)
                               : 1;
}

template <int N>
std::size_t farthest(std::span<const Vector<N>> base, const Vector<N>& t) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < base.size(); ++i)
    if (dot<N>(base[i], t) > dot<N>(base[best], t)) best = i;
  return best;
}

template <int N>
struct GradientBound {
  struct Terms {};
  static constexpr Interval bounds{0, 0.5};

  Fade kind;
  std::span<const Vector<N>> base;

  static Terms all() { return {}; }
  static bool is_needed(const Intervals<N>&) { return true; }

  double value_at(const Vector<N>& f, Terms) const {
    double sum = 0;
    for (int v = 0; v < 1 << N; ++v) {
      double w = 1;
      Vector<N> t;
      for (int a = 0; a < N; ++a) {
        const bool far = v >> a & 1;
        t[a] = far ? 1 - f[a] : f[a];
        w *= far ? fade(kind, f[a]) : 1 - fade(kind, f[a]);
      }
      sum += w * dot<N>(base[farthest<N>(base, t)], t);
    }
    return sum;
  }

  // The largest product of a vertex with its offset, and its gradient, over a box.
  struct Vertex {
    Interval h;
    Intervals<N> gradient;
  };

  Vertex vertex(int v, const Intervals<N>& box) const {
    Vector<N> t_lo, t_hi, mid;
    for (int a = 0; a < N; ++a) {
      t_lo[a] = v >> a & 1 ? 1 - box[a].hi : box[a].lo;
      t_hi[a] = v >> a & 1 ? 1 - box[a].lo : box[a].hi;
      mid[a] = (t_lo[a] + t_hi[a]) / 2;
    }
    const Vector<N>& best = base[farthest<N>(base, mid)];
    Vertex result{{0, 0}, {}};
    for (int a = 0; a < N; ++a) result.gradient[a] = {best[a], best[a]};
    for (const Vector<N>& b : base) {
      result.h.lo = std::max(result.h.lo, dot<N>(b, t_lo));
      result.h.hi = std::max(result.h.hi, dot<N>(b, t_hi));
      double gain = slack;  // largest (b - best).t over the box: can b be the farthest one?
      for (int a = 0; a < N; ++a) gain += (b[a] - best[a]) * (b[a] > best[a] ? t_hi[a] : t_lo[a]);
      if (gain < 0) continue;
      for (int a = 0; a < N; ++a) {
        Interval& g = result.gradient[a];
        g = {std::min(g.lo, b[a]), std::max(g.hi, b[a])};
      }
    }
    return result;
  }

  Intervals<N> gradient(const Intervals<N>& box, Terms) const {
    Vertex at[1 << N];
    for (int v = 0; v < 1 << N; ++v) at[v] = vertex(v, box);
    Intervals<N> s, result;
    for (int a = 0; a < N; ++a) s[a] = {fade(kind, box[a].lo), fade(kind, box[a].hi)};
    for (int a = 0; a < N; ++a) {
      result[a] = {-slack, slack};
      for (int v = 0; v < 1 << N; ++v) {  // a near vertex (v_a = 0) and a far one (v_a = 1)
        if (v >> a & 1) continue;
        const Vertex& near = at[v];
        const Vertex& far = at[v | 1 << a];
        double w_lo = 1, w_hi = 1;
        for (int b = 0; b < N; ++b) {
          if (b == a) continue;
          w_lo *= v >> b & 1 ? s[b].lo : 1 - s[b].hi;
          w_hi *= v >> b & 1 ? s[b].hi : 1 - s[b].lo;
        }
        const double rise_lo = far.h.lo - near.h.hi, rise_hi = far.h.hi - near.h.lo;
        const Interval& f = box[a];
        const double x_lo = rise_lo * fade_slope(kind, rise_lo < 0 ? f.hi : f.lo) +
                            (1 - s[a].hi) * near.gradient[a].lo - s[a].hi * far.gradient[a].hi;
        const double x_hi = rise_hi * fade_slope(kind, rise_hi > 0 ? f.hi : f.lo) +
                            (1 - s[a].lo) * near.gradient[a].hi - s[a].lo * far.gradient[a].lo;
        result[a].lo += x_lo * (x_lo < 0 ? w_hi : w_lo);
        result[a].hi += x_hi * (x_hi > 0 ? w_hi : w_lo);
      }
    }
    return result;
  }
};

template <int N>
Largest<N> largest_value(Fade kind, std::span<const Vector<N>> base, double tolerance) {
  return largest_value<N>(GradientBound<N>{kind, base}, cube<N>(0, 0.5), tolerance);
}

}  // namespace perlane::testing
