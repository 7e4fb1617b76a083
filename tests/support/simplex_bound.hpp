#pragma once
// Proves how large simplex noise can become.
//
// At an offset d from a vertex, its gradient g adds t^4 g.d, where t = r^2 - |d|^2, or 0 if that is
// negative. The largest value of the noise is the largest M, the sum over the vertices of t^4 h(d)
// with h(d) = max_g g.d: each vertex may draw the worst gradient. The search is that of bound.hpp,
// branch and bound in the coordinates u of the lattice: d = u - v - G sum(u - v), and only some
// vertices can reach into the unit cube: its own, unless others are given. (M has the period of the
// lattice, so that no border of the cube is one of M; and a box where no generalised gradient of M
// is 0 has no maximum.) M is the same at u and at 1 - u, because sets of gradients have -g with
// each g; so half of the cube is enough, or where the order of the axes does not matter, the part
// where u does not rise from axis to axis.

#include "support/gradient_bound.hpp"

namespace perlane::testing {

struct Interval {
  double lo, hi;
};
inline Interval operator+(Interval a, Interval b) { return {a.lo + b.lo, a.hi + b.hi}; }
inline Interval operator*(double s, Interval a) {
  return s < 0 ? Interval{s * a.hi, s * a.lo} : Interval{s * a.lo, s * a.hi};
}
inline Interval operator*(Interval a, Interval b) {
  const auto [lo, hi] = std::minmax({a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi});
  return {lo, hi};
}
inline Interval magnitude(Interval a) {
  if (a.lo >= 0) return a;
  if (a.hi <= 0) return {-a.hi, -a.lo};
  return {0, std::max(-a.lo, a.hi)};
}

// The vectors of a set without their signs, one of which each vertex draws; none for any vector of
// length 1.
template <int N>
struct SimplexBound {
  double unskew;  // G
  double reach;  // r^2
  std::span<const Vector<N>> base;
  // Set if M stays the same when axes change places: then one order of them is enough.
  bool is_symmetric = false;
  std::vector<Vector<N>> vertices = cube();

  static std::vector<Vector<N>> cube() {
    std::vector<Vector<N>> vertices(1 << N);
    for (std::size_t v = 0; v < vertices.size(); ++v)
      for (int a = 0; a < N; ++a) vertices[v][a] = (v >> a & 1) != 0 ? 1 : 0;
    return vertices;
  }

  double largest_product(const Vector<N>& t) const {
    if (base.empty()) return std::sqrt(dot<N>(t, t));
    return dot<N>(base[farthest<N>(base, t)], t);
  }

  Vector<N> offset(const Vector<N>& u, const Vector<N>& v) const {
    Vector<N> d;
    double sum = 0;
    for (int a = 0; a < N; ++a) sum += d[a] = u[a] - v[a];
    for (int a = 0; a < N; ++a) d[a] -= unskew * sum;
    return d;
  }

  double value_at(const Vector<N>& u) const {
    double sum = 0;
    for (const Vector<N>& v : vertices) {
      Vector<N> d = offset(u, v);
      const double t = reach - dot<N>(d, d);
      if (t <= 0) continue;
      for (double& x : d) x = std::abs(x);
      sum += t * t * t * t * largest_product(d);
    }
    return sum;
  }

