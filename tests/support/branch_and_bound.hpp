#pragma once
// Proves how large a function M can become, by branch and bound.
//
// Take a box with centre m and half-widths r, and let [lo_a, hi_a] enclose dM/df_a over the box. (M
// is only piecewise smooth, so this is its generalised gradient.) The box is dropped when
//   (1) M(m) + sum_a r_a max(-lo_a, hi_a) <= (1 + tolerance) * best value found, or
//   (2) some [lo_a, hi_a] lacks 0, so that no point of the closed box is a maximum.
// `slack` covers rounding (some 1e-15).

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace perlane::testing {

template <int N>
using Vector = std::array<double, std::size_t{N}>;

template <int N>
double dot(const Vector<N>& a, const Vector<N>& b) {
  double sum = 0;
  for (int i = 0; i < N; ++i) sum += a[i] * b[i];
  return sum;
}

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
inline double middle(Interval a) { return (a.lo + a.hi) / 2; }

template <int N>
using Intervals = std::array<Interval, std::size_t{N}>;

template <int N>
Intervals<N> cube(double from, double to) {
  Intervals<N> box;
  box.fill({from, to});
  return box;
}

constexpr double slack = 1e-12;

template <int N>
struct Largest {
  double upper;  // proven: M <= upper = lower * (1 + tolerance)
  double lower;  // found: M(at) = lower
  Vector<N> at;
};

// Climbs from u, within bounds, by axis steps that shrink. Returns the largest value(u) on the way.
template <int N, class Value>
double climb(Vector<N>& u, Interval bounds, const Value& value) {
  double best = value(u);
  for (double step = 0.03; step > 1e-10; step /= 2)
    for (bool moved = true; moved;) {
      moved = false;
      for (int k = 0; k < 2 * N; ++k) {
        Vector<N> other = u;
        other[k / 2] = std::clamp(other[k / 2] + (k % 2 ? step : -step), bounds.lo, bounds.hi);
        if (const double m = value(other); m > best) best = m, u = other, moved = true;
      }
    }
  return best;
}

// A function has
//   Terms, and all(): the terms that M is made of,
//   value_at(u, terms): M(u), where no other terms count,
//   gradient(box, terms): encloses the gradient, and may drop terms that do not count in the box,
//   is_needed(box): false if the same values are found elsewhere,
//   bounds: where the search for large values may climb to.
template <int N, class Function>
Largest<N> largest_value(const Function& function, const Intervals<N>& whole, double tolerance) {
  struct Box {
    Intervals<N> at;
    typename Function::Terms terms;
  };
  const typename Function::Terms all = function.all();
  std::vector<Box> open{{whole, all}};
  Largest<N> result{0, 0, {}};
  while (!open.empty()) {
    Box now = std::move(open.back());
    open.pop_back();
    if (!function.is_needed(now.at)) continue;
    Vector<N> centre;
    for (int a = 0; a < N; ++a) centre[a] = middle(now.at[a]);
    double bound = function.value_at(centre, now.terms);
    if (bound > result.lower) {
      const auto value = [&](const Vector<N>& u) { return function.value_at(u, all); };
      result.lower = climb<N>(result.at = centre, Function::bounds, value);
    }
    const Intervals<N> gradient = function.gradient(now.at, now.terms);
    int widest = 0;
    double most = -1;
    bool is_level = true;
    for (int a = 0; a < N; ++a) {
      const double radius = (now.at[a].hi - now.at[a].lo) / 2,
                   rise = radius * std::max(-gradient[a].lo, gradient[a].hi);
      bound += rise;
      if (rise > most) most = rise, widest = a;
      if (gradient[a].lo > 0 || gradient[a].hi < 0) is_level = false;
    }
    if (!is_level || bound + slack <= result.lower * (1 + tolerance)) continue;
    open.push_back(now);
    open.back().at[widest].hi = centre[widest];
    open.push_back(std::move(now));
    open.back().at[widest].lo = centre[widest];
  }
  result.upper = result.lower * (1 + tolerance);
  return result;
}

}  // namespace perlane::testing
