// Zarr, versions 2 and 3: a directory with a description in JSON and the chunks of an array, which
// Blosc compresses. Version 3 has many chunks in a file, a shard, and an index of them at its end.
// zarr-specs.readthedocs.io.

#include "cli/formats/format.hpp"
#include "cli/formats/sample_sum.hpp"
#include "cli/output/message.hpp"
#include "engine/parallel.hpp"

#include <array>
#include <blosc.h>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

namespace perlane::cli::formats {
namespace {

using Json = nlohmann::ordered_json;
using Place = std::array<std::int64_t, 3>;  // along z, y and x

constexpr int level = 1;  // higher ones take longer, and make noise no smaller
constexpr std::uint64_t nowhere = ~std::uint64_t{0};

// CRC-32C. (G. Castagnoli et al., "Optimization of Cyclic Redundancy-Check Codes", 1993.)
std::uint32_t crc32c(std::span<const std::byte> bytes) noexcept {
  std::uint32_t crc = ~std::uint32_t{0};
  for (const std::byte byte : bytes) {
    crc ^= static_cast<std::uint32_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (crc & 1 ? 0x82f63b78u : 0u);
  }
  return ~crc;
}

template <class Number>
void append(std::vector<std::byte>& bytes, Number number) {
  for (std::size_t i = 0; i < sizeof number; ++i)
    bytes.push_back(static_cast<std::byte>(number >> (8 * i) & 255));
}

template <class Number>
Number number_at(const char* bytes) {
  Number number = 0;
  for (std::size_t i = sizeof number; i-- > 0;)
    number = static_cast<Number>(number << 8 | static_cast<unsigned char>(bytes[i]));
  return number;
}

// How an array is cut.
class Cut {
 public:
  explicit Cut(const Picture& picture)
      : is_volume_(picture.depth != 0),
        size_{picture.size().slices(), picture.height, picture.width},
        sharding_(picture.sharding.value_or(
            sharding_of(picture.size(), picture.depth != 0 ? shard_of_volumes : shard_of_maps))) {}

  std::int64_t chunk() const noexcept { return sharding_.chunk; }
  std::int64_t shard() const noexcept { return sharding_.shard; }
  int dimensions() const noexcept { return is_volume_ ? 3 : 2; }
  std::int64_t slices_of_chunk() const noexcept { return is_volume_ ? chunk() : 1; }
  std::int64_t samples_of_chunk() const noexcept { return chunk() * chunk() * slices_of_chunk(); }

  // The chunks of a shard, also those outside the array.
  std::size_t slots() const noexcept {
    const auto side = static_cast<std::size_t>(shard() / chunk());
    return is_volume_ ? side * side * side : side * side;
  }
  // The place of a chunk in its shard.
  std::size_t slot(const Place& chunk_at) const noexcept {
    const std::int64_t side = shard() / chunk();
    std::int64_t slot = 0;
    for (const std::int64_t at : chunk_at) slot = slot * side + at % side;
    return static_cast<std::size_t>(slot);
  }
  Place shard_of(Place chunk_at) const noexcept {
    for (std::int64_t& at : chunk_at) at /= shard() / chunk();
    return chunk_at;
  }
  // The chunks of a shard that have samples of the array.
  std::size_t chunks_in(const Place& shard_at) const noexcept {
    std::int64_t number = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::int64_t side = axis == 0 && !is_volume_ ? 1 : shard();
      const std::int64_t part = axis == 0 ? slices_of_chunk() : chunk();
      number *= (std::min(side, size_[axis] - shard_at[axis] * side) + part - 1) / part;
    }
    return static_cast<std::size_t>(number);
  }

  // "y SEPARATOR x", with z before it in a volume.
  std::string name(const Place& place, char separator) const {
    const std::string name = fmt::format("{}{}{}", place[1], separator, place[2]);
    return is_volume_ ? fmt::format("{}{}{}", place[0], separator, name) : name;
  }

  // Calls visit(block) for the parts of the array within a block that a chunk holds, in the order
  // of reading.
  template <class Visit>
  void each_chunk(const Block& of, const Visit& visit) const {
    for (std::int64_t z = of.z; z < of.z + of.depth; z += slices_of_chunk()) {
      for (std::int64_t y = of.y; y < of.y + of.height; y += chunk()) {
        for (std::int64_t x = of.x; x < of.x + of.width; x += chunk()) {
          visit(Block{x, y, std::min(chunk(), of.x + of.width - x),
                      std::min(chunk(), of.y + of.height - y), nullptr, 0, z,
                      std::min(slices_of_chunk(), of.z + of.depth - z)});
        }
      }
    }
  }
  Place place_of(const Block& chunk_block) const noexcept {
    return {chunk_block.z / slices_of_chunk(), chunk_block.y / chunk(), chunk_block.x / chunk()};
  }

 private:
  bool is_volume_;
  Place size_;
  Sharding sharding_;
};

Json description(const Picture& picture) {
  const Cut cut(picture);
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

Json attributes_of(const Picture& picture) {
  Json attributes = Json::object();
  if (!picture.recipe.empty()) attributes["perlane"] = Json::parse(picture.recipe);
  return attributes;
}

std::string text_of(const Json& json) { return json.dump(2) + "\n"; }

std::string description_as_text(const Picture& picture) {
  Json json = description(picture);
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
      put(cut_.place_of(chunk), compressed[i]);
      count(chunk.width * chunk.rows());
    }
  }

