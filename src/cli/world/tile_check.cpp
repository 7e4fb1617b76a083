#include "cli/world/tile_check.hpp"

#include "cli/formats/sample_sum.hpp"
#include "cli/input/external_field.hpp"
#include "cli/world/comparison.hpp"
#include "text/json.hpp"

#include <perlane/text.hpp>

#include <optional>
#include <stdexcept>

namespace perlane::cli::world {
namespace {

namespace fs = std::filesystem;

// Returns true if a tile is by the recipe of the world, as far as its file shows: it has a recipe
// of its own, or else a size that follows from it.
bool is_by_recipe(const fs::path& path, const Tile& tile, const TileMaker& maker) {
  const Header& header = maker.header();
  const formats::Format& format = *maker.format();
  if (!format.carries_recipe) {
    return format.bytes == nullptr || fs::file_size(path) == format.bytes(maker.picture_of(tile));
  }
  const auto text = format.recipe(path);
  if (!text) return false;
  std::optional<input::ExternalField> external;
  const input::Input given = input::input_of(text::parsed(*text, formats::most_of_recipe),
                                             [&](const input::ExternalField& found) {
                                               external = found;
                                               return header.field;
                                             });
  if (!given.recipe || !given.difference.empty() ||
      to_text(*given.recipe) != to_text(recipe_of(header.recipe, tile)))
    return false;
  const std::string& own = maker.text_of(tile);
  if (!external) return to_json(given.field) == own;
  return external == input::external_field_of(text::parsed(own, formats::most_of_recipe));
}

}  // namespace

CheckedTile check_tile(const fs::path& path, const Tile& tile, const TileMaker& maker,
                       const TileSums* known) {
  const output::Checksum file = output::checksum_of(path);
  if (known != nullptr && file != known->file) return {"is damaged", {}};
  if (maker.format() == nullptr) {  // this perlane was built without it
    return known != nullptr ? CheckedTile{nullptr, *known}
                            : CheckedTile{"is of a format that this perlane was built without", {}};
  }
  bool is_right = false;
  try {
    is_right = is_by_recipe(path, tile, maker);
  } catch (const std::invalid_argument&) {  // it has no recipe that can be read
  }
  if (!is_right) return {"does not follow the manifest's recipe", {}};
  const formats::Picture picture = maker.picture_of(tile);
  const input::Recipe recipe = recipe_of(maker.header().recipe, tile);
  formats::SampleSum found(picture);
  Comparison comparison(maker.field_of(tile), recipe,
                        known != nullptr ? Comparison::Rows::some : Comparison::Rows::all);
  try {
    maker.format()->read(path, picture, [&](const formats::Block& block) {
      found.add(block);
      // A version that gives other values is reported once.
      if (maker.header().difference.empty()) comparison.add(block);
    });
  } catch (const std::runtime_error&) {
    return {"cannot be decoded", {}};
  }
  if (known != nullptr && found.result() != known->samples)
    return {"does not hold the samples that were exported", {}};
  if (!comparison.is_equal()) return {"does not hold the samples of the field", {}};
  return {nullptr, {file, found.result()}};
}

}  // namespace perlane::cli::world
