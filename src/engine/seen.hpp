#pragma once
// The extremes of an evaluation, if they are asked for.

#include "engine/box.hpp"
#include "engine/parallel.hpp"
#include "kernels/table.hpp"

#include <algorithm>
#include <mutex>

namespace perlane::engine {

// Joins the extremes of pieces, each evaluated by one thread.
class JoinedExtremes {
 public:
  explicit JoinedExtremes(Extremes* to) noexcept : to_(to) {}

  // Calls visit(the extremes that a piece updates); null: they are not asked for.
  template <class Visit>
  void with_piece(const Visit& visit) {
    Extremes piece;
    visit(to_ != nullptr ? &piece : nullptr);
    if (to_ == nullptr) return;
    const std::lock_guard lock(mutex_);
    all_ = {std::min(all_.min, piece.min), std::max(all_.max, piece.max)};
  }

  // To be called when all is written. The sign of an extreme that is zero depends on the order of
  // the samples; the sum is +0 for both.
  void finish() const noexcept {
    if (to_ != nullptr) *to_ = {all_.min + 0.0f, all_.max + 0.0f};
  }

 private:
  Extremes* to_;
  Extremes all_;
  Mutex mutex_;
};

// Updates the extremes, unless null, by the values of a tile buffer that are written nowhere else.
inline void see(const kernels::Kernels& kernels, const model::Tile& tile, float* buffer,
                Extremes* extremes) noexcept {
  if (extremes == nullptr) return;
  model::Sink sink = model::to_buffer(buffer);  // where they are already
  sink.min = &extremes->min;
  sink.max = &extremes->max;
  kernels.write(buffer, tile, {}, sink);
}

}  // namespace perlane::engine
