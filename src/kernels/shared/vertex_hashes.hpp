#pragma once
// The hashes of the vertices of cells around points. Bit a of a vertex says on which side of axis a
// it lies.
// A block of points has some vectors of them. `cell` is PointBlock::cell: axis by axis, the lattice
// coordinates below all points, and then those above. The hashes of a vector of points follow each
// other vertex by vertex. The compiler knows the number of dimensions where formulas are short.

#include "kernels/lanes/byte_table.hpp"
#include "kernels/shared/hashes.hpp"

namespace perlane::kernels {

// The number of vectors of points that go from stage to stage together.
inline constexpr int vectors_in_block = 8;
template <class Arch>
inline constexpr int points_in_block = vectors_in_block * lanes<Arch>;

// Loads the lattice coordinates on a side of vector b of points.
template <class Arch>
XSIMD_INLINE Words<Arch> side_of(const std::uint32_t* cell, int axis, int side, int b) noexcept {
  return Words<Arch>::load_aligned(cell + (2 * axis + side) * points_in_block<Arch> +
                                   b * lanes<Arch>);
}

template <class Arch, int N>
void hashed_vertices(const LatticePoints& lattice, const std::uint32_t* cell, int vectors,
                     std::uint32_t* hash) noexcept {
  using W = Words<Arch>;
  for (int b = 0; b < vectors; ++b) {
    W a[N][2];
    for (int axis = 0; axis < N; ++axis) {
      for (int side = 0; side < 2; ++side) {
        const W spread = spread_axis<Arch>(side_of<Arch>(cell, axis, side, b), lattice, axis);
        a[axis][side] = axis == 0 ? mixed<Arch>(spread) : mixed_factor<Arch>(spread);
      }
    }
    for (int vertex = 0; vertex < 1 << N; ++vertex, hash += lanes<Arch>) {
      W v = a[0][vertex & 1];
      if constexpr (N == 1) v = last_round<Arch>(v * W(lattice.key.line | 1));
      for (int axis = 1; axis < N; ++axis) v = v * a[axis][vertex >> axis & 1];
      v.store_aligned(hash);
    }
  }
}

template <class Arch, int N>
void permuted_vertices(const LatticePoints& lattice, const std::uint32_t* cell, int vectors,
                       std::uint32_t* hash) noexcept {
  using W = Words<Arch>;
  const int look_ups = lattice.look_ups;
  for (int b = 0; b < vectors; ++b, hash += lanes<Arch> << N) {
    W v[1 << N];
    for (int x = 0; x < 2; ++x)
      v[x] = entry<Arch>(lattice, side_of<Arch>(cell, 0, x, b) + W(lattice.start));
    for (int axis = 1; axis < N; ++axis) {
      const W below = side_of<Arch>(cell, axis, 0, b), above = side_of<Arch>(cell, axis, 1, b);
      for (int vertex = 0; vertex < 1 << axis; ++vertex) {
        v[vertex + (1 << axis)] = entry<Arch>(lattice, v[vertex] + above);
        v[vertex] = entry<Arch>(lattice, v[vertex] + below);
      }
    }
    for (int axis = N; axis < look_ups; ++axis) {
      for (W& vertex : v) vertex = entry<Arch>(lattice, vertex);
    }
    for (int vertex = 0; vertex < 1 << N; ++vertex)
      v[vertex].store_aligned(hash + vertex * lanes<Arch>);
  }
}

// Hashes vertices by byte tables, four vertices at a time.
template <class Arch, int N>
void permuted_byte_vertices(const LatticePoints& lattice, const std::uint32_t* cell, int vectors,
                            std::uint32_t* hash) noexcept {
  using W = Words<Arch>;
  using B = Bytes<Arch>;
  const ByteTable<Arch> table(lattice.bytes);
  for (int b = 0; b < vectors; ++b) {
    const auto side = [&](int axis, int which) {
      return side_of<Arch>(cell, axis, which, b) & W(255);
    };
    B v[N > 2 ? 1 << (N - 2) : 1];
    const W x0 = (side(0, 0) + W(lattice.start)) & W(255),
            x1 = (side(0, 1) + W(lattice.start)) & W(255);
    v[0] = table(pack<Arch>(x0, x1, x0, x1));
    if constexpr (N >= 2)
      v[0] = table(v[0] + pack<Arch>(side(1, 0), side(1, 0), side(1, 1), side(1, 1)));
    for (int axis = 2; axis < N; ++axis) {
      const W low = side(axis, 0), high = side(axis, 1);
      const B below = pack<Arch>(low, low, low, low), above = pack<Arch>(high, high, high, high);
      for (int group = 1 << (axis - 2); group-- > 0;) {
        v[group + (1 << (axis - 2))] = table(v[group] + above);
        v[group] = table(v[group] + below);
      }
    }
    for (int axis = N; axis < lattice.look_ups; ++axis) {
      for (B& group : v) group = table(group);
    }
    for (int vertex = 0; vertex < 1 << N; ++vertex, hash += lanes<Arch>)
      unpack<Arch>(v[vertex / 4], vertex % 4).store_aligned(hash);
  }
}

template <class Arch>
void classic_vertices(const LatticePoints& lattice, int dimensions, const std::uint32_t* cell,
                      int vectors, std::uint32_t* hash) noexcept {
  using W = Words<Arch>;
  const int vertices = 1 << dimensions;
  for (int b = 0; b < vectors; ++b, hash += vertices * lanes<Arch>) {
    const auto at = [&](int vertex) { return hash + vertex * lanes<Arch>; };
    // The chain of two vertices that differ in x is where the hash of the lower will be.
    W(lattice.start).store_aligned(at(0));
    for (int axis = dimensions - 1; axis > 0; --axis) {
      const W below = side_of<Arch>(cell, axis, 0, b), above = side_of<Arch>(cell, axis, 1, b);
      const int apart = 1 << axis;
      for (int vertex = 0; vertex < vertices; vertex += 2 * apart) {
        const W v = W::load_aligned(at(vertex));
        entry<Arch>(lattice, v + above).store_aligned(at(vertex + apart));
        entry<Arch>(lattice, v + below).store_aligned(at(vertex));
      }
    }
    const W below = side_of<Arch>(cell, 0, 0, b), above = side_of<Arch>(cell, 0, 1, b);
    for (int vertex = 0; vertex < vertices; vertex += 2) {
      const W v = W::load_aligned(at(vertex));
      classic_hash<Arch>(lattice, v + below).store_aligned(at(vertex));
      classic_hash<Arch>(lattice, v + above).store_aligned(at(vertex + 1));
    }
  }
}

// Hashes vertices of any lattice, one by one. It is for the rare lattices: a user's array, and
// published hashes.
template <class Arch, int N>
void single_vertices(const LatticePoints& lattice, const std::uint32_t* cell, int vectors,
                     std::uint32_t* hash) noexcept {
  for (int b = 0; b < vectors; ++b) {
    for (int vertex = 0; vertex < 1 << N; ++vertex, hash += lanes<Arch>) {
      Words<Arch> side[N];
      for (int axis = 0; axis < N; ++axis)
        side[axis] = side_of<Arch>(cell, axis, vertex >> axis & 1, b);
      hash_of<Arch, N>(lattice, side).store_aligned(hash);
    }
  }
}

template <class Arch, int N>
void vertex_hashes_in(const LatticePoints& lattice, const std::uint32_t* cell, int vectors,
                      std::uint32_t* hash) noexcept {
  switch (lattice.kind) {
    case LatticePoints::hashed:
      return hashed_vertices<Arch, N>(lattice, cell, vectors, hash);
    case LatticePoints::permutation:
      break;
    case LatticePoints::classic:
      return classic_vertices<Arch>(lattice, N, cell, vectors, hash);
    case LatticePoints::array:
    case LatticePoints::jenkins:
    case LatticePoints::xor_hashed:
      return single_vertices<Arch, N>(lattice, cell, vectors, hash);
  }
  if constexpr (ByteTable<Arch>::exists) {
    if (has_bytes<Arch>(lattice))
      return permuted_byte_vertices<Arch, N>(lattice, cell, vectors, hash);
  }
  permuted_vertices<Arch, N>(lattice, cell, vectors, hash);
}

// Writes the hashes of the vertices around `vectors` vectors of points.
template <class Arch>
void vertex_hashes(const LatticePoints& lattice, int dimensions, const std::uint32_t* cell,
                   int vectors, std::uint32_t* hash) noexcept {
  with_dimensions(dimensions, [&]<int N>() noexcept {
    vertex_hashes_in<Arch, N>(lattice, cell, vectors, hash);
  });
}

}  // namespace perlane::kernels
