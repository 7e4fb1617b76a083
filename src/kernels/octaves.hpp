#pragma once
// Joins octaves: mirror of reference/fractal.cpp. Every way to do it is a loop of its own over the
// samples; the octaves of a sample are joined in registers.

#include "model/octaves.hpp"
#include "kernels/lanes.hpp"
#include "kernels/operations.hpp"
#include "kernels/write.hpp"

namespace perlane::kernels {

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

  XSIMD_INLINE explicit Shaped(const OctaveRule& rule) noexcept
      : half_strength(rule.half_strength) {}

  // How far a ping-pong is in its turn.
  XSIMD_INLINE F way(F n) const noexcept {
    const F turns = (n + F(1.0f)) * half_strength;
    return turns - floor_of<Arch>(turns);
  }
  XSIMD_INLINE F signal(F n) const noexcept {
    if constexpr (shape == Shape::ridged) return F(1.0f) - F(2.0f) * xsimd::abs(n);
    if constexpr (shape == Shape::billow) return F(2.0f) * xsimd::abs(n) - F(1.0f);
    if constexpr (shape == Shape::ping_pong)
      return F(1.0f) - F(4.0f) * xsimd::abs(way(n) - F(0.5f));
    return n;
  }
  XSIMD_INLINE F slope(F n, F dn) const noexcept {
    if constexpr (shape == Shape::ridged) return xsimd::select(n < F(0.0f), F(2.0f), F(-2.0f)) * dn;
    if constexpr (shape == Shape::billow) return xsimd::select(n < F(0.0f), F(-2.0f), F(2.0f)) * dn;
    if constexpr (shape == Shape::ping_pong) {
      const F slope = F(4.0f) * half_strength;
      return xsimd::select(way(n) < F(0.5f), slope, negative<Arch>(slope)) * dn;
    }
    return dn;
  }
};

// One way to join octaves. Signals s have slopes ds. (Where a signal is NaN, so is the value,
// whatever xsimd's minimum of the weight is.)
template <class Arch, Join join>
struct Joint;

template <class Arch>
struct Joint<Arch, Join::sum> {
  using F = Floats<Arch>;
  using J = Joined<Arch>;

  XSIMD_INLINE explicit Joint(const OctaveRule&) noexcept {}
  XSIMD_INLINE J begin(F s, F a) const noexcept { return {s * a, s}; }
  XSIMD_INLINE J join(const J& j, F s, F a) const noexcept { return {j.value + s * a, s}; }
  XSIMD_INLINE J begin_slope(F, F a, F ds) const noexcept { return {ds * a, ds}; }
  XSIMD_INLINE J join_slope(const J&, F, F a, const J& d, F ds) const noexcept {
    return {d.value + ds * a, ds};
  }
};

template <class Arch>
struct Joint<Arch, Join::weighted> {
  using F = Floats<Arch>;
  using J = Joined<Arch>;
  F rest, part;
  bool is_clamped;

  XSIMD_INLINE explicit Joint(const OctaveRule& rule) noexcept
      : rest(rule.rest), part(rule.part), is_clamped(rule.is_clamped) {}
  XSIMD_INLINE F factor(F s) const noexcept {
    if (!is_clamped) return rest + part * s;
    const F above = xsimd::select(s < F(-1.0f), F(-1.0f), s);
    return rest + part * xsimd::select(above > F(1.0f), F(1.0f), above);
  }
  XSIMD_INLINE F factor_slope(F s, F ds) const noexcept {
    if (!is_clamped) return part * ds;
    return part * xsimd::select(xsimd::abs(s) > F(1.0f), F(0.0f), ds);
  }
  XSIMD_INLINE J begin(F s, F a) const noexcept { return {s * a, factor(s)}; }
  XSIMD_INLINE J join(const J& j, F s, F a) const noexcept {
    return {j.value + s * j.weight * a, j.weight * factor(s)};
  }
  XSIMD_INLINE J begin_slope(F s, F a, F ds) const noexcept {
    return {ds * a, factor_slope(s, ds)};
  }
  XSIMD_INLINE J join_slope(const J& j, F s, F a, const J& d, F ds) const noexcept {
    return {d.value + (ds * j.weight + s * d.weight) * a,
            d.weight * factor(s) + j.weight * factor_slope(s, ds)};
  }
};

template <class Arch>
struct Joint<Arch, Join::multifractal> {
  using F = Floats<Arch>;
  using J = Joined<Arch>;
  F offset;

  XSIMD_INLINE explicit Joint(const OctaveRule& rule) noexcept : offset(rule.offset) {}
  XSIMD_INLINE J begin(F s, F a) const noexcept { return {s * a + offset, s}; }
  XSIMD_INLINE J join(const J& j, F s, F a) const noexcept {
    return {j.value * (s * a + offset), s};
  }
  XSIMD_INLINE J begin_slope(F, F a, F ds) const noexcept { return {ds * a, ds}; }
  XSIMD_INLINE J join_slope(const J& j, F s, F a, const J& d, F ds) const noexcept {
    return {d.value * (s * a + offset) + j.value * (ds * a), ds};
  }
};

