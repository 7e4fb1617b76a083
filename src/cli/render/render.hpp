#pragma once

#include "cli/options/render_options.hpp"

namespace perlane::cli::render {

// Runs `perlane render`: writes all files that `options` ask for, or throws and writes none.
void run(const options::RenderOptions& options);

}  // namespace perlane::cli::render
