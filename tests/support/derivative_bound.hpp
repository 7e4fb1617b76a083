#pragma once
// Proves how steep noise can become.
//
// The derivative of noise along a vector u is a sum over vertices of g_v . T_v(f, u), where g_v is
// what the vertex draws, f the place in the cell, and T_v linear in u. If gradients are no longer
// than 1 (values no larger), it is no more than S(f, u), the sum of the lengths of all T_v; and as
// each vertex draws by itself, S comes as near as the gradients come to all directions. The
// derivative along an axis is no more than the largest S with that axis as u, and the length of all
// derivatives no more than the largest S with any u of length 1.
//
// That a number bounds S is shown by halving boxes of places and directions. Over a box of places,
// intervals bound S for any one u. As a sum of lengths, S is convex in u: within the cone between
// some directions q_i, whose middle is m, u is a sum of q_i with weights of at most 1 / min m.q_i
// in all, so S(f, u) is no more than the largest S(f, q_i) times that.
#include "support/simplex_bound.hpp"

#include <random>

namespace perlane::testing {

inline double size_of(Interval a) { return std::max(-a.lo, a.hi); }

template <int N>
double length_of(const Intervals<N>& t) {
  double square = 0;
  for (const Interval& a : t) square += size_of(a) * size_of(a);
  return std::sqrt(square);
}

template <int N>
Vector<N> unit(Vector<N> u) {
  const double length = std::sqrt(dot<N>(u, u));
  for (double& a : u) a /= length;
  return u;
}

// The weights of the vertices of a cell along one axis, in noise that is blended between them.
struct Blending {
  Fade kind;

  Interval weight(bool far, Interval f) const {
    const Interval s{fade(kind, f.lo), fade(kind, f.hi)};
    return far ? s : Interval{1 - s.hi, 1 - s.lo};
  }
  Interval slope(bool far, Interval f) const {
    const double a = fade_slope(kind, f.lo), b = fade_slope(kind, f.hi);
    const bool has_middle = f.lo <= 0.5 && f.hi >= 0.5;
    const Interval s{std::min(a, b), has_middle ? fade_slope(kind, 0.5) : std::max(a, b)};
    return far ? s : -1.0 * s;
  }
};

// Gradient noise, and value noise. S is the same if an axis is turned round or axes change places,
// in f and u alike.
template <int N>
struct BlendedSlopes {
  Blending blending;
  bool has_gradients;

  static constexpr bool takes_positive_directions = true;
  static bool is_needed(const Intervals<N>&) { return true; }

  double largest(const Intervals<N>& f, const Vector<N>& u) const {
    double sum = 0;
    for (int v = 0; v < 1 << N; ++v) {
      Interval weight{1, 1}, along{0, 0};  // of the vertex, and its derivative along u
      for (int a = 0; a < N; ++a) {
        const bool far = (v >> a & 1) != 0;
        const Interval w = blending.weight(far, f[a]);
        along = along * w + u[a] * (weight * blending.slope(far, f[a]));
        weight = weight * w;
      }
      if (!has_gradients) {
        sum += size_of(along);
        continue;
      }
      Intervals<N> t;
      for (int a = 0; a < N; ++a) {
        const double corner = v >> a & 1;
        t[a] = along * Interval{f[a].lo - corner, f[a].hi - corner} + u[a] * weight;
      }
      sum += length_of<N>(t);
    }
    return sum;
  }
};

// Simplex noise, and others that add up what vertices within reach have: see simplex_bound.hpp. S
// is the same if axes change places, in f and u alike.
template <int N>
struct SimplexSlopes {
  double unskew;  // G
  double support_squared;
  std::vector<Vector<N>> vertices = corners_of_cube<N>();

  static constexpr bool takes_positive_directions = false;
  static bool is_needed(const Intervals<N>& f) { return falls_from_axis_to_axis<N>(f); }

