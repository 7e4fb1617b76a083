#pragma once
// From the options of the caller to how the engine evaluates.

#include <perlane/evaluate.hpp>

#include "engine/box.hpp"
#include "engine/progress_monitor.hpp"

namespace perlane::api {

// It refers to `options`, and to `seen` if these ask for extremes. Cancelled is thrown where they
// say so.
engine::EvaluateOptions run_of(const Options& options, engine::Extremes& seen);

// Hands the extremes on if the options ask for them.
inline void give(const engine::Extremes& seen, const Options& options) noexcept {
  if (options.seen != nullptr) *options.seen = {seen.min, seen.max};
}

}  // namespace perlane::api
