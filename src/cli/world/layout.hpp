#pragma once
// Cuts a world into the tiles of an export.

#include "cli/options/export_options.hpp"
#include "cli/input/recipe.hpp"

#include <perlane/field.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace perlane::cli::world {

// Level k has every 2^k-th sample of the world along each axis, beginning with its first.
struct Level {
  std::int64_t step;
  formats::Size size;
  std::array<std::int64_t, 3> tiles;  // along x, y and z
};

// Tasks and tiles have the same numbers.
struct Tile {
  int level;
  std::array<std::int64_t, 3> at;     // column, row and slice of tiles
  std::array<std::int64_t, 3> first;  // index of its first sample, in steps of its level
  formats::Size size;                 // with the overlap
  std::string name;
};

using Tiles = std::vector<const Tile*>;

class Layout {
 public:
  // Throws std::invalid_argument if there is no such layout, or if two tiles had one name.
  Layout(const input::Recipe& world, const options::Tiling& tiling);

  const std::vector<Level>& levels() const noexcept { return levels_; }
  const std::vector<Tile>& tiles() const noexcept { return tiles_; }

 private:
  std::vector<Level> levels_;
  std::vector<Tile> tiles_;
};

// The recipe of a tile alone: a render of it is the same file.
input::Recipe recipe_of(const input::Recipe& world, const Tile& tile);

// The recipe of a level as if it were one tile, with the overlap beyond the world.
input::Recipe recipe_of(const input::Recipe& world, const Level& level, int overlap);

// The field of a level, from that of the world.
Field field_of(const input::Recipe& world, const Field& field, const options::Tiling& tiling,
               int level);

// The name of a tile by a pattern.
std::string name_of(const options::Tiling& tiling, int level,
                    const std::array<std::int64_t, 3>& at);

// The pattern of the names of shards, in arrays of one level each.
std::string names_of_shards(const formats::Size& world);

// The sizes by which Zarr cuts a level into its tiles; nothing in other formats.
std::optional<formats::Sharding> sharding_of(const options::Tiling& tiling, const Level& level);

}  // namespace perlane::cli::world
