#pragma once
// The checksum by which an export recognises its files.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace perlane::cli::output {

// The name of the checksum in manifests.
inline constexpr std::string_view checksum_name = "crc32";

struct Checksum {
  std::uint64_t bytes = 0;
  std::uint32_t crc = 0;  // CRC-32 as zlib and PNG have it

  friend bool operator==(const Checksum&, const Checksum&) = default;
};

// Continues the CRC-32 of the bytes before these.
std::uint32_t crc_of(std::span<const std::byte> bytes, std::uint32_t before = 0);
inline std::uint32_t crc_of(std::string_view text) {
  return crc_of(std::as_bytes(std::span(text)));
}
// Eight hexadecimal digits, as manifests have them.
std::string digits_of(std::uint32_t crc);

// The checksum of a file. Throws std::runtime_error if it cannot be read.
Checksum checksum_of(const std::filesystem::path& path);

}  // namespace perlane::cli::output