  double largest(const Intervals<N>& f, const Vector<N>& u) const {
    double sum = 0;
    for (const Vector<N>& v : vertices) {
      const Intervals<N> d = offset_from<N>(v, f, unskew);
      const Interval square = square_of<N>(d);
      if (square.lo >= support_squared) continue;
      const Support support(square, support_squared);
      Interval product{0, 0};
      for (int a = 0; a < N; ++a) product = product + u[a] * d[a];
      Intervals<N> of_vertex;
      for (int a = 0; a < N; ++a)
        of_vertex[a] = u[a] * support.t4 + -8.0 * (support.t3 * (product * d[a]));
      sum += length_of<N>(of_vertex);
    }
    return sum;
  }
};

// The largest S that a search finds, along the axes alone or in all directions.
template <int N, class Slopes>
double steepest_found(const Slopes& slopes, bool is_along_axis) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(0, 1);
  double best = 0;
  for (int start = 0; start < 60; ++start) {
    Vector<N> f, u{};
    for (int a = 0; a < N; ++a) f[a] = uniform(random), u[a] = 2 * uniform(random) - 1;
    if (is_along_axis) u = {}, u[start % N] = 1;
    const auto at = [&](const Vector<N>& place, const Vector<N>& direction) {
      Intervals<N> point;
      for (int a = 0; a < N; ++a) point[a] = {place[a], place[a]};
      return slopes.largest(point, unit<N>(direction));
    };
    double here = at(f, u);
    for (double step = 0.1; step > 1e-7; step /= 2)
      for (bool moved = true; moved;) {
        moved = false;
        for (int k = 0; k < (is_along_axis ? 2 : 4) * N; ++k) {
          Vector<N> place = f, direction = u;
          const double by = k % 2 ? step : -step;
          if (k < 2 * N) {
            place[k / 2] = std::clamp(place[k / 2] + by, 0.0, 1.0);
          } else {
            direction[k / 2 - N] += by;
          }
          if (const double s = at(place, direction); s > here)
            here = s, f = place, u = unit<N>(direction), moved = true;
        }
      }
    best = std::max(best, here);
  }
  return best;
}

// True if S is proven to be no more than the bound.
template <int N, class Slopes>
bool are_no_steeper(const Slopes& slopes, double bound, bool is_along_axis) {
  struct Box {
    Intervals<N> f, u;
  };
  std::vector<Box> open;
  for (int axis = 0; axis < N; ++axis) {
    Box whole;
    whole.f.fill({0, 1});
    whole.u.fill({0, 0});
    // All directions, up to their sign, in which this axis is the longest.
    if (!is_along_axis) whole.u.fill({Slopes::takes_positive_directions ? 0.0 : -1.0, 1});
    whole.u[axis] = {1, 1};
    open.push_back(whole);
    if (Slopes::takes_positive_directions) break;
  }
  std::size_t tried = 0;
  while (!open.empty()) {
    const Box now = open.back();
    open.pop_back();
    if (!slopes.is_needed(now.f)) continue;
    if (++tried > 20'000'000) return false;
    Intervals<N> middle_place;
    Vector<N> direction;
    for (int a = 0; a < N; ++a) {
      const double f = middle(now.f[a]);
      middle_place[a] = {f, f};
      direction[a] = middle(now.u[a]);
    }
    direction = unit<N>(direction);
    double cosine = 1, over_all = 0, over_directions = 0;
    for (int corner = 0; corner < 1 << N; ++corner) {
      Vector<N> q;
      bool is_another = true;
      for (int a = 0; a < N; ++a) {
        const bool high = (corner >> a & 1) != 0;
        q[a] = high ? now.u[a].hi : now.u[a].lo;
        is_another = is_another && !(high && now.u[a].lo == now.u[a].hi);
      }
      if (!is_another) continue;
      q = unit<N>(q);
      cosine = std::min(cosine, dot<N>(direction, q));
      over_all = std::max(over_all, slopes.largest(now.f, q));
      if (!is_along_axis)
        over_directions = std::max(over_directions, slopes.largest(middle_place, q));
    }
    if (over_all / cosine <= bound) continue;
    // Halves what widens the bound more: places, or directions.
    Box halves[2] = {now, now};
    const bool is_place =
        is_along_axis || slopes.largest(now.f, direction) >= over_directions / cosine;
    const auto width = [](Interval a) { return a.hi - a.lo; };
    Intervals<N> Box::* const part = is_place ? &Box::f : &Box::u;
    int widest = 0;
    for (int a = 1; a < N; ++a)
      if (width((now.*part)[a]) > width((now.*part)[widest])) widest = a;
    const Interval whole = (now.*part)[widest];
    const double half = middle(whole);
    (halves[0].*part)[widest].hi = half;
    (halves[1].*part)[widest].lo = half;
    open.push_back(halves[0]);
    open.push_back(halves[1]);
  }
  return true;
}

}  // namespace perlane::testing
