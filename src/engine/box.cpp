#include "engine/box.hpp"

#include "reference/code.hpp"

#include <bit>

namespace perlane::engine {
namespace {

// Destinations larger than this are written past the caches. Up to some 16 MiB the caches take them
// faster than memory does, which shows where there is little to compute.
constexpr std::int64_t stream_bytes = 8 << 20, stream_bytes_of_little_work = 16 << 20;

}  // namespace

int Destination::elements_past_border(const Box& box) const noexcept {
  constexpr int line = 64 / sizeof(float);
  if (type != model::ElementType::float32 || stride[0] != 1) return 0;
  for (std::size_t axis = 1; axis < 4; ++axis) {
    if (box.count[axis] > 1 && stride[axis] % line != 0) return 0;
  }
  return static_cast<int>(std::bit_cast<std::uintptr_t>(data) / sizeof(float) % line);
}

bool Destination::is_streamed(const Box& box, bool is_little_work) const noexcept {
  const std::int64_t least = is_little_work ? stream_bytes_of_little_work : stream_bytes;
  return samples_of(box) * static_cast<std::int64_t>(size) >= least && stride[0] == 1 &&
         std::bit_cast<std::uintptr_t>(data) % size == 0;
}

model::Sink Destination::sink(const std::array<std::int64_t, 4>& start,
                              Extremes* extremes) const noexcept {
  model::Sink sink{};
  sink.type = type;
  std::int64_t first = 0;
  for (std::size_t axis = 0; axis < 4; ++axis) {
    first += start[axis] * stride[axis];
    sink.stride[axis] = static_cast<std::ptrdiff_t>(stride[axis]);
  }
  sink.destination = data + first * static_cast<std::int64_t>(size);
  if (extremes != nullptr) {
    sink.min = &extremes->min;
    sink.max = &extremes->max;
  }
  if (type != model::ElementType::float32)
    sink.coding = reference::coding(low, high, size == 1 ? 255 : 65535);
  return sink;
}

}  // namespace perlane::engine
