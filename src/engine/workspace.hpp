#pragma once
// Memory that a thread needs while it evaluates tiles: kept from tile to tile and from call to call.

#include "engine/tile.hpp"

#include <cstddef>

namespace perlane::engine {

// Samples of the largest tile, padding included.
inline constexpr int largest_tile = [] {
  int largest = run_length;
  for (const auto& shape : tile_shape) {
    const int columns = (shape[0] + 2 * row_alignment - 1) / row_alignment * row_alignment;
    const int samples = columns * shape[1] * shape[2] * shape[3];
    largest = samples > largest ? samples : largest;
  }
  return largest;
}();

class Workspace {
 public:
  // This thread's, with at least so many tile buffers. Throws std::bad_alloc.
  static Workspace& of_this_thread(int buffers);

  // Hands out a tile buffer; the last one taken is the first to give back.
  float* take_buffer() noexcept { return reinterpret_cast<float*>(memory_ + arena_bytes) + std::ptrdiff_t{largest_tile} * used_++; }
  void give_back_buffer() noexcept { --used_; }

  Arena arena() const noexcept { return {memory_, memory_ + arena_bytes}; }

 private:
  // Enough for the tables of any noise over the largest tile of any dimension, see tiles.hpp.
  static constexpr std::size_t arena_bytes = 640 * 1024;

  Workspace() = default;
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  std::byte* memory_ = nullptr;
  int buffers_ = -1;
  int used_ = 0;
};

}  // namespace perlane::engine
