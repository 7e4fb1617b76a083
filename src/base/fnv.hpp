#pragma once
// FNV-1a, a hash of bytes. (G. Fowler, L. C. Noll, K.-P. Vo, 1991.)

#include <cstdint>

namespace perlane::base {

inline constexpr std::uint64_t fnv_of_nothing = 0xcbf29ce484222325u;

// Adds a byte to a hash; or a word at once, where the hash need not be that of its bytes.
constexpr std::uint64_t fnv(std::uint64_t hash, std::uint64_t byte) noexcept {
  return (hash ^ byte) * 0x100000001b3u;
}

}  // namespace perlane::base
