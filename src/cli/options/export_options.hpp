#pragma once
// The options of `perlane export`.

#include "cli/options/render_options.hpp"

#include <optional>
#include <string>

namespace perlane::cli::options {

struct Tiling {
  int tile = 1024;  // samples from a tile to the next
  int overlap = 0;  // so many rows and columns more, those of the next tile
  int levels = 1;
  std::string names = "{level}/{y}/{x}.{ext}";
  std::string extension = ".png";
  bool fades_octaves = false;  // that are too fine for a level
};

struct ExportOptions {
  RenderOptions render;  // the world
  Tiling tiling;
  std::string directory;
  std::optional<Part> part;
  bool verify = false;
  bool force = false;
};

// Declares the options of the subcommand; parsing fills `options`, which must live as long as
// `command`.
void add_export_options(CLI::App& command, ExportOptions& options);

}  // namespace perlane::cli::options
