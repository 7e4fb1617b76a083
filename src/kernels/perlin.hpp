#pragma once
// Gradient noise: mirror of reference/perlin.cpp. What follows from axis collapse is in
// kernels/grid.hpp and kernels/points.hpp.

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

  static bool is_mirrored(const model::PerlinNoise& noise) noexcept {
    return noise.lattice.kind != LatticePoints::array && noise.gradients[N - 1]->mirrored;
  }

  explicit DrawnGradients(const model::PerlinNoise& noise) noexcept {
    if (noise.lattice.kind == LatticePoints::array) {
      for (int axis = 0; axis < N; ++axis) component_[axis] = noise.component[axis];
      return;
    }
    const model::GradientSet& set = *noise.gradients[N - 1];
    count_ = set.count;
    while (1u << bits_ < count_) ++bits_;
    is_power_of_two_ = count_ > 1 && 1u << bits_ == count_;
    for (int axis = 0; axis < N; ++axis) {
      component_[axis] = set.component[axis];
      if (set.mirrored) magnitude_[axis] = Table8<Arch>(set.magnitude[axis]);
    }
  }

  // `plan` has the kind of the lattice, and whether the set is mirrored.
  template <class Plan>
  XSIMD_INLINE void operator()(const Plan& plan, W word, F (&gradient)[N]) const noexcept {
    if (plan.is_mirrored) {
      // The N + 3 upper bits of a hash, and the lower ones of an entry.
      const int lowest = plan.kind == LatticePoints::hashed ? 29 - N : 0;
      W vector = word >> (lowest + N);
      if (plan.kind != LatticePoints::hashed) vector = vector & W(7);
      for (int axis = 0; axis < N; ++axis) {
        const W sign = (word << (31 - axis - lowest)) & W(0x80000000u);
        gradient[axis] = magnitude_[axis](vector) ^ xsimd::bitwise_cast<float>(sign);
      }
      return;
    }
    const W choice = choose(plan.kind, word);
    if (bits_ <= 4 && plan.kind != LatticePoints::array) {
      for (int axis = 0; axis < N; ++axis)
        gradient[axis] = look_up_16<Arch>(component_[axis], choice);
    } else {
      for (int axis = 0; axis < N; ++axis) gradient[axis] = gather<Arch>(component_[axis], choice);
    }
  }

 private:
  XSIMD_INLINE W choose(LatticePoints::Kind kind, W word) const noexcept {
    switch (kind) {
      case LatticePoints::hashed:
        return ((word >> 8) * W(count_)) >> 24;
      case LatticePoints::permutation:
      case LatticePoints::classic: {
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

  std::uint32_t count_ = 0;
  int bits_ = 0;
  bool is_power_of_two_ = false;
  const float* component_[N] = {};
  Table8<Arch> magnitude_[N];
};

// Rows of gradients.
template <class Arch, int N>
class PerlinRows {
 public:
  static constexpr bool gradients = true;

  PerlinRows(const model::PerlinNoise& noise, const Columns& columns, model::Arena& arena) noexcept
      : plan_{noise.lattice.kind, DrawnGradients<Arch, N>::is_mirrored(noise), noise.fade, false},
        drawn_(noise),
        words_(noise.lattice, columns.lattice, columns.count, arena),
        count_(columns.count) {}

  void make_row(const std::uint32_t* cell, float* row, int pitch) noexcept {
    words_.select_row(cell);
    using Usual = FixedPlan<LatticePoints::hashed, true>;
    if (plan_.kind == Usual::kind && plan_.is_mirrored) {
      draw(Usual{}, row, pitch);
    } else {
      draw(plan_, row, pitch);
    }
  }

 private:
  template <class Plan>
  XSIMD_INLINE void draw(const Plan& plan, float* row, int pitch) const noexcept {
    // By value: what a vector store might alias would be loaded again for each.
    const DrawnGradients<Arch, N> drawn = drawn_;
    const LatticeWords<Arch, N> words = words_;
    const int count = count_;
    for (int i = 0; i < count; i += lanes<Arch>) {
      Floats<Arch> gradient[N];
      drawn(plan, words(plan, i), gradient);
      for (int axis = 0; axis < N; ++axis) gradient[axis].store_aligned(row + axis * pitch + i);
    }
  }

  Plan plan_;
  DrawnGradients<Arch, N> drawn_;
  LatticeWords<Arch, N> words_;
  int count_;
};

template <class Arch, int N>
struct Sources<Arch, N, model::PerlinNoise> {
  using Rows = PerlinRows<Arch, N>;
  using Drawn = DrawnGradients<Arch, N>;
};

}  // namespace perlane::kernels
