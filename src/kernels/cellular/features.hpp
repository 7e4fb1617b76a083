#pragma once
// Points of cellular noise: where they lie, how far they are, and what their noise is; mirror of
// reference/cellular.cpp.

#include "kernels/shared/words.hpp"

#include <limits>

namespace perlane::kernels::cellular {

// What the axes contribute to a distance. Euclidean distances stay squared until the nearest is
// known. Loops that are taken less ask every time.
enum class Measure { squares, magnitudes, asked };

template <class Arch>
constexpr bool has_squares(model::Distance distance) noexcept {
  return distance == model::Distance::euclidean || distance == model::Distance::squared;
}

template <class Arch>
XSIMD_INLINE Floats<Arch> along_axis(model::Distance distance, Floats<Arch> difference) noexcept {
  return has_squares<Arch>(distance) ? difference * difference : xsimd::abs(difference);
}
template <class Arch, Measure measure>
XSIMD_INLINE Floats<Arch> along(Floats<Arch> difference) noexcept {
  static_assert(measure != Measure::asked);
  if constexpr (measure == Measure::squares) return difference * difference;
  return xsimd::abs(difference);
}
template <class Arch, Measure measure>
XSIMD_INLINE Floats<Arch> along(model::Distance kind, Floats<Arch> difference) noexcept {
  if constexpr (measure == Measure::asked) {
    return along_axis<Arch>(kind, difference);
  } else {
    return along<Arch, measure>(difference);
  }
}
template <class Arch, Measure measure>
XSIMD_INLINE Floats<Arch> joined(model::Distance kind, Floats<Arch> a, Floats<Arch> b) noexcept {
  if (measure != Measure::squares && kind == model::Distance::chebyshev) return xsimd::max(a, b);
  return a + b;
}

// The distance to what is so far along each axis.
template <class Arch, Measure measure, int N>
XSIMD_INLINE Floats<Arch> length_of(model::Distance kind, const Floats<Arch> (&from)[N]) noexcept {
  Floats<Arch> result = along<Arch, measure>(kind, from[N - 1]);
  for (int axis = N - 2; axis >= 0; --axis)
    result = joined<Arch, measure>(kind, along<Arch, measure>(kind, from[axis]), result);
  return result;
}

template <class Arch>
XSIMD_INLINE Floats<Arch> finished(model::Distance kind, Floats<Arch> distance) noexcept {
  return kind == model::Distance::euclidean ? Backend<Arch>::root(distance) : distance;
}

// To the nearest multiple of 2^-21.
template <class Arch>
XSIMD_INLINE Floats<Arch> snapped(Floats<Arch> fraction) noexcept {
  return (fraction + Floats<Arch>(4.0f)) - Floats<Arch>(4.0f);
}

// Draws where points lie in their cells; model::point_origin is still to be subtracted.
template <class Arch, int N>
class DrawPoint {
  using F = Floats<Arch>;
  using W = Words<Arch>;

 public:
  XSIMD_INLINE explicit DrawPoint(const model::CellularNoise& noise) noexcept
      : spread_(noise.spread), first_(noise.first) {}

  // `hash` has the words of their cells.
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

// The value of a cell.
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

// Writes the slopes of the distance to a point, by axis, per cell.
template <class Arch, int N>
XSIMD_INLINE void slopes_of(model::Distance kind, Floats<Arch> distance,
                            const Floats<Arch> (&from)[N], Floats<Arch> (&slope)[N]) noexcept {
  using F = Floats<Arch>;
  const F zero(0.0f);
  auto is_open = zero == zero;  // whether the longest of the axes is still to come
  for (int axis = 0; axis < N; ++axis) {
    switch (kind) {
      case model::Distance::euclidean:
        slope[axis] = xsimd::select(distance == zero, zero,
                                    quotient<Arch>(from[axis], Backend<Arch>::root(distance)));
        break;
      case model::Distance::squared:
        slope[axis] = F(2.0f) * from[axis];
        break;
      case model::Distance::manhattan:
        slope[axis] = sign_of<Arch>(from[axis]);
        break;
      case model::Distance::chebyshev: {
        const auto is_shorter = xsimd::abs(from[axis]) < distance;
        slope[axis] = xsimd::select(is_open & !is_shorter, sign_of<Arch>(from[axis]), zero);
        is_open = is_open & is_shorter;
        break;
      }
    }
  }
}

}  // namespace perlane::kernels::cellular
