#pragma once
// Writes tile buffers: what fractals make of an octave, mirror of reference/fractal.cpp, and
// codes, mirror of reference/code.cpp.

#include "kernels/convert.hpp"
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
void shape_slope(Shape shape, const float* value, const float* derivative, float* out,
                 int count) noexcept {
  using F = Floats<Arch>;
  const F rising(shape == Shape::ridged ? -2.0f : 2.0f);
  for (int i = 0; i < count; i += lanes<Arch>) {
    const F slope = xsimd::select(F::load_aligned(value + i) < F(0.0f), F(0.0f) - rising, rising);
    (slope * F::load_aligned(derivative + i)).store_aligned(out + i);
  }
}

// Calls visit(y, z, w) for every row of a tile, in the order of a tile buffer.
template <class Visit>
void for_each_row(const model::Tile& tile, Visit visit) noexcept {
  for (int w = 0; w < tile.axis[3].count; ++w) {
    for (int z = 0; z < tile.axis[2].count; ++z) {
      for (int y = 0; y < tile.axis[1].count; ++y) visit(y, z, w);
    }
  }
}

template <class Arch>
void write_floats(const float* buffer, const model::Tile& tile, const model::Fold& fold,
                  const model::Sink& sink) noexcept {
  with_sink<Arch>(
      fold, sink, [&]<Accumulation accumulation, Place place>(Extremes<Arch>& extremes) {
        for_each_row(tile, [&](int y, int z, int w) {
          EdgeBlock<Arch> edge;
          OutputRows<Arch, accumulation, place> rows(tile, fold, sink, extremes, edge, y, z, w);
          for (int i = 0; i < tile.columns; i += lanes<Arch>) {
            rows.begin_block(i, 1);
            rows.put(0, 0, shape_of<Arch>(fold.shape, Floats<Arch>::load_aligned(buffer + i)));
            rows.end_block(1, 1);
          }
          rows.finish(extremes);
          buffer += tile.pitch;
        });
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

// Accumulates in place, in a copy of the row that stays in the first-level cache, and writes the
// codes of that.
template <class Arch, class Code>
void write_codes(const float* buffer, const model::Tile& tile, const model::Fold& fold,
                 const model::Sink& sink) noexcept {
  using F = Floats<Arch>;
  const F amplitude(fold.amplitude);
  const int begin = tile.left_padding, end = tile.left_padding + tile.axis[0].count;
  Extremes<Arch> extremes(sink);
  // By value: what a store of codes might alias would be loaded again for each.
  const Shape shape = fold.shape;
  const Accumulation accumulation = fold.accumulation;
  const float* const sum = fold.sum;
  const float least = sink.low, most = sink.high;
  const double scale = sink.scale;
  const bool is_stream = sink.stream;
  std::ptrdiff_t row = 0;
  for_each_row(tile, [&](int y, int z, int w) {
    Code* to = static_cast<Code*>(sink.destination) - tile.left_padding + sink.stride[0] * y +
               sink.stride[1] * z + sink.stride[2] * w;
    for (int i = 0; i < tile.columns; i += lanes<Arch>) {
      F n = shape_of<Arch>(shape, F::load_aligned(buffer + row + i));
      if (accumulation != Accumulation::none) n = n * amplitude;
      if (accumulation == Accumulation::add) n = F::load_aligned(sum + row + i) + n;
      extremes.low = xsimd::min(extremes.low, n);
      extremes.high = xsimd::max(extremes.high, n);
      const Words<Arch> codes = code_of<Arch>(n, least, most, scale);
      if (i >= begin && i + lanes<Arch> <= end) {
        store_codes<Arch>(to + i, codes, is_stream);
      } else {
        alignas(64) Code edge[lanes<Arch>];
        store_codes<Arch>(edge, codes, false);
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
  if (sink.buffer != nullptr) return write_floats<Arch>(buffer, tile, fold, sink);
  switch (sink.type) {
    case model::ElementType::float32:
      return write_floats<Arch>(buffer, tile, fold, sink);
    case model::ElementType::uint16:
      return write_codes<Arch, std::uint16_t>(buffer, tile, fold, sink);
    case model::ElementType::uint8:
      return write_codes<Arch, std::uint8_t>(buffer, tile, fold, sink);
  }
}

}  // namespace perlane::kernels
