#pragma once
// Proves how large simplex noise over any set of gradients can become that has -g with each g, and
// is the same when axes change places.
//
// simplex_bound.hpp has the same for sets that are all sign flips of some vectors. M is the same at
// u and at 1 - u, with the axes in any order: so the part of the cube where u does not rise from
// axis to axis, and the first and the last add up to no more than 1, is enough. The sets are large;
// but in a small box, few vertices are in reach, and few of their gradients can be the largest. So
// every box has lists of them, and takes these from the box that it is half of.

#include "support/simplex_bound.hpp"

namespace perlane::testing {

template <int N>
struct SignedBound {
  // A vertex, and the gradients that may be the largest.
  struct Vertex {
    Vector<N> at;
    std::vector<Vector<N>> gradients;
  };
  using Terms = std::vector<Vertex>;
  static constexpr Interval bounds{-HUGE_VAL, HUGE_VAL};

  double unskew;  // G
  double support_squared;
  std::vector<Vertex> vertices;

  const Terms& all() const { return vertices; }
  static bool is_needed(const Intervals<N>& box) {
    return box[0].lo + box[N - 1].lo <= 1 && falls_from_axis_to_axis<N>(box);
  }

  double value_at(const Vector<N>& u, const Terms& terms) const {
    double sum = 0;
    for (const Vertex& vertex : terms) {
      const Vector<N> d = offset_from<N>(vertex.at, u, unskew);
      const double t = support_squared - dot<N>(d, d);
      if (t <= 0) continue;
      sum += t * t * t * t * dot<N>(vertex.gradients[farthest<N>(vertex.gradients, d)], d);
    }
    return sum;
  }

  static Interval product(const Vector<N>& b, const Intervals<N>& d) {
    Interval sum{0, 0};
    for (int a = 0; a < N; ++a) sum = sum + b[a] * d[a];
    return sum;
  }

  Intervals<N> gradient(const Intervals<N>& box, Terms& terms) const {
    Intervals<N> result = cube<N>(-slack, slack);
    Terms in_reach;
    for (const Vertex& vertex : terms) {
      const Intervals<N> d = offset_from<N>(vertex.at, box, unskew);
      const Interval square = square_of<N>(d);
      if (square.lo >= support_squared) continue;
      Vector<N> centre;
      for (int a = 0; a < N; ++a) centre[a] = middle(d[a]);
      const Vector<N>& best = vertex.gradients[farthest<N>(vertex.gradients, centre)];
      Vertex kept{vertex.at, {}};
      Interval h{0, 0};
      Intervals<N> along;
      for (int a = 0; a < N; ++a) along[a] = {best[a], best[a]};
      for (const Vector<N>& g : vertex.gradients) {
        Vector<N> more;
        for (int a = 0; a < N; ++a) more[a] = g[a] - best[a];
        if (product(more, d).hi + slack < 0) continue;  // it is never the largest
        kept.gradients.push_back(g);
        const Interval here = product(g, d);
        h = {std::max(h.lo, here.lo), std::max(h.hi, here.hi)};
        for (int a = 0; a < N; ++a)
          along[a] = {std::min(along[a].lo, g[a]), std::max(along[a].hi, g[a])};
      }
      in_reach.push_back(std::move(kept));
      Support(square, support_squared).add_gradient<N>(d, h, along, unskew, result);
    }
    terms = std::move(in_reach);
    return result;
  }

  // Proven: M <= upper = lower * (1 + tolerance).
  Largest<N> largest_value(double tolerance) const {
    return testing::largest_value<N>(*this, cube<N>(0, 1), tolerance);
  }
};

}  // namespace perlane::testing
