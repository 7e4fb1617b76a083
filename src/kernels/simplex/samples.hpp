#pragma once
// Evaluates simplex noise sample by sample, where cells span so few samples that sharing vertices
// does not pay. A box of samples counts coordinates from an anchor near it, so that binary32 finds
// the simplex: an error moves a sample across a border only where the vertices that differ
// contribute nothing. Rows are placed and hashed first and added up after that, because processors
// do not look far enough ahead to hide the latencies of both in one loop.

#include "kernels/simplex/vertices.hpp"

namespace perlane::kernels::simplex {

// The rows and columns that are evaluated together.
inline constexpr int simplex_rows = 16;
inline constexpr int simplex_columns = 16;

// The places of some rows of a tile along y, z and w.
struct SimplexRowPlaces {
  double cells[4][simplex_rows];
  alignas(64) std::uint32_t quanta[4][simplex_rows];
};

// Hashes vertices that are counted from an anchor, with the bits of mantissa_end.
template <class Arch, int N>
class AnchoredHash {
  using W = Words<Arch>;

 public:
  AnchoredHash(const LatticePoints& lattice, const std::uint32_t (&anchor)[N]) noexcept {
    for (int axis = 0; axis < N; ++axis) {
      key_[axis] = W(lattice.key.axis[axis] +
                     (anchor[axis] - mantissa_end_bits) * model::hash_multiplier[axis]);
    }
  }

  XSIMD_INLINE SimplexSides<Arch, N> sides(const W (&vertex)[N]) const noexcept {
    SimplexSides<Arch, N> sides;
    for (int axis = 0; axis < N; ++axis)
      sides.set(vertex[axis] * W(model::hash_multiplier[axis]) + key_[axis], axis);
    return sides;
  }

 private:
  W key_[N];
};

// Hashes the vertices of a box that differ along each axis by less than the number of lanes: each
// coordinate is hashed once, and looked up by its lowest bits.
template <class Arch, int N>
class PermutedHash {
  using F = Floats<Arch>;
  using W = Words<Arch>;

 public:
  PermutedHash(const AnchoredHash<Arch, N>& hash, const std::uint32_t (&first)[N]) noexcept {
    W vertex[N];
    for (int axis = 0; axis < N; ++axis) {
      const W begin(first[axis]);
      vertex[axis] = begin + ((lane_numbers<Arch>() - begin) & W(lanes<Arch> - 1));
    }
    const SimplexSides<Arch, N> sides = hash.sides(vertex);
    for (int axis = 0; axis < N; ++axis) {
      low_[axis] = xsimd::bitwise_cast<float>(sides.low[axis]);
      high_[axis] = xsimd::bitwise_cast<float>(sides.high[axis]);
    }
  }

  XSIMD_INLINE SimplexSides<Arch, N> sides(const W (&vertex)[N]) const noexcept {
    const auto look_up = [](F table, W index) {
      return xsimd::bitwise_cast<std::uint32_t>(permute<Arch>(table, index));
    };
    SimplexSides<Arch, N> sides;
    for (int axis = 0; axis < N; ++axis) {
      sides.low[axis] = look_up(low_[axis], vertex[axis]);
      sides.high[axis] = look_up(high_[axis], vertex[axis]);
    }
    return sides;
  }

 private:
  F low_[N], high_[N];
};

// A box of rows, less than `widest` cells apart along each axis.
template <class Arch, int N>
class SimplexSamples {
  using F = Floats<Arch>;
  using D = Doubles<Arch>;
  using W = Words<Arch>;

 public:
  static constexpr double widest = 100;

  SimplexSamples(const model::SimplexNoise& noise, const SignSymmetricGradients<Arch, N>& gradients,
                 const SimplexBox& box, const SimplexRowPlaces& places, int rows) noexcept
      : steps_(noise),
        support_squared_(noise.support_squared[N - 1]),
        anchor_(box),
        hash_(noise.lattice, anchor_.point),
        gradients_(gradients),
        rows_(rows) {
    std::uint32_t sum = 0;
    for (const std::uint32_t point : anchor_.point) sum += point - mantissa_end_bits;
    for (int axis = 0; axis < N; ++axis)
      from_anchor_[axis] = sum * model::unskew_quanta[N - 1] - (anchor_.point[axis] << 24);
    for (int r = 0; r < rows; ++r) set_row(places, r);
  }

  // Evaluates a vector of columns, from their places in cells, which are within `low` and `high`,
  // and in quanta.
  void fill(const double* cells, const std::uint32_t* quanta, double low, double high, float* to,
            std::ptrdiff_t pitch) const noexcept {
    if constexpr (lanes<Arch> >= 8) {
      std::uint32_t first[N];
      bool are_few = true;
      for (int axis = 0; axis < N; ++axis) {
        first[axis] = vertex_at(low, axis, low_);
        are_few = are_few && vertex_at(high, axis, high_) - first[axis] < lanes<Arch>;
      }
      if (are_few)
        return fill_hashed(PermutedHash<Arch, N>(hash_, first), cells, quanta, to, pitch);
    }
    fill_hashed(hash_, cells, quanta, to, pitch);
  }

