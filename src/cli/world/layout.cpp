#include "cli/world/layout.hpp"

#include "api/world.hpp"
#include "cli/output/message.hpp"
#include "text/nearest.hpp"

#include <perlane/world.hpp>

#include <algorithm>
#include <bit>
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
  const std::string given = name_of(tiling, 0, {});
  const std::filesystem::path name = given;
  if (given.find_first_of("{}") != std::string::npos)
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
  if (name.has_root_path() || !name.has_filename() ||
      given != name.lexically_normal().generic_string() || name.begin()->string() == ".." ||
      !is_plain)
    reject_names(tiling, "; use the path of a file within the directory, in ASCII");
  // Capitals do not matter to some file systems.
  if (name.begin()->string().starts_with('.') || text::lowered(given).starts_with("manifest."))
    reject_names(tiling, "; names that begin with a dot or with \"manifest.\" are taken");
  if (given.starts_with(' ') || given.find(":/") != std::string::npos)
    reject_names(tiling, "; GDAL finds no file whose name begins with a space or contains \":/\"");
}

}  // namespace

std::string name_of(const options::Tiling& tiling, int level,
                    const std::array<std::int64_t, 3>& at) {
  std::string name = tiling.names;
  const std::pair<std::string_view, std::string> places[] = {{"{level}", std::to_string(level)},
                                                             {"{x}", std::to_string(at[0])},
                                                             {"{y}", std::to_string(at[1])},
                                                             {"{ext}", tiling.extension.substr(1)}};
  for (const auto& [place, text] : places) name = output::replaced(std::move(name), place, text);
  return tiling.is_sharded() ? output::replaced(std::move(name), "{z}", std::to_string(at[2]))
                             : name;
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
  const int most_levels =
      api::most_levels(std::max({world.size.width, world.size.height, world.size.depth}));
  if (tiling.levels > most_levels) {
    output::throw_invalid("--levels is {}; a world of this --size has at most {}", tiling.levels,
                          most_levels);
  }
  const std::int64_t coarsest = std::int64_t{1} << (tiling.levels - 1);
  if (world.step * coarsest > formats::size_limit) {
    output::throw_invalid(
        "--levels is {}; with the recipe's step of {} use at most {}", tiling.levels, world.step,
        std::bit_width(static_cast<std::uint64_t>(formats::size_limit / world.step)));
  }
  const auto is_multiple = [=](std::int64_t first) { return first % coarsest == 0; };
  if (!std::ranges::all_of(world.first, is_multiple)) {
    output::throw_invalid("--first is {}; use multiples of the step of the last level, {}",
                          output::listed(
                              axes_of(world.size, world.first),
                              [](std::int64_t first) { return std::to_string(first); }, ","),
                          coarsest);
  }

  std::int64_t number = 0;
  for (std::int64_t step = 1; step <= coarsest; step *= 2) {
    const formats::Size size{parts(world.size.width, step), parts(world.size.height, step),
                             parts(world.size.depth, step)};
    levels_.push_back(
        {step,
         size,
         {parts(size.width, tile), parts(size.height, tile), parts(size.slices(), tile)}});
    std::int64_t of_level = 1;
    for (const std::int64_t tiles : levels_.back().tiles)
      of_level = std::min(of_level * std::min(tiles, most_tiles + 1), most_tiles + 1);
    number += of_level;
    if (number > most_tiles) {
      output::throw_invalid("--tile is {}, which makes more than {} tiles; use a larger one", tile,
                            most_tiles);
    }
  }
  check_names(tiling, levels_);
  const World<3> boxes{.grid = {.shape = {world.size.width, world.size.height, world.size.slices()},
                                .first = world.first},
                       .tile = tile,
                       .levels = tiling.levels};
  tiles_.reserve(static_cast<std::size_t>(number));
  for (std::int64_t i = 0; i < number; ++i) {
    const Task<3> task = perlane::task(boxes, i);
    const auto& [width, height, depth] = task.grid.shape;
    tiles_.push_back({task.level,
                      task.tile,
                      task.grid.first,
                      {width + tiling.overlap, height + tiling.overlap,
                       world.size.is_volume() ? depth + tiling.overlap : 0},
                      name_of(tiling, task.level, task.tile)});
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

std::string names_of_shards(const formats::Size& world) {
  return world.is_volume() ? "{level}/value/c/{z}/{y}/{x}" : "{level}/value/c/{y}/{x}";
}

std::optional<formats::Sharding> sharding_of(const options::Tiling& tiling, const Level& level) {
  if (!tiling.is_sharded()) return std::nullopt;
  return formats::sharding_of(level.size, tiling.tile);
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
  recipe.size = {level.size.width + overlap, level.size.height + overlap,
                 level.size.is_volume() ? level.size.depth + overlap : 0};
  for (std::int64_t& first : recipe.first) first /= level.step;
  recipe.step = world.step * level.step;
  return recipe;
}

}  // namespace perlane::cli::world
