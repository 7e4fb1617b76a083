#pragma once
// Joins an octave and the octaves so far, by the formulas of fractals; mirror of
// reference/fractal.cpp.

#include "model/octaves.hpp"
#include "kernels/lanes/lanes.hpp"
#include "kernels/lanes/formulas.hpp"

namespace perlane::kernels::steps {

using model::Join;
using model::OctaveRule;
using model::Shape;

template <class Arch>
struct Joined {
  Floats<Arch> value, weight;
};

template <class Arch, Shape shape>
struct Shaped {
  using F = Floats<Arch>;
  F half_strength;
  bool is_plain_turn;

  XSIMD_INLINE explicit Shaped(const OctaveRule& rule) noexcept
      : half_strength(rule.half_strength), is_plain_turn(rule.is_plain_turn) {}

  // Returns the phase of a ping-pong, from 0 to 1.
  XSIMD_INLINE F phase(F n) const noexcept {
    const F turns = (n + F(1.0f)) * half_strength;
    return turns - floor_of<Arch>(turns);
  }
  XSIMD_INLINE F signal(F n) const noexcept {
    if constexpr (shape == Shape::ridged) return F(1.0f) - F(2.0f) * xsimd::abs(n);
    if constexpr (shape == Shape::billow) return F(2.0f) * xsimd::abs(n) - F(1.0f);
    if constexpr (shape == Shape::ping_pong) {
      // For values from -1 to 1, |n| is the phase, or its mirror image, which is as far from 1/2.
      // All of this is a multiple of 2^-24, and exact in either case.
      const F mirrored = is_plain_turn ? xsimd::abs((n + F(1.0f)) - F(1.0f)) : phase(n);
      return F(1.0f) - F(4.0f) * xsimd::abs(mirrored - F(0.5f));
    }
    return n;
  }
  XSIMD_INLINE F derivative(F n, F dn) const noexcept {
    if constexpr (shape == Shape::ridged) return xsimd::select(n < F(0.0f), F(2.0f), F(-2.0f)) * dn;
    if constexpr (shape == Shape::billow) return xsimd::select(n < F(0.0f), F(-2.0f), F(2.0f)) * dn;
    if constexpr (shape == Shape::ping_pong) {
      const F derivative = F(4.0f) * half_strength;
      return xsimd::select(phase(n) < F(0.5f), derivative, negative<Arch>(derivative)) * dn;
    }
    return dn;
  }
};

// A formula that joins octaves. Signals s have derivatives ds. (Where a signal is NaN, so is the
// value, whatever xsimd's minimum of the weight is.)
template <class Arch, Join join>
struct OctaveCombiner;

template <class Arch>
struct OctaveCombiner<Arch, Join::sum> {
  using F = Floats<Arch>;
  using J = Joined<Arch>;

  XSIMD_INLINE explicit OctaveCombiner(const OctaveRule&) noexcept {}
  XSIMD_INLINE J begin(F s, F a) const noexcept { return {s * a, s}; }
  XSIMD_INLINE J join(const J& j, F s, F a) const noexcept { return {j.value + s * a, s}; }
  XSIMD_INLINE J begin_derivative(F, F a, F ds) const noexcept { return {ds * a, ds}; }
  XSIMD_INLINE J join_derivative(const J&, F, F a, const J& d, F ds) const noexcept {
    return {d.value + ds * a, ds};
  }
};

template <class Arch>
struct OctaveCombiner<Arch, Join::weighted> {
  using F = Floats<Arch>;
  using J = Joined<Arch>;
  F weight_base, weight_slope;
  bool is_clamped;

  XSIMD_INLINE explicit OctaveCombiner(const OctaveRule& rule) noexcept
      : weight_base(rule.weight_base),
        weight_slope(rule.weight_slope),
        is_clamped(rule.is_clamped) {}
  XSIMD_INLINE F factor(F s) const noexcept {
    if (!is_clamped) return weight_base + weight_slope * s;
    const F above = xsimd::select(s < F(-1.0f), F(-1.0f), s);
    return weight_base + weight_slope * xsimd::select(above > F(1.0f), F(1.0f), above);
  }
  XSIMD_INLINE F factor_derivative(F s, F ds) const noexcept {
    if (!is_clamped) return weight_slope * ds;
    return weight_slope * xsimd::select(xsimd::abs(s) > F(1.0f), F(0.0f), ds);
  }
  XSIMD_INLINE J begin(F s, F a) const noexcept { return {s * a, factor(s)}; }
  XSIMD_INLINE J join(const J& j, F s, F a) const noexcept {
    return {j.value + s * j.weight * a, j.weight * factor(s)};
  }
  XSIMD_INLINE J begin_derivative(F s, F a, F ds) const noexcept {
    return {ds * a, factor_derivative(s, ds)};
  }
  XSIMD_INLINE J join_derivative(const J& j, F s, F a, const J& d, F ds) const noexcept {
    return {d.value + (ds * j.weight + s * d.weight) * a,
            d.weight * factor(s) + j.weight * factor_derivative(s, ds)};
  }
};

template <class Arch>
struct OctaveCombiner<Arch, Join::multifractal> {
  using F = Floats<Arch>;
  using J = Joined<Arch>;
  F offset;

