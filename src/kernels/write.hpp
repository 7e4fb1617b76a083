#pragma once
// Writes tile buffers: what fractals make of an octave, mirror of reference/fractal.cpp.

#include "kernels/elements.hpp"
#include "kernels/output.hpp"

namespace perlane::kernels {

using model::Shape;

template <class Arch>
XSIMD_INLINE Floats<Arch> shape_of(Shape shape, Floats<Arch> n) noexcept {
  using F = Floats<Arch>;
  switch (shape) {
    case Shape::plain:
      break;
    case Shape::ridged:
      return F(1.0f) - F(2.0f) * xsimd::abs(n);
    case Shape::billow:
      return F(2.0f) * xsimd::abs(n) - F(1.0f);
  }
  return n;
}

template <class Arch>
XSIMD_INLINE Floats<Arch> shape_slope_of(Shape shape, Floats<Arch> n) noexcept {
  using F = Floats<Arch>;
  switch (shape) {
    case Shape::plain:
      break;
    case Shape::ridged:
      return xsimd::select(n < F(0.0f), F(2.0f), F(-2.0f));
    case Shape::billow:
      return xsimd::select(n < F(0.0f), F(-2.0f), F(2.0f));
  }
  return F(1.0f);
}

template <class Arch>
void shape_slope(Shape shape, const float* value, const float* derivative, float* out,
                 int count) noexcept {
  using F = Floats<Arch>;
  for (int i = 0; i < count; i += lanes<Arch>) {
    const F slope = shape_slope_of<Arch>(shape, F::load_aligned(value + i));
    (slope * F::load_aligned(derivative + i)).store_aligned(out + i);
  }
}

// What is written of the values n of a vector, `at` in the tile buffer of the sum.
template <class Arch>
XSIMD_INLINE Floats<Arch> folded(const model::Fold& fold, Floats<Arch> n,
                                 std::ptrdiff_t at) noexcept {
  n = shape_of<Arch>(fold.shape, n);
  if (fold.accumulation != Accumulation::none) n = n * Floats<Arch>(fold.amplitude);
  if (fold.accumulation == Accumulation::add) n = Floats<Arch>::load_aligned(fold.sum + at) + n;
  return n;
}

// Folds a tile row of values, and updates the extremes.
template <class Arch>
void fold_row(const float* value, const model::Fold& given, std::ptrdiff_t row, int count,
              float* to, Extremes<Arch>& extremes) noexcept {
  const model::Fold fold = given;  // by value: what a store might alias would be loaded again
  Floats<Arch> low = extremes.low, high = extremes.high;
  for (int i = 0; i < count; i += lanes<Arch>) {
    const auto n = folded<Arch>(fold, Floats<Arch>::load_aligned(value + row + i), row + i);
    low = xsimd::min(low, n);
    high = xsimd::max(high, n);
    n.store_aligned(to + i);
  }
  extremes.low = low;
  extremes.high = high;
}

template <class Arch>
void write(const float* buffer, const model::Tile& tile, const model::Fold& fold,
           const model::Sink& sink) noexcept {
  const int count = tile.axis[0].count;
  std::ptrdiff_t row = 0;
  if (sink.buffer != nullptr) {
    Extremes<Arch> unused;
    for_each_row(tile, [&](int, int, int) {
      fold_row<Arch>(buffer, fold, row, count, sink.buffer + row, unused);
      row += tile.pitch;
    });
    return;
  }
  constexpr int widest = model::widest_row(1);
  alignas(64) float stage[widest];
  const WriteRun write_run = write_run_of<Arch>(sink.type);
  const std::ptrdiff_t size = element_size<Arch>(sink.type);
  Extremes<Arch> extremes(sink);
  for_each_row(tile, [&](int y, int z, int w) {
    const std::ptrdiff_t to = sink.stride[0] * y + sink.stride[1] * z + sink.stride[2] * w;
    fold_row<Arch>(buffer, fold, row, count, stage, extremes);
    write_run(sink, stage, static_cast<std::byte*>(sink.destination) + to * size, count, true);
    row += tile.pitch;
  });
  extremes.finish(sink);
}

}  // namespace perlane::kernels
