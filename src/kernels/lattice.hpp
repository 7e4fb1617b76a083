#pragma once
// The words of lattice points: mirror of reference/lattice.cpp, `hash` and `word`. A row at a time
// for grids, the vertices of a cell at a time for points.

#include "kernels/byte_table.hpp"
#include "kernels/lanes.hpp"

#include "model/noises.hpp"

namespace perlane::kernels {

using model::LatticePoints;

// What stands at the lattice points of a noise: `Rows` of it for grids, `Drawn` for the single
// vertices of points. Specialised by the file of the noise.
template <class Arch, int N, class Noise>
struct Sources;

// What is the same all over a tile or a run, and is asked for at each vertex. The usual cases are
// known to the compiler.
struct Plan {
  LatticePoints::Kind kind;
  bool is_mirrored;
  Fade fade;
  bool is_periodic;
};
template <LatticePoints::Kind fixed_kind, bool fixed_is_mirrored>
struct FixedPlan {
  static constexpr LatticePoints::Kind kind = fixed_kind;
  static constexpr bool is_mirrored = fixed_is_mirrored;
  static constexpr Fade fade = Fade::quintic;
  static constexpr bool is_periodic = false;
};

// One axis' share of the hash. A template on Arch though it is scalar code: see "No ODR traps" in
// docs/architecture.md.
template <class Arch, class Word>
XSIMD_INLINE Word hash_axis(Word cell, std::uint32_t key) noexcept {
  Word h = cell + Word(key);
  h = h ^ (h >> 16);
  h = h * Word(0x7feb352du);
  h = h ^ (h >> 15);
  h = h * Word(0x846ca68bu);
  return h ^ (h >> 16);
}

template <class Arch>
XSIMD_INLINE Words<Arch> hash_join(Words<Arch> v) noexcept {
  return v * (v + v + Words<Arch>(1));
}

// Whether look-ups go through a byte table.
template <class Arch>
XSIMD_INLINE bool has_bytes(const LatticePoints& lattice) noexcept {
  return ByteTable<Arch>::exists && lattice.bytes != nullptr;
}

// The lattice of a tile. What depends on x alone is worked out once for all rows.
template <class Arch, int N>
class LatticeWords {
  using W = Words<Arch>;
  static constexpr int block = 4 * lanes<Arch>;  // columns that are looked up at once

 public:
  // Columns are evaluated up to a multiple of so many.
  static constexpr int padded(int count) noexcept { return (count + block - 1) / block * block; }

  // Replaces the coordinates in `column` by what depends on x alone.
  LatticeWords(const LatticePoints& lattice, std::uint32_t* column, int count,
               model::Arena& arena) noexcept
      : lattice_(lattice), column_(column), count_(count) {
    switch (lattice.kind) {
      case LatticePoints::hashed:
        for (int i = 0; i < count; i += lanes<Arch>)
          hash_axis<Arch>(W::load_aligned(column + i), lattice.key.axis[0])
              .store_aligned(column + i);
        break;
      case LatticePoints::permutation:
        if constexpr (ByteTable<Arch>::exists) {
          if (has_bytes<Arch>(lattice)) {
            pack_columns();
            row_ = take<Arch, std::uint32_t>(arena, padded(count) / 4);
            break;
          }
        }
        for (int i = 0; i < count; i += lanes<Arch>) {
          const W x = W::load_aligned(column + i);
          gather<Arch>(lattice.table, (x + W(lattice.start)) & W(lattice.mask))
              .store_aligned(column + i);
        }
        break;
      case LatticePoints::classic:
      case LatticePoints::array:
        break;  // x is added to what the row is
    }
  }

