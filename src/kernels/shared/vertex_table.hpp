#pragma once
// Tables of the gradients at the vertices near a box of samples. The samples of a box have few
// vertices between them: a table draws each of them once, and samples look them up.

#include "kernels/lanes/lanes.hpp"

namespace perlane::kernels {

// The outermost cells of some samples, of one vector at first, as numbers with a sign.
template <class Arch, int N>
class CellBounds {
  using I = xsimd::batch<std::int32_t, Arch>;

 public:
  XSIMD_INLINE explicit CellBounds(const Words<Arch> (&cell)[N]) noexcept {
    for (int axis = 0; axis < N; ++axis)
      low_[axis] = high_[axis] = xsimd::bitwise_cast<std::int32_t>(cell[axis]);
  }

  XSIMD_INLINE void include(const Words<Arch> (&cell)[N]) noexcept {
    for (int axis = 0; axis < N; ++axis) {
      const I number = xsimd::bitwise_cast<std::int32_t>(cell[axis]);
      low_[axis] = xsimd::min(low_[axis], number);
      high_[axis] = xsimd::max(high_[axis], number);
    }
  }

  void get(std::int64_t (&low)[N], std::int64_t (&high)[N]) const noexcept {
    for (int axis = 0; axis < N; ++axis) {
      I least = low_[axis], most = high_[axis];
      reduce_by_steps<Arch>([&](Words<Arch> other) {
        least = xsimd::min(least, permuted(least, other));
        most = xsimd::max(most, permuted(most, other));
      });
      low[axis] = least.get(0);
      high[axis] = most.get(0);
    }
  }

 private:
  XSIMD_INLINE static I permuted(I numbers, Words<Arch> index) noexcept {
    return xsimd::bitwise_cast<std::int32_t>(
        permute<Arch>(xsimd::bitwise_cast<float>(numbers), index));
  }

  I low_[N], high_[N];
};

// Looks up tables of `entries` entries, 64-byte aligned: in registers where that is faster.
template <class Arch, int entries>
class VertexIndex {
  using F = Floats<Arch>;
  using W = Words<Arch>;
  using B = Backend<Arch>;

 public:
  XSIMD_INLINE explicit VertexIndex(W index) noexcept : index_(index), low_(index & W(7)) {}

  XSIMD_INLINE F operator()(const float* table) const noexcept {
    const auto part = [&](int i) { return F::load_aligned(table + i * lanes<Arch>); };
    if constexpr (B::has_wide_permute && entries <= 64) {
      const F first = B::permute_wide(part(0), part(1), index_);
      if constexpr (entries <= 32) return first;
      return xsimd::select(has_bit(32), B::permute_wide(part(2), part(3), index_), first);
    } else if constexpr (lanes<Arch> == 8 && entries <= 32) {
      const auto pair = [&](int i) {
        return xsimd::select(has_bit(8), permute<Arch>(part(i + 1), low_),
                             permute<Arch>(part(i), low_));
      };
      if constexpr (entries <= 16) return pair(0);
      return xsimd::select(has_bit(16), pair(2), pair(0));
    } else {
      return gather<Arch>(table, index_);
    }
  }

 private:
  XSIMD_INLINE xsimd::batch_bool<float, Arch> has_bit(std::uint32_t bit) const noexcept {
    return xsimd::batch_bool_cast<float>((index_ & W(bit)) != W(0));
  }

  W index_, low_;
};

// The number of cells before and after its own in which a sample has vertices.
struct VerticesAround {
  int before, after;
};

// The gradients of the vertices in a box of the lattice, or of several lattices.
template <class Arch, int N, int lattices>
class VertexTable {
  using F = Floats<Arch>;
  using W = Words<Arch>;

 public:
  static constexpr int most = N == 2 ? 32 : N == 3 ? 64 : 256;
  // Vectors of 8 lanes look up 16 entries faster than 32, and all faster 32 than 64.
  static constexpr int few = N == 2 && lanes<Arch> == 8 ? 16 : 32;

  // Makes sure that the table has the vertices around a box of cells, and calls draw(), which draws
  // them, unless it had them. Returns false if there are too many.
  template <class Draw>
  bool cover(const CellBounds<Arch, N>& cells, VerticesAround around, const Draw& draw) noexcept {
    std::int64_t low[N], high[N];
    cells.get(low, high);
    bool has_all = true;
    int size[N];
    for (int axis = 0; axis < N; ++axis) {
      low[axis] -= around.before;
      high[axis] += around.after;
      has_all = has_all && low[axis] >= first[axis] && high[axis] <= last_[axis];
      if (high[axis] - low[axis] >= most) return false;
      size[axis] = static_cast<int>(high[axis] - low[axis]) + 1;
    }
    if (has_all) return true;
    if (product(size) > most) return false;
    // The next box may need some more.
    const int room = product(size) <= few ? few : most;
    for (int axis = N - 1; axis >= 0; --axis) {
      ++size[axis];
      if (product(size) > room) --size[axis];
    }
    count_ = 1;
    for (int axis = 0; axis < N; ++axis) {
      first[axis] = low[axis];
      last_[axis] = low[axis] + size[axis] - 1;
      stride[axis] = static_cast<std::uint32_t>(count_);
      count_ *= size[axis];
    }
    draw();
    return true;
  }

  // Calls draw(steps, gradient), which draws the gradients of a vector of vertices; `steps` is
  // their distance from the first vertex along each axis.
  template <class Draw>
  XSIMD_INLINE void draw(int lattice, const Draw& draw) noexcept {
    for (int i = 0; i < count_; i += lanes<Arch>) {
      W remainder = W(static_cast<std::uint32_t>(i)) + lane_numbers<Arch>(), steps[N];
      // The quotient of two numbers below 2^8, by the last axis first.
      for (int axis = N - 1; axis > 0; --axis) {
        steps[axis] = (remainder * W(0x10000u / stride[axis] + 1)) >> 16;
        remainder = remainder - steps[axis] * W(stride[axis]);
      }
      steps[0] = remainder;
      F gradient[N];
      draw(steps, gradient);
      for (int axis = 0; axis < N; ++axis)
        gradient[axis].store_aligned(component_[lattice][axis] + i);
    }
  }

  // Returns the part that a coordinate adds to the number of a vertex.
  XSIMD_INLINE W along(W cell, int axis) const noexcept {
    const W steps = cell - W(static_cast<std::uint32_t>(first[axis]));
    return axis == 0 ? steps : steps * W(stride[axis]);
  }

  // Returns true if look_up<few>() knows all vertices.
  bool has_few() const noexcept { return count_ <= few; }
  template <int entries>
  XSIMD_INLINE void look_up(W vertex, int lattice, F (&gradient)[N]) const noexcept {
    const VertexIndex<Arch, entries> index(vertex);
    for (int axis = 0; axis < N; ++axis) gradient[axis] = index(component_[lattice][axis]);
  }

  std::int64_t first[N] = {};
  std::uint32_t stride[N];

 private:
  static int product(const int (&size)[N]) noexcept {
    int product = 1;
    for (const int along : size) product *= along;
    return product;
  }

  std::int64_t last_[N] = {};
  int count_ = 0;
  alignas(64) float component_[lattices][N][most + 16];
};

}  // namespace perlane::kernels
