#pragma once
// Writes tile buffers: what fractals make of an octave, mirror of reference/fractal.cpp, and
// codes, mirror of reference/code.cpp.

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

template <class Arch, Place place>
void write_floats(const float* buffer, const model::Tile& tile, const model::Fold& given,
                  const model::Sink& sink, Extremes<Arch>& extremes) noexcept {
  // By value: what a store might alias would be loaded again for each.
  const model::Fold fold = given;
  const int columns = tile.columns;
  std::ptrdiff_t row = 0;
  for_each_row(tile, [&](int y, int z, int w) {
    EdgeBlock<Arch> edge;
    OutputRows<Arch, false, place> rows(rows_to<Arch>(tile, {}, sink, y, z, w), extremes, edge);
    for (int i = 0; i < columns; i += lanes<Arch>) {
      rows.begin_block(i, 1);
      rows.put(0, 0, folded<Arch>(fold, Floats<Arch>::load_aligned(buffer + row + i), row + i));
      rows.end_block(1, 1);
    }
    rows.finish(extremes);
    row += tile.pitch;
  });
}

// Clamped as floats, which are half as many vectors: what is outside has the code of the end all
// the same.
template <class Arch>
XSIMD_INLINE Words<Arch> code_of(Floats<Arch> n, float low, float high, double scale) noexcept {
  using D = Doubles<Arch>;
  using F = Floats<Arch>;
  const Widened<Arch> wide = widen<Arch>(xsimd::min(xsimd::max(n, F(low)), F(high)));
  const D first(static_cast<double>(low)), factor(scale);
  return to_words<Arch>((wide.low - first) * factor, (wide.high - first) * factor);
}

template <class Arch, class Code>
void write_codes(const float* buffer, const model::Tile& tile, const model::Fold& given,
                 const model::Sink& sink) noexcept {
  using F = Floats<Arch>;
  const int begin = tile.left_padding, end = tile.left_padding + tile.axis[0].count;
  Extremes<Arch> extremes(sink);
  const model::Fold fold = given;  // by value, see write_floats
  const float least = sink.low, most = sink.high;
  const double scale = sink.scale;
  const bool is_stream = sink.stream;
  std::ptrdiff_t row = 0;
  for_each_row(tile, [&](int y, int z, int w) {
    Code* to = static_cast<Code*>(sink.destination) - tile.left_padding + sink.stride[0] * y +
               sink.stride[1] * z + sink.stride[2] * w;
    for (int i = 0; i < tile.columns; i += lanes<Arch>) {
      const F n = folded<Arch>(fold, F::load_aligned(buffer + row + i), row + i);
      extremes.low = xsimd::min(extremes.low, n);
      extremes.high = xsimd::max(extremes.high, n);
      const Words<Arch> codes = code_of<Arch>(n, least, most, scale);
      if (i >= begin && i + lanes<Arch> <= end) {
        Backend<Arch>::store_codes(to + i, codes, is_stream);
      } else {
        alignas(64) Code edge[lanes<Arch>];
        Backend<Arch>::store_codes(edge, codes, false);
        for (int lane = 0; lane < lanes<Arch>; ++lane) {
          if (i + lane >= begin && i + lane < end) to[i + lane] = edge[lane];
        }
      }
    }
    row += tile.pitch;
  });
  extremes.finish(sink);
}

template <class Arch>
void write(const float* buffer, const model::Tile& tile, const model::Fold& fold,
           const model::Sink& sink) noexcept {
  if (sink.buffer != nullptr) {
    Extremes<Arch> unused;
    return write_floats<Arch, Place::buffer>(buffer, tile, fold, sink, unused);
  }
  switch (sink.type) {
    case model::ElementType::float32: {
      Extremes<Arch> extremes(sink);
      write_floats<Arch, Place::destination>(buffer, tile, fold, sink, extremes);
      return extremes.finish(sink);
    }
    case model::ElementType::uint16:
      return write_codes<Arch, std::uint16_t>(buffer, tile, fold, sink);
    case model::ElementType::uint8:
      return write_codes<Arch, std::uint8_t>(buffer, tile, fold, sink);
  }
}

}  // namespace perlane::kernels
