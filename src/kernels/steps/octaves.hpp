#pragma once
// Joins octaves. Every formula is a loop of its own over the samples; the octaves of a sample are
// joined in registers.

#include "kernels/steps/octave_combiners.hpp"
#include "kernels/write/write.hpp"

namespace perlane::kernels::steps {

template <class Arch>
using JoinRow = void (*)(const model::Octaves&, const model::OctaveBuffers&, std::ptrdiff_t from,
                         int count, RowTo to, Extremes<Arch>&) noexcept;

// Joins the octaves of a tile row, and updates the extremes if there are any. There may be no value
// yet. If `most`, there are as many octaves as there can be, so they need not be counted: that is
// worth a loop of its own in sums, which have little other work.
template <class Arch, Shape shape, Join join, bool most>
void join_row(const model::Octaves& given, const model::OctaveBuffers& buffers, std::ptrdiff_t from,
              int count, RowTo to, Extremes<Arch>& extremes) noexcept {
  using F = Floats<Arch>;
  // These are copies: data that a store might alias would be loaded again after each.
  const model::Octaves octaves = given;
  const model::OctaveBuffers in = buffers;
  const int octave_count = most ? model::octaves_at_once : octaves.count;
  const bool begins = in.value == nullptr;
  const Shaped<Arch, shape> shaped(*octaves.rule);
  const OctaveCombiner<Arch, join> combine(*octaves.rule);
  Extremes<Arch> updated = extremes;
  for (int i = 0; i < count; i += lanes<Arch>) {
    const std::ptrdiff_t at = from + i;
    Joined<Arch> joined;
    const auto signal = [&](int k) { return shaped.signal(F::load_aligned(in.octave[k] + at)); };
    const F first = signal(0), amplitude(octaves.amplitude[0]);
    if (begins) {
      joined = combine.begin(first, amplitude);
    } else {
      joined.value = F::load_aligned(in.value + at);
      if constexpr (has_weight(join)) joined.weight = F::load_aligned(in.weight + at);
      joined = combine.join(joined, first, amplitude);
    }
    for (int k = 1; k < octave_count; ++k)
      joined = combine.join(joined, signal(k), F(octaves.amplitude[k]));
    updated.include(joined.value);
    to.put<Arch>(i, joined.value);
    if constexpr (has_weight(join)) {
      if (in.weight_to != nullptr) joined.weight.store_aligned(in.weight_to + at);
    }
  }
  extremes = updated;
}

using JoinDerivatives = void (*)(const model::Octaves&, const model::OctaveBuffers& values,
                                 const model::OctaveBuffers& derivatives, float* to,
                                 int count) noexcept;

template <class Arch, Shape shape, Join join>
void join_derivatives(const model::Octaves& octaves, const model::OctaveBuffers& values,
                      const model::OctaveBuffers& derivatives, float* to, int count) noexcept {
  using F = Floats<Arch>;
  const Shaped<Arch, shape> shaped(*octaves.rule);
  const OctaveCombiner<Arch, join> combine(*octaves.rule);
  const bool begins = values.value == nullptr;
  struct Octave {
    F s, a, ds;
  };
  for (int at = 0; at < count; at += lanes<Arch>) {
    const auto octave = [&](int k) -> Octave {
      const F n = F::load_aligned(values.octave[k] + at);
      return {shaped.signal(n), F(octaves.amplitude[k]),
              shaped.derivative(n, F::load_aligned(derivatives.octave[k] + at))};
    };
    Joined<Arch> joined, d;
    if (begins) {
      const auto [s, a, ds] = octave(0);
      joined = combine.begin(s, a);
      d = combine.begin_derivative(s, a, ds);
    } else {
      joined.value = F::load_aligned(values.value + at);
      d.value = F::load_aligned(derivatives.value + at);
      if constexpr (has_weight(join)) {
        joined.weight = F::load_aligned(values.weight + at);
        d.weight = F::load_aligned(derivatives.weight + at);
      }
    }
    for (int k = begins ? 1 : 0; k < octaves.count; ++k) {
      const auto [s, a, ds] = octave(k);
      d = combine.join_derivative(joined, s, a, d, ds);
      joined = combine.join(joined, s, a);
    }
    d.value.store_aligned(to + at);
    if constexpr (has_weight(join)) {
      if (derivatives.weight_to != nullptr) d.weight.store_aligned(derivatives.weight_to + at);
    }
  }
}

// Calls visit.template operator()<shape, join>() with those of a rule. Multifractals have plain
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
  const bool most = octaves.count == model::octaves_at_once;
  const JoinRow<Arch> join_row_of_rule =
      visit_rule(*octaves.rule, [&]<Shape shape, Join join>() -> JoinRow<Arch> {
        if constexpr (join == Join::sum) {
          if (most) return join_row<Arch, shape, join, true>;
        }
        return join_row<Arch, shape, join, false>;
      });
  write_rows<Arch>(tile, sink,
                   [&](std::ptrdiff_t row, int count, RowTo to, Extremes<Arch>& extremes) {
                     join_row_of_rule(octaves, buffers, row, count, to, extremes);
                   });
}

template <class Arch>
void join_octave_derivatives(const model::Octaves& octaves, const model::OctaveBuffers& values,
                             const model::OctaveBuffers& derivatives, float* to,
                             int count) noexcept {
  visit_rule(*octaves.rule, []<Shape shape, Join join>() -> JoinDerivatives {
    return join_derivatives<Arch, shape, join>;
  })(octaves, values, derivatives, to, count);
}

}  // namespace perlane::kernels::steps
