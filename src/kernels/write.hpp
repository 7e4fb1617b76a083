#pragma once
// Writes tile buffers, and what sums make of an octave: mirror of reference/fractal.cpp,
// `accumulate`.

#include "kernels/elements.hpp"
#include "kernels/output.hpp"

namespace perlane::kernels {

// What is written of the values n of a vector, `at` in the tile buffer of the sum.
template <class Arch>
XSIMD_INLINE Floats<Arch> folded(const model::Fold& fold, Floats<Arch> n,
                                 std::ptrdiff_t at) noexcept {
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

// Writes the rows of a tile to any sink. make_row(row, count, to, extremes) makes the one that
// begins at `row` of a tile buffer.
template <class Arch, class MakeRow>
void write_rows(const model::Tile& tile, const model::Sink& sink,
                const MakeRow& make_row) noexcept {
  const int count = tile.axis[0].count;
  std::ptrdiff_t row = 0;
  if (sink.buffer != nullptr) {
    Extremes<Arch> unused;
    for_each_row(tile, [&](int, int, int) {
      make_row(row, count, sink.buffer + row, unused);
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
    std::byte* const to = static_cast<std::byte*>(sink.destination) +
                          (sink.stride[0] * y + sink.stride[1] * z + sink.stride[2] * w) * size;
    // What is not in the caches comes while the row is made.
    if (!sink.stream) {
      for (std::ptrdiff_t byte = 0; byte < count * size; byte += line_bytes)
        PERLANE_PREFETCH(to + byte);
    }
    make_row(row, count, stage, extremes);
    write_run(sink, stage, to, count, true);
    row += tile.pitch;
  });
  extremes.finish(sink);
}

template <class Arch>
void write(const float* buffer, const model::Tile& tile, const model::Fold& fold,
           const model::Sink& sink) noexcept {
  write_rows<Arch>(tile, sink,
                   [&](std::ptrdiff_t row, int count, float* to, Extremes<Arch>& extremes) {
                     fold_row<Arch>(buffer, fold, row, count, to, extremes);
                   });
}

}  // namespace perlane::kernels
