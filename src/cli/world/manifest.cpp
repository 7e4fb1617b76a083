#include "cli/world/manifest.hpp"

#include "cli/output/message.hpp"
#include "text/json.hpp"

#include <perlane/text.hpp>

#include <charconv>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

namespace perlane::cli::world {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view start_of_tile = "{\"name\":";
constexpr std::string_view name_of_samples = "samples";

std::optional<std::uint32_t> read_digits(const Json& tile, std::string_view name) {
  if (!tile.contains(name) || !tile[name].is_string()) return std::nullopt;
  const auto digits = tile[name].get<std::string>();
  const char* const end = digits.data() + digits.size();
  std::uint32_t number = 0;
  if (std::from_chars(digits.data(), end, number, 16).ptr != end) return std::nullopt;
  return number;
}

std::optional<std::pair<std::string, TileSums>> read_tile(std::string_view line) {
  if (line.ends_with(',')) line.remove_suffix(1);
  const Json tile = Json::parse(line, nullptr, false);
  if (!tile.is_object() || !tile.contains("bytes") || !tile["bytes"].is_number_unsigned() ||
      !tile["name"].is_string())
    return std::nullopt;
  const auto crc = read_digits(tile, output::checksum_name),
             samples = read_digits(tile, name_of_samples);
  if (!crc || !samples) return std::nullopt;
  return std::pair(tile["name"].get<std::string>(),
                   TileSums{{tile["bytes"].get<std::uint64_t>(), *crc}, *samples});
}

// All other members follow from the recipe and the tiling.
void check_members(const std::string& line, const Header& header) {
  std::string text = header.text;
  text.back() = '}';
  const Json given = Json::parse(line), right = Json::parse(text);
  for (const auto& [name, value] : right.items()) {
    if (name != "recipe" && (!given.contains(name) || given[name] != value))
      output::throw_invalid("its {} is not right; it should be {}", name, value.dump());
  }
  for (const auto& [name, value] : given.items()) {
    if (!right.contains(name)) output::throw_invalid("its {} is unknown", name);
  }
}

[[noreturn]] void throw_invalid() { output::throw_invalid("it is not the manifest of an export"); }

// Calls visit(line) for the lines of a manifest, without their ends.
template <class Visit>
void for_each_line(const std::string& header, const Layout& layout, const Checksums& sums,
                   const Visit& visit) {
  Tiles tiles;
  for (const Tile& tile : layout.tiles()) {
    if (sums.contains(tile.name)) tiles.push_back(&tile);
  }
  visit(header);
  visit("\"tiles\":[");
  for (const Tile* tile : tiles)
    visit(line_of(*tile, sums.at(tile->name)) + (tile == tiles.back() ? "" : ","));
  visit("]}");
}

std::optional<Written> written_at(const std::filesystem::path& path) {
  // A link to what is not there is there, and rejected.
  if (std::filesystem::symlink_status(path).type() == std::filesystem::file_type::not_found)
    return std::nullopt;
  return read_written(path);
}

}  // namespace

std::string header_of(const input::Recipe& recipe, const Field& field, const Layout& layout,
                      const options::Tiling& tiling) {
  Json levels = Json::array();
  for (const Level& level : layout.levels()) {
    levels.push_back({{"step", level.step},
                      {"size", list_of(level.size)},
                      {"tiles", axes_of(level.size, level.tiles)}});
  }
  Json json{{"manifest", input::manifest_version},
            {"format", tiling.extension.substr(1)},
            {"names", tiling.names},
            {"hash", std::string(output::checksum_name)},
            {"tile", tiling.tile},
            {"overlap", tiling.overlap},
            {"levels", levels},
            {"tasks", layout.tiles().size()}};
  if (tiling.fades_octaves) json["fades_octaves"] = true;
  std::string text = json.dump();
  text.pop_back();
  return fmt::format(R"({},"recipe":{},)", text, to_text(recipe, field, to_json(field)));
}

Header read_header(std::string line) {
  if (!line.starts_with(input::start_of_manifest) || !line.ends_with(',')) throw_invalid();
  line.back() = '}';
  const text::Json json = text::parsed(line, std::numeric_limits<std::size_t>::max());
  if (!json.is_object()) throw_invalid();
  const auto member = [&](const char* name) -> const text::Json& {
    const text::Json* found = json.find(name);
    if (found == nullptr) throw_invalid();
    return *found;
  };
  const auto integer = [&](const char* name, std::int64_t most) {
    const text::Json& value = member(name);
    if (!value.is_unsigned() || value.natural() > static_cast<std::uint64_t>(most)) throw_invalid();
    return static_cast<int>(value.natural());
  };
  const text::Json &levels = member("levels"), &names = member("names"), &format = member("format");
  member("manifest");
  input::check_version(json);
  const int tile = integer("tile", formats::size_limit),
            overlap = integer("overlap", formats::size_limit);
  if (tile < 1 || !levels.is_array() || levels.size() == 0 || !names.is_string() ||
      !format.is_string() || !member("recipe").is_object())
    throw_invalid();
  const input::Input given = input::input_of(member("recipe"));
  if (!given.recipe) throw_invalid();
  // check_members rejects any other value than true.
  const bool fades_octaves = json.find("fades_octaves") != nullptr;
  const options::Tiling tiling{
      tile,         overlap, static_cast<int>(levels.size()), names.text(), "." + format.text(),
      fades_octaves};
  if (tiling.is_sharded() && tiling.names != names_of_shards(given.recipe->size))
    output::throw_invalid("its names is not right; it should be {}",
                          names_of_shards(given.recipe->size));
  Header header{*given.recipe,    given.field, tiling, Layout(*given.recipe, tiling),
                given.difference, {}};
  header.text = header_of(header.recipe, header.field, header.layout, header.tiling);
  check_members(line, header);
  return header;
}

