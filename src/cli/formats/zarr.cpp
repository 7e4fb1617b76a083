// Zarr, versions 2 and 3: a directory with a description in JSON and a file for each chunk, which
// Blosc compresses. zarr-specs.readthedocs.io.

#include "cli/formats/format.hpp"
#include "cli/formats/recipes.hpp"
#include "cli/output/printable.hpp"
#include "engine/parallel.hpp"

#include <algorithm>
#include <bit>
#include <blosc.h>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

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
  return picture.zarr == 2 ? std::to_string(row) + "." + std::to_string(column)
                           : "c/" + std::to_string(row) + "/" + std::to_string(column);
}

class ZarrWriter final : public Writer {
 public:
  ZarrWriter(output::OutputFile& directory, const Picture& picture)
      : Writer(directory, picture), directory_(directory), picture_(picture) {}

  void write(const Block& block) override {
    const std::int64_t columns = (block.width + side - 1) / side;
    const std::int64_t rows = (block.height + side - 1) / side;
    engine::parallel_for(columns * rows, [&](std::int64_t begin, std::int64_t end) {
      std::vector<std::byte> chunk, compressed;
      for (std::int64_t number = begin; number < end; ++number) {
        const std::int64_t x = number % columns * side, y = number / columns * side;
        cut(block, x, y, chunk);
        compress(chunk, compressed);
        directory_.put_file(key(picture_, (block.y + y) / side, (block.x + x) / side),
                            compressed.data(), compressed.size());
        count(std::min(side, block.width - x) * std::min(side, block.height - y));
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

  // A whole chunk, little-endian. Samples outside the picture are 0.
  void cut(const Block& block, std::int64_t x, std::int64_t y,
           std::vector<std::byte>& chunk) const {
    const int bytes = bytes_of(picture_.element);
    const std::int64_t columns = std::min(side, block.width - x);
    const std::int64_t rows = std::min(side, block.height - y);
    chunk.assign(static_cast<std::size_t>(side * side * bytes), std::byte{});
    for (std::int64_t row = 0; row < rows; ++row) {
      std::memcpy(chunk.data() + row * side * bytes, block.row(y + row) + x * bytes,
                  static_cast<std::size_t>(columns * bytes));
    }
    if constexpr (std::endian::native == std::endian::big) {
      for (auto at = chunk.begin(); at != chunk.end(); at += bytes) std::reverse(at, at + bytes);
    }
  }

  void compress(const std::vector<std::byte>& chunk, std::vector<std::byte>& to) const {
    to.resize(chunk.size() + BLOSC_MAX_OVERHEAD);
    const int size = blosc_compress_ctx(
        level, BLOSC_SHUFFLE, static_cast<std::size_t>(bytes_of(picture_.element)), chunk.size(),
        chunk.data(), to.data(), to.size(), "zstd", 0, 1);
    if (size <= 0) {
      throw std::runtime_error("cannot write " + output::quoted(directory_.path()) +
                               ": Blosc does not compress by zstd here");
    }
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
  const int bytes = bytes_of(picture.element);
  std::vector<std::byte> chunk(static_cast<std::size_t>(side * side * bytes));
  for (std::int64_t y = 0; y < picture.height; y += side) {
    for (std::int64_t x = 0; x < picture.width; x += side) {
      const std::vector<char> compressed = all_of(path / key(picture, y / side, x / side));
      std::size_t size = 0;
      if (blosc_cbuffer_validate(compressed.data(), compressed.size(), &size) < 0 ||
          size != chunk.size() ||
          blosc_decompress_ctx(compressed.data(), chunk.data(), size, 1) != static_cast<int>(size))
        cannot_read(path, "a chunk is damaged or missing");
      if constexpr (std::endian::native == std::endian::big) {
        for (auto at = chunk.begin(); at != chunk.end(); at += bytes) std::reverse(at, at + bytes);
      }
      visit({x, y, std::min(side, picture.width - x), std::min(side, picture.height - y),
             chunk.data(), side * bytes});
    }
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
