// Zarr, versions 2 and 3: a directory with a description in JSON and a file for each chunk, which
// Blosc compresses. zarr-specs.readthedocs.io.

#include "cli/formats/format.hpp"
#include "cli/formats/sample_sum.hpp"
#include "cli/formats/tiles.hpp"
#include "cli/output/message.hpp"
#include "engine/parallel.hpp"

#include <blosc.h>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace perlane::cli::formats {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t side = 512;
constexpr int level = 1;  // higher ones take longer, and make noise no smaller

std::string dtype(Element element) {
  return element == Element::uint8 ? "|u1" : element == Element::uint16 ? "<u2" : "<f4";
}

Json description(const Picture& picture) {
  const Json shape{picture.height, picture.width}, chunk{side, side};
  if (picture.zarr == 2) {
    return {{"zarr_format", 2},
            {"shape", shape},
            {"chunks", chunk},
            {"dtype", dtype(picture.element)},
            {"compressor",
             {{"id", "blosc"},
              {"cname", "zstd"},
              {"clevel", level},
              {"shuffle", BLOSC_SHUFFLE},
              {"blocksize", 0}}},
            {"fill_value", 0},
            {"order", "C"},
            {"filters", nullptr}};
  }
  const Json blosc{{"cname", "zstd"},
                   {"clevel", level},
                   {"shuffle", "shuffle"},
                   {"typesize", bytes_of(picture.element)},
                   {"blocksize", 0}};
  const auto named = [](const char* name, const Json& configuration) {
    return Json{{"name", name}, {"configuration", configuration}};
  };
  return {{"zarr_format", 3},
          {"node_type", "array"},
          {"shape", shape},
          {"data_type", std::string(name_of(picture.element))},
          {"chunk_grid", named("regular", {{"chunk_shape", chunk}})},
          {"chunk_key_encoding", named("default", {{"separator", "/"}})},
          {"fill_value", 0},
          {"codecs", Json::array({named("bytes", {{"endian", "little"}}), named("blosc", blosc)})},
          {"dimension_names", {"y", "x"}}};
}

// The name of the file of a chunk.
std::string key(const Picture& picture, std::int64_t row, std::int64_t column) {
  return picture.zarr == 2 ? fmt::format("{}.{}", row, column)
                           : fmt::format("c/{}/{}", row, column);
}

class ZarrWriter final : public Writer {
 public:
  ZarrWriter(output::OutputFile& directory, const Picture& picture)
      : Writer(directory, picture), directory_(directory), picture_(picture) {}

  void write(const Block& block) override {
    const Tiles chunks{side, block.width, block.height};
    engine::parallel_for(chunks.number(), [&](std::int64_t begin, std::int64_t end) {
      std::vector<std::byte> chunk, swapped, compressed;
      for (std::int64_t number = begin; number < end; ++number) {
        const Block place = chunks[number];
        cut(block, place, side, bytes_of(picture_.element), chunk);
        compress(stored(chunk.data(), side * side, picture_.element, swapped), compressed);
        directory_.put_file(key(picture_, (block.y + place.y) / side, (block.x + place.x) / side),
                            compressed.data(), compressed.size());
        count(place.width * place.height);
      }
    });
  }

  void end() override {
    Json text = description(picture_);
    Json attributes = Json::object();
    if (!picture_.recipe.empty()) attributes["perlane"] = Json::parse(picture_.recipe);
    if (picture_.zarr == 2) {
      put(".zattrs", attributes);
    } else {
      text["attributes"] = attributes;
    }
    put(picture_.zarr == 2 ? ".zarray" : "zarr.json", text);
  }

 private:
  void put(const char* name, const Json& json) {
    const std::string text = json.dump(2) + "\n";
    directory_.put_file(name, text.data(), text.size());
  }

  void compress(std::span<const std::byte> chunk, std::vector<std::byte>& to) const {
    to.resize(chunk.size() + BLOSC_MAX_OVERHEAD);
    const int size = blosc_compress_ctx(
        level, BLOSC_SHUFFLE, static_cast<std::size_t>(bytes_of(picture_.element)), chunk.size(),
        chunk.data(), to.data(), to.size(), "zstd", 0, 1);
    if (size <= 0) cannot_write(directory_.path(), "Blosc does not compress by zstd here");
    to.resize(static_cast<std::size_t>(size));
  }

  output::OutputFile& directory_;
  Picture picture_;
};

Size granularity(const Picture&) { return {side, side}; }

std::unique_ptr<Writer> make(output::OutputFile& directory, const Picture& picture) {
  return std::make_unique<ZarrWriter>(directory, picture);
}

std::optional<std::string> recipe_in(const std::filesystem::path& path) {
  if (!std::filesystem::is_directory(path)) return {};
  const bool is_old = std::filesystem::exists(path / ".zattrs");
  std::ifstream file(path / (is_old ? ".zattrs" : "zarr.json"));
  if (!file) reject_recipe(path, "is a directory, but no array of Zarr's");
  const nlohmann::json json = nlohmann::json::parse(file, nullptr, false);
  if (json.is_discarded()) reject_recipe(path, "is damaged");
  const auto attributes = is_old ? json : json.value("attributes", nlohmann::json::object());
  if (!attributes.is_object() || !attributes.contains("perlane"))
    reject_recipe(path, "has no recipe of perlane's");
  return attributes["perlane"].dump();
}

std::vector<char> all_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void read(const std::filesystem::path& path, const Picture& picture, const Visit& visit) {
  const std::vector<char> text = all_of(path / (picture.zarr == 2 ? ".zarray" : "zarr.json"));
  Json given = Json::parse(text, nullptr, false);
  if (given.is_object()) given.erase("attributes");
  if (given != description(picture)) cannot_read(path, "it is another array");
  const std::int64_t stride = side * bytes_of(picture.element);
  std::vector<std::byte> chunk(static_cast<std::size_t>(side * stride)), swapped;
  const Tiles chunks{side, picture.width, picture.height};
  for (std::int64_t number = 0; number < chunks.number(); ++number) {
    Block block = chunks[number];
    const std::vector<char> compressed =
        all_of(path / key(picture, block.y / side, block.x / side));
    std::size_t size = 0;
    if (blosc_cbuffer_validate(compressed.data(), compressed.size(), &size) < 0 ||
        size != chunk.size() ||
        blosc_decompress_ctx(compressed.data(), chunk.data(), size, 1) != static_cast<int>(size))
      cannot_read(path, "a chunk is damaged or missing");
    block.samples = stored(chunk.data(), side * side, picture.element, swapped).data();
    block.stride = stride;
    visit(block);
  }
}

constexpr Element elements[] = {Element::float32, Element::uint16, Element::uint8};

}  // namespace

const Format zarr_format{".zarr",     "a directory, an array of Zarr's, version 3 or 2",
                         elements,    output::OutputFile::Kind::directory,
                         false,       true,
                         granularity, make,
                         recipe_in,   read};

}  // namespace perlane::cli::formats
