#pragma once
// Finds the files that earlier runs left in the directory of an export.

#include "cli/options/export_options.hpp"
#include "cli/world/manifest.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace perlane::cli::world {

class StaleFiles {
 public:
  // Throws std::runtime_error if another run is there, or if a file is in the way that the options
  // do not allow to replace. The caller holds the journal and has announced its export, so no other
  // run can begin meanwhile.
  StaleFiles(const options::ExportOptions& options, const std::string& header, const Tiles& tiles,
             output::OutputFile::Kind kind);

  // The checksums of tiles that are right, and the tiles that have to be made.
  Checksums sums;
  Tiles missing;

  // Throws std::runtime_error if another run is there, unless it makes another part of this export.
  void check_runs() const;

  // Removes the manifests and journals of other exports, so that none of them seems complete.
  void remove_others() const;

 private:
  void check_exports(const std::vector<Written>& all, bool are_manifests);
  void look_at(const Tiles& tiles, output::OutputFile::Kind kind);
  // Throws std::runtime_error with the first of these tiles, if there are any.
  void reject(const Tiles& tiles, std::string_view problem) const;
  std::filesystem::path path_of(const Tile& tile) const { return directory_ / tile.name; }

  const options::ExportOptions& options_;
  const std::string& header_;
  std::filesystem::path directory_;
  std::vector<std::filesystem::path> others_;  // manifests and journals of other exports
  std::vector<std::filesystem::path> other_parts_;  // manifests of another number of parts
};

}  // namespace perlane::cli::world
