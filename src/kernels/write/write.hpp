#pragma once
// Writes tile buffers, and adds octaves to sums: mirror of reference/fractal.cpp, `accumulate`.

#include "kernels/write/narrow_rows.hpp"
#include "kernels/lanes/output.hpp"
#include "kernels/write/row_target.hpp"

namespace perlane::kernels {

// Folds the values n of a vector, `at` in the tile buffer of the sum.
template <class Arch>
XSIMD_INLINE Floats<Arch> folded(const model::Fold& fold, Floats<Arch> n,
                                 std::ptrdiff_t at) noexcept {
  if (fold.accumulation != Accumulation::none) n = n * Floats<Arch>(fold.amplitude);
  if (fold.accumulation == Accumulation::add) n = Floats<Arch>::load_aligned(fold.sum + at) + n;
  return n;
}

// The destination of a row of values, in whole vectors; they may be written past the caches.
struct RowTo {
  float* to;
  bool is_stream;

  template <class Arch>
  XSIMD_INLINE void put(int i, xsimd::batch<float, Arch> n) const noexcept {
    if (is_stream) {
      Backend<Arch>::stream(to + i, n);
    } else {
      n.store_unaligned(to + i);
    }
  }
};

// Folds a tile row of values, and updates the extremes if there are any.
template <class Arch>
void fold_row(const float* value, const model::Fold& given, std::ptrdiff_t row, int count, RowTo to,
              Extremes<Arch>& extremes) noexcept {
  const model::Fold fold = given;  // a copy: data that a store might alias would be loaded again
  Extremes<Arch> updated = extremes;
  for (int i = 0; i < count; i += lanes<Arch>) {
    const auto n = folded<Arch>(fold, Floats<Arch>::load_unaligned(value + row + i), row + i);
    updated.include(n);
    to.put<Arch>(i, n);
  }
  extremes = updated;
}

// Returns true if rows are packed in the tile buffer, and at their destination, too.
template <class Arch>
bool is_one_run(const model::Tile& tile, const model::Sink& sink) noexcept {
  if (!model::are_rows_packed<Arch>(tile)) return false;
  std::ptrdiff_t size = 1;
  for (int axis = 0; axis < 4 && sink.buffer == nullptr; ++axis) {
    if (tile.axis[axis].count > 1 && sink.stride[axis] != size) return false;
    size *= tile.axis[axis].count;
  }
  return true;
}

// Writes the rows of a tile whose first one begins at `row` of a tile buffer; see below.
template <class Arch, class MakeRow>
void write_rows_from(std::ptrdiff_t row, const model::Tile& tile, const model::Sink& sink,
                     const MakeRow& make_row) noexcept {
  alignas(64) float stage[RowTarget<Arch>::stage_size(1, model::widest_row(1))];
  RowTarget<Arch> target(tile, sink, stage, 1);
  Extremes<Arch> extremes(sink);
  const int count = tile.axis[0].count;
  // The last vector of a row may extend beyond the caller's row.
  const int remainder = target.is_destination() ? count % lanes<Arch> : 0,
            whole = count - remainder;
  for (int w = 0; w < tile.axis[3].count; ++w) {
    for (int z = 0; z < tile.axis[2].count; ++z) {
      target.begin_slice(z, w);
      for (int y = 0; y < tile.axis[1].count; ++y, row += tile.pitch) {
        float* const to = target.place();
        make_row(row, whole, RowTo{to, target.is_stream()}, extremes);
        if (remainder != 0) {
          alignas(64) float edge[lanes<Arch>];
          make_row(row + whole, remainder, RowTo{edge, false}, extremes);
          copy_few<lanes<Arch> / 2>(edge, to + whole, remainder);
        }
        target.advance(1);
      }
    }
  }
  target.finish();
  extremes.finish(sink);
}

// Writes the rows of a tile to any sink. make_row(row, count, to, extremes) makes whole vectors of
// the one that begins at `row` of a tile buffer. Rows that are packed in both places are one run,
// which is written in parts that are no longer than the longest row.
template <class Arch, class MakeRow>
void write_rows(const model::Tile& tile, const model::Sink& sink,
                const MakeRow& make_row) noexcept {
  constexpr int most = model::tile_shape[0][0];
  if (!is_one_run<Arch>(tile, sink)) return write_rows_from<Arch>(0, tile, sink, make_row);
  model::Tile part = model::in_one_row<Arch>(tile);
  model::Sink to = sink;
  const int count = part.axis[0].count;
  for (int from = 0; from < count; from += most) {
    const int left = count - from;
    part.axis[0].count = left < most ? left : most;
    to.stride[1] = part.axis[0].count;
    part.pitch = part.columns = round_up_to_lanes<Arch>(part.axis[0].count);
    if (sink.buffer != nullptr) {
      to.buffer = sink.buffer + from;
    } else {
      to.destination =
          static_cast<std::byte*>(sink.destination) + from * element_size<Arch>(sink.type);
    }
    write_rows_from<Arch>(from, part, to, make_row);
  }
}

template <class Arch>
void write(const float* buffer, const model::Tile& tile, const model::Fold& fold,
           const model::Sink& sink) noexcept {
  const bool is_plain = fold.accumulation == Accumulation::none && sink.buffer == nullptr;
  if (tile.is_pointwise && is_plain && !is_one_run<Arch>(tile, sink))
    return write_narrow_rows<Arch>(buffer, tile, sink);
  write_rows<Arch>(tile, sink,
                   [&](std::ptrdiff_t row, int count, RowTo to, Extremes<Arch>& extremes) {
                     fold_row<Arch>(buffer, fold, row, count, to, extremes);
                   });
}

}  // namespace perlane::kernels
