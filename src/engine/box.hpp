#pragma once
// Checked requests of the entry points to the engine. Plain data.

#include "model/sink.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace perlane::engine {

// The largest magnitude of a global index of a sample.
inline constexpr std::int64_t index_limit = std::int64_t{1} << 62;

// A grid in up to four dimensions; beyond them counts and steps are 1.
struct Box {
  int dimensions;
  std::array<std::int64_t, 4> count;
  std::array<std::int64_t, 4> first;
  std::array<double, 4> origin;
  std::array<double, 4> step;
};

inline std::int64_t samples_of(const Box& box) noexcept {
  return box.count[0] * box.count[1] * box.count[2] * box.count[3];
}

// The smallest and the largest of some values.
struct Extremes {
  float min = std::numeric_limits<float>::infinity();
  float max = -std::numeric_limits<float>::infinity();
};

// The array that the samples of a grid go to.
struct Destination {
  model::ElementType type;
  std::byte* data;                     // of the first sample; null: nowhere
  std::size_t size;                    // bytes of an element
  std::array<std::int64_t, 4> stride;  // elements from sample to sample, by axis
  float low = 0, high = 0;  // values that become the first and the last code

  // Elements between the border of a cache line and the first of every row of floats; 0 if rows
  // differ in that.
  int elements_past_border(const Box& box) const noexcept;
  // Returns true if it is written past the caches: it is larger than they are. `is_little_work`:
  // the values are those of one noise that is quick to evaluate.
  bool is_streamed(const Box& box, bool is_little_work) const noexcept;
  // The sink of a tile whose first sample is so far into the grid. The extremes are updated, unless
  // null.
  model::Sink sink(const std::array<std::int64_t, 4>& start, Extremes* extremes) const noexcept;
};

}  // namespace perlane::engine
