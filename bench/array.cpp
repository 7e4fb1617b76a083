#include "array.hpp"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

namespace perlane::bench {

std::byte* array(std::int64_t bytes, Alignment alignment) {
  constexpr std::int64_t line = 64;
  static std::unique_ptr<std::byte, void (*)(void*)> memory(nullptr, std::free);
  static std::int64_t size = 0;
  if (size < bytes + line) {
    memory.reset();
    size = (bytes + 2 * line - 1) / line * line;
    memory.reset(static_cast<std::byte*>(std::aligned_alloc(line, static_cast<std::size_t>(size))));
    if (memory == nullptr) {
      size = 0;
      throw std::bad_alloc();
    }
    std::memset(memory.get(), 1, static_cast<std::size_t>(size));
  }
  return memory.get() + (alignment == Alignment::vector ? 16 : 0);
}

}  // namespace perlane::bench
