#include "cli/input/external_field.hpp"

#include "cli/output/checksum.hpp"
#include "cli/formats/format.hpp"
#include "cli/input/stream.hpp"
#include "cli/input/recipe.hpp"
#include "cli/output/message.hpp"

#include <perlane/text.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace perlane::cli::input {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view upwards = "../", name_of_manifest = "manifest.json";

// An untrusted tile must not make perlane read any other file.
bool is_of_manifest(std::string_view path) {
  while (path.starts_with(upwards)) path.remove_prefix(upwards.size());
  return path == name_of_manifest;
}

}  // namespace

std::string text_in_tiles(const std::string& text, std::string_view names) {
  if (text.size() <= most_in_tile) return text;
  std::string path;
  for (auto depth = std::ranges::count(names, '/'); depth > 0; --depth) path += upwards;
  return fmt::format(R"({{"manifest":"{}{}","{}":"{}"}})", path, name_of_manifest,
                     output::checksum_name, output::digits_of(output::crc_of(text)));
}

std::optional<ExternalField> external_field_of(const text::Json& field) {
  const text::Json* const manifest = field.find("manifest");
  if (manifest == nullptr) return std::nullopt;
  const text::Json* const crc = field.find(output::checksum_name);
  if (!manifest->is_string() || !is_of_manifest(manifest->text()) || crc == nullptr ||
      !crc->is_string())
    output::throw_invalid("recipe.field is not right; use a field, or what a tile has");
  return ExternalField{manifest->text(), crc->text()};
}

Field read_external(const ExternalField& external, const fs::path& tile) {
  // The name of a directory may end with a slash.
  const fs::path named = tile.has_filename() ? tile : tile.parent_path();
  // The manifest is above the tile itself, not above a link to it or to its directory.
  const fs::path directory = fs::canonical(named).parent_path();
  const fs::path path = (directory / external.manifest).lexically_normal();
  const std::string where =
      fmt::format("the field of {} is in {}", output::quoted(tile), output::quoted(path));
  std::error_code error;
  std::ifstream file;
  errno = ENOENT;
  if (fs::is_regular_file(path, error)) file.open(path, std::ios::binary);
  if (!file.is_open())
    output::throw_failure("{}, which cannot be read: {}", where, std::strerror(errno));
  const Input given = input_of(text::parsed(all_of(file, path.string()), formats::most_of_recipe));
  if (output::digits_of(output::crc_of(to_json(given.field))) != external.crc)
    output::throw_invalid("{}, and that is the manifest of another export", where);
  return given.field;
}

}  // namespace perlane::cli::input
