#pragma once
// The options of `perlane export`.

#include "cli/options/render_options.hpp"

#include <optional>
#include <string>

namespace perlane::cli::options {

struct Tiling {
  int tile = 0;     // samples from a tile to the next; 0: as the format wants
  int overlap = 0;  // so many rows and columns more, those of the next tile
  int levels = 1;
  std::string names;  // a pattern
  std::string extension = ".png";
  bool fades_octaves = false;  // that are too fine for a level

  // Returns true if tiles are the shards of arrays of Zarr's, one for each level.
  bool is_sharded() const noexcept { return extension == ".zarr"; }
};
inline constexpr int default_tile = 1024;
inline constexpr std::string_view default_names = "{level}/{y}/{x}.{ext}";

struct ExportOptions {
  RenderOptions render;  // the world
  Tiling tiling;
  std::string directory;
  bool init = false;
  std::optional<Tasks> tasks;
  bool verify = false;
  bool force = false;
};

// Declares the options of the subcommand; parsing fills `options`, which must live as long as
// `command`.
void add_export_options(CLI::App& command, ExportOptions& options);

}  // namespace perlane::cli::options
