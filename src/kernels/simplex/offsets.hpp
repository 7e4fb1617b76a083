#pragma once
// The places of samples in their simplices: vertices, and the exact offsets from them.

#include "model/noises.hpp"
#include "kernels/lanes/lanes.hpp"

#include <bit>

namespace perlane::kernels::simplex {

// The first vertex of the simplex of each lane, and the offset from it. The path to the last vertex
// takes the axis of the largest offset first.
template <class Arch, int N>
struct SimplexPlace {
  Words<Arch> vertex[N];
  Floats<Arch> d[N];
};

// Added to a number below 2^22, this leaves the nearest whole number at the end of the mantissa.
inline constexpr float mantissa_end = 0x1.8p23f;
inline constexpr auto mantissa_end_bits = std::bit_cast<std::uint32_t>(mantissa_end);

// Converts whole numbers to integers.
template <class Arch>
XSIMD_INLINE Words<Arch> as_words(Floats<Arch> whole) noexcept {
  return xsimd::bitwise_cast<std::uint32_t>(xsimd::to_int(whole));
}

// Converts numbers of a magnitude below 2^27 to units of 2^-24, rounded to the nearest, ties to
// even; modulo 2^32.
template <class Arch>
XSIMD_INLINE Words<Arch> to_quanta(Doubles<Arch> low, Doubles<Arch> high) noexcept {
  const Doubles<Arch> end(0x1.8p28);
  return Backend<Arch>::low_words(xsimd::bitwise_cast<std::uint64_t>(low + end),
                                  xsimd::bitwise_cast<std::uint64_t>(high + end));
}

// Sets the offsets from vertices to positions, which are in quanta, modulo 2^32; `step` is the
// distance of the vertices from the cells from which positions are counted. Offsets are small, so
// they are exact.
template <class Arch, int N>
XSIMD_INLINE void set_offsets(const Words<Arch> (&position)[N], const Words<Arch> (&step)[N],
                              SimplexPlace<Arch, N>& place) noexcept {
  using W = Words<Arch>;
  W sum = place.vertex[0];
  for (int axis = 1; axis < N; ++axis) sum = sum + place.vertex[axis];
  const W unskewed = sum * W(model::unskew_quanta[N - 1]);
  for (int axis = 0; axis < N; ++axis) {
    const W d = position[axis] - (step[axis] << 24) + unskewed;
    place.d[axis] = xsimd::to_float(xsimd::bitwise_cast<std::int32_t>(d)) * Floats<Arch>(0x1p-24f);
  }
}

template <int N>
inline constexpr double exact_skew =
    static_cast<double>(model::unskew_quanta[N - 1]) /
    static_cast<double>((1 << 24) - N * static_cast<std::int64_t>(model::unskew_quanta[N - 1]));

}  // namespace perlane::kernels::simplex
