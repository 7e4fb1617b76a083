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
// The search is branch and bound. Take a box with centre m and half-widths r, and let [lo_a, hi_a]
// enclose dM/df_a over the box. (M is only piecewise smooth, so this is its generalised gradient.)
// The box is dropped when
//   (1) M(m) + sum_a r_a max(-lo_a, hi_a) <= (1 + tolerance) * best value found, or
//   (2) some [lo_a, hi_a] lacks 0, so that no point of the closed box is a maximum.
// (2) holds on the border, too. On f_a = 1/2 the gradient is symmetric, so it has 0. On f_a = 0 it
// is >= 0, as g_a >= 0 and h is largest on the far side of the cell; so a negative one does not
// occur, and with a positive one M grows inwards.
//
// A kink of M is a maximum of linear pieces, so it is convex. M is therefore smooth about its
// maxima, and (1) is sharp to second order there. `slack` covers rounding (some 1e-15).
#include <perlane/lattice.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace perlane::testing {

template <int N>
using Vector = std::array<double, std::size_t{N}>;

template <int N>
struct Largest {
  double upper;  // proven: M <= upper = lower * (1 + tolerance)
  double lower;  // found: M(at) = lower
  Vector<N> at;
};

constexpr double slack = 1e-12;

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
double dot(const Vector<N>& a, const Vector<N>& b) {
  double sum = 0;
  for (int i = 0; i < N; ++i) sum += a[i] * b[i];
  return sum;
}

template <int N>
std::size_t farthest(std::span<const Vector<N>> base, const Vector<N>& t) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < base.size(); ++i)
    if (dot<N>(base[i], t) > dot<N>(base[best], t)) best = i;
  return best;
}

template <int N>
double value_at(Fade kind, std::span<const Vector<N>> base, const Vector<N>& f) {
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

// Climbs from u, within bounds, by axis steps that shrink. Returns the largest value(u) on the way.
template <int N, class Value>
double climb(Vector<N>& u, double least, double most, const Value& value) {
  double best = value(u);
  for (double step = 0.03; step > 1e-10; step /= 2)
    for (bool moved = true; moved;) {
      moved = false;
      for (int k = 0; k < 2 * N; ++k) {
        Vector<N> other = u;
        other[k / 2] = std::clamp(other[k / 2] + (k % 2 ? step : -step), least, most);
        if (const double m = value(other); m > best) best = m, u = other, moved = true;
      }
    }
  return best;
}

// Encloses the gradient of M over the box lo..hi.
template <int N>
void enclose_gradient(Fade kind, std::span<const Vector<N>> base, const Vector<N>& lo,
                      const Vector<N>& hi, Vector<N>& d_lo, Vector<N>& d_hi) {
  struct {
    double h_lo, h_hi;
    Vector<N> g_lo, g_hi;
  } at[1 << N];  // h and its gradient over the box, for each vertex
  for (int v = 0; v < 1 << N; ++v) {
    Vector<N> t_lo, t_hi, mid;
    for (int a = 0; a < N; ++a) {
      t_lo[a] = v >> a & 1 ? 1 - hi[a] : lo[a];
      t_hi[a] = v >> a & 1 ? 1 - lo[a] : hi[a];
      mid[a] = (t_lo[a] + t_hi[a]) / 2;
    }
    const Vector<N>& best = base[farthest<N>(base, mid)];
    at[v] = {0, 0, best, best};
    for (const Vector<N>& b : base) {
      at[v].h_lo = std::max(at[v].h_lo, dot<N>(b, t_lo));
      at[v].h_hi = std::max(at[v].h_hi, dot<N>(b, t_hi));
      double gain = slack;  // largest (b - best).t over the box: can b be the farthest one?
      for (int a = 0; a < N; ++a) gain += (b[a] - best[a]) * (b[a] > best[a] ? t_hi[a] : t_lo[a]);
      if (gain >= 0)
        for (int a = 0; a < N; ++a) {
          at[v].g_lo[a] = std::min(at[v].g_lo[a], b[a]);
          at[v].g_hi[a] = std::max(at[v].g_hi[a], b[a]);
        }
    }
  }
  Vector<N> s_lo, s_hi;
  for (int a = 0; a < N; ++a) s_lo[a] = fade(kind, lo[a]), s_hi[a] = fade(kind, hi[a]);
  for (int a = 0; a < N; ++a) {
    d_lo[a] = -slack, d_hi[a] = slack;
    for (int v = 0; v < 1 << N; ++v) {  // pairs of a near vertex (v_a = 0) and a far one (v_a = 1)
      if (v >> a & 1) continue;
      const auto& near = at[v];
      const auto& far = at[v | 1 << a];
      double w_lo = 1, w_hi = 1;
      for (int b = 0; b < N; ++b) {
        if (b == a) continue;
        w_lo *= v >> b & 1 ? s_lo[b] : 1 - s_hi[b];
        w_hi *= v >> b & 1 ? s_hi[b] : 1 - s_lo[b];
      }
      const double rise_lo = far.h_lo - near.h_hi, rise_hi = far.h_hi - near.h_lo;
      const double x_lo = rise_lo * fade_slope(kind, rise_lo < 0 ? hi[a] : lo[a]) +
                          (1 - s_hi[a]) * near.g_lo[a] - s_hi[a] * far.g_hi[a];
      const double x_hi = rise_hi * fade_slope(kind, rise_hi > 0 ? hi[a] : lo[a]) +
                          (1 - s_lo[a]) * near.g_hi[a] - s_lo[a] * far.g_lo[a];
      d_lo[a] += x_lo * (x_lo < 0 ? w_hi : w_lo);
      d_hi[a] += x_hi * (x_hi > 0 ? w_hi : w_lo);
    }
  }
}

template <int N>
Largest<N> largest_value(Fade kind, std::span<const Vector<N>> base, double tolerance) {
  struct Box {
    Vector<N> lo, hi;
  };
  std::vector<Box> open(1);
  open[0].lo.fill(0), open[0].hi.fill(0.5);
  Largest<N> result{0, 0, {}};
  while (!open.empty()) {
    const Box now = open.back();
    open.pop_back();
    Vector<N> mid, d_lo, d_hi;
    for (int a = 0; a < N; ++a) mid[a] = (now.lo[a] + now.hi[a]) / 2;
    double bound = value_at<N>(kind, base, mid);
    if (bound > result.lower) {
      result.lower = climb<N>(result.at = mid, 0, 0.5,
                              [&](const Vector<N>& f) { return value_at<N>(kind, base, f); });
    }
    enclose_gradient<N>(kind, base, now.lo, now.hi, d_lo, d_hi);
    int widest = 0;
    double most = -1;
    bool level = true;
    for (int a = 0; a < N; ++a) {
      const double rise = (now.hi[a] - now.lo[a]) / 2 * std::max(-d_lo[a], d_hi[a]);
      bound += rise;
      if (rise > most) most = rise, widest = a;
      if (d_lo[a] > 0 || d_hi[a] < 0) level = false;
    }
    if (!level || bound + slack <= result.lower * (1 + tolerance)) continue;
    open.push_back(now), open.push_back(now);
    open[open.size() - 2].hi[widest] = mid[widest];
    open.back().lo[widest] = mid[widest];
  }
  result.upper = result.lower * (1 + tolerance);
  return result;
}

}  // namespace perlane::testing
