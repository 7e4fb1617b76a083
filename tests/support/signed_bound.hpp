#pragma once
// Proves how large simplex noise over any set of gradients can become that has -g with each g, and
// is the same when axes change places.
//
// The search is that of simplex_bound.hpp, whose sets are all sign flips of some vectors. M is the
// same at u and at 1 - u, with the axes in any order: so the part of the cube where u does not rise
// from axis to axis, and the first and the last add up to no more than 1, is enough. The sets are
// large; but in a small box, few vertices are in reach, and few of their gradients can be the
// largest. So every box has lists of them, and takes these from the box that it is half of.

#include "support/simplex_bound.hpp"

namespace perlane::testing {

template <int N>
struct SignedBound {
  using Box = std::array<Interval, std::size_t{N}>;

  // A vertex, and the gradients that may be the largest.
  struct Vertex {
    Vector<N> at;
    std::vector<Vector<N>> gradients;
  };

  double unskew;  // G
  double reach;  // r^2
  std::vector<Vertex> vertices;

  // Proven: M <= upper = lower * (1 + tolerance).
  Largest<N> largest_value(double tolerance) const {
    Largest<N> result{0, 0, {}};
    Box whole;
    whole.fill({0, 1});
    search(whole, vertices, tolerance, result);
    result.upper = result.lower * (1 + tolerance);
    return result;
  }

 private:
  Vector<N> offset(const Vector<N>& u, const Vector<N>& v) const {
    Vector<N> d;
    double sum = 0;
    for (int a = 0; a < N; ++a) sum += d[a] = u[a] - v[a];
    for (double& x : d) x -= unskew * sum;
    return d;
  }

  double value_at(const Vector<N>& u, const std::vector<Vertex>& of) const {
    double sum = 0;
    for (const Vertex& vertex : of) {
      const Vector<N> d = offset(u, vertex.at);
      const double t = reach - dot<N>(d, d);
      if (t <= 0) continue;
      sum += t * t * t * t * dot<N>(vertex.gradients[farthest<N>(vertex.gradients, d)], d);
    }
    return sum;
  }

  static Interval product(const Vector<N>& b, const Box& d) {
    Interval sum{0, 0};
    for (int a = 0; a < N; ++a) sum = sum + b[a] * d[a];
    return sum;
  }

  // Adds what a vertex adds to the gradient of M over the box, and appends it to those in reach.
  void add_gradient(const Box& box, const Vertex& vertex, Box& gradient,
                    std::vector<Vertex>& in_reach) const {
    Box d;
    Vector<N> middle;
    Interval square{0, 0};
    for (int a = 0; a < N; ++a) {
      d[a] = {0, 0};
      for (int b = 0; b < N; ++b) {
        const Interval along{box[b].lo - vertex.at[b], box[b].hi - vertex.at[b]};
        d[a] = d[a] + ((a == b ? 1 : 0) - unskew) * along;
      }
      middle[a] = (d[a].lo + d[a].hi) / 2;
      const Interval size = magnitude(d[a]);
      square = square + Interval{size.lo * size.lo, size.hi * size.hi};
    }
    if (square.lo >= reach) return;
    const Interval t{std::max(reach - square.hi, 0.0), reach - square.lo};
    const Vector<N>& best = vertex.gradients[farthest<N>(vertex.gradients, middle)];
    Vertex kept{vertex.at, {}};
    Interval h{0, 0};
    Box of_h;  // its gradient
    for (int a = 0; a < N; ++a) of_h[a] = {best[a], best[a]};
    for (const Vector<N>& g : vertex.gradients) {
      Vector<N> more;
      for (int a = 0; a < N; ++a) more[a] = g[a] - best[a];
      if (product(more, d).hi + slack < 0) continue;  // it is never the largest
      kept.gradients.push_back(g);
      const Interval here = product(g, d);
      h = {std::max(h.lo, here.lo), std::max(h.hi, here.hi)};
      for (int a = 0; a < N; ++a)
        of_h[a] = {std::min(of_h[a].lo, g[a]), std::max(of_h[a].hi, g[a])};
    }
    in_reach.push_back(std::move(kept));
    const Interval t3{t.lo * t.lo * t.lo, t.hi * t.hi * t.hi}, t4{t3.lo * t.lo, t3.hi * t.hi};
    for (int a = 0; a < N; ++a) {
      const Interval slope = t4 * of_h[a] + -8.0 * (t3 * h * d[a]);
      for (int b = 0; b < N; ++b) gradient[b] = gradient[b] + ((a == b ? 1 : 0) - unskew) * slope;
    }
  }

  void search(const Box& box, const std::vector<Vertex>& of, double tolerance,
              Largest<N>& result) const {
    if (box[0].lo + box[N - 1].lo > 1) return;
    for (int a = 1; a < N; ++a)
      if (box[a - 1].hi < box[a].lo) return;
    Vector<N> middle;
    for (int a = 0; a < N; ++a) middle[a] = (box[a].lo + box[a].hi) / 2;
    double bound = value_at(middle, of);
    if (bound > result.lower)
      result.lower = climb<N>(result.at = middle, -HUGE_VAL, HUGE_VAL,
                              [&](const Vector<N>& u) { return value_at(u, vertices); });
    Box gradient;
    gradient.fill({-slack, slack});
    std::vector<Vertex> in_reach;
    for (const Vertex& vertex : of) add_gradient(box, vertex, gradient, in_reach);
    int widest = 0;
    double most = -1;
    for (int a = 0; a < N; ++a) {
      if (gradient[a].lo > 0 || gradient[a].hi < 0) return;  // M is not level anywhere
      const double rise = (box[a].hi - box[a].lo) / 2 * std::max(-gradient[a].lo, gradient[a].hi);
      bound += rise;
      if (rise > most) most = rise, widest = a;
    }
    if (bound + slack <= result.lower * (1 + tolerance)) return;
    for (const bool is_upper : {false, true}) {
      Box half = box;
      (is_upper ? half[widest].lo : half[widest].hi) = middle[widest];
      search(half, in_reach, tolerance, result);
    }
  }
};

}  // namespace perlane::testing
