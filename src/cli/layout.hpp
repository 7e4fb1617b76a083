#pragma once
// How a world is cut into the tiles of an export.

#include "cli/parse.hpp"
#include "cli/recipe.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace perlane::cli {

struct Tiling {
  int tile = 1024;  // samples from a tile to the next
  int overlap = 0;  // so many rows and columns more, those of the next tile
  int levels = 1;
  std::string names = "{level}/{y}/{x}.{ext}";
  std::string extension = ".png";
};

// Level k has every 2^k-th sample of the world along each axis, beginning with its first.
struct Level {
  std::int64_t step;
  Size size;
  std::array<std::int64_t, 2> tiles;
};

struct WorldTile {
  int level;
  std::array<std::int64_t, 2> at;     // column and row
  std::array<std::int64_t, 2> first;  // index of its first sample, in steps of its level
  Size size;                          // with the overlap
  std::string name;
};

class Layout {
 public:
  // Throws std::invalid_argument if there is no such layout, or if two tiles had one name.
  Layout(const Recipe& world, const Tiling& tiling);

  const std::vector<Level>& levels() const noexcept { return levels_; }
  const std::vector<WorldTile>& tiles() const noexcept { return tiles_; }

 private:
  std::vector<Level> levels_;
  std::vector<WorldTile> tiles_;
};

// Of a tile alone: a render of it is the same file.
Recipe recipe_of(const Recipe& world, const WorldTile& tile);

// A level as if it were one tile, with what lies beyond the world.
Recipe recipe_of(const Recipe& world, const Level& level, int overlap);

// The name of a tile by a pattern.
std::string name_of(const Tiling& tiling, int level, std::int64_t x, std::int64_t y);

}  // namespace perlane::cli
