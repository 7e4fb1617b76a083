// Checks an export by its manifests, and joins those of its parts.

#include "cli/output/message.hpp"
#include "cli/world/comparison.hpp"
#include "cli/input/external_field.hpp"
#include "cli/world/export.hpp"
#include "cli/options/export_options.hpp"
#include "cli/formats/format.hpp"
#include "cli/render/machine.hpp"
#include "cli/world/manifest.hpp"
#include "cli/formats/sample_sum.hpp"
#include "engine/parallel.hpp"

#include <perlane/text.hpp>

#include <algorithm>
#include <iostream>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>
#include <vector>

namespace perlane::cli::world {
namespace {

namespace fs = std::filesystem;

Header header_in(const Written& manifest) {
  try {
    return read_header(manifest.header);
  } catch (const std::invalid_argument& error) {
    output::throw_failure("cannot read {}: {}", output::quoted(manifest.path), error.what());
  }
}

// The world that all tiles are checked against.
struct World {
  struct OfLevel {
    Field field;
    std::string text;
  };
  const Header& header;
  std::vector<OfLevel> levels;
  std::optional<input::ExternalField> external;  // of its field, where that does not stand in tiles

  const OfLevel& of(const Tile& tile) const { return levels[static_cast<std::size_t>(tile.level)]; }
};

World world_of(const Header& header) {
  const std::string field = to_json(header.field);
  const std::string in_tiles = input::text_in_tiles(field, header.tiling.names);
  World world{
      header, {}, input::external_field_of(text::parsed(in_tiles, formats::most_of_recipe))};
  for (int level = 0; level < header.tiling.levels; ++level) {
    const Field of_level = field_of(header.recipe, header.field, header.tiling, level);
    world.levels.push_back({of_level, to_json(of_level)});
  }
  return world;
}

// Returns true if a tile is by the recipe of the world, as far as its file tells: it has a recipe
// of its own, or else a size that follows from it.
bool is_by_recipe(const fs::path& path, const Tile& tile, const World& world) {
  const Header& header = world.header;
  const formats::Format* format = formats::format_of(header.tiling.extension);
  if (format == nullptr) return true;  // this perlane was built without it
  const input::Recipe recipe = recipe_of(header.recipe, tile);
  if (!format->carries_recipe) return fs::file_size(path) == format->bytes(picture_of(recipe));
  const auto text = format->recipe(path);
  if (!text) return false;
  std::optional<input::ExternalField> external;
  const input::Input given = input::input_of(text::parsed(*text, formats::most_of_recipe),
                                             [&](const input::ExternalField& found) {
                                               external = found;
                                               return header.field;
                                             });
  if (!given.recipe || !given.difference.empty() || to_text(*given.recipe) != to_text(recipe))
    return false;
  return external ? external == world.external : to_json(given.field) == world.of(tile).text;
}

// Checks that a file holds the samples that the manifest and the field have there. Returns null, or
// why it does not.
const char* problem_of_samples(const fs::path& path, const Tile& tile, std::uint32_t sum,
                               const World& world) {
  const Header& header = world.header;
  const formats::Format* format = formats::format_of(header.tiling.extension);
  if (format == nullptr) return nullptr;  // this perlane was built without it
  const input::Recipe recipe = recipe_of(header.recipe, tile);
  const formats::Picture picture = picture_of(recipe);
  formats::SampleSum found(picture);
  Comparison comparison(world.of(tile).field, recipe);
  try {
    format->read(path, picture, [&](const formats::Block& block) {
      found.add(block);
      // A version that gives other values is reported once.
      if (header.difference.empty()) comparison.add(block);
    });
  } catch (const std::runtime_error&) {
    return "cannot be decoded";
  }
  if (found.result() != sum) return "does not hold the samples that were exported";
  return comparison.is_equal() ? nullptr : "does not hold the samples of the field";
}

class Verification {
 public:
  explicit Verification(const fs::path& directory) : directory_(directory) {}

  bool run(bool quiet);

