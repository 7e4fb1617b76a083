#pragma once
// Decides where kernels write the rows of a tile. They write directly to tile buffers, and to the
// caller's floats if whole vectors fit: through the caches anywhere, and past them if rows are
// whole lines. Everything else goes through a stage, some rows in the first-level cache: codes, and
// rows that are to be written past the caches but do not begin and end with a line. Rows collect
// there until the stage has no room for more: a load that straddles two vectors which were stored
// just before has to wait for both stores.

#include "model/tile.hpp"
#include "kernels/write/elements.hpp"
#include "kernels/lanes/layout.hpp"

#include <span>

namespace perlane::kernels {

// Returns how many elements of padding the rows of a tile have before their first sample, so that
// vectors that begin on a vector's border in the caller's memory do so in the kernels' tables.
// Vectors that cross lines of the caches take longer to store (docs/performance.md has figures), so
// there is padding where rows are long and all begin at the same distance from a border.
template <class Arch>
int padding_of(const model::Tile& tile, const model::Sink& sink) noexcept {
  constexpr int step = lanes<Arch>;
  const model::Axis& x = tile.axis[0];
  const bool is_plain =
      sink.type == model::ElementType::float32 && !sink.stream && sink.stride[0] == 1;
  if (x.count <= widest_strips || sink.buffer != nullptr || !is_plain || tile.dimensions == 1)
    return 0;
  const auto place = reinterpret_cast<std::uintptr_t>(sink.destination);
  bool is_worth_it = x.position == nullptr && place % sizeof(float) == 0;
  for (int axis = 1; axis < tile.dimensions; ++axis) {
    const model::Axis& rows = axis == tile.dimensions - 1 ? tile.stack : tile.axis[axis];
    is_worth_it = is_worth_it && (rows.count == 1 || sink.stride[axis] % step == 0);
  }
  return is_worth_it ? static_cast<int>(place / sizeof(float) % step) : 0;
}

template <class Arch>
class RowTarget {
 public:
  // Returns the number of floats in a stage for `rows` rows.
  static constexpr int stage_size(int rows, int width) noexcept {
    return rows * (width + model::row_gap) + left_over;
  }

  // Callers write up to `most` rows at a time, and the stage has room for at least as many.
  RowTarget(const model::Tile& tile, const model::Sink& sink, std::span<float> stage,
            int most) noexcept
      : sink_(sink), count_(tile.axis[0].count) {
    if (sink.buffer != nullptr) {
      first_ = reinterpret_cast<std::byte*>(sink.buffer);
      stride_[1] = tile.pitch;
      stride_[2] = stride_[1] * tile.axis[1].count;
      stride_[3] = stride_[2] * tile.axis[2].count;
    } else {
      first_ = static_cast<std::byte*>(sink.destination);
      for (int axis = 0; axis < 4; ++axis) stride_[axis] = sink.stride[axis];
      // Only samples may be written, and a row shorter than a vector has no whole one.
      const bool is_plain =
          sink.type == model::ElementType::float32 && count_ >= lanes<Arch> && stride_[0] == 1;
      is_stream_ = is_plain && sink.stream && has_whole_lines(tile);
      is_staged_ = !is_plain || sink.stream != is_stream_;
    }
    row_stride_ = stride_[1];
    if (!is_staged_) return;
    size_ = element_size<Arch>(sink.type);
    write_ = write_run_of<Arch>(sink);
    stage_ = place_ = stage.data();
    // Rows that lie one after another are one run.
    is_dense_ = stride_[0] == 1 && stride_[1] == count_ && count_ >= lanes<Arch>;
    row_stride_ = is_dense_ ? count_ : round_up_to_lanes<Arch>(count_) + model::row_gap;
    last_place_ = stage_ + stage.size() - most * row_stride_ - model::row_gap;
    if (sink.stream) prefetch_edges(tile);
  }

  // Begins the rows of slice z of volume w.
  void begin_slice(int z, int w) noexcept {
    std::byte* const to = first_ + (stride_[2] * z + stride_[3] * w) * size_;
    if (is_staged_) {
      if (!is_dense_ || to != to_ + staged_ * size_) finish();
      if (staged_ == 0) to_ = to;
    } else {
      place_ = reinterpret_cast<float*>(to);
    }
  }

