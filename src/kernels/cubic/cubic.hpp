#pragma once
// Value noise blended by cubics; mirror of reference/cubic.cpp.

#include "kernels/cubic/grid.hpp"
#include "kernels/shared/noise_kernels.hpp"
#include "kernels/shared/pointwise.hpp"

namespace perlane::kernels::cubic {

template <class Arch>
using CubicBlock = PlacedBlock<Located<Arch>[3]>;

// Writes the values of a block, and the derivatives.
template <class Arch, int N, bool with_derivatives>
PERLANE_NOINLINE void evaluate_cubic(const model::CubicNoise& noise, const CubicBlock<Arch>& block,
                                     float* const* planes) noexcept {
  using F = Floats<Arch>;
  using W = Words<Arch>;
  constexpr int last = N - 1, points = 1 << 2 * last;
  const F frequency(static_cast<float>(noise.frequency)), scale(noise.scale[last]);
  for (int b = 0; b < block.count; ++b) {
    const auto& place = block.place[b];
    W part[N][4];
    for (int axis = 0; axis < N; ++axis) {
      for (std::uint32_t i = 0; i < 4; ++i)
        part[axis][i] = xor_axis<Arch>(place[axis].cell + W(i - 1), noise.lattice, axis);
    }
    F k[points], derivative[with_derivatives ? N : 1][points];
    for (int number = 0; number < points; ++number) {
      W combined = part[0][number & 3];
      if constexpr (N == 3) combined = combined ^ part[1][number >> 2];
      F four[4];
      for (int i = 0; i < 4; ++i)
        four[i] = cubic_value<Arch>(xor_hash<Arch>(combined ^ part[last][i]), scale);
      const Cubic<F> cubic(four);
      k[number] = cubic.at(place[last].f);
      if constexpr (with_derivatives) derivative[last][number] = cubic.derivative(place[last].f);
    }
    for (int axis = last - 1; axis >= 0; --axis) {
      const F t = place[axis].f;
      for (int number = 0; number < 1 << 2 * axis; ++number) {
        const auto cubic_of = [&](const F* from) {
          const F four[4] = {from[number], from[number + (1 << 2 * axis)],
                             from[number + (2 << 2 * axis)], from[number + (3 << 2 * axis)]};
          return Cubic<F>(four);
        };
        if constexpr (with_derivatives) {
          for (int removed = axis + 1; removed < N; ++removed)
            derivative[removed][number] = cubic_of(derivative[removed]).at(t);
        }
        const Cubic<F> cubic = cubic_of(k);
        if constexpr (with_derivatives) derivative[axis][number] = cubic.derivative(t);
        k[number] = cubic.at(t);
      }
    }
    k[0].store_aligned(planes[0] + block.at[b]);
    if constexpr (with_derivatives) {
      for (int axis = 0; axis < N; ++axis)
        (derivative[axis][0] * frequency).store_aligned(planes[axis + 1] + block.at[b]);
    }
  }
}

template <class Arch, int N>
void sample_cubic(const model::CubicNoise& noise, const model::Tile& tile, const model::Fold&,
                  float* const* planes, bool with_derivatives, model::State&) noexcept {
  const auto evaluate =
      with_derivatives ? evaluate_cubic<Arch, N, true> : evaluate_cubic<Arch, N, false>;
  const auto locate = [&](const auto& position, Located<Arch>(&place)[3]) {
    for (int axis = 0; axis < N; ++axis)
      place[axis] = locate_cell<Arch>(position, axis, noise.frequency, noise.lattice.shift[axis]);
  };
  for_each_block<Arch, Located<Arch>[3]>(
      tile, locate, [&](const CubicBlock<Arch>& block) { evaluate(noise, block, planes); });
}

template <class Arch, int N>
void fill_cubic(const model::CubicNoise& noise, const model::Tile& tile, const model::Fold&,
                const model::Sink& sink, model::State& state) noexcept {
  CubicGrid<Arch, N>::of(noise, tile, state).fill(tile, sink.buffer);
}

}  // namespace perlane::kernels::cubic

namespace perlane::kernels {

template <class Arch>
struct NoiseKernels<Arch, model::CubicNoise> {
  using Table = NoiseTable<model::CubicNoise>;
  static constexpr Table table{
      .sample =
          by_dimensions<Table::Sample, 2, 3>([]<int N>() { return cubic::sample_cubic<Arch, N>; }),
      .fill = by_dimensions<Table::Fill, 2, 3>([]<int N>() { return cubic::fill_cubic<Arch, N>; })};
};

}  // namespace perlane::kernels
