#pragma once
// Proves how large simplex noise can become.
//
// At an offset d from a vertex, its gradient g adds t^4 g.d, where t = r^2 - |d|^2, or 0 if that is
// negative. The largest value of the noise is the largest M, the sum over the vertices of t^4 h(d)
// with h(d) = max_g g.d: each vertex may draw the worst gradient. branch_and_bound.hpp has the
// search, here in the coordinates u of the lattice: d = u - v - G sum(u - v), and only some
// vertices can reach into the unit cube: its own, unless others are given. (M has the period of the
// lattice, so that no border of the cube is one of M.) M is the same at u and at 1 - u, because
// sets of gradients have -g with each g; so half of the cube is enough, or where the order of the
// axes does not matter, the part where u does not rise from axis to axis.

#include "support/gradient_bound.hpp"

namespace perlane::testing {

// The corners of the unit cube.
template <int N>
std::vector<Vector<N>> corners_of_cube() {
  std::vector<Vector<N>> vertices(1 << N);
  for (std::size_t v = 0; v < vertices.size(); ++v)
    for (int a = 0; a < N; ++a) vertices[v][a] = (v >> a & 1) != 0 ? 1 : 0;
  return vertices;
}

// The offset from a vertex, and its square. `unskew` is G.
template <int N>
Vector<N> offset_from(const Vector<N>& vertex, const Vector<N>& u, double unskew) {
  Vector<N> d;
  double sum = 0;
  for (int a = 0; a < N; ++a) sum += d[a] = u[a] - vertex[a];
  for (double& x : d) x -= unskew * sum;
  return d;
}
template <int N>
Intervals<N> offset_from(const Vector<N>& vertex, const Intervals<N>& box, double unskew) {
  Intervals<N> d = cube<N>(0, 0);
  for (int a = 0; a < N; ++a)
    for (int b = 0; b < N; ++b) {
      const Interval along{box[b].lo - vertex[b], box[b].hi - vertex[b]};
      d[a] = d[a] + ((a == b ? 1 : 0) - unskew) * along;
    }
  return d;
}
template <int N>
Interval square_of(const Intervals<N>& d) {
  Interval square{0, 0};
  for (const Interval& along : d) {
    const Interval size = magnitude(along);
    square = square + Interval{size.lo * size.lo, size.hi * size.hi};
  }
  return square;
}

// The powers t^3 and t^4 of a vertex, and the gradient of t^4 h(d) along the axes of u, where h is
// `product` and has the gradient `along`.
struct Support {
  Interval t3, t4;

  Support(Interval square, double support_squared) {
    const Interval t{std::max(support_squared - square.hi, 0.0), support_squared - square.lo};
    t3 = {t.lo * t.lo * t.lo, t.hi * t.hi * t.hi};
    t4 = {t3.lo * t.lo, t3.hi * t.hi};
  }

  template <int N>
  void add_gradient(const Intervals<N>& d, Interval product, const Intervals<N>& along,
                    double unskew, Intervals<N>& gradient) const {
    for (int a = 0; a < N; ++a) {
      const Interval slope = t4 * along[a] + -8.0 * (t3 * product * d[a]);
      for (int b = 0; b < N; ++b) gradient[b] = gradient[b] + ((a == b ? 1 : 0) - unskew) * slope;
    }
  }
};

template <int N>
bool falls_from_axis_to_axis(const Intervals<N>& box) {
  for (int a = 1; a < N; ++a)
    if (box[a - 1].hi < box[a].lo) return false;
  return true;
}

// The vectors of a set without their signs, one of which each vertex draws; none for any vector of
// length 1.
template <int N>
struct SimplexBound {
  struct Terms {};
  static constexpr Interval bounds{-HUGE_VAL, HUGE_VAL};

  double unskew;  // G
  double support_squared;
  std::span<const Vector<N>> base;
  // Set if M stays the same when axes change places: then one order of them is enough.
  bool is_symmetric = false;
  std::vector<Vector<N>> vertices = corners_of_cube<N>();

  static Terms all() { return {}; }
  bool is_needed(const Intervals<N>& box) const {
    return !is_symmetric || falls_from_axis_to_axis<N>(box);
  }

  double largest_product(const Vector<N>& t) const {
    if (base.empty()) return std::sqrt(dot<N>(t, t));
    return dot<N>(base[farthest<N>(base, t)], t);
  }

  double value_at(const Vector<N>& u, Terms) const {
    double sum = 0;
    for (const Vector<N>& v : vertices) {
      Vector<N> d = offset_from<N>(v, u, unskew);
      const double t = support_squared - dot<N>(d, d);
      if (t <= 0) continue;
      for (double& x : d) x = std::abs(x);
      sum += t * t * t * t * largest_product(d);
    }
    return sum;
  }

  // The components of the gradients that may be the largest, without their signs.
  Intervals<N> largest_gradients(const Vector<N>& t_lo, const Vector<N>& t_hi,
                                 Interval square) const {
    Intervals<N> g;
    if (base.empty()) {
      for (int a = 0; a < N; ++a) {
        g[a] = {t_lo[a] / std::sqrt(square.hi),
                std::min(1.0, t_hi[a] / std::sqrt(std::max(square.lo, 1e-30)))};
      }
      return g;
    }
    Vector<N> mid;
    for (int a = 0; a < N; ++a) mid[a] = (t_lo[a] + t_hi[a]) / 2;
    const Vector<N>& best = base[farthest<N>(base, mid)];
    for (int a = 0; a < N; ++a) g[a] = {best[a], best[a]};
    for (const Vector<N>& b : base) {
      double gain = slack;  // largest (b - best).t over the box: can b be the farthest one?
      for (int a = 0; a < N; ++a) gain += (b[a] - best[a]) * (b[a] > best[a] ? t_hi[a] : t_lo[a]);
      if (gain < 0) continue;
      for (int a = 0; a < N; ++a) g[a] = {std::min(g[a].lo, b[a]), std::max(g[a].hi, b[a])};
    }
    return g;
  }

  Intervals<N> gradient(const Intervals<N>& box, Terms) const {
    Intervals<N> result = cube<N>(-slack, slack);
    for (const Vector<N>& v : vertices) {
      const Intervals<N> d = offset_from<N>(v, box, unskew);
      const Interval square = square_of<N>(d);
      if (square.lo >= support_squared) continue;
      Vector<N> t_lo, t_hi;
      for (int a = 0; a < N; ++a) {
        const Interval size = magnitude(d[a]);
        t_lo[a] = size.lo, t_hi[a] = size.hi;
      }
      const Interval h{largest_product(t_lo), largest_product(t_hi)};
      Intervals<N> along = largest_gradients(t_lo, t_hi, square);
      for (int a = 0; a < N; ++a) {
        const Interval g = along[a];
        along[a] = {d[a].lo < 0 ? -g.hi : g.lo, d[a].hi > 0 ? g.hi : -g.lo};
      }
      Support(square, support_squared).add_gradient<N>(d, h, along, unskew, result);
    }
    return result;
  }

  // Proven: M <= upper = lower * (1 + tolerance).
  Largest<N> largest_value(double tolerance) const {
    Intervals<N> whole = cube<N>(0, 1);
    if (!is_symmetric) whole[0].hi = 0.5;
    return testing::largest_value<N>(*this, whole, tolerance);
  }
};

}  // namespace perlane::testing
