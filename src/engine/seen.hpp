#pragma once
// The extremes of an evaluation, if they are asked for.

#include "engine/box.hpp"
#include "engine/parallel.hpp"
#include "kernels/table.hpp"

#include <algorithm>
#include <mutex>

namespace perlane::engine {

inline Extremes joined(Extremes a, Extremes b) noexcept {
  return {std::min(a.min, b.min), std::max(a.max, b.max)};
}

// The sign of an extreme that is zero depends on the order of the samples. This makes it +.
inline Extremes without_signs_of_zeros(Extremes seen) noexcept {
  return {seen.min + 0.0f, seen.max + 0.0f};
}

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
    all_ = joined(all_, piece);
  }

  // To be called when all is written.
  void finish() const noexcept {
    if (to_ != nullptr) *to_ = without_signs_of_zeros(all_);
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
