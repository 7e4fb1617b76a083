// GDAL's virtual format, gdal.org/drivers/raster/vrt.html.

#include "cli/world/mosaic.hpp"

#include "cli/output/message.hpp"

#include <algorithm>

namespace perlane::cli::world {
namespace {

std::string name_of_mosaic(int level) {
  return level == 0 ? "manifest.vrt" : fmt::format("manifest.{}.vrt", level);
}

std::string escaped(std::string text) {
  text = output::replaced(std::move(text), "&", "&amp;");
  return output::replaced(output::replaced(std::move(text), "<", "&lt;"), ">", "&gt;");
}

std::string source_of(const std::string& name) {
  return fmt::format("<SourceFilename relativeToVRT=\"1\">{}</SourceFilename>", escaped(name));
}

// The transformation of GDAL is that of the corner of the first pixel, even if pixels are points.
std::string text_of(const formats::MapPlace& map) {
  const auto [east, north] = map.origin;
  const auto [width, height] = map.pixel_size;
  return (map.epsg == 0 ? "" : fmt::format("  <SRS>EPSG:{}</SRS>\n", map.epsg)) +
         fmt::format(
             "  <GeoTransform>{}, {}, 0, {}, 0, {}</GeoTransform>\n"
             "  <Metadata><MDI key=\"AREA_OR_POINT\">Point</MDI></Metadata>\n",
             east - width / 2, width, north + height / 2, -height);
}

std::string mosaic_of(const Header& header, int number) {
  const Level& level = header.layout.levels()[static_cast<std::size_t>(number)];
  const formats::Picture picture = picture_of(recipe_of(header.recipe, level, 0));
  const char* const type = picture.element == formats::Element::uint8    ? "Byte"
                           : picture.element == formats::Element::uint16 ? "UInt16"
                                                                         : "Float32";
  std::string text = fmt::format("<VRTDataset rasterXSize=\"{}\" rasterYSize=\"{}\">\n",
                                 picture.width, picture.height);
  if (picture.map) text += text_of(*picture.map);
  text += fmt::format("  <VRTRasterBand dataType=\"{}\" band=\"1\">\n", type);
  if (picture.per_code != 0) {
    text += fmt::format("    <Offset>{}</Offset>\n    <Scale>{}</Scale>\n", picture.least,
                        picture.per_code);
  }
  for (const Tile& tile : header.layout.tiles()) {
    if (tile.level != number) continue;
    const std::int64_t x = tile.at[0] * header.tiling.tile, y = tile.at[1] * header.tiling.tile;
    // Without the overlap, which is of other tiles, or beyond the world.
    const std::int64_t width = std::min<std::int64_t>(header.tiling.tile, picture.width - x),
                       height = std::min<std::int64_t>(header.tiling.tile, picture.height - y);
    text += fmt::format(
        "    <SimpleSource>{}<SourceBand>1</SourceBand>\n"
        "      <SourceProperties RasterXSize=\"{}\" RasterYSize=\"{}\" DataType=\"{}\"/>\n"
        "      <SrcRect xOff=\"0\" yOff=\"0\" xSize=\"{}\" ySize=\"{}\"/>\n"
        "      <DstRect xOff=\"{}\" yOff=\"{}\" xSize=\"{}\" ySize=\"{}\"/></SimpleSource>\n",
        source_of(tile.name), tile.size.width, tile.size.height, type, width, height, x, y, width,
        height);
  }
  for (int above = 1; number == 0 && above < header.tiling.levels; ++above) {
    text += fmt::format("    <Overview>{}<SourceBand>1</SourceBand></Overview>\n",
                        source_of(name_of_mosaic(above)));
  }
  return text + "  </VRTRasterBand>\n</VRTDataset>\n";
}

}  // namespace

std::vector<std::pair<std::string, std::string>> mosaics_of(const Header& header) {
  const std::string& extension = header.tiling.extension;
  std::vector<std::pair<std::string, std::string>> all;
  constexpr std::size_t most_in_mosaic = std::size_t{1} << 17;  // GDAL opens more too slowly
  if ((extension != ".tif" && extension != ".png") || header.layout.tiles().size() > most_in_mosaic)
    return all;
  for (int level = 0; level < header.tiling.levels; ++level)
    all.emplace_back(name_of_mosaic(level), mosaic_of(header, level));
  return all;
}

}  // namespace perlane::cli::world
