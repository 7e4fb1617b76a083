#include "cli/formats/map_tags.hpp"

#include <fmt/format.h>

namespace perlane::cli::formats {
namespace {

std::string values_of_codes(const Picture& picture) {
  const auto item = [](const char* name, const char* role, double number) {
    return fmt::format(R"(<Item name="{}" sample="0" role="{}">{}</Item>)", name, role, number);
  };
  return fmt::format("<GDALMetadata>{}{}</GDALMetadata>", item("OFFSET", "offset", picture.least),
                     item("SCALE", "scale", picture.per_code));
}

}  // namespace

MapTags map_tags_of(const Picture& picture) {
  if (!picture.map) return {};  // most readers of plain TIFF would warn of these tags
  const MapPlace& map = *picture.map;
  MapTags tags{.values = picture.per_code != 0 ? values_of_codes(picture) : "",
               .scale = {map.pixel_size[0], map.pixel_size[1], 0},
               .tie = {0, 0, 0, map.origin[0], map.origin[1], 0},
               .keys = {}};
  // For each key its number, 0 and 1 for one value in its place, and the value. The keys are the
  // kind of the system, "pixel is point", and the system under its own key.
  constexpr std::uint16_t projected = 1, geographic = 2, is_point = 2;
  const bool is_geographic = formats::is_geographic(map.epsg);
  tags.keys = {1, 1, 0, 1, 1025, 0, 1, is_point};
  if (map.epsg != 0) {
    tags.keys[3] = 3;
    tags.keys.insert(tags.keys.begin() + 4, {1024, 0, 1, is_geographic ? geographic : projected});
    const auto key = static_cast<std::uint16_t>(is_geographic ? 2048 : 3072);
    tags.keys.insert(tags.keys.end(), {key, 0, 1, static_cast<std::uint16_t>(map.epsg)});
  }
  return tags;
}

}  // namespace perlane::cli::formats
