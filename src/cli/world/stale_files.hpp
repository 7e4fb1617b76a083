#pragma once
// What earlier runs left in the directory of an export.

#include "cli/options/export_options.hpp"
#include "cli/world/manifest.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace perlane::cli::world {

class StaleFiles {
 public:
  // Throws std::runtime_error if another run is there, or if there is what the options do not
  // allow to replace. Nobody else may begin meanwhile: whoever asks has the journal, and has
  // announced what it makes.
  StaleFiles(const options::ExportOptions& options, const std::string& header, const Tiles& tiles,
             output::OutputFile::Kind kind);

  // Of tiles that are right, and those that have to be made.
  Checksums sums;
  Tiles missing;

  // Throws std::runtime_error if another run is there that makes no other part of this export.
  void check_runs() const;

  // Removes the manifests and journals of other exports, so that nothing is taken for complete that
  // is not.
  void remove_others() const;

 private:
  void check_exports(const std::vector<Written>& all, bool are_manifests);
  void look_at(const Tiles& tiles, output::OutputFile::Kind kind);
  [[noreturn]] void throw_invalid(const Tiles& tiles, const char* problem) const;
  std::filesystem::path path_of(const Tile& tile) const { return directory_ / tile.name; }

  const options::ExportOptions& options_;
  const std::string& header_;
  std::filesystem::path directory_;
  std::vector<std::filesystem::path> others_;  // manifests and journals of other exports
  std::vector<std::filesystem::path>
      other_parts_;  // manifests of as many parts as there no longer are
};

}  // namespace perlane::cli::world
