#pragma once
// Memory that the engine lends.

#include "model/memory.hpp"

#include <cassert>

namespace perlane::kernels {

// Memory for `count` elements and for as many more as a full vector may read or write beyond them.
template <class Arch, class T>
T* take(model::Arena& arena, int count) noexcept {
  T* result = reinterpret_cast<T*>(arena.next);
  const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(T) + 64;
  arena.next += (bytes + 63) / 64 * 64;
  assert(arena.next <= arena.end);
  return result;
}

// The same from the end of the arena, for the moment only: it is not taken.
template <class Arch, class T>
T* borrow(const model::Arena& arena, int count) noexcept {
  const std::size_t bytes = (static_cast<std::size_t>(count) * sizeof(T) + 64 + 63) / 64 * 64;
  assert(arena.next + bytes <= arena.end);
  return reinterpret_cast<T*>(arena.end - bytes);
}

}  // namespace perlane::kernels
