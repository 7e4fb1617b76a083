#pragma once
// Value noise: mirror of reference/value.cpp. What follows from axis collapse is in
// kernels/grid.hpp and kernels/points.hpp.

#include "kernels/axis.hpp"
#include "kernels/lattice.hpp"

namespace perlane::kernels {

// The values that words stand for.
template <class Arch, int N>
class DrawnValues {
  using F = Floats<Arch>;
  using W = Words<Arch>;

 public:
  static constexpr bool gradients = false;

  explicit DrawnValues(const model::ValueNoise& noise) noexcept
      : shift_(noise.shift), levels_(noise.levels), scale_(noise.scale), value_(noise.value) {}

  static bool is_mirrored(const model::ValueNoise&) noexcept { return false; }

  template <class Plan>
  XSIMD_INLINE F operator()(const Plan& plan, W word) const noexcept {
    if (plan.kind == LatticePoints::array) return gather<Arch>(value_, word);
    const W drawn = word >> shift_;
    const W level = drawn + drawn + W(1) - W(static_cast<std::uint32_t>(levels_));
    return xsimd::to_float(xsimd::bitwise_cast<std::int32_t>(level)) * F(scale_);
  }

 private:
  int shift_;
  std::int32_t levels_;
  float scale_;
  const float* value_;
};

// Rows of values.
template <class Arch, int N>
class ValueRows {
 public:
  static constexpr bool gradients = false;

  ValueRows(const model::ValueNoise& noise, const Columns& columns, model::Arena& arena) noexcept
      : plan_{noise.lattice.kind, false, noise.fade, false},
        drawn_(noise),
        words_(noise.lattice, columns.lattice, columns.count, arena),
        count_(columns.count) {}

  void make_row(const std::uint32_t* cell, float* row, int) noexcept {
    words_.select_row(cell);
    using Usual = FixedPlan<LatticePoints::hashed, false>;
    if (plan_.kind == Usual::kind) {
      draw(Usual{}, row);
    } else {
      draw(plan_, row);
    }
  }

 private:
  template <class Plan>
  XSIMD_INLINE void draw(const Plan& plan, float* row) const noexcept {
    // By value, as in PerlinRows.
    const DrawnValues<Arch, N> drawn = drawn_;
    const LatticeWords<Arch, N> words = words_;
    const int count = count_;
    for (int i = 0; i < count; i += lanes<Arch>) drawn(plan, words(plan, i)).store_aligned(row + i);
  }

  Plan plan_;
  DrawnValues<Arch, N> drawn_;
  LatticeWords<Arch, N> words_;
  int count_;
};

template <class Arch, int N>
struct Sources<Arch, N, model::ValueNoise> {
  using Rows = ValueRows<Arch, N>;
  using Drawn = DrawnValues<Arch, N>;
};

}  // namespace perlane::kernels
