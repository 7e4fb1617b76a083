#pragma once
// Works out which simplex samples lie in; mirror of reference/simplex.cpp, `locate` and
// `locate_published`.

#include "model/noises.hpp"
#include "kernels/lanes.hpp"
#include "kernels/pointwise.hpp"

#include <limits>

namespace perlane::kernels {

// The first vertex of the simplex of each lane, the offset from it, and what says in which order
// the path to the last vertex takes the axes: that of the largest number first.
template <class Arch, int N>
struct SimplexPlace {
  Words<Arch> vertex[N];
  Floats<Arch> d[N];
  Floats<Arch> within[N];
};

// Coordinates in cells.
template <class Arch>
XSIMD_INLINE Widened<Arch> scaled(Widened<Arch> coordinate, double frequency,
                                  double shift) noexcept {
  using D = Doubles<Arch>;
  return {coordinate.low * D(frequency) + D(shift), coordinate.high * D(frequency) + D(shift)};
}
template <class Arch>
XSIMD_INLINE Floats<Arch> scaled(Floats<Arch> coordinate, double frequency, double shift) noexcept {
  using F = Floats<Arch>;
  return coordinate * F(static_cast<float>(frequency)) + F(static_cast<float>(shift));
}

// Words of numbers that are multiples of 2^-24 of a magnitude below 2^27, in units of that; what is
// between is rounded to the nearest, ties to even.
template <class Arch>
XSIMD_INLINE Words<Arch> to_quanta(Doubles<Arch> low, Doubles<Arch> high) noexcept {
  const Doubles<Arch> end(0x1.8p28);
  return Backend<Arch>::low_words(xsimd::bitwise_cast<std::uint64_t>(low + end),
                                  xsimd::bitwise_cast<std::uint64_t>(high + end));
}

// The offsets from vertices to positions, which are in quanta, modulo 2^32. Offsets are small, so
// they are exact.
template <class Arch, int N>
XSIMD_INLINE void set_offsets(const Words<Arch> (&position)[N],
                              SimplexPlace<Arch, N>& place) noexcept {
  using W = Words<Arch>;
  W sum = place.vertex[0];
  for (int axis = 1; axis < N; ++axis) sum = sum + place.vertex[axis];
  const W unskewed = sum * W(model::unskew_quanta[N - 1]);
  for (int axis = 0; axis < N; ++axis) {
    const W d = position[axis] - (place.vertex[axis] << 24) + unskewed;
    place.d[axis] = xsimd::to_float(xsimd::bitwise_cast<std::int32_t>(d)) * Floats<Arch>(0x1p-24f);
  }
}

template <int N>
inline constexpr double exact_skew =
    static_cast<double>(model::unskew_quanta[N - 1]) /
    static_cast<double>((1 << 24) - N * static_cast<std::int64_t>(model::unskew_quanta[N - 1]));

// Up to 2^20 cells from the origin, binary64 finds the simplex: an error moves a sample across a
// border by less than what no vertex is felt over.
template <class Arch, int N>
XSIMD_INLINE void place_near(const Widened<Arch> (&s)[N], SimplexPlace<Arch, N>& place) noexcept {
  using D = Doubles<Arch>;
  const D factor(exact_skew<N>);
  D low = s[0].low, high = s[0].high;
  for (int axis = 1; axis < N; ++axis) low = low + s[axis].low, high = high + s[axis].high;
  low = low * factor;
  high = high * factor;
  Words<Arch> position[N];
  for (int axis = 0; axis < N; ++axis) {
    const D skewed_low = s[axis].low + low, skewed_high = s[axis].high + high;
    const D whole_low = floor_of<Arch>(skewed_low), whole_high = floor_of<Arch>(skewed_high);
    place.vertex[axis] = to_words<Arch>(whole_low, whole_high);
    place.within[axis] = narrow<Arch>(skewed_low - whole_low, skewed_high - whole_high);
    position[axis] = to_quanta<Arch>(s[axis].low, s[axis].high);
  }
  set_offsets<Arch, N>(position, place);
}

// NaN beyond the limit, and 0 elsewhere: what is added to an offset makes all that follows NaN.
template <class Arch>
XSIMD_INLINE Floats<Arch> nan_beyond(xsimd::batch_bool<double, Arch> low,
                                     xsimd::batch_bool<double, Arch> high) noexcept {
  using D = Doubles<Arch>;
  const D zero(0.0), nan(std::numeric_limits<double>::quiet_NaN());
  return narrow<Arch>(xsimd::select(low, zero, nan), xsimd::select(high, zero, nan));
}

// The same anywhere: line by line what the reference does.
template <class Arch, int N>
PERLANE_OUT_OF_LINE void place_far(const Widened<Arch> (&s)[N],
                                   SimplexPlace<Arch, N>& place) noexcept {
  using D = Doubles<Arch>;
  using W = Words<Arch>;
  const D limit(model::coordinate_limit), end(0x1.8p28);
  const double g = model::unskew_quanta[N - 1], m = 0x1p24 - N * g;
  D cell[N][2], f[N][2], turns[2], skew[2];
  typename D::batch_bool_type is_within[2];
  for (int half = 0; half < 2; ++half) {
    D cells(0.0), fractions(0.0);
    for (int axis = 0; axis < N; ++axis) {
      const D given = half == 0 ? s[axis].low : s[axis].high;
      const auto is_inside = xsimd::abs(given) < limit;
      is_within[half] = axis == 0 ? is_inside : is_within[half] & is_inside;
      const D inside = xsimd::select(is_inside, given, D(0.0));
      // Beyond that, coordinates are multiples of 2^-24 already.
      const D rounded = xsimd::select(xsimd::abs(inside) < D(0x1p27), (inside + end) - end, inside);
      cell[axis][half] = floor_of<Arch>(rounded);
      f[axis][half] = rounded - cell[axis][half];
      cells = cells + cell[axis][half];
      fractions = fractions + f[axis][half];
    }
    // One less or more does not matter. In 4D, where the product may pass 2^53, m is a multiple
    // of 4.
    turns[half] = floor_of<Arch>(cells * D(1 / m));
    skew[half] = ((cells - turns[half] * D(m)) + fractions) * D(exact_skew<N>);
  }
  const W turned = to_words<Arch>(turns[0], turns[1]) * W(model::unskew_quanta[N - 1]);
  W position[N];
  for (int axis = 0; axis < N; ++axis) {
    const D low = f[axis][0] + skew[0], high = f[axis][1] + skew[1];
    const D whole_low = floor_of<Arch>(low), whole_high = floor_of<Arch>(high);
    const W cells = to_words<Arch>(cell[axis][0], cell[axis][1]);
    place.vertex[axis] = cells + turned + to_words<Arch>(whole_low, whole_high);
    place.within[axis] = narrow<Arch>(low - whole_low, high - whole_high);
    position[axis] = (cells << 24) + to_quanta<Arch>(f[axis][0], f[axis][1]);
  }
  set_offsets<Arch, N>(position, place);
  place.d[0] = place.d[0] + nan_beyond<Arch>(is_within[0], is_within[1]);
}

template <class Arch, int N>
XSIMD_INLINE bool are_below(const Widened<Arch> (&s)[N], double limit) noexcept {
  using D = Doubles<Arch>;
  auto is_below = (xsimd::abs(s[0].low) < D(limit)) & (xsimd::abs(s[0].high) < D(limit));
  for (int axis = 1; axis < N; ++axis) {
    is_below =
        is_below & (xsimd::abs(s[axis].low) < D(limit)) & (xsimd::abs(s[axis].high) < D(limit));
  }
  return xsimd::all(is_below);
}

template <class Arch, int N>
XSIMD_INLINE void place_exactly(const Widened<Arch> (&s)[N],
                                SimplexPlace<Arch, N>& place) noexcept {
  if (are_below<Arch, N>(s, 0x1p20)) [[likely]]
    return place_near<Arch, N>(s, place);
  place_far<Arch, N>(s, place);
}

// Coordinates of binary32 in binary64.
template <class Arch, int N>
PERLANE_OUT_OF_LINE void place_widened(const Floats<Arch> (&s)[N],
                                       SimplexPlace<Arch, N>& place) noexcept {
  using F = Floats<Arch>;
  Widened<Arch> wide[N];
  for (int axis = 0; axis < N; ++axis) {
    const F limited = xsimd::select(xsimd::abs(s[axis]) < F(model::coordinate_limit_single),
                                    s[axis], F(std::numeric_limits<float>::infinity()));
    wide[axis] = widen<Arch>(limited);
  }
  place_exactly<Arch, N>(wide, place);
}

// Up to 2^7 cells from the origin, so does binary32.
template <class Arch, int N>
XSIMD_INLINE void place_exactly(const Floats<Arch> (&s)[N], SimplexPlace<Arch, N>& place) noexcept {
  using F = Floats<Arch>;
  F sum = s[0];
  auto is_near = xsimd::abs(s[0]) < F(128.0f);
  for (int axis = 1; axis < N; ++axis) {
    sum = sum + s[axis];
    is_near = is_near & (xsimd::abs(s[axis]) < F(128.0f));
  }
  if (!xsimd::all(is_near)) return place_widened<Arch, N>(s, place);
  const F skew = sum * F(static_cast<float>(exact_skew<N>));
  Words<Arch> position[N];
  for (int axis = 0; axis < N; ++axis) {
    const F skewed = s[axis] + skew, whole = floor_of<Arch>(skewed);
    place.vertex[axis] = xsimd::bitwise_cast<std::uint32_t>(xsimd::to_int(whole));
    place.within[axis] = skewed - whole;
    position[axis] =
        xsimd::bitwise_cast<std::uint32_t>(xsimd::nearbyint_as_int(s[axis] * F(0x1p24f)));
  }
  set_offsets<Arch, N>(position, place);
}

// Whole numbers of a magnitude below 2^53, modulo 2^32.
template <class Arch>
XSIMD_INLINE Words<Arch> to_words_modulo(Doubles<Arch> low, Doubles<Arch> high) noexcept {
  using D = Doubles<Arch>;
  const auto rest = [](D number) {
    return number - floor_of<Arch>(number * D(0x1p-32)) * D(0x1p32);
  };
  return to_words<Arch>(rest(low), rest(high));
}

template <class Arch, int N>
PERLANE_OUT_OF_LINE void place_as_published(const model::SimplexNoise& noise,
                                            const Widened<Arch> (&s)[N], double limit,
                                            SimplexPlace<Arch, N>& place) noexcept {
  using D = Doubles<Arch>;
  const D skew(noise.skew[N - 1]), unskew(noise.unskew[N - 1]);
  D inside[N][2], vertex[N][2], moved[2];
  typename D::batch_bool_type is_within[2];
  for (int half = 0; half < 2; ++half) {
    for (int axis = 0; axis < N; ++axis) {
      const D given = half == 0 ? s[axis].low : s[axis].high;
      const auto is_inside = xsimd::abs(given) < D(limit);
      is_within[half] = axis == 0 ? is_inside : is_within[half] & is_inside;
      inside[axis][half] = xsimd::select(is_inside, given, D(0.0));
    }
    D sum = inside[0][half];
    for (int axis = 1; axis < N; ++axis) sum = sum + inside[axis][half];
    sum = sum * skew;
    D vertices(0.0);
    for (int axis = 0; axis < N; ++axis) {
      vertex[axis][half] = floor_of<Arch>(inside[axis][half] + sum);
      vertices = vertices + vertex[axis][half];
    }
    moved[half] = vertices * unskew;
  }
  for (int axis = 0; axis < N; ++axis) {
    place.vertex[axis] = to_words_modulo<Arch>(vertex[axis][0], vertex[axis][1]);
    place.d[axis] = narrow<Arch>(inside[axis][0] - (vertex[axis][0] - moved[0]),
                                 inside[axis][1] - (vertex[axis][1] - moved[1]));
    place.within[axis] = place.d[axis];
  }
  place.d[0] = place.d[0] + nan_beyond<Arch>(is_within[0], is_within[1]);
}

// Where the samples of a vector lie.
template <class Arch, int N, class Real>
XSIMD_INLINE void place_simplex(const model::SimplexNoise& noise,
                                const Position<Arch, Real>& position,
                                SimplexPlace<Arch, N>& place) noexcept {
  using P = Position<Arch, Real>;
  decltype(position(0)) s[N];
  for (int axis = 0; axis < N; ++axis)
    s[axis] = scaled<Arch>(position(axis), noise.frequency, noise.lattice.shift[axis]);
  if (!noise.is_published) [[likely]]
    return place_exactly<Arch, N>(s, place);
  Widened<Arch> wide[N];
  for (int axis = 0; axis < N; ++axis) {
    if constexpr (P::is_single) {
      wide[axis] = widen<Arch>(s[axis]);
    } else {
      wide[axis] = s[axis];
    }
  }
  const double limit =
      P::is_single ? double{model::coordinate_limit_single} : model::coordinate_limit;
  place_as_published<Arch, N>(noise, wide, limit, place);
}

}  // namespace perlane::kernels
