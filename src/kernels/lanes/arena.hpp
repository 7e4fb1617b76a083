#pragma once
// Takes memory from what the engine lends.

#include "model/memory.hpp"
#include "kernels/lanes/layout.hpp"

#include <cassert>

namespace perlane::kernels {

// Takes memory for `count` elements, and for as many more as a full vector may read or write beyond
// them.
template <class Arch, class T>
T* take(model::Arena& arena, int count) noexcept {
  T* result = reinterpret_cast<T*>(arena.next);
  const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(T) + 64;
  arena.next += (bytes + 63) / 64 * 64;
  assert(arena.next <= arena.end);
  return result;
}

template <class Arch>
Weights take_weights(model::Arena& arena, int count) noexcept {
  Weights weights;
  weights.s = take<Arch, float>(arena, count);
  weights.u = take<Arch, float>(arena, count);
  weights.v = take<Arch, float>(arena, count);
  return weights;
}

// Uses the end of the arena in the same way, but only for the moment: the memory is not taken.
template <class Arch, class T>
T* borrow(const model::Arena& arena, int count) noexcept {
  const std::size_t bytes = (static_cast<std::size_t>(count) * sizeof(T) + 64 + 63) / 64 * 64;
  assert(arena.next + bytes <= arena.end);
  return reinterpret_cast<T*>(arena.end - bytes);
}

}  // namespace perlane::kernels
