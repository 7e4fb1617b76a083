#pragma once
// Finds the simplices that samples lie in; mirror of reference/simplex.cpp, `locate` and
// `locate_published`.

#include "kernels/shared/pointwise.hpp"
#include "kernels/simplex/offsets.hpp"

namespace perlane::kernels::simplex {

// Places samples up to 2^20 cells from the origin, where binary64 finds the simplex: an error moves
// a sample across a border only where the vertices that differ contribute nothing. Less a half, the
// nearest whole number is the one below; on borders either will do.
template <class Arch, int N>
XSIMD_INLINE void place_near(const Widened<Arch> (&s)[N], SimplexPlace<Arch, N>& place) noexcept {
  using D = Doubles<Arch>;
  D low = s[0].low, high = s[0].high;
  for (int axis = 1; axis < N; ++axis) low = low + s[axis].low, high = high + s[axis].high;
  low = low * D(exact_skew<N>) - D(0.5);
  high = high * D(exact_skew<N>) - D(0.5);
  Words<Arch> position[N];
  for (int axis = 0; axis < N; ++axis) {
    place.vertex[axis] = to_words<Arch>(s[axis].low + low, s[axis].high + high);
    position[axis] = to_quanta<Arch>(s[axis].low, s[axis].high);
  }
  set_offsets<Arch, N>(position, place.vertex, place);
}

// Places samples anywhere, line by line as in the reference.
template <class Arch, int N>
PERLANE_NOINLINE void place_far(const Widened<Arch> (&s)[N],
                                SimplexPlace<Arch, N>& place) noexcept {
  using D = Doubles<Arch>;
  using W = Words<Arch>;
  const D end(0x1.8p28);
  const double g = model::unskew_quanta[N - 1], m = 0x1p24 - N * g;
  D cell[N][2], f[N][2], quotient[2], skew[2];
  typename D::batch_bool_type is_within[2];
  for (int half = 0; half < 2; ++half) {
    D cells(0.0), fractions(0.0);
    for (int axis = 0; axis < N; ++axis) {
      const auto limited =
          within_limit(half == 0 ? s[axis].low : s[axis].high, model::coordinate_limit);
      is_within[half] = axis == 0 ? limited.is_within : is_within[half] & limited.is_within;
      const D inside = limited.inside;
      // From 2^27 on, coordinates are multiples of 2^-25 or coarser, and to_quanta rounds them.
      const D rounded = xsimd::select(xsimd::abs(inside) < D(0x1p27), (inside + end) - end, inside);
      cell[axis][half] = floor_of<Arch>(rounded);
      f[axis][half] = rounded - cell[axis][half];
      cells = cells + cell[axis][half];
      fractions = fractions + f[axis][half];
    }
    // The quotient may be one less or more. In 4D, where the product may pass 2^53, m is a multiple
    // of 4.
    quotient[half] = floor_of<Arch>(cells * D(1 / m));
    skew[half] = ((cells - quotient[half] * D(m)) + fractions) * D(exact_skew<N>);
  }
  const W turned = to_words<Arch>(quotient[0], quotient[1]) * W(model::unskew_quanta[N - 1]);
  W position[N], step[N];
  for (int axis = 0; axis < N; ++axis) {
    const D low = f[axis][0] + skew[0], high = f[axis][1] + skew[1];
    const D whole_low = floor_of<Arch>(low), whole_high = floor_of<Arch>(high);
    step[axis] = turned + to_words<Arch>(whole_low, whole_high);
    place.vertex[axis] = to_words<Arch>(cell[axis][0], cell[axis][1]) + step[axis];
    position[axis] = to_quanta<Arch>(f[axis][0], f[axis][1]);
  }
  set_offsets<Arch, N>(position, step, place);
  place.d[0] = place.d[0] + nan_beyond<Arch>(is_within[0], is_within[1]);
}

// Returns true if the magnitudes of all coordinates together are below a limit, and so each is.
template <class Arch, int N>
XSIMD_INLINE bool are_below(const Widened<Arch> (&s)[N], double limit) noexcept {
  using D = Doubles<Arch>;
  D sum = xsimd::abs(s[0].low) + xsimd::abs(s[0].high);
  for (int axis = 1; axis < N; ++axis)
    sum = sum + (xsimd::abs(s[axis].low) + xsimd::abs(s[axis].high));
  return xsimd::all(sum < D(limit));
}

template <class Arch, int N>
XSIMD_INLINE bool are_below(const Floats<Arch> (&s)[N], float limit) noexcept {
  auto is_below = xsimd::abs(s[0]) < Floats<Arch>(limit);
  for (int axis = 1; axis < N; ++axis)
    is_below = is_below & (xsimd::abs(s[axis]) < Floats<Arch>(limit));
  return xsimd::all(is_below);
}

template <class Arch, int N>
XSIMD_INLINE void place_exactly(const Widened<Arch> (&s)[N],
                                SimplexPlace<Arch, N>& place) noexcept {
  if (are_below<Arch, N>(s, 0x1p20)) [[likely]]
    return place_near<Arch, N>(s, place);
  place_far<Arch, N>(s, place);
}

// Places coordinates of binary32 in binary64.
template <class Arch, int N>
PERLANE_NOINLINE void place_widened(const Floats<Arch> (&s)[N],
                                    SimplexPlace<Arch, N>& place) noexcept {
  using F = Floats<Arch>;
  Widened<Arch> wide[N];
  for (int axis = 0; axis < N; ++axis) {
    const F limited = xsimd::select(xsimd::abs(s[axis]) < F(model::float_coordinate_limit), s[axis],
                                    F(std::numeric_limits<float>::infinity()));
    wide[axis] = widen<Arch>(limited);
  }
  place_exactly<Arch, N>(wide, place);
}

// Coordinates below 2^7, in quanta.
template <class Arch>
XSIMD_INLINE Words<Arch> to_quanta(Floats<Arch> s) noexcept {
  return xsimd::bitwise_cast<std::uint32_t>(xsimd::nearbyint_as_int(s * Floats<Arch>(0x1p24f)));
}

// Up to 2^15 cells from the origin, binary32 finds the simplex too, if cells and fractions are
// separate.
template <class Arch, int N>
XSIMD_INLINE void place_by_cells(const Floats<Arch> (&s)[N],
                                 SimplexPlace<Arch, N>& place) noexcept {
  using F = Floats<Arch>;
  using W = Words<Arch>;
  const F factor(static_cast<float>(exact_skew<N>));
  const auto to_float = [](W hash) {
    return xsimd::to_float(xsimd::bitwise_cast<std::int32_t>(hash));
  };
  W cell[N], position[N], step[N], cells;
  F f[N], fractions;
  for (int axis = 0; axis < N; ++axis) {
    const F whole = floor_of<Arch>(s[axis]);
    cell[axis] = as_words<Arch>(whole);
    f[axis] = s[axis] - whole;
    cells = axis == 0 ? cell[0] : cells + cell[axis];
    fractions = axis == 0 ? f[0] : fractions + f[axis];
    position[axis] = to_quanta<Arch>(f[axis]);
  }
  // A product modulo 2^32 gives the fraction of the distance that cells are moved by, within 2^-16,
  // and binary32 the whole number.
  constexpr auto fraction_bits = static_cast<std::uint32_t>(exact_skew<N> * 0x1p32 + 0.5);
  const F fraction = to_float(cells * W(fraction_bits)) * F(0x1p-32f);
  const W turned = xsimd::bitwise_cast<std::uint32_t>(
      xsimd::nearbyint_as_int(to_float(cells) * factor - fraction));
  const F skew = fraction + fractions * factor;
  for (int axis = 0; axis < N; ++axis) {
    const F skewed = f[axis] + skew, whole = floor_of<Arch>(skewed);
    step[axis] = turned + as_words<Arch>(whole);
    place.vertex[axis] = cell[axis] + step[axis];
  }
  set_offsets<Arch, N>(position, step, place);
}

// Up to 2^7 cells from the origin, they need not be separate.
template <class Arch, int N>
XSIMD_INLINE void place_near(const Floats<Arch> (&s)[N], SimplexPlace<Arch, N>& place) noexcept {
  using F = Floats<Arch>;
  F sum = s[0];
  for (int axis = 1; axis < N; ++axis) sum = sum + s[axis];
  const F skew = sum * F(static_cast<float>(exact_skew<N>)) - F(0.5f);
  Words<Arch> position[N];
  for (int axis = 0; axis < N; ++axis) {
    const F end = s[axis] + skew + F(mantissa_end);
    place.vertex[axis] = xsimd::bitwise_cast<std::uint32_t>(end) - Words<Arch>(mantissa_end_bits);
    position[axis] = to_quanta<Arch>(s[axis]);
  }
  set_offsets<Arch, N>(position, place.vertex, place);
}

template <class Arch, int N>
XSIMD_INLINE void place_exactly(const Floats<Arch> (&s)[N], SimplexPlace<Arch, N>& place) noexcept {
  if (are_below<Arch, N>(s, 0x1p7f)) return place_near<Arch, N>(s, place);
  if (are_below<Arch, N>(s, 0x1p15f)) return place_by_cells<Arch, N>(s, place);
  place_widened<Arch, N>(s, place);
}

// Samples that are known to be below 2^48 need neither limit nor modulus.
template <class Arch, int N, bool are_near>
XSIMD_INLINE void place_published(const model::SimplexNoise& noise, const Widened<Arch> (&s)[N],
                                  double limit, SimplexPlace<Arch, N>& place) noexcept {
  using D = Doubles<Arch>;
  const D skew(noise.skew[N - 1]), unskew(noise.unskew[N - 1]);
  D inside[N][2], vertex[N][2], moved[2];
  typename D::batch_bool_type is_within[2];
  for (int half = 0; half < 2; ++half) {
    for (int axis = 0; axis < N; ++axis) {
      D& own = inside[axis][half];
      own = half == 0 ? s[axis].low : s[axis].high;
      if constexpr (!are_near) {
        const auto limited = within_limit(own, limit);
        is_within[half] = axis == 0 ? limited.is_within : is_within[half] & limited.is_within;
        own = limited.inside;
      }
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
    place.vertex[axis] = are_near ? to_words<Arch>(vertex[axis][0], vertex[axis][1])
                                  : to_words_modulo<Arch>(vertex[axis][0], vertex[axis][1]);
    place.d[axis] = narrow<Arch>(inside[axis][0] - (vertex[axis][0] - moved[0]),
                                 inside[axis][1] - (vertex[axis][1] - moved[1]));
  }
  place.d[0] =
      place.d[0] + (are_near ? Floats<Arch>(0.0f) : nan_beyond<Arch>(is_within[0], is_within[1]));
}

template <class Arch, int N>
PERLANE_NOINLINE void place_as_published(const model::SimplexNoise& noise,
                                         const Widened<Arch> (&s)[N], double limit,
                                         SimplexPlace<Arch, N>& place) noexcept {
  place_published<Arch, N, false>(noise, s, limit, place);
}

// The factor and shifts that turn coordinates into cells. Loops copy them: data that a store might
// alias would be loaded, and converted, again for each vector.
template <int N>
struct SimplexAxes {
  double frequency, shift[N];
  bool is_published;

  explicit SimplexAxes(const model::SimplexNoise& noise) noexcept
      : frequency(noise.frequency), is_published(noise.is_published) {
    for (int axis = 0; axis < N; ++axis) shift[axis] = noise.lattice.shift[axis];
  }
};

// Places a vector of samples.
template <class Arch, int N, class Real>
XSIMD_INLINE void place_simplex(const model::SimplexNoise& noise, const SimplexAxes<N>& axes,
                                const Position<Arch, Real>& position,
                                SimplexPlace<Arch, N>& place) noexcept {
  decltype(position(0)) s[N];
  for (int axis = 0; axis < N; ++axis)
    s[axis] = scaled<Arch>(position(axis), axes.frequency, axes.shift[axis]);
  if (!axes.is_published) [[likely]]
    return place_exactly<Arch, N>(s, place);
  Widened<Arch> wide[N];
  const double limit = widen_cells<Arch>(position, axes.frequency, axes.shift, wide);
  place_as_published<Arch, N>(noise, wide, limit, place);
}

}  // namespace perlane::kernels::simplex
