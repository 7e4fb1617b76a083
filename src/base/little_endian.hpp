#pragma once
// Numbers as bytes, the lowest first on every CPU.

#include <cstddef>
#include <cstdint>

namespace perlane::base {

// Appends the lowest `size` bytes of a number to a std::string or a vector of bytes.
template <class Bytes>
void append_little_endian(Bytes& bytes, std::uint64_t number, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i)
    bytes.push_back(static_cast<typename Bytes::value_type>(number >> (8 * i) & 255));
}

}  // namespace perlane::base
