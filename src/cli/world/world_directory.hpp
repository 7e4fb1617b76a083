#pragma once
// The directory of a world: the files that are written before any of its tiles.

#include "cli/world/tile_maker.hpp"

#include <filesystem>
#include <string>

namespace perlane::cli::world {

// Writes the files that describe a world, and then a manifest without tiles. It writes nothing, and
// throws std::runtime_error, if anything else is in the directory.
void initialise_directory(const std::filesystem::path& directory, const TileMaker& maker);

// Returns true if a file holds this text, and no link leads to it.
bool holds(const std::filesystem::path& directory, const std::string& name,
           const std::string& text);

// Makes the directory of a file. Throws std::system_error.
void make_directory_of(const std::filesystem::path& path);

}  // namespace perlane::cli::world
