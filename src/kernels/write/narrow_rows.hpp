#pragma once
// Writes packed rows that are shorter than vectors to where they lie apart.

#include "kernels/write/elements.hpp"
#include "kernels/lanes/output.hpp"

namespace perlane::kernels {

// Rows are coded many at a time, and copied one by one.
template <class Arch, class T>
void scatter_rows(const float* from, const model::Tile& tile, const model::Sink& sink) noexcept {
  constexpr int most = 1024;
  alignas(64) T stage[most];
  model::Sink to_stage = sink;
  to_stage.stream = false;
  const int count = tile.axis[0].count, height = tile.axis[1].count;
  const int at_once = most / count;
  const std::ptrdiff_t apart = sink.stride[0], stride = sink.stride[1];
  for (int w = 0; w < tile.axis[3].count; ++w) {
    for (int z = 0; z < tile.axis[2].count; ++z) {
      T* to = static_cast<T*>(sink.destination) + sink.stride[2] * z + sink.stride[3] * w;
      for (int y = 0; y < height; y += at_once) {
        const int rows = height - y < at_once ? height - y : at_once;
        write_run<Arch, T>(to_stage, from, stage, rows * count, true);
        if (count == 1 || apart != 1) {
          for (int i = 0, row = 0; row < rows; ++row)
            for (int x = 0; x < count; ++x, ++i) to[row * stride + x * apart] = stage[i];
        } else {
          for (int row = 0; row < rows; ++row)
            copy_few<model::row_alignment / 2>(stage + row * count, to + row * stride, count);
        }
        to += rows * stride;
        from += rows * count;
      }
    }
  }
}

// Whole vectors can be read from a tile buffer, also beyond the last sample.
template <class Arch>
void write_narrow_rows(const float* buffer, const model::Tile& tile,
                       const model::Sink& sink) noexcept {
  Extremes<Arch> extremes(sink);
  const int samples = model::row_count<Arch>(tile) * tile.axis[0].count;
  for (int i = 0; i < samples && sink.min != nullptr; i += lanes<Arch>)
    extremes.include(Floats<Arch>::load_aligned(buffer + i));
  extremes.finish(sink);
  switch (sink.type) {
    case model::ElementType::uint16:
      return scatter_rows<Arch, std::uint16_t>(buffer, tile, sink);
    case model::ElementType::uint8:
      return scatter_rows<Arch, std::uint8_t>(buffer, tile, sink);
    default:
      return scatter_rows<Arch, float>(buffer, tile, sink);
  }
}

}  // namespace perlane::kernels
