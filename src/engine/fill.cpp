#include "engine/fill.hpp"

#include "engine/pieces.hpp"
#include "engine/tiles.hpp"

#include <algorithm>
#include <mutex>

namespace perlane::engine {
namespace {

// Grids smaller than this are filled faster by one thread than threads can be woken.
constexpr std::int64_t parallel_samples = 1 << 16;

// Calls visit(tile, its first sample, evaluator, extremes to update) for all tiles of a box.
template <class Visit>
Extremes visit_tiles(const model::Program& program, const Tiles& tiles, const Box& box,
                     const Run& run, bool is_streamed, const Visit& visit) {
  const bool is_parallel = run.parallel && samples_of(box) >= parallel_samples;
  Watch watch(run.tell, tiles.total());
  Extremes written;
  Mutex mutex;
  const auto visit_piece = [&](Evaluator& evaluator, std::int64_t begin, std::int64_t end) {
    Extremes extremes;
    for (std::int64_t index = begin; index < end && !watch.is_over(); ++index) {
      std::array<std::int64_t, 4> start;
      const model::Tile tile = tiles.tile(index, start);
      if (index == begin || tile.offset == 0) evaluator.begin_stack(end - index);
      visit(tile, start, evaluator, extremes);
      watch.advance();
    }
    const auto join = [&] {
      written = {std::min(written.min, extremes.min), std::max(written.max, extremes.max)};
    };
    if (!is_parallel) return join();
    const std::lock_guard lock(mutex);
    join();
  };
  for_each_piece(program, box.dimensions, tiles.total(), is_parallel, is_streamed, visit_piece);
  watch.finish();
  // Which zero an extreme is depends on the order of the samples; the sum is +0 for both.
  return {written.min + 0.0f, written.max + 0.0f};
}

// The extremes of the samples of a tile buffer.
void update(Extremes& extremes, const model::Tile& tile, const float* buffer) noexcept {
  for (int row = 0; row < row_count(tile); ++row) {
    for (int i = 0; i < tile.axis[0].count; ++i) {
      const float value = buffer[row * tile.pitch + i];
      extremes = {std::min(extremes.min, value), std::max(extremes.max, value)};
    }
  }
}

}  // namespace

Extremes fill(const model::Program& program, const Box& box, const Destination& destination,
              const Run& run) {
  const bool stream = destination.is_streamed(box);
  const Tiles tiles(box, stream ? destination.elements_past_border(box) : 0);
  return visit_tiles(program, tiles, box, run, stream,
                     [&](const model::Tile& tile, const std::array<std::int64_t, 4>& start,
                         Evaluator& evaluator, Extremes& extremes) {
                       model::Sink sink = destination.sink(start, extremes);
                       sink.stream = stream;
                       evaluator.fill(tile, sink);
                     });
}

Extremes differentiate(const model::Program& program, const Box& box,
                       std::span<const Destination> planes, const Run& run) {
  const kernels::Kernels& kernels = active();
  return visit_tiles(program, Tiles(box, 0), box, run, false,
                     [&](const model::Tile& tile, const std::array<std::int64_t, 4>& start,
                         Evaluator& evaluator, Extremes& extremes) {
                       float* const* values = evaluator.differentiate(tile);
                       update(extremes, tile, values[0]);
                       for (std::size_t plane = 0; plane < planes.size(); ++plane) {
                         if (planes[plane].data == nullptr) continue;
                         Extremes unused;
                         kernels.write(values[plane], tile, {}, planes[plane].sink(start, unused));
                       }
                     });
}

}  // namespace perlane::engine
