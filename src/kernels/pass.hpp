#pragma once
// Passes tile buffers on: what fractals make of an octave, mirror of reference/fractal.cpp, and
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
void pass_floats(const float* buffer, const model::Tile& tile,
                 const model::Output& output) noexcept {
  with_output<Arch>(output, [&]<Accumulation accumulation, Place place>(Extremes<Arch>& extremes) {
    for_each_row(tile, [&](int y, int z, int w) {
      EdgeBlock<Arch> edge;
      OutputRows<Arch, accumulation, place> rows(tile, output, extremes, edge, y, z, w);
      for (int i = 0; i < tile.columns; i += lanes<Arch>) {
        rows.begin_block(i, 1);
        rows.put(0, 0, shape_of<Arch>(output.shape, Floats<Arch>::load_aligned(buffer + i)));
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
void pass_codes(const float* buffer, const model::Tile& tile,
                const model::Output& output) noexcept {
  using F = Floats<Arch>;
  const F amplitude(output.amplitude);
  const int begin = tile.lead, end = tile.lead + tile.axis[0].count;
  Extremes<Arch> extremes(output);
  // By value: what a store of codes might alias would be loaded again for each.
  const Shape shape = output.shape;
  const Accumulation accumulation = output.accumulation;
  const float* const sum = output.sum;
  const float least = output.low, most = output.high;
  const double scale = output.scale;
  const bool is_stream = output.stream;
  std::ptrdiff_t row = 0;
  for_each_row(tile, [&](int y, int z, int w) {
    Code* to = static_cast<Code*>(output.destination) - tile.lead + output.stride[0] * y +
               output.stride[1] * z + output.stride[2] * w;
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
  extremes.finish(output);
}

template <class Arch>
void pass(const float* buffer, const model::Tile& tile, const model::Output& output) noexcept {
  if (output.buffer != nullptr) return pass_floats<Arch>(buffer, tile, output);
  switch (output.type) {
    case model::ElementType::float32:
      return pass_floats<Arch>(buffer, tile, output);
    case model::ElementType::uint16:
      return pass_codes<Arch, std::uint16_t>(buffer, tile, output);
    case model::ElementType::uint8:
      return pass_codes<Arch, std::uint8_t>(buffer, tile, output);
  }
}

}  // namespace perlane::kernels
