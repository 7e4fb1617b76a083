#pragma once
// Recipes: how to make a file again. They are in the file, or beside it.

#include "cli/formats/format.hpp"
#include "reference/code.hpp"
#include "text/json.hpp"

#include <perlane/field.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace perlane::cli::input {

struct Recipe {
  formats::Size size{1024, 1024};
  std::array<std::int64_t, 3> first{};  // along x, y and, in a volume, z
  std::array<double, 3> origin{};
  std::int64_t step = 1;  // between samples, also that of `first`: 2^level in a level of detail
  formats::Element element = formats::Element::uint16;
  Range range{};  // of codes alone
  std::optional<formats::Compression> compression;  // of .tif alone
  std::optional<formats::MapPlace> map;  // of .tif alone; its origin is that of index 0,0
  std::optional<int> zarr;                 // of .zarr alone
};

// Returns the numbers by which the values of a recipe become codes.
model::Coding coding_of(const Recipe& recipe);

// The recipe as JSON, without a field.
std::string to_text(const Recipe& recipe);

// The recipe as JSON, with a checksum of the samples that it makes of the field. `text` is the
// field as to_json has it, or the text that stands for it.
std::string to_text(const Recipe& recipe, const Field& field, std::string_view text);

// The picture that a recipe makes. The second one carries the recipe, as to_text has it.
formats::Picture picture_of(const Recipe& recipe);
formats::Picture picture_of(const Recipe& recipe, const Field& field, std::string_view text);

// Throws std::invalid_argument if a sample has no place on the map, because a coordinate is beyond
// binary64.
void check_map(const Recipe& recipe);

struct ExternalField;

struct Input {
  Field field;
  std::optional<Recipe> recipe{};  // none where only a field was given
  std::string difference{};  // why the recipe makes other samples here; empty if it does not
};

inline constexpr int manifest_version = 1;
inline constexpr std::string_view start_of_manifest = "{\"manifest\":";
// Throws std::invalid_argument if the manifest of an export is of another version.
void check_version(const text::Json& manifest);

// Finds a field that is not in the recipe of a tile.
using FindField = std::function<Field(const ExternalField&)>;

// Reads the input that a text stands for: a field, one of its `fields` by name, a recipe, or the
// recipe of a manifest.
Input input_of(const text::Json& document, const FindField& find = {},
               const std::optional<std::string>& name = {});

// Reads a field or a recipe from the text itself, from a file that holds it or that perlane has
// rendered, or from standard input, "-". Throws std::invalid_argument where it is wrong, or where a
// recipe makes other samples here and has to make the same; std::runtime_error where it cannot be
// read. `text`, unless it is null, receives the text.
Input read_input(const std::string& given, bool takes_other_values,
                 const std::optional<std::string>& name = {}, std::string* text = nullptr);

// Returns the path of the recipe beside samples: beside the file that a symbolic link leads to.
std::filesystem::path sidecar_of(const std::filesystem::path& samples);

// The file beside samples: none, or none any more; a recipe of perlane's; or another file.
enum class Sidecar { none, recipe, foreign };
Sidecar sidecar_at(const std::filesystem::path& path);

}  // namespace perlane::cli::input