template <class Arch>
struct Joint<Arch, Join::hetero> {
  using F = Floats<Arch>;
  using J = Joined<Arch>;
  F offset;

  XSIMD_INLINE explicit Joint(const OctaveRule& rule) noexcept : offset(rule.offset) {}
  XSIMD_INLINE J begin(F s, F) const noexcept { return {s + offset, s}; }
  XSIMD_INLINE J join(const J& j, F s, F a) const noexcept {
    return {j.value + (s + offset) * a * j.value, s};
  }
  XSIMD_INLINE J begin_slope(F, F, F ds) const noexcept { return {ds, ds}; }
  XSIMD_INLINE J join_slope(const J& j, F s, F a, const J& d, F ds) const noexcept {
    return {d.value + ((s + offset) * a * d.value + ds * a * j.value), ds};
  }
};

template <class Arch>
struct Joint<Arch, Join::hybrid> {
  using F = Floats<Arch>;
  using J = Joined<Arch>;
  F offset, feedback;

  XSIMD_INLINE explicit Joint(const OctaveRule& rule) noexcept
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
  XSIMD_INLINE J begin_slope(F, F a, F ds) const noexcept { return {ds * a, ds * a * feedback}; }
  XSIMD_INLINE J join_slope(const J& j, F s, F a, const J& d, F ds) const noexcept {
    const auto is_inside = (j.weight > F(model::least_weight)) & (j.weight < F(1.0f));
    const F d_weight = xsimd::select(is_inside, d.weight, F(0.0f));
    const F dt = weight(j.weight) * (ds * a) + d_weight * ((s + offset) * a);
    return {d.value + dt, dt * feedback};
  }
};

template <class Arch>
struct Joint<Arch, Join::ridges> {
  using F = Floats<Arch>;
  using J = Joined<Arch>;
  F offset, feedback;

