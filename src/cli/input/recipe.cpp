#include "cli/input/recipe.hpp"

#include "cli/output/checksum.hpp"
#include "cli/input/external_field.hpp"
#include "cli/input/stream.hpp"
#include "cli/input/reproduction.hpp"
#include "cli/output/message.hpp"
#include "cli/output/output_file.hpp"
#include "engine/box.hpp"
#include "text/read.hpp"

#include <perlane/version.hpp>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <type_traits>

namespace perlane::cli::input {
namespace {

constexpr int recipe_version = 1;

[[noreturn]] void throw_invalid(const std::string& member, const std::string& use) {
  output::throw_invalid("recipe.{} is not right; use {}", member, use);
}

const text::Json& member(const text::Json& recipe, const char* name) {
  if (const text::Json* found = recipe.find(name)) return *found;
  output::throw_invalid("recipe.{} is missing", name);
}

// Returns nothing unless the value is an integer of 64 bits.
std::optional<std::int64_t> integer_of(const text::Json& value) {
  if (value.is_negative()) return value.negative();
  if (value.is_unsigned() && value.natural() <= std::numeric_limits<std::int64_t>::max())
    return static_cast<std::int64_t>(value.natural());
  return std::nullopt;
}

// Reads a list of so many numbers.
template <class Number>
std::array<Number, 3> numbers_in(const text::Json& recipe, const char* name, std::size_t count) {
  constexpr bool is_integer = std::is_integral_v<Number>;
  const std::string use = fmt::format("{} {}", count == 2 ? "two" : "three",
                                      is_integer ? "integers of 64 bits" : "finite numbers");
  const text::Json& list = member(recipe, name);
  if (!list.is_array() || list.size() != count) throw_invalid(name, use);
  std::array<Number, 3> numbers{};
  for (std::size_t i = 0; i < count; ++i) {
    const text::Json& number = list.list()[i];
    const auto integer = integer_of(number);
    if (is_integer ? !integer.has_value() : !number.is_number()) throw_invalid(name, use);
    numbers[i] = is_integer ? static_cast<Number>(*integer) : static_cast<Number>(number.number());
  }
  return numbers;
}

void check_version(const std::string& name, std::optional<std::int64_t> number, int known) {
  if (number == known) return;
  output::throw_invalid(
      "the {} is of {}, and this perlane reads version {}; use the perlane that wrote it", name,
      number ? fmt::format("version {}", *number) : "a version that is not a number", known);
}

formats::MapPlace map_in(const text::Json& json) {
  formats::MapPlace map;
  if (!json.is_object()) throw_invalid("map", "an object with origin, pixel_size and perhaps epsg");
  const auto origin = numbers_in<double>(json, "origin", 2),
             pixel_size = numbers_in<double>(json, "pixel_size", 2);
  map.origin = {origin[0], origin[1]};
  map.pixel_size = {pixel_size[0], pixel_size[1]};
  const text::Json* const epsg = json.find("epsg");
  const auto code = epsg == nullptr ? std::optional<std::int64_t>(0) : integer_of(*epsg);
  if (!(map.pixel_size[0] > 0 && map.pixel_size[1] > 0) || json.size() != (epsg ? 3 : 2) || !code ||
      (epsg != nullptr && !formats::is_epsg(*code)))
    throw_invalid("map", "origin, a pixel_size above 0 and perhaps an epsg");
  map.epsg = static_cast<int>(*code);
  return map;
}

Recipe read_recipe(const text::Json& json) {
  const text::Json& number = member(json, "recipe");
  if (!number.is_integer()) output::throw_invalid("this is not a recipe of perlane's");
  check_version("recipe", integer_of(number), recipe_version);
  for (const auto& [name, value] : json.members()) {
    constexpr std::string_view known[] = {"recipe", "version",  "size",        "first", "origin",
                                          "type",   "range",    "compression", "zarr",  "field",
                                          "step",   "checksum", "map"};
    if (std::ranges::find(known, name) == std::end(known))
      output::throw_invalid("recipe.{} is unknown", name);
  }
  Recipe recipe;
  const text::Json& extents = member(json, "size");
  const std::size_t axes = extents.is_array() && extents.size() == 3 ? 3 : 2;
  const auto size = numbers_in<std::int64_t>(json, "size", axes);
  recipe.size = {size[0], size[1], size[2]};
  if (!recipe.size.is_possible() || size[axes - 1] == 0)
    throw_invalid("size", fmt::format("two or three integers from 1 to {}", formats::size_limit));
  recipe.first = numbers_in<std::int64_t>(json, "first", axes);
  const auto is_index = [](std::int64_t first) {
    return -engine::index_limit <= first && first <= engine::index_limit;
  };
  if (!std::ranges::all_of(recipe.first, is_index))
    throw_invalid("first", "integers from -2^62 to 2^62");
  recipe.origin = numbers_in<double>(json, "origin", axes);
  if (const text::Json* given = json.find("step")) {
    const auto step = integer_of(*given);
    if (!step || *step < 1 || *step > formats::size_limit)
      throw_invalid("step", fmt::format("an integer from 1 to {}", formats::size_limit));
    recipe.step = *step;
  }
  const text::Json& type = member(json, "type");
  const auto element = formats::element_of(type.is_string() ? type.text() : "");
  if (!element || *element == formats::Element::rgb8)
    throw_invalid("type", "uint8, uint16, float16 or float32");
  recipe.element = *element;
  if (is_code(recipe.element)) {
    const auto range = numbers_in<float>(json, "range", 2);
    if (!std::isfinite(range[0]) || !std::isfinite(range[1]) || !(range[0] < range[1]))
      throw_invalid("range", "two finite binary32 numbers, the lower one first");
    recipe.range = {range[0], range[1]};
  }
  if (const text::Json* name = json.find("compression")) {
    const auto found =
        std::ranges::find(formats::compression_names, name->is_string() ? name->text() : "");
    if (found == std::end(formats::compression_names))
      throw_invalid("compression", "deflate or zstd");
    recipe.compression =
        static_cast<formats::Compression>(found - std::begin(formats::compression_names));
  }
  if (const text::Json* given = json.find("map")) recipe.map = map_in(*given);
  if (const text::Json* given = json.find("zarr")) {
    const auto zarr = integer_of(*given);
    if (zarr != 2 && zarr != 3) throw_invalid("zarr", "2 or 3");
    recipe.zarr = static_cast<int>(*zarr);
  }
  return recipe;
}

std::optional<std::string> checksum_in(const text::Json& json) {
  const text::Json* const given = json.find("checksum");
  if (given == nullptr) return std::nullopt;
  if (!given->is_string() || given->text().size() != output::digits_of(0).size() ||
      given->text().find_first_not_of("0123456789abcdef") != std::string::npos)
    throw_invalid("checksum", "eight hexadecimal digits, as perlane writes them");
  return given->text();
}

Field field_in(const text::Json& json, const FindField& find) {
  const text::Json& field = member(json, "field");
  const auto external = external_field_of(field);
  if (!external) return text::field_of(field);
  if (!find) {
    output::throw_invalid(
        "the field of this tile is in the manifest of its export; use the name of that manifest, "
        "or of the tile where the export has it");
  }
  return find(*external);
}

}  // namespace

void check_version(const text::Json& manifest) {
  check_version("manifest", integer_of(member(manifest, "manifest")), manifest_version);
}

Input input_of(const text::Json& document, const FindField& find,
               const std::optional<std::string>& name) {
  const bool is_manifest = document.find("manifest") != nullptr;
  if (!is_manifest && document.find("recipe") == nullptr) return {text::field_of(document, name)};
  if (name) {
    output::throw_invalid(
        "this is a recipe, and only a field as JSON has names; use --name with the text of it");
  }
  if (is_manifest) {  // it has the recipe of its world
    check_version(document);
    const text::Json& recipe = member(document, "recipe");
    if (!recipe.is_object()) output::throw_invalid("manifest.recipe is not a recipe");
    return input_of(recipe);
  }
  const text::Json& maker = member(document, "version");
  if (!maker.is_string() || !release_of(maker.text()))
    throw_invalid("version", "one such as 0.2.0");
  try {
    const Recipe read = read_recipe(document);
    const std::optional<std::string> checksum = checksum_in(document);
    const Field field = field_in(document, find);
    return {field, read, difference(read, field, maker.text(), checksum)};
  } catch (const std::invalid_argument& error) {
    if (!is_later(maker.text())) throw;
    output::throw_invalid("{}: {}", versions_of(maker.text()), error.what());
  }
}

model::Coding coding_of(const Recipe& recipe) {
  return reference::coding(recipe.range.min, recipe.range.max,
                           recipe.element == formats::Element::uint8 ? 255 : 65535);
}

std::string to_text(const Recipe& recipe) {
  nlohmann::ordered_json json{{"recipe", recipe_version},
                              {"version", std::string(version)},
                              {"size", list_of(recipe.size)},
                              {"first", axes_of(recipe.size, recipe.first)},
                              {"origin", axes_of(recipe.size, recipe.origin)},
                              {"type", std::string(name_of(recipe.element))}};
  if (recipe.step != 1) json["step"] = recipe.step;
  if (is_code(recipe.element)) json["range"] = {recipe.range.min, recipe.range.max};
  if (recipe.compression)
    json["compression"] = formats::compression_names[static_cast<int>(*recipe.compression)];
  if (recipe.map) {
    json["map"] = {{"origin", recipe.map->origin}, {"pixel_size", recipe.map->pixel_size}};
    if (recipe.map->epsg != 0) json["map"]["epsg"] = recipe.map->epsg;
  }
  if (recipe.zarr) json["zarr"] = *recipe.zarr;
  return json.dump();
}

std::string to_text(const Recipe& recipe, const Field& field, std::string_view text) {
  std::string all = to_text(recipe);
  all.pop_back();
  return fmt::format(R"({},"checksum":"{}","field":{}}})", all, checksum_of_samples(recipe, field),
                     text);
}

formats::Picture picture_of(const Recipe& recipe, const Field& field, std::string_view text) {
  formats::Picture picture = picture_of(recipe);
  picture.recipe = to_text(recipe, field, text);
  return picture;
}

formats::Picture picture_of(const Recipe& recipe) {
  formats::Picture picture{
      .width = recipe.size.width,
      .height = recipe.size.height,
      .element = recipe.element,
      .recipe = {},
      .compression = recipe.compression.value_or(formats::Compression::deflate),
      .zarr = recipe.zarr.value_or(formats::newest_zarr),
      .depth = recipe.size.depth};
  if (is_code(recipe.element)) {
    const double least = recipe.range.min, greatest = recipe.range.max;
    picture.least = least;
    picture.per_code =
        (greatest - least) / (recipe.element == formats::Element::uint8 ? 255 : 65535);
  }
  if (recipe.map) {
    picture.map = recipe.map;
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const double distance =
          recipe.map->pixel_size[axis] *
          (static_cast<double>(recipe.first[axis]) * static_cast<double>(recipe.step));
      picture.map->origin[axis] += axis == 0 ? distance : -distance;
      picture.map->pixel_size[axis] *= static_cast<double>(recipe.step);
    }
  }
  return picture;
}

