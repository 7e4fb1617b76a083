#pragma once
// The memory that cases write to.

#include "cases.hpp"

#include <cstddef>
#include <span>

namespace perlane::bench {

// Returns memory that lies as `alignment` says. It has been touched, because the first touch takes
// the operating system's time, not ours, and it is kept until somebody asks for more.
std::byte* array(std::int64_t bytes, Alignment alignment);

template <class T>
std::span<T> array_of(const Case& measured) {
  const std::int64_t bytes = measured.samples() * measured.bytes_per_sample();
  return {reinterpret_cast<T*>(array(bytes, measured.alignment)),
          static_cast<std::size_t>(bytes) / sizeof(T)};
}

}  // namespace perlane::bench