 private:
  // The samples of a row share this: their skewed coordinates without x, less 0.5, so that the
  // nearest whole number is the one below; and their places without x.
  struct Row {
    float skewed[N];
    std::uint32_t quanta[N];
  };
  // The hash that a vertex draws from, and the offset from it.
  struct Vertex {
    W hash;
    F d[N];
  };

  void set_row(const SimplexRowPlaces& places, int r) noexcept {
    double cells[N] = {}, sum = 0;
    for (int axis = 1; axis < N; ++axis) {
      cells[axis] = places.cells[axis][r] - anchor_.cell[axis];
      sum += cells[axis];
      row_[r].quanta[axis] = places.quanta[axis][r] + from_anchor_[axis];
    }
    const double skew = sum * exact_skew<N> + anchor_.skew - 0.5;
    for (int axis = 0; axis < N; ++axis) {
      const auto skewed = static_cast<float>(cells[axis] + skew);
      row_[r].skewed[axis] = skewed;
      low_[axis] = r == 0 || skewed < low_[axis] ? skewed : low_[axis];
      high_[axis] = r == 0 || skewed > high_[axis] ? skewed : high_[axis];
    }
  }

  // Returns the outermost vertex along an axis, rounded as those of the outermost samples are.
  std::uint32_t vertex_at(double cells, int axis, const float (&row)[N]) const noexcept {
    const auto x = static_cast<float>(cells - anchor_.cell[0]);
    const float skew = x * static_cast<float>(exact_skew<N>);
    const float skewed = (axis == 0 ? x + skew : skew) + row[axis];
    return std::bit_cast<std::uint32_t>(skewed + mantissa_end);
  }

  template <class Hash>
  PERLANE_NOINLINE void fill_hashed(const Hash& hash, const double* cells,
                                    const std::uint32_t* quanta, float* to,
                                    std::ptrdiff_t pitch) const noexcept {
    alignas(64) Vertex vertex[simplex_rows][N + 1];
    list_vertices(hash, cells, quanta, vertex);
    const SignSymmetricGradients<Arch, N> gradients = gradients_;
    const F support_squared(support_squared_);
    for (int r = 0; r < rows_; ++r, to += pitch) {
      SimplexSum<Arch, N> sum;
      sum.n = F(0.0f);
      for (const Vertex& own : vertex[r]) {
        F g[N];
        gradients(own.hash, g);
        add_vertex<Arch, N, false>(support_squared, own.d, g, sum);
      }
      sum.n.store_unaligned(to);
    }
  }

  template <class Hash>
  XSIMD_INLINE void list_vertices(const Hash& given_hash, const double* cells,
                                  const std::uint32_t* quanta,
                                  Vertex (&vertex)[simplex_rows][N + 1]) const noexcept {
    constexpr int half = static_cast<int>(D::size);
    const D cell(anchor_.cell[0]);
    const F x = narrow<Arch>(D::load_aligned(cells) - cell, D::load_aligned(cells + half) - cell);
    const F skew = x * F(static_cast<float>(exact_skew<N>)), skewed_x = x + skew;
    const W x_quanta = W::load_aligned(quanta) + W(from_anchor_[0]);
    // A copy: data that a store might alias would be loaded again.
    const Hash hash = given_hash;
    const SimplexSteps<Arch, N> steps = steps_;
    const int rows = rows_;
    for (int r = 0; r < rows; ++r) {
      SimplexPlace<Arch, N> place;
      W position[N];
      F within[N];
      for (int axis = 0; axis < N; ++axis) {
        const F skewed = (axis == 0 ? skewed_x : skew) + F(row_[r].skewed[axis]);
        const F end = skewed + F(mantissa_end);
        place.vertex[axis] = xsimd::bitwise_cast<std::uint32_t>(end);
        within[axis] = skewed - (end - F(mantissa_end));  // known before the offsets
        position[axis] = axis == 0 ? x_quanta : W(row_[r].quanta[axis]);
      }
      set_offsets<Arch, N>(position, place.vertex, place);
      Vertex* own = vertex[r];
      visit_path<Arch, N>(place, within, hash.sides(place.vertex), steps,
                          [&](const W(&side)[N], const F(&d)[N]) {
                            own->hash = combined_hash<Arch, N>(side);
                            for (int axis = 0; axis < N; ++axis) own->d[axis] = d[axis];
                            ++own;
                          });
    }
  }

  SimplexSteps<Arch, N> steps_;
  float support_squared_;
  SimplexAnchor<Arch, N> anchor_;
  AnchoredHash<Arch, N> hash_;
  SignSymmetricGradients<Arch, N> gradients_;
  int rows_;
  std::uint32_t from_anchor_[N];
  float low_[N], high_[N];  // of Row::skewed
  Row row_[simplex_rows];
};

}  // namespace perlane::kernels::simplex
