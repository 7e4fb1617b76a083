#pragma once

#include "cli/render_options.hpp"

namespace perlane::cli {

// `perlane render`: all files that `options` ask for, or an exception and none of them.
void render(const RenderOptions& options);

}  // namespace perlane::cli
