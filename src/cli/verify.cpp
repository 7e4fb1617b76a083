// Checks an export by its manifests, and puts those of its parts together.

#include "cli/export.hpp"
#include "cli/export_options.hpp"
#include "cli/machine.hpp"
#include "cli/manifest.hpp"
#include "cli/printable.hpp"
#include "engine/parallel.hpp"

#include <algorithm>
#include <iostream>
#include <set>
#include <stdexcept>
#include <unordered_set>
#include <utility>

namespace perlane::cli {
namespace {

namespace fs = std::filesystem;

Layout layout_of(const Written& manifest) {
  try {
    const Header header = read_header(manifest.header);
    return {header.recipe, header.tiling};
  } catch (const std::invalid_argument& error) {
    throw std::runtime_error("cannot read '" + manifest.path.string() + "': " + error.what());
  }
}

class Verification {
 public:
  explicit Verification(const fs::path& directory) : directory_(directory) {}

  bool run(bool quiet);

 private:
  void complain(const std::string& problem) { problems_.push_back(problem); }
  void join(const std::vector<Written>& manifests);
  void check_tiles(const Layout& layout);
  void check_foreign(const Layout& layout);
  bool tell() const;

  fs::path directory_;
  std::string header_;
  bool has_parts_ = false;
  Checksums sums_;
  std::vector<std::string> problems_;
};

// Takes the sums of all manifests, once they are of one export and none is missing.
void Verification::join(const std::vector<Written>& manifests) {
  const Written& first = manifests.front();
  header_ = first.header;
  std::set<int> numbers;
  int of = 0;
  for (const Written& written : manifests) {
    const std::string name = "'" + written.path.filename().string() + "'";
    if (written.header != header_) {
      complain(name + " is of another export than '" + first.path.filename().string() + "'");
      continue;
    }
    if (!written.is_whole) complain(name + " is damaged");
    if (written.part && of != 0 && of != written.part->of)
      complain(name + " is of " + std::to_string(written.part->of) + " parts, others are of " +
               std::to_string(of));
    if (written.part) {
      of = written.part->of;
      numbers.insert(written.part->number);
    }
    for (const auto& [tile, sum] : written.sums) {
      const auto [known, is_new] = sums_.try_emplace(tile, sum);
      if (!is_new && known->second != sum) complain("the manifests disagree about '" + tile + "'");
    }
  }
  has_parts_ = of != 0;
  for (int number = 1; number <= of; ++number) {
    if (!numbers.contains(number))
      complain("'" + manifest_path("", Part{number, of}).string() + "' is missing");
  }
}

void Verification::check_tiles(const Layout& layout) {
  const std::vector<WorldTile>& tiles = layout.tiles();
  std::vector<const char*> found(tiles.size());
  engine::parallel_for(
      static_cast<std::int64_t>(tiles.size()), [&](std::int64_t begin, std::int64_t end) {
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
          const auto known = sums_.find(tiles[i].name);
          const fs::path path = directory_ / tiles[i].name;
          if (known == sums_.end()) {
            found[i] = "is in no manifest";
          } else if (!fs::exists(path)) {
            found[i] = "is missing";
          } else if (checksum_of(path) != known->second) {
            found[i] = "is damaged";
          }
        }
      });
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    if (found[i] != nullptr) complain("'" + tiles[i].name + "' " + found[i]);
  }
}

void Verification::check_foreign(const Layout& layout) {
  std::unordered_set<std::string> names;
  for (const WorldTile& tile : layout.tiles()) names.insert(tile.name);
  std::vector<std::string> foreign;
  for (auto entry = fs::recursive_directory_iterator(directory_);
       entry != fs::recursive_directory_iterator(); ++entry) {
    const std::string name = entry->path().lexically_relative(directory_).generic_string();
    const bool is_top = entry.depth() == 0;
    if (names.contains(name) || (is_top && is_unfinished(name))) {
      if (entry->is_directory()) entry.disable_recursion_pending();
      if (!names.contains(name)) complain("'" + name + "' is of an export that is not done");
    } else if (!entry->is_directory() && !(is_top && name.starts_with("manifest."))) {
      foreign.push_back(name);
    }
  }
  std::ranges::sort(foreign);
  for (const std::string& name : foreign) complain("'" + name + "' is not of this export");
}

bool Verification::tell() const {
  for (const std::string& problem : problems_) cli::tell(problem);
  return problems_.empty();
}

bool Verification::run(bool quiet) {
  const std::vector<Written> manifests = manifests_in(directory_);
  if (manifests.empty()) {
    throw std::runtime_error("there is no manifest of an export in '" + directory_.string() + "'");
  }
  join(manifests);
  const Layout layout = layout_of(manifests.front());
  check_tiles(layout);
  check_foreign(layout);
  if (!tell()) return false;
  if (has_parts_) {
    std::vector<const WorldTile*> tiles;
    for (const WorldTile& tile : layout.tiles()) tiles.push_back(&tile);
    OutputFile manifest(manifest_path(directory_, std::nullopt));
    write_manifest(manifest, header_, std::nullopt, tiles, sums_);
    OutputFile* const files[] = {&manifest};
    OutputFile::publish(files);
  }
  if (!quiet) {
    std::cout << "tiles      " << layout.tiles().size() << ", all right\nmanifest   "
              << manifest_path(directory_, std::nullopt).string() << '\n';
  }
  return true;
}

}  // namespace

bool verify_export(const ExportOptions& options) {
  const Machine machine(options.render);
  return Verification(options.directory).run(options.render.quiet);
}

}  // namespace perlane::cli
