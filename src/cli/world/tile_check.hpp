#pragma once
// Checks the file of a tile.

#include "cli/world/tile_maker.hpp"

#include <filesystem>

namespace perlane::cli::world {

struct CheckedTile {
  const char* problem = nullptr;  // null if the file is right
  TileSums sums;                  // if it is
};

// Decodes a file and compares it with what the field has there: some rows of it if its checksums
// are known, or else, where `known` is null, all of it.
CheckedTile check_tile(const std::filesystem::path& path, const Tile& tile, const TileMaker& maker,
                       const TileSums* known);

}  // namespace perlane::cli::world
