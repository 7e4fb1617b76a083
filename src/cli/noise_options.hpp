#pragma once
// The options of the noise, or of the field in its place.

#include "cli/render_options.hpp"

namespace perlane::cli {

void add_noise_options(CLI::App& command, RenderOptions& options);

}  // namespace perlane::cli
