#pragma once
// Finds the files that earlier runs left in the directory of an export.

#include "cli/options/export_options.hpp"
#include "cli/world/tile_maker.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace perlane::cli::world {

class StaleFiles {
 public:
  // Throws std::runtime_error if a file is in the way that the options do not allow to replace. The
  // caller holds the journal, so no other run can begin meanwhile.
  StaleFiles(const options::ExportOptions& options, const TileMaker& maker);

  // The checksums of tiles that are right, and the tiles that have to be made.
  Checksums sums;
  Tiles missing;
  // The files that describe the world, as far as they are not there yet: names and texts.
  std::vector<std::pair<std::string, std::string>> descriptions;

  // Removes the manifest of another export, so that it does not seem complete, and the files that
  // describe its tiles.
  void remove_others() const;

 private:
  void check_export(const std::optional<Written>& written, bool is_manifest);
  void look_at_tiles();
  void look_at_descriptions();
  // Throws std::runtime_error with the first of these tiles, if there are any.
  void reject(const Tiles& tiles, std::string_view problem) const;
  std::filesystem::path path_of(const Tile& tile) const { return directory_ / tile.name; }

  const options::ExportOptions& options_;
  const TileMaker& maker_;
  std::filesystem::path directory_;
  bool is_open_ = false;  // there are tiles of tasks
  std::optional<Written> other_manifest_;
};

}  // namespace perlane::cli::world
