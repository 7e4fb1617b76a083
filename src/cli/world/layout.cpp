#include "cli/world/layout.hpp"

#include "text/nearest.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <utility>

namespace perlane::cli::world {
namespace {

constexpr std::int64_t most_tiles = std::int64_t{1} << 22;  // all are in memory

std::int64_t parts(std::int64_t whole, std::int64_t part) { return (whole + part - 1) / part; }

[[noreturn]] void reject_names(const options::Tiling& tiling, const std::string& problem) {
  throw std::invalid_argument("--names is \"" + tiling.names + "\"" + problem);
}

void check_names(const options::Tiling& tiling, const std::vector<Level>& levels) {
  const std::filesystem::path name = name_of(tiling, 0, 0, 0);
  if (name.string().find_first_of("{}") != std::string::npos)
    reject_names(tiling, "; use {level}, {x}, {y} and {ext} alone, in small letters");
  // What differs between tiles, and so between their names.
  const bool has_columns = levels.front().tiles[0] > 1, has_rows = levels.front().tiles[1] > 1;
  std::string needed;
  bool has_all = true;
  for (const auto& [place, is_needed] :
       {std::pair{"{level}", tiling.levels > 1}, std::pair{"{x}", has_columns},
        std::pair{"{y}", has_rows}}) {
    if (!is_needed) continue;
    needed += (needed.empty() ? "" : " and ") + std::string(place);
    has_all = has_all && tiling.names.find(place) != std::string::npos;
  }
  if (!has_all) reject_names(tiling, ", and two tiles would have one name; use " + needed);
  const bool is_plain = std::ranges::all_of(
      tiling.names, [](char letter) { return letter >= ' ' && letter != '\\' && letter != '"'; });
  if (name.is_absolute() || !name.has_filename() ||
      name.string() != name.lexically_normal().string() || name.begin()->string() == ".." ||
      !is_plain)
    reject_names(tiling, "; use the path of a file within the directory, in ASCII");
  // Capitals do not matter to some file systems.
  if (name.begin()->string().starts_with('.') ||
      text::lowered(name.string()).starts_with("manifest."))
    reject_names(tiling, "; names that begin with a dot or with \"manifest.\" are taken");
}

}  // namespace

std::string name_of(const options::Tiling& tiling, int level, std::int64_t x, std::int64_t y) {
  std::string name = tiling.names;
  const std::pair<std::string_view, std::string> places[] = {{"{level}", std::to_string(level)},
                                                             {"{x}", std::to_string(x)},
                                                             {"{y}", std::to_string(y)},
                                                             {"{ext}", tiling.extension.substr(1)}};
  for (const auto& [place, text] : places) {
    for (std::size_t at = name.find(place); at != std::string::npos; at = name.find(place, at))
      name.replace(at, place.size(), text);
  }
  return name;
}

Layout::Layout(const input::Recipe& world, const options::Tiling& tiling) {
  const std::int64_t tile = tiling.tile;
  if (tiling.overlap < 0 || tiling.overlap > tile)
    throw std::invalid_argument("--overlap is " + std::to_string(tiling.overlap) +
                                "; use 0 to --tile, which is " + std::to_string(tile));
  if (tile + tiling.overlap > formats::size_limit)
    throw std::invalid_argument("--tile and --overlap are " +
                                std::to_string(tile + tiling.overlap) + " together; use at most " +
                                std::to_string(formats::size_limit));
  int most_levels = 1;
  while (std::max(world.size.width, world.size.height) > std::int64_t{1} << most_levels)
    ++most_levels;
  if (tiling.levels > most_levels)
    throw std::invalid_argument("--levels is " + std::to_string(tiling.levels) +
                                "; a world of this --size has at most " +
                                std::to_string(most_levels));
  const std::int64_t coarsest = std::int64_t{1} << (tiling.levels - 1);
  if (world.first[0] % coarsest != 0 || world.first[1] % coarsest != 0)
    throw std::invalid_argument(
        "--first is " + std::to_string(world.first[0]) + "," + std::to_string(world.first[1]) +
        "; use multiples of the step of the last level, " + std::to_string(coarsest));

  std::int64_t number = 0;
  for (std::int64_t step = 1; step <= coarsest; step *= 2) {
    const formats::Size size{parts(world.size.width, step), parts(world.size.height, step)};
    levels_.push_back({step, size, {parts(size.width, tile), parts(size.height, tile)}});
    const auto [columns, rows] = levels_.back().tiles;
    if (columns > most_tiles || rows > most_tiles || (number += columns * rows) > most_tiles)
      throw std::invalid_argument("--tile is " + std::to_string(tile) + ", which makes more than " +
                                  std::to_string(most_tiles) + " tiles; use a larger one");
  }
  check_names(tiling, levels_);
  tiles_.reserve(static_cast<std::size_t>(number));
  for (int level = 0; level < tiling.levels; ++level) {
    const auto& [step, size, tiles] = levels_[static_cast<std::size_t>(level)];
    for (std::int64_t y = 0; y < tiles[1]; ++y) {
      for (std::int64_t x = 0; x < tiles[0]; ++x) {
        tiles_.push_back({level,
                          {x, y},
                          {world.first[0] / step + x * tile, world.first[1] / step + y * tile},
                          {std::min(tile, size.width - x * tile) + tiling.overlap,
                           std::min(tile, size.height - y * tile) + tiling.overlap},
                          name_of(tiling, level, x, y)});
      }
    }
  }
  std::vector<std::string_view> names;
  names.reserve(tiles_.size());
  for (const Tile& one : tiles_) names.push_back(one.name);
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names);
  if (twice != names.end())
    reject_names(tiling, ", and two tiles would have one name, '" + std::string(*twice) +
                             "'; put something between {level}, {x} and {y}");
}

input::Recipe recipe_of(const input::Recipe& world, const Tile& tile) {
  input::Recipe recipe = world;
  recipe.size = tile.size;
  recipe.first = tile.first;
  recipe.step = world.step << tile.level;
  return recipe;
}

input::Recipe recipe_of(const input::Recipe& world, const Level& level, int overlap) {
  input::Recipe recipe = world;
  recipe.size = {level.size.width + overlap, level.size.height + overlap};
  for (std::int64_t& first : recipe.first) first /= level.step;
  recipe.step = world.step * level.step;
  return recipe;
}

}  // namespace perlane::cli::world