  XSIMD_INLINE explicit Joint(const OctaveRule& rule) noexcept
      : offset(rule.offset), feedback(rule.feedback) {}
  XSIMD_INLINE F crest(F s) const noexcept {
    const F t = offset - xsimd::abs(s);
    return t * t;
  }
  XSIMD_INLINE F crest_slope(F s, F ds) const noexcept {
    const F t = offset - xsimd::abs(s);
    return xsimd::select(s < F(0.0f), F(2.0f), F(-2.0f)) * t * ds;
  }
  XSIMD_INLINE F weight(F signal) const noexcept { return xsimd::min(signal * feedback, F(1.0f)); }
  XSIMD_INLINE F weight_slope(F signal, F d_signal) const noexcept {
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
  XSIMD_INLINE J begin_slope(F s, F a, F ds) const noexcept {
    const F d_signal = crest_slope(s, ds);
    return {d_signal * a, weight_slope(crest(s), d_signal)};
  }
  XSIMD_INLINE J join_slope(const J& j, F s, F a, const J& d, F ds) const noexcept {
    const F signal = crest(s) * j.weight;
    const F d_signal = crest_slope(s, ds) * j.weight + crest(s) * d.weight;
    return {d.value + d_signal * a, weight_slope(signal, d_signal)};
  }
};

// ---- loops ------------------------------------------------------------------

template <class Arch>
using JoinRow = void (*)(const model::Octaves&, const model::OctaveBuffers&, std::ptrdiff_t from,
                         int count, float* to, Extremes<Arch>&) noexcept;

// Joins a tile row, and updates the extremes. `begins` says that there is no value yet, and `most`
// whether there are as many octaves as there can be: it saves the work of counting them.
template <class Arch, Shape shape, Join join, bool begins, bool most>
void join_row(const model::Octaves& given, const model::OctaveBuffers& buffers, std::ptrdiff_t from,
              int count, float* to, Extremes<Arch>& extremes) noexcept {
  using F = Floats<Arch>;
  // These are copies: what a store might alias would be loaded again after each.
  const model::Octaves octaves = given;
  const model::OctaveBuffers in = buffers;
  const int octave_count = most ? model::octaves_at_once : octaves.count;
  const Shaped<Arch, shape> shaped(*octaves.rule);
  const Joint<Arch, join> joint(*octaves.rule);
  F low = extremes.low, high = extremes.high;
  for (int i = 0; i < count; i += lanes<Arch>) {
    const std::ptrdiff_t at = from + i;
    const auto signal = [&](int k) { return shaped.signal(F::load_aligned(in.octave[k] + at)); };
    Joined<Arch> joined;
    if constexpr (begins) {
      joined = joint.begin(signal(0), F(octaves.amplitude[0]));
    } else {
      joined.value = F::load_aligned(in.value + at);
      if constexpr (has_weight(join)) joined.weight = F::load_aligned(in.weight + at);
    }
    for (int k = begins ? 1 : 0; k < octave_count; ++k)
      joined = joint.join(joined, signal(k), F(octaves.amplitude[k]));
    low = xsimd::min(low, joined.value);
    high = xsimd::max(high, joined.value);
    joined.value.store_aligned(to + i);
    if constexpr (has_weight(join)) {
      if (in.weight_to != nullptr) joined.weight.store_aligned(in.weight_to + at);
    }
  }
  extremes.low = low;
  extremes.high = high;
}

template <class Arch, Shape shape, Join join>
JoinRow<Arch> join_row_of(bool begins, bool most) noexcept {
  if (begins) {
    return most ? join_row<Arch, shape, join, true, true>
                : join_row<Arch, shape, join, true, false>;
  }
  return most ? join_row<Arch, shape, join, false, true>
              : join_row<Arch, shape, join, false, false>;
}

using JoinSlopes = void (*)(const model::Octaves&, const model::OctaveBuffers& values,
                            const model::OctaveBuffers& slopes, float* to, int count) noexcept;

template <class Arch, Shape shape, Join join>
void join_slopes(const model::Octaves& octaves, const model::OctaveBuffers& values,
                 const model::OctaveBuffers& slopes, float* to, int count) noexcept {
  using F = Floats<Arch>;
  const Shaped<Arch, shape> shaped(*octaves.rule);
  const Joint<Arch, join> joint(*octaves.rule);
  for (int at = 0; at < count; at += lanes<Arch>) {
    Joined<Arch> joined, d;
    int k = 0;
    if (values.value != nullptr) {
      joined.value = F::load_aligned(values.value + at);
      d.value = F::load_aligned(slopes.value + at);
      if constexpr (has_weight(join)) {
        joined.weight = F::load_aligned(values.weight + at);
        d.weight = F::load_aligned(slopes.weight + at);
      }
    }
    for (; k < octaves.count; ++k) {
      const F n = F::load_aligned(values.octave[k] + at), a(octaves.amplitude[k]);
      const F s = shaped.signal(n);
      const F ds = shaped.slope(n, F::load_aligned(slopes.octave[k] + at));
      const bool is_first = k == 0 && values.value == nullptr;
      d = is_first ? joint.begin_slope(s, a, ds) : joint.join_slope(joined, s, a, d, ds);
      joined = is_first ? joint.begin(s, a) : joint.join(joined, s, a);
    }
    d.value.store_aligned(to + at);
    if constexpr (has_weight(join)) {
      if (slopes.weight_to != nullptr) d.weight.store_aligned(slopes.weight_to + at);
    }
  }
}

// Calls visit.template operator()<shape, join>() with those of a rule. Multifractals are of plain
// octaves.
template <class Visit>
auto visit_rule(const OctaveRule& rule, Visit visit) noexcept {
  const auto of_shape = [&]<Join join>() {
    switch (rule.shape) {
      case Shape::plain:
        break;
      case Shape::ridged:
        return visit.template operator()<Shape::ridged, join>();
      case Shape::billow:
        return visit.template operator()<Shape::billow, join>();
      case Shape::ping_pong:
        return visit.template operator()<Shape::ping_pong, join>();
    }
    return visit.template operator()<Shape::plain, join>();
  };
  switch (rule.join) {
    case Join::sum:
      break;
    case Join::weighted:
      return of_shape.template operator()<Join::weighted>();
    case Join::multifractal:
      return visit.template operator()<Shape::plain, Join::multifractal>();
    case Join::hetero:
      return visit.template operator()<Shape::plain, Join::hetero>();
    case Join::hybrid:
      return visit.template operator()<Shape::plain, Join::hybrid>();
    case Join::ridges:
      return visit.template operator()<Shape::plain, Join::ridges>();
  }
  return of_shape.template operator()<Join::sum>();
}

template <class Arch>
void join_octaves(const model::Octaves& octaves, const model::OctaveBuffers& buffers,
                  const model::Tile& tile, const model::Sink& sink) noexcept {
  const bool begins = buffers.value == nullptr, most = octaves.count == model::octaves_at_once;
  const JoinRow<Arch> join_row_of_rule =
      visit_rule(*octaves.rule, [&]<Shape shape, Join join>() -> JoinRow<Arch> {
        return join_row_of<Arch, shape, join>(begins, most);
      });
  write_rows<Arch>(tile, sink,
                   [&](std::ptrdiff_t row, int count, float* to, Extremes<Arch>& extremes) {
                     join_row_of_rule(octaves, buffers, row, count, to, extremes);
                   });
}

template <class Arch>
void join_octave_slopes(const model::Octaves& octaves, const model::OctaveBuffers& values,
                        const model::OctaveBuffers& slopes, float* to, int count) noexcept {
  visit_rule(*octaves.rule, []<Shape shape, Join join>() -> JoinSlopes {
    return join_slopes<Arch, shape, join>;
  })(octaves, values, slopes, to, count);
}

}  // namespace perlane::kernels
