#pragma once
// Gradient noise: mirror of reference/perlin.cpp. What follows from axis collapse is in kernels/grid.hpp.

#include "kernels/grid.hpp"
#include "kernels/lattice.hpp"

namespace perlane::kernels {

// Rows of gradients.
template <class Arch, int N>
class PerlinVertices {
  using F = Floats<Arch>;

 public:
  static constexpr bool gradients = true;

  PerlinVertices(const field::PerlinNoise& noise, const Columns& columns) noexcept
      : gradients_(*noise.gradients[N - 1]), words_(noise, columns.lattice, columns.count), count_(columns.count) {}

  void make_row(const std::uint32_t* cell, float* row, int pitch) noexcept {
    words_.select_row(cell);
    if (gradients_.mirrored) {
      for (int i = 0; i < count_; i += lanes<Arch>) {
        const Words<Arch> word = words_.word(i, gradients_.bits);
        for (int axis = 0; axis < N; ++axis) {
          const Words<Arch> sign = (word << (31 - axis)) & Words<Arch>(0x80000000u);
          const F magnitude = look_up_8<Arch>(gradients_.magnitude[axis], word >> N);
          (magnitude ^ xsimd::bitwise_cast<float>(sign)).store_aligned(row + axis * pitch + i);
        }
      }
    } else {
      for (int i = 0; i < count_; i += lanes<Arch>) {
        const Words<Arch> word = words_.word(i, gradients_.bits);
        for (int axis = 0; axis < N; ++axis) gather<Arch>(gradients_.component[axis], word).store_aligned(row + axis * pitch + i);
      }
    }
  }

 private:
  const field::GradientSet& gradients_;
  LatticeWords<Arch, N> words_;
  int count_;
};

template <class Arch, int N>
void fill(const field::PerlinNoise& noise, const engine::Tile& tile, const engine::Output& output, engine::Arena arena) noexcept {
  GridFill<Arch, N, PerlinVertices<Arch, N>>(noise, tile, arena)(output);
}

}  // namespace perlane::kernels
