#include "cli/world/stale_files.hpp"

#include "cli/output/message.hpp"
#include "cli/world/world_directory.hpp"
#include "cli/world/tile_check.hpp"
#include "engine/parallel.hpp"

#include <algorithm>
#include <iterator>
#include <mutex>

namespace perlane::cli::world {

namespace fs = std::filesystem;

namespace {

// Returns true if a file is where a directory of this path belongs.
bool is_below_file(fs::path path) {
  std::error_code ignored;
  while (!path.empty() && !fs::exists(path, ignored)) path = path.parent_path();
  return !path.empty() && !fs::is_directory(path, ignored);
}

// The files that describe another export. None if this perlane cannot read its manifest.
std::vector<std::pair<std::string, std::string>> descriptions_of(const Written& manifest) {
  try {
    const Header header = header_in(manifest);
    return TileMaker(header).descriptions();
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace

StaleFiles::StaleFiles(const options::ExportOptions& options, const TileMaker& maker)
    : options_(options), maker_(maker), directory_(options.directory) {
  check_export(manifest_in(directory_), true);
  check_export(journal_in(directory_), false);
  look_at_tiles();
  look_at_descriptions();
}

void StaleFiles::check_export(const std::optional<Written>& written, bool is_manifest) {
  if (!written) return;
  if (written->header == maker_.header().text) {
    for (const auto& [name, sum] : written->sums) sums.insert_or_assign(name, sum);
    is_open_ = is_open_ || written->is_open();
  } else if (is_manifest || !written->header.empty()) {
    if (!options_.force) {
      output::throw_failure("{} is of another export; use another directory, or --force",
                            output::quoted(written->path));
    }
    if (is_manifest) other_manifest_ = written;
  }
}

void StaleFiles::reject(const Tiles& tiles, std::string_view problem) const {
  if (tiles.empty()) return;
  output::throw_failure("{}{} {}", output::quoted(path_of(**std::ranges::min_element(tiles))),
                        tiles.size() > 1 ? fmt::format(" (and {} more)", tiles.size() - 1) : "",
                        problem);
}

// Finds the tiles that are missing, and rejects files that are in the way.
void StaleFiles::look_at_tiles() {
  const std::vector<Tile>& tiles = maker_.header().layout.tiles();
  std::mutex mutex;
  Tiles unknown, changed, directories, below_files, beyond_links;
  engine::parallel_for(std::ssize(tiles), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const Tile* const tile = &tiles[static_cast<std::size_t>(i)];
      std::unique_lock lock(mutex);
      const auto found = sums.find(tile->name);
      const TileSums* const known = found == sums.end() ? nullptr : &found->second;
      lock.unlock();
      std::error_code ignored;
      const fs::file_status status = fs::symlink_status(path_of(*tile), ignored);
      const bool exists = fs::exists(status);
      const auto link = link_to(directory_, tile->name);
      const bool is_file = exists && !link && fs::is_regular_file(status);
      if (is_file && known != nullptr && output::checksum_of(path_of(*tile)) == known->file)
        continue;
      CheckedTile of_task{"is not known", {}};
      if (is_file && known == nullptr && is_open_) {
        engine::isolated([&] { of_task = check_tile(path_of(*tile), *tile, maker_, nullptr); });
      }
      lock.lock();
      if (of_task.problem == nullptr) {
        sums.emplace(tile->name, of_task.sums);
        continue;
      }
      missing.push_back(tile);
      if (!exists && is_below_file(path_of(*tile))) below_files.push_back(tile);
      if (link && *link != path_of(*tile)) beyond_links.push_back(tile);
      if (!exists) continue;
      if (fs::is_directory(status)) directories.push_back(tile);
      (known != nullptr ? changed : unknown).push_back(tile);
    }
  });
  std::ranges::sort(missing);  // in the order of the world, for the threads have mixed them
  reject(beyond_links,
         "is beyond a symbolic link, and no link is followed; remove that link, or use another "
         "directory");
  reject(below_files,
         "is below a file, where a directory belongs; remove that file, or use another directory");
  reject(directories, "is a directory, and no tile; remove it, or use another directory");
  if (options_.force) return;
  reject(unknown, "is in the way; use another directory, or --force to replace it");
  reject(changed, "has changed since it was exported; use --force to make it again");
}

void StaleFiles::look_at_descriptions() {
  for (auto& [name, text] : maker_.descriptions()) {
    if (holds(directory_, name, text)) continue;
    const fs::path path = directory_ / name;
    if (fs::exists(fs::symlink_status(path)) && !options_.force) {
      output::throw_failure("{} is in the way; use another directory, or --force to replace it",
                            output::quoted(path));
    }
    descriptions.emplace_back(name, text);
  }
}

void StaleFiles::remove_others() const {
  if (!other_manifest_) return;
  const auto ours = maker_.descriptions();
  for (const auto& [name, text] : descriptions_of(*other_manifest_)) {
    const bool is_ours = std::ranges::any_of(
        ours, [&name = name](const auto& description) { return description.first == name; });
    if (!is_ours && holds(directory_, name, text)) fs::remove(directory_ / name);
  }
  fs::remove(manifest_path(directory_));
}

}  // namespace perlane::cli::world
