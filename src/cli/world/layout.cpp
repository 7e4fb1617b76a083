#include "cli/world/layout.hpp"

#include "cli/output/message.hpp"
#include "text/nearest.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

namespace perlane::cli::world {
namespace {

constexpr std::int64_t most_tiles = std::int64_t{1} << 22;  // all are in memory

std::int64_t parts(std::int64_t whole, std::int64_t part) { return (whole + part - 1) / part; }

[[noreturn]] void reject_names(const options::Tiling& tiling, const std::string& problem) {
  output::throw_invalid("--names is \"{}\"{}", tiling.names, problem);
}

void check_names(const options::Tiling& tiling, const std::vector<Level>& levels) {
  const std::filesystem::path name = name_of(tiling, 0, 0, 0);
  if (name.string().find_first_of("{}") != std::string::npos)
    reject_names(tiling, "; use {level}, {x}, {y} and {ext} alone, in small letters");
  // The places that differ between tiles must differ between their names.
  std::vector<std::string_view> needed;
  if (tiling.levels > 1) needed.push_back("{level}");
  if (levels.front().tiles[0] > 1) needed.push_back("{x}");
  if (levels.front().tiles[1] > 1) needed.push_back("{y}");
  const auto is_there = [&](std::string_view place) {
    return tiling.names.find(place) != std::string::npos;
  };
  if (!std::ranges::all_of(needed, is_there)) {
    reject_names(tiling,
                 ", and two tiles would have one name; use " + output::listed(needed, {}, " and "));
  }
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
  for (const auto& [place, text] : places) name = output::replaced(std::move(name), place, text);
  return name;
}

Layout::Layout(const input::Recipe& world, const options::Tiling& tiling) {
  const std::int64_t tile = tiling.tile;
  if (tiling.overlap < 0 || tiling.overlap > tile) {
    output::throw_invalid("--overlap is {}; use 0 to --tile, which is {}", tiling.overlap, tile);
  }
  if (tile + tiling.overlap > formats::size_limit) {
    output::throw_invalid("--tile and --overlap are {} together; use at most {}",
                          tile + tiling.overlap, formats::size_limit);
  }
  int most_levels = 1;
  while (std::max(world.size.width, world.size.height) > std::int64_t{1} << most_levels)
    ++most_levels;
  if (tiling.levels > most_levels) {
    output::throw_invalid("--levels is {}; a world of this --size has at most {}", tiling.levels,
                          most_levels);
  }
  const std::int64_t coarsest = std::int64_t{1} << (tiling.levels - 1);
  if (world.first[0] % coarsest != 0 || world.first[1] % coarsest != 0) {
    output::throw_invalid("--first is {},{}; use multiples of the step of the last level, {}",
                          world.first[0], world.first[1], coarsest);
  }

  std::int64_t number = 0;
  for (std::int64_t step = 1; step <= coarsest; step *= 2) {
    const formats::Size size{parts(world.size.width, step), parts(world.size.height, step)};
    levels_.push_back({step, size, {parts(size.width, tile), parts(size.height, tile)}});
    const auto [columns, rows] = levels_.back().tiles;
    if (columns > most_tiles || rows > most_tiles || (number += columns * rows) > most_tiles) {
      output::throw_invalid("--tile is {}, which makes more than {} tiles; use a larger one", tile,
                            most_tiles);
    }
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
  if (twice != names.end()) {
    reject_names(tiling, fmt::format(", and two tiles would have one name, '{}'; put something "
                                     "between {{level}}, {{x}} and {{y}}",
                                     *twice));
  }
}

input::Recipe recipe_of(const input::Recipe& world, const Tile& tile) {
  input::Recipe recipe = world;
  recipe.size = tile.size;
  recipe.first = tile.first;
  recipe.step = world.step << tile.level;
  return recipe;
}

Field field_of(const input::Recipe& world, const Field& field, const options::Tiling& tiling,
               int level) {
  if (!tiling.fades_octaves) return field;
  return with_footprint(field, std::ldexp(static_cast<double>(world.step), level));
}

input::Recipe recipe_of(const input::Recipe& world, const Level& level, int overlap) {
  input::Recipe recipe = world;
  recipe.size = {level.size.width + overlap, level.size.height + overlap};
  for (std::int64_t& first : recipe.first) first /= level.step;
  recipe.step = world.step * level.step;
  return recipe;
}

}  // namespace perlane::cli::world
