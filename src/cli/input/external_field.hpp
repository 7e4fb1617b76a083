#pragma once
// A field whose text is too long for every tile of an export stands in the manifest alone, and the
// tiles name the manifest.

#include "text/json.hpp"

#include <perlane/field.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace perlane::cli::input {

// The bytes of the longest text of a field that stands in tiles.
inline constexpr std::size_t most_in_tile = std::size_t{1} << 16;

struct ExternalField {
  std::string manifest;  // its path from the directory that the tile is in: ../../manifest.json
  std::string crc;  // the CRC-32 of the text of the field, as hexadecimal digits

  friend bool operator==(const ExternalField&, const ExternalField&) = default;
};

// The text that the recipe of every tile has for a field of this text: the text, or where it is.
std::string text_in_tiles(const std::string& text, std::string_view names);

// Reads the member of a recipe; none if it is the field itself.
std::optional<ExternalField> external_field_of(const text::Json& field);

// Reads the field of a tile. Throws std::runtime_error where there is no such manifest, and
// std::invalid_argument if it is of another field.
Field read_external(const ExternalField& external, const std::filesystem::path& tile);

}  // namespace perlane::cli::input
