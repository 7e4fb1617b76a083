#pragma once
// The memory that the engine gives to kernels. Plain data.

#include <cstddef>

namespace perlane::model {

// Memory of a kernel, 64-byte aligned.
struct Arena {
  std::byte* next;
  std::byte* end;
};

// Tables and rows that a kernel has made for a stack of tiles.
struct State {
  void* cached;  // null: nothing yet
  Arena arena;   // the memory that is left; its end is scratch memory
};

}  // namespace perlane::model
