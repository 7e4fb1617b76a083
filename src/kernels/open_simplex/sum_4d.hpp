#pragma once
// Adds up the contributions of the vertices around samples to OpenSimplex2 noise in 4D; mirror of
// reference/open_simplex.cpp.

#include "kernels/open_simplex/sum.hpp"

namespace perlane::kernels::open_simplex {

template <class Arch, class Visit>
XSIMD_INLINE void visit_nearest(
    const model::OpenSimplexNoise& noise, const OpenSimplexPlace<Arch, 4>& place,
    const VertexVisitor<Arch, 4, LongHash<Arch>, Visit>& visit) noexcept {
  using F = Floats<Arch>;
  using Hash = LongHash<Arch>;
  using Part = typename Hash::Part;
  const F whole = (place.f[0] + place.f[1]) + (place.f[2] + place.f[3]);
  const F first = floor_of<Arch>(whole * F(1.25f)), back = first * F(-model::lattice_offset_4d);
  OpenSimplexVertex<Arch, 4, Hash> vertex;
  F s[4];
  for (int axis = 0; axis < 4; ++axis) {
    vertex.part[axis] = Hash::of_cell(place.cell[axis], axis);
    s[axis] = place.f[axis] + back;
  }
  F t = (whole + back * F(4.0f)) * F(model::larger_skew_4d);
  Part seed = Hash::of_seed(noise.seed[0]);
  for (int i = 0; i < 5; ++i) {
    const Part next = seed + Hash::of_seed(model::seed_offset_4d);
    seed = part_of<Arch>(of_words<Arch>(first > F(static_cast<float>(i))), next, seed);
  }
  const Part none = Hash::of_seed(0);
  for (int i = 0; i < 5; ++i) {
    const F farthest = xsimd::max(xsimd::max(s[0], s[1]), xsimd::max(s[2], s[3]));
    auto is_left = farthest >= F(1.0f) - t * F(1.0f / model::larger_skew_4d);
    t = xsimd::select(is_left, t - F(model::larger_skew_4d), t);
    for (int axis = 0; axis < 4; ++axis) {
      const auto is_next = is_left & (s[axis] == farthest);
      is_left = is_left & !is_next;
      vertex.part[axis] =
          vertex.part[axis] + part_of<Arch>(of_words<Arch>(is_next), Hash::of_step(axis, 1), none);
      s[axis] = xsimd::select(is_next, s[axis] - F(1.0f), s[axis]);
      vertex.d[axis] = s[axis] + t;
    }
    visit(vertex, visit.a(vertex), seed);
    const auto is_first = of_words<Arch>(first == F(static_cast<float>(i)));
    for (int axis = 0; axis < 4; ++axis) {
      s[axis] = s[axis] + F(model::lattice_offset_4d);
      vertex.part[axis] =
          vertex.part[axis] + part_of<Arch>(is_first, Hash::of_step(axis, -1), none);
    }
    t = t + F(model::lattice_offset_4d * 4.0f * model::larger_skew_4d);
    seed = seed + part_of<Arch>(is_first, Hash::of_seed(4 * model::seed_offset_4d),
                                Hash::of_seed(0 - model::seed_offset_4d));
  }
}

// Leaves out vertices that have no lane within their support.
template <class Arch, class Visit, bool with_derivatives>
XSIMD_INLINE void visit_smooth(
    const model::OpenSimplexNoise& noise, const OpenSimplexPlace<Arch, 4>& place,
    const VertexVisitor<Arch, 4, LongHash<Arch>, Visit>& visit,
    OpenSimplexSum<Arch, 4, LongHash<Arch>, with_derivatives>& sum) noexcept {
  using F = Floats<Arch>;
  using W = Words<Arch>;
  using Hash = LongHash<Arch>;
  using Part = typename Hash::Part;
  F f[4];
  Part step[4], part[4][4];  // by axis, and by steps from the cell before
  for (int axis = 0; axis < 4; ++axis) {
    f[axis] = place.f[axis];
    step[axis] = Hash::of_step(axis, 1);
    part[axis][0] = Hash::of_cell(place.cell[axis], axis) + Hash::of_step(axis, -1);
  }
  const F t = ((f[0] + f[1]) + (f[2] + f[3])) * F(model::smaller_skew_4d);
  for (const auto& [i, j] : model::sorting_of_four) {
    const auto is_swapped = f[i] < f[j];
    const auto is_swapped_word = of_words<Arch>(is_swapped);
    const auto swap = [&](auto& a, auto& b) {
      const auto before = a;
      a = part_of<Arch>(is_swapped_word, b, before);
      b = part_of<Arch>(is_swapped_word, before, b);
    };
    const F before = f[i];
    f[i] = xsimd::select(is_swapped, f[j], before);
    f[j] = xsimd::select(is_swapped, before, f[j]);
    swap(sum.components[i], sum.components[j]);
    swap(step[i], step[j]);
    swap(part[i][0], part[j][0]);
  }
  for (int axis = 0; axis < 4; ++axis) {
    f[axis] = f[axis] + t;
    for (int steps = 1; steps < 4; ++steps) part[axis][steps] = part[axis][steps - 1] + step[axis];
  }
  const Part seed = Hash::of_seed(noise.seed[0]);
  for (const model::NearVertex& near : model::near_vertices.at) {
    OpenSimplexVertex<Arch, 4, Hash> vertex;
    for (int axis = 0; axis < 4; ++axis) vertex.d[axis] = f[axis] + F(near.d[axis]);
    const F a = visit.a(vertex);
    if (!xsimd::any(a > F(0.0f))) continue;
    for (int axis = 0; axis < 4; ++axis) vertex.part[axis] = part[axis][near.step[axis] + 1];
    visit(vertex, a, seed);
  }
  if constexpr (with_derivatives) {
    const F sorted[4] = {sum.derivative[0], sum.derivative[1], sum.derivative[2],
                         sum.derivative[3]};
    for (int axis = 0; axis < 4; ++axis) {
      const W own(OpenSimplexGradients<Arch, 4, Hash>::components_of(axis));
      for (int i = 0; i < 4; ++i)
        sum.derivative[axis] =
            xsimd::select(xsimd::batch_bool_cast<float>(sum.components[i] == own), sorted[i],
                          sum.derivative[axis]);
    }
  }
}

template <class Arch, class Hash, bool with_derivatives>
XSIMD_INLINE void sum_open_simplex(const model::OpenSimplexNoise& noise, const Hash& hash,
                                   const OpenSimplexPlace<Arch, 4>& place,
                                   OpenSimplexSum<Arch, 4, Hash, with_derivatives>& sum) noexcept {
  const auto add = [&](const typename Hash::Part& combined, int lattice, const Floats<Arch>(&d)[4],
                       Floats<Arch> a) { sum.add(combined, lattice, d, a); };
  const VertexVisitor<Arch, 4, Hash, decltype(add)> visit(noise, hash, add);
  if (noise.is_smooth) {
    visit_smooth(noise, place, visit, sum);
  } else {
    visit_nearest(noise, place, visit);
  }
}

}  // namespace perlane::kernels::open_simplex
