#include "cli/output/checksum.hpp"

#include "cli/output/message.hpp"

#include <cerrno>
#include <fstream>
#include <vector>
#include <zlib.h>

namespace perlane::cli::output {
namespace {

constexpr std::size_t part_bytes = std::size_t{1} << 18;

}  // namespace

std::uint32_t crc_of(std::span<const std::byte> bytes, std::uint32_t before) {
  return static_cast<std::uint32_t>(
      crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::string digits_of(std::uint32_t crc) { return fmt::format("{:08x}", crc); }

Checksum checksum_of(const std::filesystem::path& path) {
  const auto fail = [&] { throw_errno("cannot read " + quoted(path)); };
  Checksum sum;
  std::ifstream file(path, std::ios::binary);
  if (!file.is_open()) fail();
  std::vector<char> part(part_bytes);
  while (file) {
    errno = EIO;
    file.read(part.data(), std::ssize(part));
    const auto size = static_cast<std::size_t>(file.gcount());
    sum.crc = crc_of(std::as_bytes(std::span(part)).first(size), sum.crc);
    sum.bytes += size;
  }
  if (file.bad()) fail();
  return sum;
}

}  // namespace perlane::cli::output
