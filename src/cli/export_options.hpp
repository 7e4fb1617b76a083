#pragma once
// The options of `perlane export`.

#include "cli/layout.hpp"
#include "cli/render_options.hpp"

#include <optional>
#include <string>

namespace perlane::cli {

struct ExportOptions {
  RenderOptions render;  // the world
  Tiling tiling;
  std::string directory;
  std::optional<Part> part;
  bool verify = false;
  bool force = false;
};

// Declares the options of the subcommand; parsing fills
// `options`, which must live as long as `command`.
void add_export_options(CLI::App& command, ExportOptions& options);

}  // namespace perlane::cli
