// Checks an export by its manifest, and completes the manifest of a world whose tasks are done.

#include "cli/output/message.hpp"
#include "cli/output/temporary.hpp"
#include "cli/render/isa_and_threads.hpp"
#include "cli/world/export.hpp"
#include "cli/world/world_directory.hpp"
#include "cli/world/tile_check.hpp"
#include "engine/parallel.hpp"

#include <algorithm>
#include <iostream>
#include <unordered_set>
#include <utility>
#include <vector>

namespace perlane::cli::world {
namespace {

namespace fs = std::filesystem;

class Verification {
 public:
  explicit Verification(const fs::path& directory) : directory_(directory) {}

  bool run(bool quiet);

 private:
  template <class... Parts>
  void complain(fmt::format_string<Parts...> format, Parts&&... parts) {
    problems_.push_back(fmt::format(format, std::forward<Parts>(parts)...));
  }
  void check_lines(const Written& manifest, const Header& header);
  CheckedTile check(const Tile& tile, const TileMaker& maker, const Written& manifest) const;
  Checksums check_tiles(const TileMaker& maker, const Written& manifest);
  void check_others(const TileMaker& maker);

  fs::path directory_;
  std::vector<std::string> problems_;
};

void Verification::check_lines(const Written& manifest, const Header& header) {
  const std::string file = output::quoted(manifest.path.filename());
  if (!manifest.is_whole) complain("{} is damaged", file);
  const std::vector<std::string> wrong = wrong_tiles(manifest.path, header.layout);
  for (const std::string& name : wrong) complain("{} is not right about '{}'", file, name);
  const std::size_t line = first_wrong_line(manifest, header);
  if (wrong.empty() && manifest.is_whole && line != 0)
    complain("{} is not what perlane wrote, from line {} on", file, line);
}

CheckedTile Verification::check(const Tile& tile, const TileMaker& maker,
                                const Written& manifest) const {
  const auto known = manifest.sums.find(tile.name);
  const fs::path path = directory_ / tile.name;
  if (known == manifest.sums.end() && !manifest.is_open()) return {"is in no manifest", {}};
  if (link_to(directory_, tile.name)) return {"is, or is beyond, a symbolic link", {}};
  if (!fs::exists(path)) return {"is missing", {}};
  if (!fs::is_regular_file(path)) return {"is damaged", {}};
  return check_tile(path, tile, maker, manifest.is_open() ? nullptr : &known->second);
}

Checksums Verification::check_tiles(const TileMaker& maker, const Written& manifest) {
  const std::vector<Tile>& tiles = maker.header().layout.tiles();
  std::vector<CheckedTile> found(tiles.size());
  engine::parallel_for(
      static_cast<std::int64_t>(tiles.size()), [&](std::int64_t begin, std::int64_t end) {
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
          engine::isolated([&] { found[i] = check(tiles[i], maker, manifest); });
      });
  Checksums sums;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    if (found[i].problem == nullptr) {
      sums.emplace(tiles[i].name, found[i].sums);
    } else {
      complain("'{}', task {}, {}", tiles[i].name, i, found[i].problem);
    }
  }
  return sums;
}

// Checks the files other than tiles.
void Verification::check_others(const TileMaker& maker) {
  std::unordered_set<std::string> names{manifest_path("").string()};
  for (const Tile& tile : maker.header().layout.tiles()) names.insert(tile.name);
  for (const auto& [name, text] : maker.descriptions()) {
    names.insert(name);
    if (!holds(directory_, name, text)) complain("'{}' is missing or damaged", name);
  }
  std::vector<fs::path> unfinished;
  std::vector<std::string> foreign;
  for (auto entry = fs::recursive_directory_iterator(directory_);
       entry != fs::recursive_directory_iterator(); ++entry) {
    const std::string name = entry->path().lexically_relative(directory_).generic_string();
    if (names.contains(name) || is_unfinished(entry->path().filename().string())) {
      if (entry->is_directory()) entry.disable_recursion_pending();
      if (!names.contains(name)) unfinished.push_back(entry->path());
    } else if (!entry->is_directory() || entry->is_symlink()) {
      foreign.push_back(name);
    }
  }
  for (const fs::path& path : unfinished) {
    // A task that was killed may have left it while another one has made its tile.
    if (path.extension() == ".tmp" && !path.stem().string().ends_with(".perlane"))
      output::remove_left(path);
    if (fs::exists(path)) {
      complain("'{}' is of an export that is not done",
               path.lexically_relative(directory_).generic_string());
    }
  }
  std::ranges::sort(foreign);
  for (const std::string& name : foreign) complain("'{}' is not of this export", name);
}

bool Verification::run(bool quiet) {
  const std::optional<Written> manifest = manifest_in(directory_);
  if (!manifest)
    output::throw_failure("there is no manifest of an export in {}", output::quoted(directory_));
  const Header header = header_in(*manifest);
  const TileMaker maker(header);
  if (!header.difference.empty())
    complain("{}: {}", output::quoted(manifest->path.filename()), header.difference);
  check_lines(*manifest, header);
  const Checksums sums = check_tiles(maker, *manifest);
  check_others(maker);
  for (const std::string& problem : problems_) output::print_message(problem);
  if (!problems_.empty()) return false;
  if (manifest->is_open()) {
    output::OutputFile file(manifest->path);
    write_manifest(file, header, sums);
    file.publish();
  }
  if (!quiet) {
    std::cout << fmt::format("tiles      {}, all right\nmanifest   {}\n",
                             header.layout.tiles().size(), manifest->path.string());
  }
  return true;
}

}  // namespace

bool verify_export(const options::ExportOptions& options) {
  const render::IsaAndThreads isa_and_threads(options.render);
  return Verification(options.directory).run(options.render.quiet);
}

}  // namespace perlane::cli::world
