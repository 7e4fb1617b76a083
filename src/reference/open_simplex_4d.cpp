// OpenSimplex2 and OpenSimplex2S in 4D. K. Spencer, "OpenSimplex2", 2022.

#include "reference/open_simplex.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace perlane::reference {

// In each of the five lattices, the nearest vertex: together they are those of a simplex. Each is
// found from that of the lattice before it, which is the same vertex or the next along the axis of
// the largest offset. The first lattice is the last one that has its vertex of the cell behind the
// point. The noise jumps where another vertex of a lattice comes to be the nearest, as published.
void open_simplex::add_4d(const model::OpenSimplexNoise& noise, const PlaceInCell& place,
                          Sum<4>& sum) noexcept {
  const float whole = (place.f[0] + place.f[1]) + (place.f[2] + place.f[3]);
  const int first = static_cast<int>(whole * 1.25f);
  const float back = static_cast<float>(first) * -model::lattice_offset_4d;
  float s[4];  // the offset, skewed
  float t = (whole + back * 4.0f) * model::larger_skew_4d;  // which unskews it
  Vertex<4> vertex;
  for (int axis = 0; axis < 4; ++axis) {
    vertex.cell[axis] = place.cell[axis];
    s[axis] = place.f[axis] + back;
  }
  std::uint64_t seed = noise.seed[0] + static_cast<std::uint64_t>(first) * model::seed_offset_4d;
  for (int i = 0; i < 5; ++i) {
    const float* const farthest = std::ranges::max_element(s);
    if (*farthest >= 1.0f - t * (1.0f / model::larger_skew_4d)) {
      const std::ptrdiff_t axis = farthest - s;
      vertex.cell[axis] += 1;
      s[axis] = s[axis] - 1.0f;
      t = t - model::larger_skew_4d;
    }
    for (int axis = 0; axis < 4; ++axis) vertex.d[axis] = s[axis] + t;
    sum.add(vertex, seed);
    // The lattice before the first one is the last, of the cell before.
    for (int axis = 0; axis < 4; ++axis) {
      s[axis] = s[axis] + model::lattice_offset_4d;
      vertex.cell[axis] -= i == first ? 1 : 0;
    }
    t = t + model::lattice_offset_4d * 4.0f * model::larger_skew_4d;
    seed += (i == first ? 4 : -1) * model::seed_offset_4d;
  }
}

// Adds all vertices that contribute. The order of the offsets in the cell says which may.
void open_simplex::add_4d_smooth(const model::OpenSimplexNoise& noise, const PlaceInCell& place,
                                 Sum<4>& sum) noexcept {
  PlaceInCell sorted = place;
  const auto& [x, y, z, w] = place.f;
  const float t = ((x + y) + (z + w)) * model::smaller_skew_4d;
  for (const auto& [i, j] : model::sorting_of_four) {
    if (sorted.f[i] >= sorted.f[j]) continue;
    std::swap(sorted.f[i], sorted.f[j]);
    std::swap(sorted.cell[i], sorted.cell[j]);
    std::swap(sum.axes[i], sum.axes[j]);
  }
  for (const model::NearVertex& near : model::near_vertices.at) {
    Vertex<4> vertex;
    for (int i = 0; i < 4; ++i) {
      vertex.cell[i] = sorted.cell[i] + near.step[i];
      vertex.d[i] = (sorted.f[i] + t) + near.d[i];
    }
    sum.add(vertex, noise.seed[0]);
  }
}

}  // namespace perlane::reference