  XSIMD_INLINE explicit OctaveCombiner(const OctaveRule& rule) noexcept : offset(rule.offset) {}
  XSIMD_INLINE J begin(F s, F a) const noexcept { return {s * a + offset, s}; }
  XSIMD_INLINE J join(const J& j, F s, F a) const noexcept {
    return {j.value * (s * a + offset), s};
  }
  XSIMD_INLINE J begin_derivative(F, F a, F ds) const noexcept { return {ds * a, ds}; }
  XSIMD_INLINE J join_derivative(const J& j, F s, F a, const J& d, F ds) const noexcept {
    return {d.value * (s * a + offset) + j.value * (ds * a), ds};
  }
};

template <class Arch>
struct OctaveCombiner<Arch, Join::hetero> {
  using F = Floats<Arch>;
  using J = Joined<Arch>;
  F offset;

  XSIMD_INLINE explicit OctaveCombiner(const OctaveRule& rule) noexcept : offset(rule.offset) {}
  XSIMD_INLINE J begin(F s, F) const noexcept { return {s + offset, s}; }
  XSIMD_INLINE J join(const J& j, F s, F a) const noexcept {
    return {j.value + (s + offset) * a * j.value, s};
  }
  XSIMD_INLINE J begin_derivative(F, F, F ds) const noexcept { return {ds, ds}; }
  XSIMD_INLINE J join_derivative(const J& j, F s, F a, const J& d, F ds) const noexcept {
    return {d.value + ((s + offset) * a * d.value + ds * a * j.value), ds};
  }
};

template <class Arch>
struct OctaveCombiner<Arch, Join::hybrid> {
  using F = Floats<Arch>;
  using J = Joined<Arch>;
  F offset, feedback;

  XSIMD_INLINE explicit OctaveCombiner(const OctaveRule& rule) noexcept
      : offset(rule.offset), feedback(rule.feedback) {}
  XSIMD_INLINE static F weight(F w) noexcept {
    return xsimd::select(w > F(model::least_weight), xsimd::min(w, F(1.0f)), F(0.0f));
  }
  XSIMD_INLINE J begin(F s, F a) const noexcept {
    const F t = (s + offset) * a;
    return {t, t * feedback};
  }
  XSIMD_INLINE J join(const J& j, F s, F a) const noexcept {
    const F t = weight(j.weight) * ((s + offset) * a);
    return {j.value + t, t * feedback};
  }
  XSIMD_INLINE J begin_derivative(F, F a, F ds) const noexcept {
    return {ds * a, ds * a * feedback};
  }
  XSIMD_INLINE J join_derivative(const J& j, F s, F a, const J& d, F ds) const noexcept {
    const auto is_inside = (j.weight > F(model::least_weight)) & (j.weight < F(1.0f));
    const F d_weight = xsimd::select(is_inside, d.weight, F(0.0f));
    const F dt = weight(j.weight) * (ds * a) + d_weight * ((s + offset) * a);
    return {d.value + dt, dt * feedback};
  }
};

template <class Arch>
struct OctaveCombiner<Arch, Join::ridges> {
  using F = Floats<Arch>;
  using J = Joined<Arch>;
  F offset, feedback;

  XSIMD_INLINE explicit OctaveCombiner(const OctaveRule& rule) noexcept
      : offset(rule.offset), feedback(rule.feedback) {}
  XSIMD_INLINE F crest(F s) const noexcept {
    const F t = offset - xsimd::abs(s);
    return t * t;
  }
  XSIMD_INLINE F crest_derivative(F s, F ds) const noexcept {
    const F t = offset - xsimd::abs(s);
    return xsimd::select(s < F(0.0f), F(2.0f), F(-2.0f)) * t * ds;
  }
  XSIMD_INLINE F weight(F signal) const noexcept { return xsimd::min(signal * feedback, F(1.0f)); }
  XSIMD_INLINE F weight_derivative(F signal, F d_signal) const noexcept {
    return xsimd::select(signal * feedback < F(1.0f), d_signal * feedback, F(0.0f));
  }
  XSIMD_INLINE J begin(F s, F a) const noexcept {
    const F signal = crest(s);
    return {signal * a, weight(signal)};
  }
  XSIMD_INLINE J join(const J& j, F s, F a) const noexcept {
    const F signal = crest(s) * j.weight;
    return {j.value + signal * a, weight(signal)};
  }
  XSIMD_INLINE J begin_derivative(F s, F a, F ds) const noexcept {
    const F d_signal = crest_derivative(s, ds);
    return {d_signal * a, weight_derivative(crest(s), d_signal)};
  }
  XSIMD_INLINE J join_derivative(const J& j, F s, F a, const J& d, F ds) const noexcept {
    const F signal = crest(s) * j.weight;
    const F d_signal = crest_derivative(s, ds) * j.weight + crest(s) * d.weight;
    return {d.value + d_signal * a, weight_derivative(signal, d_signal)};
  }
};

}  // namespace perlane::kernels::steps
