#include "cli/world/tile_maker.hpp"

#include "base/extremes.hpp"
#include "cli/formats/sample_sum.hpp"
#include "cli/input/external_field.hpp"
#include "cli/output/message.hpp"
#include "cli/samples/blocks.hpp"
#include "cli/samples/memory.hpp"
#include "cli/samples/samples.hpp"
#include "cli/system/system.hpp"
#include "cli/world/mosaic.hpp"
#include "engine/parallel.hpp"

#include <perlane/text.hpp>

#include <algorithm>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>

namespace perlane::cli::world {
namespace {

using Json = nlohmann::ordered_json;

// A group, with the metadata of all that is in it, by their paths. Readers that cannot list
// directories, as those of web servers, find nothing else.
Json group(const Json& attributes, const Json& inside) {
  return {{"zarr_format", 3},
          {"node_type", "group"},
          {"attributes", attributes},
          {"consolidated_metadata",
           {{"kind", "inline"}, {"must_understand", false}, {"metadata", inside}}}};
}

// The metadata of OME-Zarr 0.5: where the array of each level has its samples.
Json multiscales(const Header& header) {
  const formats::Size& size = header.recipe.size;
  Json axes = Json::array(), datasets = Json::array(), translation = Json::array();
  for (const std::size_t axis : {2, 1, 0}) {  // z, if there is one, to x
    if (axis == 2 && !size.is_volume()) continue;
    axes.push_back({{"name", std::string(1, "xyz"[axis])}, {"type", "space"}});
    translation.push_back(header.recipe.origin[axis] +
                          static_cast<double>(header.recipe.first[axis]) *
                              static_cast<double>(header.recipe.step));
  }
  for (const Level& level : header.layout.levels()) {
    const Json scale(axes.size(), static_cast<double>(header.recipe.step * level.step));
    datasets.push_back({{"path", fmt::format("{}/value", datasets.size())},
                        {"coordinateTransformations",
                         Json::array({{{"type", "scale"}, {"scale", scale}},
                                      {{"type", "translation"}, {"translation", translation}}})}});
  }
  return {
      {"version", "0.5"},
      {"multiscales", Json::array({{{"name", "value"}, {"axes", axes}, {"datasets", datasets}}})}};
}

}  // namespace

TileMaker::TileMaker(const Header& header)
    : header_(header), format_(formats::format_of(header.tiling.extension)) {
  if (format_ != nullptr && format_->of_tiles != nullptr) format_ = format_->of_tiles;
  for (int level = 0; level < header.tiling.levels; ++level) {
    const Field field = world::field_of(header.recipe, header.field, header.tiling, level);
    const std::string text = to_json(field);
    levels_.push_back({field, input::text_in_tiles(text, header.tiling.names)});
    if (header.tiling.fades_octaves && levels_.back().text != text) {
      output::throw_invalid(
          "--fade-octaves does not go with a field of {} bytes, which only the manifest has; use "
          "one of {} at most",
          text.size(), input::most_in_tile);
    }
  }
}

formats::Picture TileMaker::picture_of(const Tile& tile) const {
  formats::Picture picture = input::picture_of(recipe_of(header_.recipe, tile));
  picture.sharding =
      sharding_of(header_.tiling, header_.layout.levels()[static_cast<std::size_t>(tile.level)]);
  return picture;
}

// The first tile is as large as any.
void TileMaker::check() const {
  for (const Level& level : header_.layout.levels())
    samples::check_corners(recipe_of(header_.recipe, level, header_.tiling.overlap), header_.field);
  const Tile& tile = header_.layout.tiles().front();
  const input::Recipe recipe = recipe_of(header_.recipe, tile);
  if (!format_->takes(tile.size)) {
    output::throw_invalid(
        "--tile and --overlap make a tile of {} samples, and {} has at most {} along an axis; use "
        "a smaller --tile",
        formats::text_of(tile.size), format_->extension, format_->most_extent);
  }
  const samples::Blocks blocks(recipe.size, format_->granularity(picture_of(tile)));
  const std::int64_t bytes =
      memory_of(recipe, blocks, samples::Samples::Need::file, 1) * 2 * engine::thread_count();
  if (static_cast<std::uint64_t>(bytes) > system::memory_size()) throw std::bad_alloc();
}

MadeTile TileMaker::write(const Tile& tile, output::OutputFile& file,
                          output::Progress& progress) const {
  const input::Recipe recipe = recipe_of(header_.recipe, tile);
  formats::Picture picture = picture_of(tile);
  if (format_->carries_recipe) picture.recipe = to_text(recipe, field_of(tile), text_of(tile));
  const samples::Blocks blocks(recipe.size, format_->granularity(picture));
  samples::Samples samples(field_of(tile), recipe, samples::Samples::Need::file, blocks.most());
  formats::SampleSum sum(picture);
  const std::unique_ptr<formats::Writer> writer = format_->make(file, picture);
  MadeTile made{0, samples::nothing_seen, 0};
  blocks.each([&](const samples::Area& area) {
    Range seen = samples::nothing_seen;
    samples.fill(area, progress, &seen);
    made.seen = base::merged(made.seen, seen);
    if (is_code(recipe.element)) made.saturated += samples.saturated();
    sum.add(samples.block());
    writer->write(samples.block());
    progress.advance(area.samples());
  });
  writer->finish();
  made.sum = sum.result();
  return made;
}

std::vector<std::pair<std::string, std::string>> TileMaker::descriptions() const {
  if (format_ == nullptr) return {};
  if (!header_.tiling.is_sharded()) return mosaics_of(header_);
  const auto text = [](const Json& json) { return json.dump(2) + "\n"; };
  std::vector<std::pair<std::string, std::string>> all;
  Json inside = Json::object();
  for (std::size_t number = 0; number < levels_.size(); ++number) {
    const Level& level = header_.layout.levels()[number];
    const input::Recipe recipe = recipe_of(header_.recipe, level, 0);
    const Field& field = levels_[number].field;
    formats::Picture picture = input::picture_of(recipe, field, to_json(field));
    picture.sharding = sharding_of(header_.tiling, level);
    const std::string name = std::to_string(number), array = format_->description_of(picture);
    const Json of_array = Json::parse(array);
    all.emplace_back(name + "/value/zarr.json", array);
    all.emplace_back(name + "/zarr.json", text(group(Json::object(), {{"value", of_array}})));
    inside[name] = group(Json::object(), Json::object());
    inside[name + "/value"] = of_array;
  }
  const std::string recipe = to_text(header_.recipe, header_.field, to_json(header_.field));
  const Json attributes{{"ome", multiscales(header_)}, {"perlane", Json::parse(recipe)}};
  all.emplace_back("zarr.json", text(group(attributes, inside)));
  return all;
}

void for_each_tile(const Tiles& tiles, const std::function<void(const Tile&)>& body) {
  const std::size_t most = 2 * static_cast<std::size_t>(engine::thread_count());
  for (std::size_t first = 0; first < tiles.size(); first += most) {
    const std::size_t number = std::min(most, tiles.size() - first);
    engine::parallel_for(static_cast<std::int64_t>(number),
                         [&](std::int64_t begin, std::int64_t end) {
                           for (std::int64_t i = begin; i < end; ++i)
                             body(*tiles[first + static_cast<std::size_t>(i)]);
                         });
  }
}

std::int64_t samples_in(const Tiles& tiles) {
  std::int64_t sum = 0;
  for (const Tile* tile : tiles) sum += tile->size.samples();
  return sum;
}

std::string title_of(const std::string& directory, std::size_t tiles) {
  return fmt::format("{}, {} {}", directory, tiles, tiles == 1 ? "tile" : "tiles");
}

}  // namespace perlane::cli::world
