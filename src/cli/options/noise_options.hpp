#pragma once
// The options of the noise, or of the field in its place.

#include "cli/options/render_options.hpp"

namespace perlane::cli::options {

void add_noise_options(CLI::App& command, RenderOptions& options);

}  // namespace perlane::cli::options