  // Chooses a row: y, z, w.
  void select_row(const std::uint32_t* cell) noexcept {
    key_ = lattice_.kind == LatticePoints::hashed ? lattice_.key.all : 0;
    if (lattice_.kind == LatticePoints::classic) {
      key_ = lattice_.start;
      for (int axis = N - 1; axis > 0; --axis)
        key_ = lattice_.table[(key_ + cell[axis]) & lattice_.mask];
    }
    for (int axis = 1; axis < N; ++axis) {
      cell_[axis] = cell[axis];
      if (lattice_.kind == LatticePoints::hashed)
        key_ ^= hash_axis<Arch>(cell[axis], lattice_.key.axis[axis]);
      if (lattice_.kind == LatticePoints::array) key_ += cell[axis] * lattice_.stride[axis];
    }
    if constexpr (ByteTable<Arch>::exists) {
      if (row_ != nullptr) look_up_row();
    }
  }

  // The words of columns i, i + 1, ... of the row.
  template <class Plan>
  XSIMD_INLINE W operator()(const Plan& plan, int i) const noexcept {
    switch (plan.kind) {
      case LatticePoints::hashed:
        return hash_join<Arch>(W::load_aligned(column_ + i) ^ W(key_));
      case LatticePoints::permutation:
        break;
      case LatticePoints::classic:
        return (W::load_aligned(column_ + i) + W(key_)) & W(lattice_.mask);
      case LatticePoints::array:
        return W::load_aligned(column_ + i) + W(key_);
    }
    if constexpr (ByteTable<Arch>::exists) {
      if (row_ != nullptr) return unpack<Arch>(packed(row_, i / block), i / lanes<Arch> % 4);
    }
    W v = W::load_aligned(column_ + i);
    for (int axis = 1; axis < N; ++axis)
      v = gather<Arch>(lattice_.table, (v + W(cell_[axis])) & W(lattice_.mask));
    for (int axis = N; axis < lattice_.look_ups; ++axis) v = gather<Arch>(lattice_.table, v);
    return v;
  }

 private:
  XSIMD_INLINE static Bytes<Arch> packed(const std::uint32_t* words, int i) noexcept {
    return xsimd::bitwise_cast<std::uint8_t>(W::load_aligned(words + i * lanes<Arch>));
  }
  XSIMD_INLINE static void store(Bytes<Arch> bytes, std::uint32_t* words, int i) noexcept {
    xsimd::bitwise_cast<std::uint32_t>(bytes).store_aligned(words + i * lanes<Arch>);
  }

  // Four vectors of columns become one, in place.
  void pack_columns() noexcept {
    const ByteTable<Arch> table(lattice_.bytes);
    for (int i = 0; i < count_; i += block) {
      const auto x = [&](int which) {
        return (W::load_aligned(column_ + i + which * lanes<Arch>) + W(lattice_.start)) & W(255);
      };
      store(table(pack<Arch>(x(0), x(1), x(2), x(3))), column_, i / block);
    }
  }

  void look_up_row() noexcept {
    const ByteTable<Arch> table(lattice_.bytes);
    for (int i = 0; i * block < count_; ++i) {
      Bytes<Arch> v = packed(column_, i);
      for (int axis = 1; axis < N; ++axis)
        v = table(v + Bytes<Arch>(static_cast<std::uint8_t>(cell_[axis])));
      for (int axis = N; axis < lattice_.look_ups; ++axis) v = table(v);
      store(v, row_, i);
    }
  }

