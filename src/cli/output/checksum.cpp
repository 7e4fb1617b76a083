#include "cli/output/checksum.hpp"

#include "cli/output/message.hpp"

#include <cstdio>
#include <memory>
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
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             std::fclose);
  if (!file) fail();
  std::setvbuf(file.get(), nullptr, _IONBF, 0);
  std::vector<char> part(part_bytes);
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), file.get())) {
    sum.crc = crc_of(std::as_bytes(std::span(part)).first(size), sum.crc);
    sum.bytes += size;
  }
  if (std::ferror(file.get()) != 0) fail();
  return sum;
}

}  // namespace perlane::cli::output
