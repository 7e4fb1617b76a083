// Reads what zarr.cpp writes, for checks: the recipe, and the samples.

#include "cli/formats/sample_sum.hpp"
#include "cli/formats/zarr.hpp"
#include "text/json.hpp"

#include <blosc.h>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace perlane::cli::formats {
namespace {

template <class Number>
Number number_at(const char* bytes) {
  Number number = 0;
  for (std::size_t i = sizeof number; i-- > 0;)
    number = static_cast<Number>(number << 8 | static_cast<unsigned char>(bytes[i]));
  return number;
}

// Returns nothing if the path is not a file.
std::vector<char> all_of(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return {};  // some libraries would throw
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

// Decodes the chunks that bytes_of_chunk(index) returns.
template <class BytesOfChunk>
void read_chunks(const std::filesystem::path& path, const Picture& picture, const Visit& visit,
                 const BytesOfChunk& bytes_of_chunk) {
  const ZarrCut cut(picture);
  const std::int64_t stride = cut.chunk() * bytes_of(picture.element);
  std::vector<std::byte> chunk(
      static_cast<std::size_t>(cut.samples_of_chunk() * bytes_of(picture.element)));
  std::vector<std::byte> swapped, rows;
  const Block all{0, 0, picture.width, picture.height, nullptr, 0, 0, picture.size().slices()};
  cut.each_chunk(all, [&](Block block) {
    const std::vector<char> compressed = bytes_of_chunk(cut.index_of(block));
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

// Returns false unless the text is an object, and if it is so deep that it would overflow the
// stack.
bool is_json_object(std::string_view text) {
  try {
    return text::parsed(text, most_of_recipe).is_object();
  } catch (const std::invalid_argument&) {
    return false;
  }
}

}  // namespace

std::optional<std::string> recipe_in_zarr(const std::filesystem::path& path) {
  if (!std::filesystem::is_directory(path)) return {};
  const bool is_old = std::filesystem::exists(path / ".zattrs");
  const std::filesystem::path name = path / (is_old ? ".zattrs" : "zarr.json");
  if (!std::filesystem::exists(name))
    reject_recipe(path, "is a directory, but not an array of Zarr's");
  const std::vector<char> text = all_of(name);
  if (!is_json_object({text.data(), text.size()})) reject_recipe(path, "is damaged");
  const auto json = nlohmann::json::parse(text);
  const auto attributes = is_old ? json : json.value("attributes", nlohmann::json::object());
  if (!attributes.is_object() || !attributes.contains("perlane"))
    reject_recipe(path, "has no recipe of perlane's");
  return attributes["perlane"].dump();
}

void read_zarr_array(const std::filesystem::path& path, const Picture& picture,
                     const Visit& visit) {
  const std::vector<char> text = all_of(path / (picture.zarr == 2 ? ".zarray" : "zarr.json"));
  nlohmann::ordered_json given = nlohmann::ordered_json::parse(text, nullptr, false);
  if (given.is_object()) given.erase("attributes");
  if (given != zarr_description(picture)) cannot_read(path, "it is another array");
  const ZarrCut cut(picture);
  read_chunks(path, picture, visit, [&](const ChunkIndex& index) {
    if (picture.zarr == 2) return all_of(path / cut.name(index, '.'));
    return chunk_in(path / "c" / cut.name(cut.shard_of(index), '/'), cut.slots(), cut.slot(index));
  });
}

void read_zarr_shard(const std::filesystem::path& path, const Picture& picture,
                     const Visit& visit) {
  const ZarrCut cut(picture);
  std::uintmax_t size = 16 * cut.slots() + 4;
  read_chunks(path, picture, visit, [&](const ChunkIndex& index) {
    std::vector<char> chunk = chunk_in(path, cut.slots(), cut.slot(index));
    size += chunk.size();
    return chunk;
  });
  if (size != std::filesystem::file_size(path))
    cannot_read(path, "it has bytes that belong to no chunk");
}

}  // namespace perlane::cli::formats
