#pragma once
// Cuts an array into shards and chunks as Zarr does, and holds what its writer and its readers
// share.

#include "cli/formats/format.hpp"
#include "cli/output/message.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>

namespace perlane::cli::formats {

using ChunkIndex = std::array<std::int64_t, 3>;  // along z, y and x

// An array that is cut into shards, and these into chunks.
class ZarrCut {
 public:
  explicit ZarrCut(const Picture& picture)
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
  std::size_t slot(const ChunkIndex& chunk_at) const noexcept {
    const std::int64_t side = shard() / chunk();
    std::int64_t slot = 0;
    for (const std::int64_t at : chunk_at) slot = slot * side + at % side;
    return static_cast<std::size_t>(slot);
  }
  ChunkIndex shard_of(ChunkIndex chunk_at) const noexcept {
    for (std::int64_t& at : chunk_at) at /= shard() / chunk();
    return chunk_at;
  }
  // The chunks of a shard that have samples of the array.
  std::size_t chunks_in(const ChunkIndex& shard_at) const noexcept {
    std::int64_t count = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::int64_t side = axis == 0 && !is_volume_ ? 1 : shard();
      const std::int64_t part = axis == 0 ? slices_of_chunk() : chunk();
      count *= (std::min(side, size_[axis] - shard_at[axis] * side) + part - 1) / part;
    }
    return static_cast<std::size_t>(count);
  }

  // "y SEPARATOR x", with z before it in a volume.
  std::string name(const ChunkIndex& index, char separator) const {
    const std::string name = fmt::format("{}{}{}", index[1], separator, index[2]);
    return is_volume_ ? fmt::format("{}{}{}", index[0], separator, name) : name;
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
  ChunkIndex index_of(const Block& chunk_block) const noexcept {
    return {chunk_block.z / slices_of_chunk(), chunk_block.y / chunk(), chunk_block.x / chunk()};
  }

 private:
  bool is_volume_;
  ChunkIndex size_;
  Sharding sharding_;
};

// CRC-32C. (G. Castagnoli et al., "Optimization of Cyclic Redundancy-Check Codes", 1993.)
std::uint32_t crc32c(std::span<const std::byte> bytes) noexcept;

// The description of an array, without attributes.
nlohmann::ordered_json zarr_description(const Picture& picture);

std::optional<std::string> recipe_in_zarr(const std::filesystem::path& path);
void read_zarr_array(const std::filesystem::path& path, const Picture& picture, const Visit& visit);
void read_zarr_shard(const std::filesystem::path& path, const Picture& picture, const Visit& visit);

}  // namespace perlane::cli::formats