  void end() override {
    if (file_.kind() != output::OutputFile::Kind::directory) return;
    if (picture_.zarr == 2) {
      put_file(".zattrs", text_of(attributes_of(picture_)));
      put_file(".zarray", text_of(description(picture_)));
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

  void put(const Place& place, std::span<const std::byte> bytes) {
    if (picture_.zarr == 2)
      return file_.put_file(cut_.name(place, '.'), bytes.data(), bytes.size());
    const Place at = cut_.shard_of(place);
    Shard& shard = open_[at];
    if (shard.index.empty()) shard.index.assign(cut_.slots(), {nowhere, nowhere});
    shard.index[cut_.slot(place)] = {shard.size, bytes.size()};
    append_to(at, bytes);
    shard.size += bytes.size();
    if (++shard.chunks < cut_.chunks_in(at)) return;
    std::vector<std::byte> index;
    for (const auto& [offset, size] : shard.index) {
      append(index, offset);
      append(index, size);
    }
    append(index, crc32c(index));
    append_to(at, index);
    open_.erase(at);
  }

  void append_to(const Place& shard, std::span<const std::byte> bytes) {
    if (file_.kind() != output::OutputFile::Kind::directory)
      return file_.put(bytes.data(), bytes.size());
    file_.append_file("c/" + cut_.name(shard, '/'), bytes.data(), bytes.size());
  }

  output::OutputFile& file_;
  Picture picture_;
  Cut cut_;
  std::map<Place, Shard> open_;  // those that are begun
};

Size granularity(const Picture& picture) {
  const Cut cut(picture);
  return {cut.chunk(), cut.chunk(), picture.depth != 0 ? cut.chunk() : 0};
}

std::unique_ptr<Writer> make(output::OutputFile& file, const Picture& picture) {
  return std::make_unique<ZarrWriter>(file, picture);
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

std::optional<std::string> no_recipe(const std::filesystem::path&) { return {}; }

std::vector<char> all_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// The bytes of a chunk in a shard; none if its index is damaged or does not have it.
std::vector<char> chunk_in(const std::filesystem::path& path, std::size_t slots, std::size_t slot) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  const std::size_t index_size = 16 * slots + 4;
  if (error || size < index_size) return {};
  std::ifstream file(path, std::ios::binary);
  std::vector<char> index(index_size);
  const std::uint64_t start = size - index_size;
  file.seekg(static_cast<std::streamoff>(start));
  file.read(index.data(), static_cast<std::streamsize>(index.size()));
  const std::span<const char> entries = std::span(index).first(16 * slots);
  if (!file || crc32c(std::as_bytes(entries)) != number_at<std::uint32_t>(&index[16 * slots]))
    return {};
  const auto offset = number_at<std::uint64_t>(&index[16 * slot]),
             length = number_at<std::uint64_t>(&index[16 * slot + 8]);
  if (offset > start || length > start - offset) return {};
  std::vector<char> chunk(static_cast<std::size_t>(length));
  file.seekg(static_cast<std::streamoff>(offset));
  file.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
  return file ? chunk : std::vector<char>{};
}

// Decodes the chunks that bytes_of_chunk(place) returns.
template <class BytesOfChunk>
void read_chunks(const std::filesystem::path& path, const Picture& picture, const Visit& visit,
                 const BytesOfChunk& bytes_of_chunk) {
  const Cut cut(picture);
  const std::int64_t stride = cut.chunk() * bytes_of(picture.element);
  std::vector<std::byte> chunk(
      static_cast<std::size_t>(cut.samples_of_chunk() * bytes_of(picture.element)));
  std::vector<std::byte> swapped, rows;
  const Block all{0, 0, picture.width, picture.height, nullptr, 0, 0, picture.size().slices()};
  cut.each_chunk(all, [&](Block block) {
    const std::vector<char> compressed = bytes_of_chunk(cut.place_of(block));
    std::size_t size = 0;
    if (blosc_cbuffer_validate(compressed.data(), compressed.size(), &size) < 0 ||
        size != chunk.size() ||
        blosc_decompress_ctx(compressed.data(), chunk.data(), size, 1) != static_cast<int>(size))
      cannot_read(path, "a chunk is damaged or missing");
    const std::byte* from =
        stored(chunk.data(), cut.samples_of_chunk(), picture.element, swapped).data();
    block.samples = from;
    block.stride = stride;
    if (block.depth > 1 && block.height < cut.chunk()) {  // slices of a block have no gap
      rows.clear();
      for (std::int64_t z = 0; z < block.depth; ++z)
        rows.insert(rows.end(), from + z * cut.chunk() * stride,
                    from + (z * cut.chunk() + block.height) * stride);
      block.samples = rows.data();
    }
    visit(block);
  });
}

void read_array(const std::filesystem::path& path, const Picture& picture, const Visit& visit) {
  const std::vector<char> text = all_of(path / (picture.zarr == 2 ? ".zarray" : "zarr.json"));
  Json given = Json::parse(text, nullptr, false);
  if (given.is_object()) given.erase("attributes");
  if (given != description(picture)) cannot_read(path, "it is another array");
  const Cut cut(picture);
  read_chunks(path, picture, visit, [&](const Place& place) {
    if (picture.zarr == 2) return all_of(path / cut.name(place, '.'));
    return chunk_in(path / "c" / cut.name(cut.shard_of(place), '/'), cut.slots(), cut.slot(place));
  });
}

void read_shard(const std::filesystem::path& path, const Picture& picture, const Visit& visit) {
  const Cut cut(picture);
  read_chunks(path, picture, visit,
              [&](const Place& place) { return chunk_in(path, cut.slots(), cut.slot(place)); });
}

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
                          .read = read_shard,
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
                         .recipe = recipe_in,
                         .read = read_array,
                         .of_tiles = &shard_format,
                         .description_of = description_as_text,
                         .holds_volumes = true};

}  // namespace perlane::cli::formats
