#pragma once
// Allocates memory in the arena of the engine.

#include "model/memory.hpp"
#include "model/tile.hpp"
#include "kernels/arch/arch.hpp"

#include <cassert>

namespace perlane::kernels {

// Allocates `count` elements, and as many more as a full vector may read or write beyond them.
template <class Arch, class T>
T* allocate(model::Arena& arena, int count) noexcept {
  T* result = reinterpret_cast<T*>(arena.next);
  const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(T) + 64;
  arena.next += (bytes + 63) / 64 * 64;
  assert(arena.next <= arena.end);
  return result;
}

// Allocates lines for the fractions of `count` samples of an axis, which is a multiple of the
// lanes, and for their weights, all at once. `where` has members for these.
template <class Arch, class Where>
XSIMD_INLINE void allocate_weighed(Where& where, int count, bool with_derivatives,
                                   model::Arena& arena) noexcept {
  const int pitch = count + model::row_gap;
  float* const f = allocate<Arch, float>(arena, (with_derivatives ? 7 : 4) * pitch);
  where.f = f;
  where.weights = {f + pitch, f + 2 * pitch, f + 3 * pitch};
  if (with_derivatives) where.derivatives = {f + 4 * pitch, f + 5 * pitch, f + 6 * pitch};
}

// Returns memory at the end of the arena, which is scratch memory: nothing is allocated.
template <class Arch, class T>
T* scratch_memory(const model::Arena& arena, int count) noexcept {
  const std::size_t bytes = (static_cast<std::size_t>(count) * sizeof(T) + 64 + 63) / 64 * 64;
  assert(arena.next + bytes <= arena.end);
  return reinterpret_cast<T*>(arena.end - bytes);
}

}  // namespace perlane::kernels
