#pragma once
// Gradient noise: mirror of reference/perlin.cpp. What follows from axis collapse is in kernels/grid.hpp and kernels/points.hpp.

#include "kernels/axis.hpp"
#include "kernels/lattice.hpp"

namespace perlane::kernels {

// The components of the gradients that words draw.
template <class Arch, int N>
class DrawnGradients {
  using F = Floats<Arch>;
  using W = Words<Arch>;

 public:
  static constexpr bool gradients = true;

  explicit DrawnGradients(const field::PerlinNoise& noise) noexcept : kind_(noise.lattice.kind) {
    if (kind_ == LatticePoints::array) {
      for (int axis = 0; axis < N; ++axis) component_[axis] = noise.component[axis];
      return;
    }
    const field::GradientSet& set = *noise.gradients[N - 1];
    count_ = set.count;
    while (1u << bits_ < count_) ++bits_;
    is_power_of_two_ = count_ > 1 && 1u << bits_ == count_;
    is_mirrored_ = set.mirrored;
    for (int axis = 0; axis < N; ++axis) {
      component_[axis] = set.component[axis];
      magnitude_[axis] = set.magnitude[axis];
    }
  }

  XSIMD_INLINE void operator()(W word, F (&gradient)[N]) const noexcept {
    const W choice = choose(word);
    if (is_mirrored_) {
      for (int axis = 0; axis < N; ++axis) {
        const W sign = (choice << (31 - axis)) & W(0x80000000u);
        gradient[axis] = look_up_8<Arch>(magnitude_[axis], choice >> N) ^ xsimd::bitwise_cast<float>(sign);
      }
    } else if (bits_ <= 4 && kind_ != LatticePoints::array) {
      for (int axis = 0; axis < N; ++axis) gradient[axis] = look_up_16<Arch>(component_[axis], choice);
    } else {
      for (int axis = 0; axis < N; ++axis) gradient[axis] = gather<Arch>(component_[axis], choice);
    }
  }

 private:
  XSIMD_INLINE W choose(W word) const noexcept {
    switch (kind_) {
      case LatticePoints::hashed:
        return is_power_of_two_ ? word >> (32 - bits_) : ((word >> 8) * W(count_)) >> 24;
      case LatticePoints::permutation: {
        if (is_power_of_two_) return word & W(count_ - 1);
        // Words are below 65536, so the quotient is exact or one too large.
        const W rest = word - ((word * W(65536 / count_ + 1)) >> 16) * W(count_);
        return xsimd::select(rest < W(count_), rest, rest + W(count_));
      }
      case LatticePoints::array:
        break;
    }
    return word;
  }

  LatticePoints::Kind kind_;
  std::uint32_t count_ = 0;
  int bits_ = 0;
  bool is_power_of_two_ = false;
  bool is_mirrored_ = false;
  const float* component_[N] = {};
  const float* magnitude_[N] = {};
};

// Rows of gradients.
template <class Arch, int N>
class PerlinRows {
 public:
  static constexpr bool gradients = true;

  PerlinRows(const field::PerlinNoise& noise, const Columns& columns, engine::Arena& arena) noexcept
      : drawn_(noise), words_(noise.lattice, columns.lattice, columns.count, arena), count_(columns.count) {}

  void make_row(const std::uint32_t* cell, float* row, int pitch) noexcept {
    words_.select_row(cell);
    for (int i = 0; i < count_; i += lanes<Arch>) {
      Floats<Arch> gradient[N];
      drawn_(words_(i), gradient);
      for (int axis = 0; axis < N; ++axis) gradient[axis].store_aligned(row + axis * pitch + i);
    }
  }

 private:
  DrawnGradients<Arch, N> drawn_;
  LatticeWords<Arch, N> words_;
  int count_;
};

}  // namespace perlane::kernels
