#pragma once
// The template of a world: all that is written before any of its tiles.

#include "cli/world/tile_maker.hpp"

#include <filesystem>

namespace perlane::cli::world {

// Writes the files that describe a world, and then a manifest without tiles. It writes nothing, and
// throws std::runtime_error, if anything else is in the directory.
void write_template(const std::filesystem::path& directory, const TileMaker& maker);

// Returns true if a file holds this text, and no link leads to it.
bool holds(const std::filesystem::path& directory, const std::string& name,
           const std::string& text);

}  // namespace perlane::cli::world