  const LatticePoints& lattice_;
  std::uint32_t* column_;
  int count_;
  std::uint32_t* row_ = nullptr;  // of bytes
  std::uint32_t key_ = 0;
  std::uint32_t cell_[4] = {};
};

// The words of the vertices of each lane's cell; bit a of a vertex says on which side of axis a it
// lies. `bytes`: the table, if it is one of bytes.
template <class Arch, int N>
XSIMD_INLINE void vertex_words(const LatticePoints& lattice, LatticePoints::Kind kind,
                               const ByteTable<Arch>* bytes, const Words<Arch> (&cell)[N][2],
                               Words<Arch> (&word)[1 << N]) noexcept {
  using W = Words<Arch>;
  constexpr int vertices = 1 << N;
  switch (kind) {
    case LatticePoints::hashed: {
      W h[N][2];
      for (int axis = 0; axis < N; ++axis) {
        for (int side = 0; side < 2; ++side)
          h[axis][side] = hash_axis<Arch>(cell[axis][side], lattice.key.axis[axis]);
      }
      for (int side = 0; side < 2; ++side) h[0][side] = h[0][side] ^ W(lattice.key.all);
      for (int vertex = 0; vertex < vertices; ++vertex) {
        W v = h[0][vertex & 1];
        for (int axis = 1; axis < N; ++axis) v = v ^ h[axis][vertex >> axis & 1];
        word[vertex] = hash_join<Arch>(v);
      }
      return;
    }
    case LatticePoints::permutation:
      break;
    case LatticePoints::classic: {
      const W mask(lattice.mask);
      W h[vertices];
      h[0] = W(lattice.start);
      for (int axis = N - 1; axis > 0; --axis) {
        for (int i = 1 << (N - 1 - axis); i-- > 0;) {
          h[2 * i + 1] = gather<Arch>(lattice.table, (h[i] + cell[axis][1]) & mask);
          h[2 * i] = gather<Arch>(lattice.table, (h[i] + cell[axis][0]) & mask);
        }
      }
      for (int vertex = 0; vertex < vertices; ++vertex)
        word[vertex] = (h[vertex >> 1] + cell[0][vertex & 1]) & mask;
      return;
    }
    case LatticePoints::array:
      for (int vertex = 0; vertex < vertices; ++vertex) {
        W v = cell[0][vertex & 1];
        for (int axis = 1; axis < N; ++axis)
          v = v + cell[axis][vertex >> axis & 1] * W(lattice.stride[axis]);
        word[vertex] = v;
      }
      return;
  }
  if constexpr (ByteTable<Arch>::exists) {
    if (bytes != nullptr) {
      // Four vertices at a time.
      const ByteTable<Arch>& table = *bytes;
      const auto side = [&](int axis, int which) { return cell[axis][which] & W(255); };
      constexpr int groups = vertices > 4 ? vertices / 4 : 1;
      Bytes<Arch> v[groups];
      const W x0 = (cell[0][0] + W(lattice.start)) & W(255),
              x1 = (cell[0][1] + W(lattice.start)) & W(255);
      v[0] = table(pack<Arch>(x0, x1, x0, x1));
      if constexpr (N >= 2)
        v[0] = table(v[0] + pack<Arch>(side(1, 0), side(1, 0), side(1, 1), side(1, 1)));
      for (int axis = 2; axis < N; ++axis) {
        const Bytes<Arch> low =
            pack<Arch>(side(axis, 0), side(axis, 0), side(axis, 0), side(axis, 0));
        const Bytes<Arch> high =
            pack<Arch>(side(axis, 1), side(axis, 1), side(axis, 1), side(axis, 1));
        for (int group = 1 << (axis - 2); group-- > 0;) {
          v[group + (1 << (axis - 2))] = table(v[group] + high);
          v[group] = table(v[group] + low);
        }
      }
      for (int axis = N; axis < lattice.look_ups; ++axis) v[0] = table(v[0]);
      for (int vertex = 0; vertex < vertices; ++vertex)
        word[vertex] = unpack<Arch>(v[vertex / 4], vertex % 4);
      return;
    }
  }
  const W mask(lattice.mask);
  for (int x = 0; x < 2; ++x)
    word[x] = gather<Arch>(lattice.table, (cell[0][x] + W(lattice.start)) & mask);
  for (int axis = 1; axis < N; ++axis) {
    for (int vertex = 1 << axis; vertex-- > 0;) {
      word[vertex + (1 << axis)] =
          gather<Arch>(lattice.table, (word[vertex] + cell[axis][1]) & mask);
      word[vertex] = gather<Arch>(lattice.table, (word[vertex] + cell[axis][0]) & mask);
    }
  }
  for (int axis = N; axis < lattice.look_ups; ++axis) {
    for (int vertex = 0; vertex < vertices; ++vertex)
      word[vertex] = gather<Arch>(lattice.table, word[vertex]);
  }
}

}  // namespace perlane::kernels
