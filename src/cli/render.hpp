#pragma once

#include "cli/render_options.hpp"

namespace perlane::cli {

// Runs `perlane render`: writes all files that `options` ask for, or throws and writes none.
void render(const RenderOptions& options);

}  // namespace perlane::cli