  // Adds what a vertex adds to the gradient of M over the box lo..hi.
  void add_gradient(const Vector<N>& lo, const Vector<N>& hi, const Vector<N>& v,
                    std::array<Interval, std::size_t{N}>& gradient) const {
    std::array<Interval, std::size_t{N}> d, along;  // offset; gradient of h
    Interval square{0, 0};
    Vector<N> t_lo, t_hi, mid;
    for (int a = 0; a < N; ++a) {
      d[a] = {0, 0};
      for (int b = 0; b < N; ++b)
        d[a] = d[a] + ((a == b ? 1 : 0) - unskew) * Interval{lo[b] - v[b], hi[b] - v[b]};
      const Interval size = magnitude(d[a]);
      square = square + Interval{size.lo * size.lo, size.hi * size.hi};
      t_lo[a] = size.lo, t_hi[a] = size.hi, mid[a] = (size.lo + size.hi) / 2;
    }
    if (square.lo >= reach) return;
    const Interval t{std::max(reach - square.hi, 0.0), reach - square.lo};
    const Interval h{largest_product(t_lo), largest_product(t_hi)};
    Vector<N> g_lo, g_hi;
    if (base.empty()) {
      for (int a = 0; a < N; ++a) {
        g_lo[a] = t_lo[a] / std::sqrt(square.hi);
        g_hi[a] = std::min(1.0, t_hi[a] / std::sqrt(std::max(square.lo, 1e-30)));
      }
    } else {
      const Vector<N>& best = base[farthest<N>(base, mid)];
      g_lo = g_hi = best;
      for (const Vector<N>& b : base) {
        double gain = slack;  // largest (b - best).t over the box: can b be the farthest one?
        for (int a = 0; a < N; ++a) gain += (b[a] - best[a]) * (b[a] > best[a] ? t_hi[a] : t_lo[a]);
        if (gain < 0) continue;
        for (int a = 0; a < N; ++a)
          g_lo[a] = std::min(g_lo[a], b[a]), g_hi[a] = std::max(g_hi[a], b[a]);
      }
    }
    const Interval t3{t.lo * t.lo * t.lo, t.hi * t.hi * t.hi}, t4{t3.lo * t.lo, t3.hi * t.hi};
    for (int a = 0; a < N; ++a) {
      const bool can_rise = d[a].hi > 0, can_fall = d[a].lo < 0;
      along[a] = {can_fall ? -g_hi[a] : g_lo[a], can_rise ? g_hi[a] : -g_lo[a]};
    }
    for (int b = 0; b < N; ++b)
      for (int a = 0; a < N; ++a) {
        const Interval slope = t4 * along[a] + -8.0 * (t3 * h * d[a]);
        gradient[b] = gradient[b] + ((a == b ? 1 : 0) - unskew) * slope;
      }
  }

  // Proven: M <= upper = lower * (1 + tolerance).
  Largest<N> largest_value(double tolerance) const {
    struct Box {
      Vector<N> lo, hi;
    };
    std::vector<Box> open(1);
    open[0].lo.fill(0), open[0].hi.fill(1);
    if (!is_symmetric) open[0].hi[0] = 0.5;
    Largest<N> result{0, 0, {}};
    while (!open.empty()) {
      const Box now = open.back();
      open.pop_back();
      Vector<N> mid;
      for (int a = 0; a < N; ++a) mid[a] = (now.lo[a] + now.hi[a]) / 2;
      double bound = value_at(mid);
      if (bound > result.lower)
        result.lower = climb<N>(result.at = mid, -HUGE_VAL, HUGE_VAL,
                                [&](const Vector<N>& u) { return value_at(u); });
      std::array<Interval, std::size_t{N}> gradient;
      gradient.fill({-slack, slack});
      for (const Vector<N>& v : vertices) add_gradient(now.lo, now.hi, v, gradient);
      int widest = 0;
      double most = -1;
      bool level = true;
      for (int a = 0; a < N; ++a) {
        const double rise = (now.hi[a] - now.lo[a]) / 2 * std::max(-gradient[a].lo, gradient[a].hi);
        bound += rise;
        if (rise > most) most = rise, widest = a;
        if (gradient[a].lo > 0 || gradient[a].hi < 0) level = false;
      }
      for (int a = 1; a < N && is_symmetric; ++a) level = level && now.hi[a - 1] >= now.lo[a];
      if (!level || bound + slack <= result.lower * (1 + tolerance)) continue;
      open.push_back(now), open.push_back(now);
      open[open.size() - 2].hi[widest] = mid[widest];
      open.back().lo[widest] = mid[widest];
    }
    result.upper = result.lower * (1 + tolerance);
    return result;
  }
};

}  // namespace perlane::testing
