#pragma once
// The extremes of an evaluation, if they are asked for.

#include "base/extremes.hpp"
#include "engine/box.hpp"
#include "engine/parallel.hpp"
#include "kernels/table.hpp"

#include <array>
#include <cstdint>
#include <mutex>
#include <span>

namespace perlane::engine {

// Merges the extremes of pieces, each evaluated by one thread.
class MergedExtremes {
 public:
  // `to` receives the result; null: it is not asked for.
  explicit MergedExtremes(Extremes* to) noexcept : to_(to) {}

  // Calls visit(the extremes that a piece updates); null: they are not asked for.
  template <class Visit>
  void with_piece(const Visit& visit) {
    Extremes piece;
    visit(to_ != nullptr ? &piece : nullptr);
    merge(piece);
  }

  void merge(const Extremes& piece) {
    if (to_ == nullptr) return;
    const std::lock_guard lock(mutex_);
    all_ = base::merged(all_, piece);
  }

  // To be called when all is written.
  void finish() const noexcept {
    if (to_ != nullptr) *to_ = base::with_positive_zeros(all_);
  }

 private:
  Extremes* to_;
  Extremes all_;
  Mutex mutex_;
};

// Updates the extremes, unless null, by the values of a tile buffer that are written nowhere else.
inline void update_extremes(const kernels::Kernels& kernels, const model::Tile& tile, float* buffer,
                            Extremes* extremes) noexcept {
  if (extremes == nullptr) return;
  model::Sink sink = model::to_buffer(buffer);  // where they are already
  sink.min = &extremes->min;
  sink.max = &extremes->max;
  kernels.write(buffer, tile, {}, sink);
}

// Writes a value and its derivatives, a tile buffer each, to their planes; one without data is left
// out. `start`: the first sample of the tile within the grid. Updates the extremes of the value,
// unless null.
inline void write_planes(const kernels::Kernels& kernels, const model::Tile& tile,
                         float* const* values, std::span<const Destination> planes,
                         const std::array<std::int64_t, 4>& start, Extremes* extremes) noexcept {
  if (planes[0].data == nullptr) update_extremes(kernels, tile, values[0], extremes);
  for (std::size_t plane = 0; plane < planes.size(); ++plane) {
    if (planes[plane].data == nullptr) continue;
    kernels.write(values[plane], tile, {},
                  planes[plane].sink(start, plane == 0 ? extremes : nullptr));
  }
}

}  // namespace perlane::engine
