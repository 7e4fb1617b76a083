#pragma once
// Turns the options of the caller into those of the engine.

#include <perlane/evaluate.hpp>

#include "engine/box.hpp"
#include "engine/progress_monitor.hpp"
#include "graph/access.hpp"
#include "graph/node.hpp"

namespace perlane::api {

// The result refers to `options`, and to `seen` if they ask for extremes. Its report throws
// Cancelled if the callback cancels.
engine::EvaluateOptions engine_options(const Options& options, engine::Extremes& seen);

// The node of a field, if there is a callback: it may assign to the field of the caller while that
// is evaluated. Without one, threads that evaluate a field at a time need not count it.
inline graph::NodePointer kept(const Field& field, const Options& options) {
  return options.progress ? graph::pointer_of(field) : nullptr;
}

// Hands the extremes on if the options ask for them.
inline void report_extremes(const engine::Extremes& seen, const Options& options) noexcept {
  if (options.seen != nullptr) *options.seen = {seen.min, seen.max};
}

}  // namespace perlane::api