 private:
  template <class... Parts>
  void complain(fmt::format_string<Parts...> format, Parts&&... parts) {
    problems_.push_back(fmt::format(format, std::forward<Parts>(parts)...));
  }
  void join(const std::vector<Written>& manifests);
  void check_lines(const std::vector<Written>& manifests, const Header& header);
  const char* problem_of(const Tile& tile, const World& world) const;
  void check_tiles(const Header& header);
  void check_foreign(const Layout& layout);

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
    const std::string name = output::quoted(written.path.filename());
    if (written.header != header_) {
      complain("{} is of another export than {}", name, output::quoted(first.path.filename()));
      continue;
    }
    if (!written.is_whole) complain("{} is damaged", name);
    if (written.part && of != 0 && of != written.part->of)
      complain("{} is of {} parts, others are of {}", name, written.part->of, of);
    if (written.part) {
      of = written.part->of;
      numbers.insert(written.part->number);
    }
    for (const auto& [tile, sum] : written.sums) {
      const auto [known, is_new] = sums_.try_emplace(tile, sum);
      if (!is_new && known->second != sum) complain("the manifests disagree about '{}'", tile);
    }
  }
  has_parts_ = of != 0;
  for (int number = 1; number <= of; ++number) {
    if (!numbers.contains(number))
      complain("{} is missing", output::quoted(manifest_path("", options::Part{number, of})));
  }
}

void Verification::check_lines(const std::vector<Written>& manifests, const Header& header) {
  for (const Written& written : manifests) {
    if (written.header != header_) continue;
    const std::string file = output::quoted(written.path.filename());
    const std::vector<std::string> wrong = wrong_tiles(written.path, header.layout);
    for (const std::string& name : wrong) complain("{} is not right about '{}'", file, name);
    const std::size_t line = first_wrong_line(written, header);
    if (wrong.empty() && written.is_whole && line != 0)
      complain("{} is not what perlane wrote, from line {} on", file, line);
  }
}

const char* Verification::problem_of(const Tile& tile, const World& world) const {
  const auto known = sums_.find(tile.name);
  const fs::path path = directory_ / tile.name;
  if (known == sums_.end()) return "is in no manifest";
  if (link_to(directory_, tile.name)) return "is, or is beyond, a symbolic link";
  if (!fs::exists(path)) return "is missing";
  if (output::checksum_of(path) != known->second.file) return "is damaged";
  bool is_right = false;
  try {
    is_right = is_by_recipe(path, tile, world);
  } catch (const std::invalid_argument&) {  // it has no recipe that can be read
  }
  if (!is_right) return "is not by the recipe of the manifest";
  return problem_of_samples(path, tile, known->second.samples, world);
}

void Verification::check_tiles(const Header& header) {
  const std::vector<Tile>& tiles = header.layout.tiles();
  const World world = world_of(header);
  std::vector<const char*> found(tiles.size());
  engine::parallel_for(
      static_cast<std::int64_t>(tiles.size()), [&](std::int64_t begin, std::int64_t end) {
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
          found[i] = problem_of(tiles[i], world);
      });
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    if (found[i] != nullptr) complain("'{}' {}", tiles[i].name, found[i]);
  }
}

void Verification::check_foreign(const Layout& layout) {
  std::unordered_set<std::string> names;
  for (const Tile& tile : layout.tiles()) names.insert(tile.name);
  std::vector<std::string> foreign;
  for (auto entry = fs::recursive_directory_iterator(directory_);
       entry != fs::recursive_directory_iterator(); ++entry) {
    const std::string name = entry->path().lexically_relative(directory_).generic_string();
    const bool is_top = entry.depth() == 0;
    if (names.contains(name) || (is_top && is_unfinished(name))) {
      if (entry->is_directory()) entry.disable_recursion_pending();
      if (!names.contains(name)) complain("'{}' is of an export that is not done", name);
    } else if ((!entry->is_directory() || entry->is_symlink()) &&
               !(is_top && name.starts_with("manifest."))) {
      foreign.push_back(name);
    }
  }
  std::ranges::sort(foreign);
  for (const std::string& name : foreign) complain("'{}' is not of this export", name);
}

bool Verification::run(bool quiet) {
  const std::vector<Written> manifests = manifests_in(directory_);
  if (manifests.empty())
    output::throw_failure("there is no manifest of an export in {}", output::quoted(directory_));
  join(manifests);
  const Header header = header_in(manifests.front());
  const Layout& layout = header.layout;
  if (!header.difference.empty())
    complain("{}: {}", output::quoted(manifests.front().path.filename()), header.difference);
  check_lines(manifests, header);
  check_tiles(header);
  check_foreign(layout);
  for (const std::string& problem : problems_) output::print_message(problem);
  if (!problems_.empty()) return false;
  if (has_parts_) {
    Tiles tiles;
    for (const Tile& tile : layout.tiles()) tiles.push_back(&tile);
    output::OutputFile manifest(manifest_path(directory_, std::nullopt));
    write_manifest(manifest, header_, std::nullopt, tiles, sums_);
    output::OutputFile* const files[] = {&manifest};
    output::OutputFile::publish(files);
  }
  if (!quiet) {
    std::cout << fmt::format("tiles      {}, all right\nmanifest   {}\n", layout.tiles().size(),
                             manifest_path(directory_, std::nullopt).string());
  }
  return true;
}

}  // namespace

bool verify_export(const options::ExportOptions& options) {
  const render::Machine machine(options.render);
  return Verification(options.directory).run(options.render.quiet);
}

}  // namespace perlane::cli::world