Header header_in(const Written& manifest) {
  try {
    return read_header(manifest.header);
  } catch (const std::invalid_argument& error) {
    output::throw_failure("cannot read {}: {}", output::quoted(manifest.path), error.what());
  }
}

std::string line_of(const Tile& tile, const TileSums& sums) {
  Json json{{"name", tile.name}, {"level", tile.level}, {"x", tile.at[0]}, {"y", tile.at[1]}};
  if (tile.size.is_volume()) json["z"] = tile.at[2];
  json["first"] = axes_of(tile.size, tile.first);
  json["size"] = list_of(tile.size);
  json["bytes"] = sums.file.bytes;
  json[output::checksum_name] = output::digits_of(sums.file.crc);
  json[name_of_samples] = output::digits_of(sums.samples);
  return json.dump();
}

std::filesystem::path manifest_path(const std::filesystem::path& directory) {
  return directory / "manifest.json";
}

std::filesystem::path temporary_directory_path(const std::filesystem::path& directory) {
  return directory / ".perlane.tmp";
}

std::filesystem::path journal_path(const std::filesystem::path& directory) {
  return directory / ".perlane.journal";
}

std::optional<std::filesystem::path> link_to(const std::filesystem::path& directory,
                                             const std::string& tile) {
  std::filesystem::path path = directory;
  std::error_code ignored;
  for (const std::filesystem::path& part : std::filesystem::path(tile)) {
    path /= part;
    if (std::filesystem::is_symlink(path, ignored)) return path;
  }
  return std::nullopt;
}

bool is_unfinished(const std::string& name) {
  return name.starts_with(".perlane") && (name.ends_with(".journal") || name.ends_with(".tmp"));
}

Written read_written(const std::filesystem::path& path) {
  Written written;
  written.path = path;
  if (std::filesystem::is_symlink(path))
    output::throw_failure("cannot read {}: it is a symbolic link", output::quoted(path));
  // A pipe would keep us waiting for a writer.
  if (std::filesystem::exists(path) && !std::filesystem::is_regular_file(path))
    output::throw_failure("cannot read {}: it is not a regular file", output::quoted(path));
  std::ifstream file(path, std::ios::binary);
  if (!file.is_open()) output::throw_errno("cannot read " + output::quoted(path));
  std::getline(file, written.header);
  if (file.eof()) written.header.clear();  // it is not whole
  bool has_all = written.header.starts_with(input::start_of_manifest);
  std::string line;
  // A line without an end was being written when its run was killed.
  while (std::getline(file, line) && !file.eof()) {
    if (line.starts_with(start_of_tile)) {
      if (auto tile = read_tile(line)) {
        written.sums.insert_or_assign(std::move(tile->first), tile->second);
      } else {
        has_all = false;
      }
    } else if (line == "]}") {
      written.is_whole = has_all;
    }
  }
  return written;
}

std::vector<std::string> wrong_tiles(const std::filesystem::path& manifest, const Layout& layout) {
  std::unordered_map<std::string_view, const Tile*> tiles;
  for (const Tile& tile : layout.tiles()) tiles.emplace(tile.name, &tile);
  std::vector<std::string> wrong;
  std::ifstream file(manifest, std::ios::binary);
  for (std::string line; std::getline(file, line);) {
    const auto read = line.starts_with(start_of_tile) ? read_tile(line) : std::nullopt;
    if (!read) continue;
    if (line.ends_with(',')) line.pop_back();
    const auto tile = tiles.find(read->first);
    if (tile == tiles.end() || line_of(*tile->second, read->second) != line)
      wrong.push_back(read->first);
  }
  return wrong;
}

std::optional<Written> manifest_in(const std::filesystem::path& directory) {
  return written_at(manifest_path(directory));
}

std::optional<Written> journal_in(const std::filesystem::path& directory) {
  return written_at(journal_path(directory));
}

void write_manifest(output::OutputFile& file, const Header& header, const Checksums& sums) {
  for_each_line(header.text, header.layout, sums, [&](std::string line) {
    line += '\n';
    file.put(line.data(), line.size());
  });
}

std::size_t first_wrong_line(const Written& manifest, const Header& header) {
  const std::string recipe = "\"recipe\":" + to_text(header.recipe);
  const std::string maker = recipe.substr(0, recipe.find(",\"size\""));
  const bool is_own = manifest.header.find(maker) != std::string::npos;
  std::ifstream file(manifest.path, std::ios::binary);
  std::size_t number = 0, wrong = 0;
  std::string given;
  const std::string& first = is_own ? header.text : manifest.header;
  for_each_line(first, header.layout, manifest.sums, [&](const std::string& line) {
    ++number;
    const bool is_right = std::getline(file, given) && !file.eof() && given == line;
    if (!is_right && wrong == 0) wrong = number;
  });
  const bool goes_on = wrong == 0 && file.peek() != std::ifstream::traits_type::eof();
  return goes_on ? number + 1 : wrong;
}

}  // namespace perlane::cli::world
