#pragma once
// Mosaics of tiles for GDAL, and so for QGIS and rasterio: a file .vrt for each level.

#include "cli/world/manifest.hpp"

#include <string>
#include <utility>
#include <vector>

namespace perlane::cli::world {

// The names and the texts of the mosaics: of the world, whose overviews are the levels above 0, and
// of each of these. None if GDAL does not read the tiles as they are.
std::vector<std::pair<std::string, std::string>> mosaics_of(const Header& header);

}  // namespace perlane::cli::world
