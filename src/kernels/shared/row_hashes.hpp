#pragma once
// The hashes of rows of lattice points that differ in x alone.

#include "kernels/lanes/byte_table.hpp"
#include "kernels/shared/hashes.hpp"

namespace perlane::kernels {

// The number of columns that a row of hashes has room for beyond its own: byte tables look up four
// vectors at a time.
template <class Arch>
inline constexpr int row_hashes_room = 4 * lanes<Arch>;

// Turns every four vectors of columns into one of bytes, in place.
template <class Arch>
void pack_columns(const LatticePoints& lattice, std::uint32_t* column, int count) noexcept {
  using W = Words<Arch>;
  const ByteTable<Arch> table(lattice.bytes);
  for (int i = 0, packed = 0; i < count; i += 4 * lanes<Arch>, packed += lanes<Arch>) {
    const auto x = [&](int which) {
      return (W::load_aligned(column + i + which * lanes<Arch>) + W(lattice.start)) & W(255);
    };
    xsimd::bitwise_cast<std::uint32_t>(table(pack<Arch>(x(0), x(1), x(2), x(3))))
        .store_aligned(column + packed);
  }
}

// Replaces the lattice coordinates of an axis by the parts that they contribute to hashes, once for
// all rows.
template <class Arch>
void prepare_axis(const LatticePoints& lattice, int axis, std::uint32_t* coordinate,
                  int count) noexcept {
  using W = Words<Arch>;
  const auto replace = [&](const auto& formula) {
    for (int i = 0; i < count; i += lanes<Arch>)
      formula(W::load_aligned(coordinate + i)).store_aligned(coordinate + i);
  };
  switch (lattice.kind) {
    case LatticePoints::hashed:
      if (axis == 0)
        return replace([&](W x) { return mixed<Arch>(spread_axis<Arch>(x, lattice, 0)); });
      return replace(
          [&](W cell) { return mixed_factor<Arch>(spread_axis<Arch>(cell, lattice, axis)); });
    case LatticePoints::permutation:
      if (axis > 0) return;  // these are added from look-up to look-up
      if constexpr (ByteTable<Arch>::exists) {
        if (has_bytes<Arch>(lattice)) return pack_columns<Arch>(lattice, coordinate, count);
      }
      return replace([&](W x) { return entry<Arch>(lattice, x + W(lattice.start)); });
    case LatticePoints::classic:
    case LatticePoints::jenkins:
      return;  // likewise
    case LatticePoints::array:
      if (axis == 0) return;
      return replace([&](W cell) { return cell * W(lattice.stride[axis]); });
    case LatticePoints::xor_hashed:
      return replace([&](W cell) { return xor_axis<Arch>(cell, lattice, axis); });
  }
}

// Returns the number by which a row multiplies its columns, or which it combines with them;
// permutations and sequential hashes have none.
template <class Arch>
std::uint32_t row_key(const LatticePoints& lattice, int dimensions,
                      const std::uint32_t* cell) noexcept {
  std::uint32_t key = 0;
  switch (lattice.kind) {
    case LatticePoints::hashed:
      key = dimensions == 1 ? lattice.key.line | 1 : 1;
      for (int axis = 1; axis < dimensions; ++axis) key *= cell[axis];
      break;
    case LatticePoints::permutation:
    case LatticePoints::jenkins:
      break;
    case LatticePoints::classic:
      key = lattice.start;
      for (int axis = dimensions - 1; axis > 0; --axis)
        key = lattice.table[(key + cell[axis]) & lattice.mask];
      break;
    case LatticePoints::array:
      for (int axis = 1; axis < dimensions; ++axis) key += cell[axis];
      break;
    case LatticePoints::xor_hashed:
      for (int axis = 1; axis < dimensions; ++axis) key ^= cell[axis];
      break;
  }
  return key;
}

template <class Arch>
void permuted_row(const LatticePoints& lattice, int dimensions, const std::uint32_t* column,
                  int count, const std::uint32_t* cell, std::uint32_t* hash) noexcept {
  using W = Words<Arch>;
  for (int i = 0; i < count; i += lanes<Arch>) {
    W v = W::load_aligned(column + i);
    for (int axis = 1; axis < dimensions; ++axis) v = entry<Arch>(lattice, v + W(cell[axis]));
    for (int axis = dimensions; axis < lattice.look_ups; ++axis) v = entry<Arch>(lattice, v);
    v.store_aligned(hash + i);
  }
}

template <class Arch>
void permuted_bytes(const LatticePoints& lattice, int dimensions, const std::uint32_t* column,
                    int count, const std::uint32_t* cell, std::uint32_t* hash) noexcept {
  using B = Bytes<Arch>;
  const ByteTable<Arch> table(lattice.bytes);
  for (int i = 0, packed = 0; i < count; i += 4 * lanes<Arch>, packed += lanes<Arch>) {
    B v = xsimd::bitwise_cast<std::uint8_t>(Words<Arch>::load_aligned(column + packed));
    for (int axis = 1; axis < dimensions; ++axis)
      v = table(v + B(static_cast<std::uint8_t>(cell[axis])));
    for (int axis = dimensions; axis < lattice.look_ups; ++axis) v = table(v);
    for (int which = 0; which < 4; ++which)
      unpack<Arch>(v, which).store_aligned(hash + i + which * lanes<Arch>);
  }
}

// Writes the hashes of the row at lattice coordinates cell[1], cell[2] and cell[3], which are
// prepared as its columns are.
template <class Arch>
void row_hashes(const LatticePoints& lattice, int dimensions, const std::uint32_t* column,
                int count, const std::uint32_t* cell, std::uint32_t* hash) noexcept {
  using W = Words<Arch>;
  const W key(row_key<Arch>(lattice, dimensions, cell));
  switch (lattice.kind) {
    case LatticePoints::hashed:
      for (int i = 0; i < count; i += lanes<Arch>) {
        const W v = W::load_aligned(column + i) * key;
        (dimensions == 1 ? last_round<Arch>(v) : v).store_aligned(hash + i);
      }
      return;
    case LatticePoints::permutation:
      if constexpr (ByteTable<Arch>::exists) {
        if (has_bytes<Arch>(lattice))
          return permuted_bytes<Arch>(lattice, dimensions, column, count, cell, hash);
      }
      return permuted_row<Arch>(lattice, dimensions, column, count, cell, hash);
    case LatticePoints::classic:
      for (int i = 0; i < count; i += lanes<Arch>)
        classic_hash<Arch>(lattice, W::load_aligned(column + i) + key).store_aligned(hash + i);
      return;
    case LatticePoints::array:
      for (int i = 0; i < count; i += lanes<Arch>)
        (W::load_aligned(column + i) + key).store_aligned(hash + i);
      return;
    case LatticePoints::jenkins:
      for (int i = 0; i < count; i += lanes<Arch>) {
        jenkins_hash<Arch>(lattice, dimensions, W::load_aligned(column + i), W(cell[1]), W(cell[2]))
            .store_aligned(hash + i);
      }
      return;
    case LatticePoints::xor_hashed:
      for (int i = 0; i < count; i += lanes<Arch>)
        xor_hash<Arch>(W::load_aligned(column + i) ^ key).store_aligned(hash + i);
      return;
  }
}

}  // namespace perlane::kernels
