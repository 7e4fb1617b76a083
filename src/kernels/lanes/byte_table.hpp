#pragma once
// Tables of 256 bytes, where the instruction set looks up a whole vector of bytes at once: four
// hashes of less than 256 in each lane.

#include "model/noises.hpp"
#include "kernels/lanes/lanes.hpp"

namespace perlane::kernels {

template <class Arch>
using ByteTable = typename Backend<Arch>::ByteTable;

// True if look-ups go through a byte table.
template <class Arch>
XSIMD_INLINE bool has_bytes(const model::LatticePoints& lattice) noexcept {
  return ByteTable<Arch>::exists && lattice.bytes != nullptr;
}

template <class Arch>
XSIMD_INLINE Bytes<Arch> pack(Words<Arch> a, Words<Arch> b, Words<Arch> c, Words<Arch> d) noexcept {
  return xsimd::bitwise_cast<std::uint8_t>((a | (b << 8)) | ((c << 16) | (d << 24)));
}
template <class Arch>
XSIMD_INLINE Words<Arch> unpack(Bytes<Arch> packed, int which) noexcept {
  return (xsimd::bitwise_cast<std::uint32_t>(packed) >> (8 * which)) & Words<Arch>(255);
}

}  // namespace perlane::kernels
