// Zarr, versions 2 and 3: a directory with a description in JSON and the chunks of an array, which
// Blosc compresses. Version 3 has many chunks in a file, a shard, and an index of them at its end.
// zarr-specs.readthedocs.io.

#include "base/little_endian.hpp"
#include "cli/formats/sample_sum.hpp"
#include "cli/formats/zarr.hpp"
#include "engine/parallel.hpp"

#include <array>
#include <blosc.h>
#include <cstring>
#include <map>

namespace perlane::cli::formats {

using Json = nlohmann::ordered_json;

namespace {

constexpr int level = 1;  // higher ones take longer, and make noise no smaller
constexpr std::uint64_t nowhere = ~std::uint64_t{0};

}  // namespace

std::uint32_t crc32c(std::span<const std::byte> bytes) noexcept {
  std::uint32_t crc = ~std::uint32_t{0};
  for (const std::byte byte : bytes) {
    crc ^= static_cast<std::uint32_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (crc & 1 ? 0x82f63b78u : 0u);
  }
  return ~crc;
}

Json zarr_description(const Picture& picture) {
  const ZarrCut cut(picture);
  Json shape{picture.height, picture.width}, names{"y", "x"};
  if (picture.depth != 0) {
    shape.insert(shape.begin(), picture.depth);
    names.insert(names.begin(), "z");
  }
  const Json chunk(static_cast<std::size_t>(cut.dimensions()), cut.chunk()),
      shard(static_cast<std::size_t>(cut.dimensions()), cut.shard());
  if (picture.zarr == 2) {
    const char* const dtype = picture.element == Element::uint8    ? "|u1"
                              : picture.element == Element::uint16 ? "<u2"
                                                                   : "<f4";
    return {{"zarr_format", 2},
            {"shape", shape},
            {"chunks", chunk},
            {"dtype", dtype},
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
  const auto named = [](const char* name, const Json& configuration) {
    return Json{{"name", name}, {"configuration", configuration}};
  };
  const Json bytes = named("bytes", {{"endian", "little"}});
  const Json blosc = named("blosc", {{"cname", "zstd"},
                                     {"clevel", level},
                                     {"shuffle", "shuffle"},
                                     {"typesize", bytes_of(picture.element)},
                                     {"blocksize", 0}});
  const Json sharding =
      named("sharding_indexed", {{"chunk_shape", chunk},
                                 {"codecs", Json::array({bytes, blosc})},
                                 {"index_codecs", Json::array({bytes, {{"name", "crc32c"}}})},
                                 {"index_location", "end"}});
  return {{"zarr_format", 3},
          {"node_type", "array"},
          {"shape", shape},
          {"data_type", std::string(name_of(picture.element))},
          {"chunk_grid", named("regular", {{"chunk_shape", shard}})},
          {"chunk_key_encoding", named("default", {{"separator", "/"}})},
          {"fill_value", 0},
          {"codecs", Json::array({sharding})},
          {"dimension_names", names}};
}

namespace {

Json attributes_of(const Picture& picture) {
  Json attributes = Json::object();
  if (!picture.recipe.empty()) attributes["perlane"] = Json::parse(picture.recipe);
  return attributes;
}

std::string text_of(const Json& json) { return json.dump(2) + "\n"; }

std::string description_as_text(const Picture& picture) {
  Json json = zarr_description(picture);
  json["attributes"] = attributes_of(picture);
  return text_of(json);
}

// Writes an array as a directory, or a part of it, which one shard holds, as the file of that
// shard. Blocks come in the order of reading, and so the chunks of a shard are in that order.
class ZarrWriter final : public Writer {
 public:
  ZarrWriter(output::OutputFile& file, const Picture& picture)
      : Writer(file, picture), file_(file), picture_(picture), cut_(picture) {}

  void write(const Block& block) override {
    std::vector<Block> chunks;
    cut_.each_chunk(block, [&](const Block& chunk) { chunks.push_back(chunk); });
    std::vector<std::vector<std::byte>> compressed(chunks.size());
    engine::parallel_for(std::ssize(chunks), [&](std::int64_t begin, std::int64_t end) {
      std::vector<std::byte> samples, swapped;
      for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
        gather(block, chunks[i], samples);
        compress(stored(samples.data(), cut_.samples_of_chunk(), picture_.element, swapped),
                 compressed[i]);
      }
    });
    for (std::size_t i = 0; i < chunks.size(); ++i) {
      const Block& chunk = chunks[i];
      put(cut_.index_of(chunk), compressed[i]);
      count(chunk.width * chunk.rows());
    }
  }

  void end() override {
    if (file_.kind() != output::OutputFile::Kind::directory) return;
    if (picture_.zarr == 2) {
      put_file(".zattrs", text_of(attributes_of(picture_)));
      put_file(".zarray", text_of(zarr_description(picture_)));
    } else {
      put_file("zarr.json", description_as_text(picture_));
    }
  }

 private:
  struct Shard {
    std::uint64_t size = 0;
    std::vector<std::array<std::uint64_t, 2>> index;  // of each chunk its offset and its size
    std::size_t chunks = 0;
  };

  void put_file(const char* name, const std::string& text) {
    file_.put_file(name, text.data(), text.size());
  }

  // Copies a chunk out of a block. Samples outside are 0.
  void gather(const Block& block, const Block& chunk, std::vector<std::byte>& to) const {
    const std::int64_t size = bytes_of(picture_.element), stride = cut_.chunk() * size;
    to.assign(static_cast<std::size_t>(cut_.samples_of_chunk() * size), std::byte{});
    for (std::int64_t z = 0; z < chunk.depth; ++z) {
      for (std::int64_t y = 0; y < chunk.height; ++y) {
        const std::int64_t row = (chunk.z - block.z + z) * block.height + chunk.y - block.y + y;
        std::memcpy(to.data() + (z * cut_.chunk() + y) * stride,
                    block.row(row) + (chunk.x - block.x) * size,
                    static_cast<std::size_t>(chunk.width * size));
      }
    }
  }

  void compress(std::span<const std::byte> chunk, std::vector<std::byte>& to) const {
    to.resize(chunk.size() + BLOSC_MAX_OVERHEAD);
    const int size = blosc_compress_ctx(
        level, BLOSC_SHUFFLE, static_cast<std::size_t>(bytes_of(picture_.element)), chunk.size(),
        chunk.data(), to.data(), to.size(), "zstd", 0, 1);
    if (size <= 0) cannot_write(file_.path(), "Blosc does not compress by zstd here");
    to.resize(static_cast<std::size_t>(size));
  }

  void put(const ChunkIndex& chunk, std::span<const std::byte> bytes) {
    if (picture_.zarr == 2)
      return file_.put_file(cut_.name(chunk, '.'), bytes.data(), bytes.size());
    const ChunkIndex at = cut_.shard_of(chunk);
    Shard& shard = open_[at];
    if (shard.index.empty()) shard.index.assign(cut_.slots(), {nowhere, nowhere});
    shard.index[cut_.slot(chunk)] = {shard.size, bytes.size()};
    append_to(at, bytes);
    shard.size += bytes.size();
    if (++shard.chunks < cut_.chunks_in(at)) return;
    std::vector<std::byte> index;
    for (const auto& [offset, size] : shard.index) {
      base::append_little_endian(index, offset, 8);
      base::append_little_endian(index, size, 8);
    }
    base::append_little_endian(index, crc32c(index), 4);
    append_to(at, index);
    open_.erase(at);
  }

  void append_to(const ChunkIndex& shard, std::span<const std::byte> bytes) {
    if (file_.kind() != output::OutputFile::Kind::directory)
      return file_.put(bytes.data(), bytes.size());
    file_.append_file("c/" + cut_.name(shard, '/'), bytes.data(), bytes.size());
  }

  output::OutputFile& file_;
  Picture picture_;
  ZarrCut cut_;
  std::map<ChunkIndex, Shard> open_;  // those that are begun
};

Size granularity(const Picture& picture) {
  const ZarrCut cut(picture);
  return {cut.chunk(), cut.chunk(), picture.depth != 0 ? cut.chunk() : 0};
}

std::unique_ptr<Writer> make(output::OutputFile& file, const Picture& picture) {
  return std::make_unique<ZarrWriter>(file, picture);
}

std::optional<std::string> no_recipe(const std::filesystem::path&) { return {}; }

constexpr Element elements[] = {Element::float32, Element::uint16, Element::uint8};

const Format shard_format{.extension = ".zarr",
                          .description = "a shard of an array of Zarr's",
                          .elements = elements,
                          .kind = output::OutputFile::Kind::file,
                          .streams = false,
                          .carries_recipe = false,
                          .granularity = granularity,
                          .make = make,
                          .recipe = no_recipe,
                          .read = read_zarr_shard,
                          .description_of = description_as_text,
                          .holds_volumes = true};

}  // namespace

const Format zarr_format{.extension = ".zarr",
                         .description = "a directory, an array of Zarr's, version 3 or 2",
                         .elements = elements,
                         .kind = output::OutputFile::Kind::directory,
                         .streams = false,
                         .carries_recipe = true,
                         .granularity = granularity,
                         .make = make,
                         .recipe = recipe_in_zarr,
                         .read = read_zarr_array,
                         .of_tiles = &shard_format,
                         .description_of = description_as_text,
                         .holds_volumes = true};

}  // namespace perlane::cli::formats
