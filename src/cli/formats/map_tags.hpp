#pragma once
// The tags that a TIFF of a map has. Places on maps: OGC GeoTIFF 1.1. The values of codes: GDAL's
// tag, which QGIS and others read.

#include "cli/formats/format.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace perlane::cli::formats {

// Those that are empty are left out, all of them where a picture has no place on a map.
struct MapTags {
  std::string values;  // of codes, for GDAL
  std::vector<double> scale;
  std::vector<double> tie;
  std::vector<std::uint16_t> keys;

  friend bool operator==(const MapTags&, const MapTags&) = default;
};

MapTags map_tags_of(const Picture& picture);

}  // namespace perlane::cli::formats
