#pragma once
// Points of cellular noise: their coordinates, distances and values; mirror of
// reference/cellular.cpp.

#include "kernels/shared/hashes.hpp"

namespace perlane::kernels::cellular {

// The axes contribute squares to a distance, or magnitudes. Euclidean distances stay squared until
// the nearest is known. Rarer loops find out at run time.
enum class Measure { squares, magnitudes, at_run_time };

template <class Arch>
constexpr bool has_squares(model::Distance distance) noexcept {
  return distance == model::Distance::euclidean || distance == model::Distance::squared;
}

// Turns differences along the axes into distances.
template <class Arch, Measure measure>
struct Metric {
  using F = Floats<Arch>;
  model::Distance kind;

  // Returns the contribution of an axis.
  XSIMD_INLINE F along(F difference) const noexcept {
    if constexpr (measure == Measure::squares) return difference * difference;
    if constexpr (measure == Measure::magnitudes) return xsimd::abs(difference);
    return has_squares<Arch>(kind) ? difference * difference : xsimd::abs(difference);
  }
  XSIMD_INLINE F combined(F a, F b) const noexcept {
    return measure != Measure::squares && kind == model::Distance::chebyshev ? xsimd::max(a, b)
                                                                             : a + b;
  }
  template <int N>
  XSIMD_INLINE F length(const F (&from)[N]) const noexcept {
    F result = along(from[N - 1]);
    for (int axis = N - 2; axis >= 0; --axis) result = combined(along(from[axis]), result);
    return result;
  }
};

template <class Arch>
XSIMD_INLINE Floats<Arch> finished(model::Distance kind, Floats<Arch> distance) noexcept {
  return kind == model::Distance::euclidean ? Backend<Arch>::root(distance) : distance;
}

// Rounds to the nearest multiple of 2^-21.
template <class Arch>
XSIMD_INLINE Floats<Arch> snapped(Floats<Arch> fraction) noexcept {
  return (fraction + Floats<Arch>(4.0f)) - Floats<Arch>(4.0f);
}

// Draws the positions of points in their cells, from which the caller subtracts
// model::point_origin.
template <class Arch, int N>
class DrawPoint {
  using F = Floats<Arch>;
  using W = Words<Arch>;

 public:
  XSIMD_INLINE explicit DrawPoint(const model::CellularNoise& noise) noexcept
      : spread_(noise.spread), first_(noise.first) {}

  // `hash` has the hashes of their cells.
  XSIMD_INLINE void operator()(W hash, F (&point)[N]) const noexcept {
    const W xy = last_round<Arch>(hash);
    point[0] = drawn(xy >> 16);
    if constexpr (N > 1) point[1] = drawn(xy & W(0xffff));
    if constexpr (N > 2) {
      const W zw = last_round<Arch>(xy);
      point[2] = drawn(zw >> 16);
      if constexpr (N > 3) point[3] = drawn(zw & W(0xffff));
    }
  }

 private:
  XSIMD_INLINE F drawn(W number) const noexcept {
    return xsimd::to_float(xsimd::bitwise_cast<std::int32_t>(number)) * spread_ + first_;
  }

  F spread_, first_;
};

// Returns the value of a cell.
template <class Arch>
XSIMD_INLINE Floats<Arch> value_of(Words<Arch> hash) noexcept {
  using W = Words<Arch>;
  const W drawn =
      last_round<Arch>(last_round<Arch>(last_round<Arch>(hash))) >> model::cell_value_shift;
  const W level = drawn + drawn + W(1 - static_cast<std::uint32_t>(model::cell_value_levels));
  return xsimd::to_float(xsimd::bitwise_cast<std::int32_t>(level)) *
         Floats<Arch>(1.0f / static_cast<float>(model::cell_value_levels));
}

template <class Arch>
XSIMD_INLINE Floats<Arch> sign_of(Floats<Arch> value) noexcept {
  using F = Floats<Arch>;
  const F below = xsimd::select(value < F(0.0f), F(-1.0f), F(0.0f));
  return xsimd::select(value > F(0.0f), F(1.0f), below);
}

// Writes the derivatives of the distance to a point, by axis, per cell.
template <class Arch, int N>
XSIMD_INLINE void derivatives_of(model::Distance kind, Floats<Arch> distance,
                                 const Floats<Arch> (&from)[N],
                                 Floats<Arch> (&derivative)[N]) noexcept {
  using F = Floats<Arch>;
  const F zero(0.0f);
  auto is_open = zero == zero;  // true until the longest of the axes
  for (int axis = 0; axis < N; ++axis) {
    switch (kind) {
      case model::Distance::euclidean:
        derivative[axis] = xsimd::select(distance == zero, zero,
                                         quotient<Arch>(from[axis], Backend<Arch>::root(distance)));
        break;
      case model::Distance::squared:
        derivative[axis] = F(2.0f) * from[axis];
        break;
      case model::Distance::manhattan:
        derivative[axis] = sign_of<Arch>(from[axis]);
        break;
      case model::Distance::chebyshev: {
        const auto is_shorter = xsimd::abs(from[axis]) < distance;
        derivative[axis] = xsimd::select(is_open & !is_shorter, sign_of<Arch>(from[axis]), zero);
        is_open = is_open & is_shorter;
        break;
      }
    }
  }
}

}  // namespace perlane::kernels::cellular