void check_map(const Recipe& recipe) {
  const formats::Picture picture = picture_of(recipe);
  if (!picture.map) return;
  const std::int64_t extents[] = {picture.width, picture.height};
  for (std::size_t axis = 0; axis < 2; ++axis) {
    // A sum with an origin that is not finite is not finite either.
    const double reach = std::abs(picture.map->origin[axis]) +
                         picture.map->pixel_size[axis] * static_cast<double>(extents[axis]);
    if (!std::isfinite(reach)) {
      output::throw_invalid(
          "--map-origin, --pixel-size, --first and --size put the map {}, beyond binary64; use "
          "smaller numbers",
          axis == 0 ? "too far east or west" : "too far north or south");
    }
  }
}

std::filesystem::path sidecar_of(const std::filesystem::path& samples) {
  return output::target_of(samples) += ".json";
}

Sidecar sidecar_at(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return Sidecar::none;
  std::ifstream file(path, std::ios::binary);
  if (!file && errno == ENOENT) return Sidecar::none;  // another run has just removed it
  try {
    const text::Json json = text::parsed(all_of(file, path.string()), formats::most_of_recipe);
    if (json.is_object() && json.find("recipe") != nullptr && json.find("version") != nullptr &&
        json.find("field") != nullptr)
      return Sidecar::recipe;
  } catch (const std::invalid_argument&) {  // it is not JSON
  }
  return Sidecar::foreign;
}

}  // namespace perlane::cli::input
