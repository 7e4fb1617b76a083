#pragma once
// A hash of bytes.

#include "base/fnv.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace perlane::graph {

// FNV-1a, eight bytes at a time.
class ContentHash {
 public:
  void add(const void* data, std::size_t size) noexcept {
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; i += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes + i, std::min(sizeof word, size - i));
      value_ = base::fnv(value_, word);
      value_ ^= value_ >> 32;
    }
  }
  template <class T>
  void add(std::span<const T> values) noexcept {
    add(values.data(), values.size_bytes());
  }
  std::size_t value() const noexcept { return static_cast<std::size_t>(value_); }

 private:
  std::uint64_t value_ = base::fnv_of_nothing;
};

}  // namespace perlane::graph
