#include "cli/world/stale_files.hpp"

#include "cli/output/message.hpp"
#include "engine/parallel.hpp"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <mutex>
#include <sys/stat.h>

namespace perlane::cli::world {

namespace fs = std::filesystem;

namespace {

// Returns true for an array of Zarr, whoever wrote it. No other directory may be removed.
bool is_zarr(const fs::path& directory) {
  return fs::exists(directory / "zarr.json") || fs::exists(directory / ".zarray");
}

}  // namespace

StaleFiles::StaleFiles(const options::ExportOptions& options, const std::string& header,
                       const Tiles& tiles, output::OutputFile::Kind kind)
    : options_(options), header_(header), directory_(options.directory) {
  check_runs();
  check_exports(manifests_in(directory_), true);
  check_exports(journals_in(directory_), false);
  look_at(tiles, kind);
}

void StaleFiles::check_runs() const {
  const fs::path own = journal_path(directory_, options_.part);
  const std::string of = options_.part ? fmt::format("-of-{}", options_.part->of) : "";
  for (const Written& other : journals_in(directory_)) {
    const bool is_part = options_.part && other.path.stem().string().ends_with(of);
    const bool is_same = other.header.empty() || other.header == header_;
    if (other.path != own && !(is_part && is_same) && is_written(other.path))
      reject_second_run(other.path);
  }
}

void StaleFiles::check_exports(const std::vector<Written>& all, bool are_manifests) {
  for (const Written& written : all) {
    const bool is_split = written.part && options_.part && written.part->of != options_.part->of;
    if (are_manifests && is_split && !options_.force) {
      output::throw_failure(
          "{} is of {} parts; use as many, or --force, which makes them parts anew",
          output::quoted(written.path), written.part->of);
    }
    if (are_manifests && is_split) other_parts_.push_back(written.path);
    if (written.header == header_) {
      for (const auto& [name, sum] : written.sums) sums.insert_or_assign(name, sum);
    } else if (are_manifests || !written.header.empty()) {
      if (!options_.force) {
        output::throw_failure("{} is of another export; use another directory, or --force",
                              output::quoted(written.path));
      }
      others_.push_back(written.path);
    }
  }
}

void StaleFiles::reject(const Tiles& tiles, std::string_view problem) const {
  if (tiles.empty()) return;
  output::throw_failure("{}{} {}", output::quoted(path_of(**std::ranges::min_element(tiles))),
                        tiles.size() > 1 ? fmt::format(" (and {} more)", tiles.size() - 1) : "",
                        problem);
}

// Finds the tiles that are missing, and rejects files that are in the way.
void StaleFiles::look_at(const Tiles& tiles, output::OutputFile::Kind kind) {
  std::mutex mutex;
  Tiles unknown, changed, directories, below_files, beyond_links;
  engine::parallel_for(std::ssize(tiles), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const Tile* const tile = tiles[static_cast<std::size_t>(i)];
      const auto known = sums.find(tile->name);
      struct stat status{};
      const bool exists = ::lstat(path_of(*tile).c_str(), &status) == 0;
      const bool is_below_file = !exists && errno == ENOTDIR;
      const auto link = link_to(directory_, tile->name);
      const bool is_whole = exists && !link && known != sums.end() &&
                            output::checksum_of(path_of(*tile)) == known->second.file;
      if (is_whole) continue;
      const std::lock_guard lock(mutex);
      missing.push_back(tile);
      if (is_below_file) below_files.push_back(tile);
      if (link && *link != path_of(*tile)) beyond_links.push_back(tile);
      if (!exists) continue;
      if (S_ISDIR(status.st_mode) &&
          (kind == output::OutputFile::Kind::file || !is_zarr(path_of(*tile))))
        directories.push_back(tile);
      (known == sums.end() ? unknown : changed).push_back(tile);
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

void StaleFiles::remove_others() const {
  for (const fs::path& path : other_parts_) fs::remove(path);
  for (const fs::path& path : others_) {
    if (path == journal_path(directory_, options_.part)) continue;  // this run has it
    const bool is_own = path == manifest_path(directory_, options_.part) ||
                        path == manifest_path(directory_, std::nullopt);
    if (!options_.part || is_own) fs::remove(path);
  }
}

}  // namespace perlane::cli::world
