#include "cli/output/checksum.hpp"

#include "cli/output/message.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <vector>
#include <zlib.h>

namespace perlane::cli::output {
namespace {

constexpr std::size_t part_bytes = std::size_t{1} << 18;

void add_file(const std::filesystem::path& path, Checksum& sum) {
  const auto fail = [&] { throw_errno("cannot read " + quoted(path)); };
  // A pipe would keep us waiting for a writer.
  if (std::filesystem::exists(path) && !std::filesystem::is_regular_file(path)) return;
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
}

}  // namespace

std::uint32_t crc_of(std::span<const std::byte> bytes, std::uint32_t before) {
  return static_cast<std::uint32_t>(
      crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::string digits_of(std::uint32_t crc) { return fmt::format("{:08x}", crc); }

Checksum checksum_of(const std::filesystem::path& path) {
  Checksum sum;
  if (!std::filesystem::is_directory(path)) {
    add_file(path, sum);
    return sum;
  }
  std::vector<std::string> names;
  std::error_code error;
  for (auto entry = std::filesystem::recursive_directory_iterator(path, error);
       entry != std::filesystem::recursive_directory_iterator(); entry.increment(error)) {
    if (!entry->is_directory())
      names.push_back(entry->path().lexically_relative(path).generic_string());
  }
  if (error) throw_errno("cannot read " + quoted(path), error.value());
  std::ranges::sort(names);
  for (const std::string& name : names) {
    sum.crc = crc_of(std::as_bytes(std::span(name.c_str(), name.size() + 1)), sum.crc);
    // A link leads out of the directory.
    if (!std::filesystem::is_symlink(path / name)) add_file(path / name, sum);
  }
  return sum;
}

}  // namespace perlane::cli::output
