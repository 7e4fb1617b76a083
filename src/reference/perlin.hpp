#pragma once
// The gradients of gradient noise at the vertices of a cell.

#include "reference/cell.hpp"

namespace perlane::reference {

// The gradients that hashes choose.
template <int N>
struct Gradients {
  Vertex<N> operator()(unsigned vertex) const noexcept {
    Vertex<N> result{};
    for (int axis = 0; axis < N; ++axis)
      result.gradient[axis] = component[axis][choice[vertex]] * amplitude;
    return result;
  }

  std::uint32_t choice[1 << N];
  const float* component[N];  // by choice
  float amplitude;
};

// The uppermost bits of a hash are the index of a vector.
template <int N>
struct SignSymmetricGradients {
  Vertex<N> operator()(unsigned vertex) const noexcept {
    const float* const gradient = vector[hashes[vertex] >> (29 - N)];
    Vertex<N> result{};
    for (int axis = 0; axis < N; ++axis) result.gradient[axis] = gradient[axis] * amplitude;
    return result;
  }

  const std::uint32_t (&hashes)[1 << N];
  const float (*vector)[4];
  float amplitude;
};

template <int N>
static Gradients<N> gradients(const model::PerlinNoise& noise,
                              const std::uint32_t (&hashes)[1 << N]) noexcept {
  Gradients<N> result;
  result.amplitude = noise.amplitude;
  const bool is_array = noise.lattice.kind == model::LatticePoints::array;
  const model::GradientSet* const set = noise.gradients[N - 1];
  for (int axis = 0; axis < N; ++axis)
    result.component[axis] = is_array ? noise.component[axis] : set->component[axis];
  for (unsigned vertex = 0; vertex < 1u << N; ++vertex) {
    result.choice[vertex] =
        is_array ? hashes[vertex] : gradient_index(noise.lattice, *set, N, hashes[vertex]);
  }
  return result;
}

// Calls use(at) for a cell, where at(vertex) is the gradient at a vertex, and returns its result.
template <int N, class Use>
auto with_vertices(const model::PerlinNoise& noise, const Located (&located)[N],
                   const Use& use) noexcept {
  std::uint32_t hashes[1 << N];
  hash_vertices(noise, located, hashes);
  const model::GradientSet* const set = noise.gradients[N - 1];
  if (noise.lattice.kind == model::LatticePoints::hashed && set->sign_symmetric)
    return use(SignSymmetricGradients<N>{hashes, set->vector, noise.amplitude});
  return use(gradients<N>(noise, hashes));
}

}  // namespace perlane::reference
