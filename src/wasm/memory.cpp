// The memory that malloc asks the system for. It grows by a half, and not by the size that is asked
// for: engines collect all garbage when memory grows, which must not happen for every few fields.

#include <algorithm>
#include <cstddef>
#include <cstdint>

extern "C" void* sbrk(std::intptr_t increment) {
  constexpr std::size_t page = 65536;
  const std::size_t pages = __builtin_wasm_memory_size(0);
  static std::size_t end = pages * page;
  const std::size_t begin = end, there = pages * page - begin;
  const auto bytes = static_cast<std::size_t>(increment);
  if (bytes > there) {
    const std::size_t least = (bytes - there - 1) / page + 1;
    constexpr std::size_t failed = SIZE_MAX;
    if (__builtin_wasm_memory_grow(0, std::max(least, pages / 2)) == failed &&
        __builtin_wasm_memory_grow(0, least) == failed) {
      return reinterpret_cast<void*>(failed);
    }
  }
  end += bytes;
  return reinterpret_cast<void*>(begin);
}
