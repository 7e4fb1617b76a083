#pragma once
// Bounds, over all samples of a box, of distances to points and to the borders between their cells.

#include "kernels/cellular/features.hpp"
#include "kernels/cellular/lists.hpp"

namespace perlane::kernels::cellular {

template <int N>
struct BoxBounds {
  float low[N], high[N];
};

// Finds the least and greatest distance of points from a box.
template <class Arch, Measure measure, int N>
XSIMD_INLINE void distances_of(Metric<Arch, measure> metric, const BoxBounds<N>& box,
                               const Floats<Arch> (&point)[N], Floats<Arch>& least,
                               Floats<Arch>& greatest) noexcept {
  using F = Floats<Arch>;
  F near[N], far[N];
  for (int axis = 0; axis < N; ++axis) {
    const F below = F(box.low[axis]) - point[axis], above = point[axis] - F(box.high[axis]);
    near[axis] = xsimd::max(xsimd::max(below, above), F(0.0f));
    far[axis] = xsimd::min(below, above);
  }
  least = metric.length(near);
  greatest = metric.length(far);
}

// Finds the least, or second least, of all distances that are added.
template <class Arch>
class Smallest {
  using F = Floats<Arch>;

 public:
  XSIMD_INLINE void add(F distance) noexcept {
    second_ = xsimd::min(second_, xsimd::max(first_, distance));
    first_ = xsimd::min(first_, distance);
  }

  float get(bool is_second) const noexcept {
    F first = first_, second = second_;
    reduce_by_steps<Arch>([&](Words<Arch> other) {
      const F first_there = permute<Arch>(first, other),
              second_there = permute<Arch>(second, other);
      second = xsimd::min(xsimd::max(first, first_there), xsimd::min(second, second_there));
      first = xsimd::min(first, first_there);
    });
    return (is_second ? second : first).get(0);
  }

 private:
  F first_{std::numeric_limits<float>::infinity()}, second_{std::numeric_limits<float>::infinity()};
};

// Finds the least and greatest distance of a box from the borders between a point and others.
// Returns a mask of the others that are not the point itself.
template <class Arch, int N>
XSIMD_INLINE xsimd::batch_bool<float, Arch> distances_of_borders(const BoxBounds<N>& box,
                                                                 const Floats<Arch> (&point)[N],
                                                                 const Floats<Arch> (&other)[N],
                                                                 Floats<Arch>& least,
                                                                 Floats<Arch>& greatest) noexcept {
  using F = Floats<Arch>;
  F middle(0.0f), square(0.0f), spread(0.0f);
  for (int axis = N - 1; axis >= 0; --axis) {
    const F between = point[axis] - other[axis], low(box.low[axis]), high(box.high[axis]);
    middle = ((low + high) - (point[axis] + other[axis])) * between + middle;
    spread = (high - low) * xsimd::abs(between) + spread;
    square = between * between + square;
  }
  const auto is_other = square > F(0.0f);
  const F length = Backend<Arch>::root(xsimd::select(is_other, square, F(1.0f)));
  const F scale = quotient<Arch>(F(0.5f), length);
  least = (middle - spread) * scale;
  greatest =
      xsimd::select(is_other, (middle + spread) * scale, F(std::numeric_limits<float>::infinity()));
  return is_other;
}

// Returns a distance beyond which no sample of a box has its nearest border. The list has the
// points that can be the nearest of a sample.
template <class Arch, int N>
Floats<Arch> farthest_border(const BoxBounds<N>& box, const PointList<N>& list) noexcept {
  using F = Floats<Arch>;
  F most(0.0f);
  for (int k = 0; k < list.count; ++k) {
    F point[N], other[N], least, greatest, border(std::numeric_limits<float>::infinity());
    for (int axis = 0; axis < N; ++axis) point[axis] = F(list.at(axis)[k]);
    for (int i = 0; i < list.count; i += lanes<Arch>) {
      for (int axis = 0; axis < N; ++axis) other[axis] = F::load_unaligned(list.at(axis) + i);
      distances_of_borders<Arch, N>(box, point, other, least, greatest);
      border = xsimd::min(border, greatest);
    }
    Smallest<Arch> smallest;
    smallest.add(border);
    most = xsimd::max(most, F(smallest.get(false)));
  }
  return most;
}

// Returns the square of a distance: no point beyond the nearest border of a sample of a box is
// farther from that sample. Such a point is farther away than the nearest by twice the distance to
// the border at most, and no farther than 2 sqrt(N) in all (graph/noise/cellular.cpp).
template <class Arch, int N>
float border_limit(const BoxBounds<N>& box, const Smallest<Arch>& greatest,
                   const PointList<N>& list) noexcept {
  using F = Floats<Arch>;
  constexpr float farthest[] = {2.0f, 2.8285f, 3.4642f, 4.0f};
  const F first = Backend<Arch>::root(F(greatest.get(false)));
  F far;
  if constexpr (N == 2) {
    // The border is no farther than the mean of the distances to the two nearest points. Lists are
    // short in a plane, so the search for a closer bound would not pay.
    far = F(2.0f) * first + Backend<Arch>::root(F(greatest.get(true)));
  } else {
    far = first + F(2.0f) * farthest_border<Arch, N>(box, list);
  }
  far = xsimd::min(far, F(farthest[N - 1])) + F(model::border_margin);
  return (far * far).get(0);
}

}  // namespace perlane::kernels::cellular
