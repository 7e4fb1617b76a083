#pragma once
// The values of value noise at the vertices of a cell.

#include "reference/cell.hpp"

namespace perlane::reference {

inline std::uint32_t value_number(const model::LatticePoints& lattice,
                                  std::uint32_t hash) noexcept {
  switch (lattice.kind) {
    case model::LatticePoints::hashed:
      return last_round(hash);
    case model::LatticePoints::xor_hashed:
      return xor_value(hash);
    default:
      return hash;
  }
}

inline float value(const model::ValueNoise& noise, std::uint32_t hash) noexcept {
  if (noise.lattice.kind == model::LatticePoints::array) return noise.value[hash] * noise.amplitude;
  const std::uint32_t number = value_number(noise.lattice, hash);
  return static_cast<float>(static_cast<std::int32_t>((number << noise.shift) + noise.least)) *
         noise.scale;
}

// Calls use(at) for a cell, where at(vertex) is the value at a vertex, and returns its result.
template <int N, class Use>
auto with_vertices(const model::ValueNoise& noise, const Located (&located)[N],
                   const Use& use) noexcept {
  std::uint32_t hashes[1 << N];
  hash_vertices(noise, located, hashes);
  return use([&](unsigned vertex) { return Vertex<N>{value(noise, hashes[vertex]), {}}; });
}

}  // namespace perlane::reference
