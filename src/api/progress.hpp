#pragma once
// From the options of the caller to how the engine evaluates.

#include <perlane/evaluate.hpp>

#include "engine/watch.hpp"

namespace perlane::api {

// It refers to `options`. Cancelled is thrown where these say so.
engine::Run run_of(const Options& options);

}  // namespace perlane::api
