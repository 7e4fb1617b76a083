#pragma once
// The sum at a point of OpenSimplex2 noise, in any number of dimensions; K. Spencer,
// "OpenSimplex2", 2022. The vertices around it are found in open_simplex.cpp, and in
// open_simplex_4d.cpp.

#include "model/noises.hpp"
#include "model/open_simplex.hpp"

#include <cstdint>

namespace perlane::reference::open_simplex {

// A point in the cells of the lattice: skewed in 2D and 4D, reflected in 3D. For OpenSimplex2 in
// 3D, the cell is the nearest lattice point. Cells are numbered modulo 2^32, with a sign.
struct PlaceInCell {
  std::int64_t cell[4];
  float f[4];
};

// A vertex: its lattice coordinates, those of its cell and a step from there, and the offset from
// it to the point.
template <int N>
struct Vertex {
  std::int64_t cell[N];
  float d[N];
};

// Returns the index of the gradient at a vertex, whose coordinates are those along `axes`.
template <int N>
std::uint32_t choice_of(const model::OpenSimplexNoise& noise, const Vertex<N>& vertex,
                        const int* axes, std::uint64_t seed) noexcept {
  const std::uint32_t count = noise.gradients[N - 1]->count;
  if (!noise.is_long) {
    auto h = static_cast<std::uint32_t>(seed);
    for (int i = 0; i < N; ++i)
      h ^= static_cast<std::uint32_t>(vertex.cell[i]) * model::xor_multiplier[N == 4 ? axes[i] : i];
    h *= model::xor_last_multiplier;
    return (h ^ h >> 15) >> model::choice_shift(N) & (count - 1);
  }
  // The hash has a sign when it is shifted.
  std::uint64_t h = seed;
  for (int i = 0; i < N; ++i)
    h ^= static_cast<std::uint64_t>(vertex.cell[i]) * model::long_multiplier[N == 4 ? axes[i] : i];
  h *= model::long_last_multiplier;
  h ^= static_cast<std::uint64_t>(static_cast<std::int64_t>(h) >> model::long_hash_shift(N));
  const std::uint32_t choice = static_cast<std::uint32_t>(h) >> model::choice_shift(N);
  return N == 4 ? (choice & (model::choices_4d - 1)) % count : choice & (count - 1);
}

// The noise, and its derivatives in the axes of the lattice. Those of the vertices may come in
// another order.
template <int N>
class Sum {
 public:
  Sum(const model::OpenSimplexNoise& noise, bool with_derivatives) noexcept
      : noise_(noise),
        with_derivatives_(with_derivatives),
        set_(*noise.gradients[N - 1]),
        support_squared_(model::open_simplex_support_squared(N, noise.is_smooth)) {
    for (int i = 0; i < N; ++i) axes[i] = i;
  }

  // The weight of a vertex, before the fourth power.
  float a(const Vertex<N>& vertex) const noexcept {
    float a = support_squared_;
    for (const float d : vertex.d) a = a - d * d;
    return a;
  }

  void add(const Vertex<N>& vertex, std::uint64_t seed) noexcept { add(vertex, a(vertex), seed); }
  void add(const Vertex<N>& vertex, float a, std::uint64_t seed) noexcept {
    a = a > 0.0f ? a : 0.0f;
    const std::uint32_t choice = choice_of(noise_, vertex, axes, seed);
    float product = 0;
    for (int i = 0; i < N; ++i) {
      const float part = set_.component[axis_of(i)][choice] * vertex.d[i];
      product = i == 0 ? part : product + part;
    }
    const float square = a * a, fourth = square * square;
    n = n + fourth * product;
    if (!with_derivatives_) return;
    const float falling = 8.0f * (square * a * product);
    for (int i = 0; i < N; ++i) {
      const int axis = axis_of(i);
      const float risen = fourth * set_.component[axis][choice] - falling * vertex.d[i];
      derivative[axis] = derivative[axis] + risen;
    }
  }

  int axes[N];
  float n = 0;
  float derivative[N] = {};

 private:
  int axis_of(int i) const noexcept { return N == 4 ? axes[i] : i; }

  const model::OpenSimplexNoise& noise_;
  bool with_derivatives_;
  const model::GradientSet& set_;
  float support_squared_;
};

// Adds up all vertices.
void add_4d(const model::OpenSimplexNoise& noise, const PlaceInCell& place, Sum<4>& sum) noexcept;
void add_4d_smooth(const model::OpenSimplexNoise& noise, const PlaceInCell& place,
                   Sum<4>& sum) noexcept;

}  // namespace perlane::reference::open_simplex