  // Return the place of the next rows, and how far apart they are.
  float* place() const noexcept { return place_; }
  std::ptrdiff_t row_stride() const noexcept { return row_stride_; }
  // Returns true if that is the caller's memory, of which only samples may be written.
  bool is_destination() const noexcept { return sink_.buffer == nullptr && !is_staged_; }
  // Returns true if that is a stage, which has room for a few rows and is written from there.
  bool is_staged() const noexcept { return is_staged_; }
  // Returns true if rows are written past the caches there.
  bool is_stream() const noexcept { return is_stream_; }

  // Counts rows that have been written there.
  XSIMD_INLINE void advance(int rows) noexcept {
    place_ += rows * row_stride_;
    if (!is_staged_) return;
    staged_ += rows * count_;
    if (place_ > last_place_) write_staged(false);
  }

  // Writes the values that are left on the stage.
  void finish() noexcept {
    if (staged_ > 0) write_staged(true);
  }

 private:
  // Less than two lines of bytes.
  static constexpr int left_over = 2 * line_bytes;

  bool has_whole_lines(const model::Tile& tile) const noexcept {
    constexpr int line = line_bytes / static_cast<int>(sizeof(float));
    bool is_whole =
        count_ % line == 0 && reinterpret_cast<std::uintptr_t>(first_) % line_bytes == 0;
    for (int axis = 1; axis < 4; ++axis)
      is_whole = is_whole && (tile.axis[axis].count == 1 || stride_[axis] % line == 0);
    return is_whole;
  }

  // Prefetches the lines of which a run has only a part, at its ends. They are the only lines that
  // are read, and a write would wait for each. Whole lines must not be in the caches when they are
  // written.
  void prefetch_edges(const model::Tile& tile) noexcept {
    const auto prefetch = [](const std::byte* edge) {
      if (reinterpret_cast<std::uintptr_t>(edge) % line_bytes != 0) PERLANE_PREFETCH(edge);
    };
    const int height = tile.axis[1].count;
    const int rows = is_dense_ ? height : 1;  // of a run
    for (int w = 0; w < tile.axis[3].count; ++w) {
      for (int z = 0; z < tile.axis[2].count; ++z) {
        const std::byte* row = first_ + (stride_[2] * z + stride_[3] * w) * size_;
        for (int y = 0; y < height; y += rows, row += rows * stride_[1] * size_) {
          prefetch(row);
          prefetch(row + std::ptrdiff_t{rows} * count_ * size_);
        }
      }
    }
  }

  PERLANE_NOINLINE void write_staged(bool is_end) noexcept {
    if (is_dense_) {
      const int written = write_(sink_, stage_, to_, staged_, is_end);
      to_ += written * size_;
      staged_ -= written;
      // Forwards: the values that are left may overlap their destination.
      for (int i = 0; i < staged_; i += lanes<Arch>)
        Floats<Arch>::load_unaligned(stage_ + written + i).store_aligned(stage_ + i);
    } else {
      const float* row = stage_;
      for (; staged_ > 0; staged_ -= count_, row += row_stride_, to_ += stride_[1] * size_)
        write_(sink_, row, to_, count_, true);
    }
    place_ = stage_ + staged_;
  }

  const model::Sink& sink_;
  int count_;  // of samples in a row
  std::byte* first_;
  std::ptrdiff_t stride_[4];  // by axis, as in Sink
  std::ptrdiff_t size_ = sizeof(float);
  std::ptrdiff_t row_stride_;
  float* place_ = nullptr;
  bool is_staged_ = false, is_dense_ = false, is_stream_ = false;
  WriteRun write_ = nullptr;
  float* stage_ = nullptr;
  const float* last_place_ = nullptr;  // the last one with room for more rows
  int staged_ = 0;  // values on the stage that are not written yet
  std::byte* to_ = nullptr;  // where the first of them goes
};

}  // namespace perlane::kernels
