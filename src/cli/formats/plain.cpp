// Formats that are a header and samples: .r16, .r32 and .raw, as engines import heights; .npy, the
// NumPy format 1.0; .pfm, P. Debevec's portable float map. All are little-endian.

#include "cli/formats/format.hpp"
#include "cli/formats/sample_sum.hpp"
#include "cli/output/message.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

namespace perlane::cli::formats {
namespace {

constexpr std::int64_t read_bytes = 1 << 18;  // at a time

enum class Rows { down, up };

class PlainWriter final : public Writer {
 public:
  PlainWriter(output::OutputFile& file, const Picture& picture, const std::string& header,
              Rows rows)
      : Writer(file, picture), file_(file), picture_(picture), start_(header.size()), rows_(rows) {
    file_.put(header.data(), header.size());
  }

  void write(const Block& block) override {
    const auto bytes = static_cast<std::size_t>(block.width * bytes_of(picture_.element));
    const bool is_dense = block.stride == static_cast<std::int64_t>(bytes);
    const bool is_whole = block.width == picture_.width || block.height == 1;
    std::vector<std::byte> swapped;
    if (rows_ == Rows::down && is_dense && is_whole)
      return put(block, 0,
                 stored(block.samples, block.width * block.height, picture_.element, swapped));
    for (std::int64_t y = 0; y < block.height; ++y)
      put(block, y, stored(block.row(y), block.width, picture_.element, swapped));
  }

  bool takes_any_order() const override { return file_.kind() == output::OutputFile::Kind::file; }

  void end() override {}

 private:
  // From the beginning of a row of the block on. A stream has but one place, the next.
  void put(const Block& block, std::int64_t row, std::span<const std::byte> bytes) {
    count(std::ssize(bytes) / bytes_of(picture_.element));
    if (!takes_any_order()) return file_.put(bytes.data(), bytes.size());
    const std::int64_t y = block.y + row;
    const std::int64_t line = rows_ == Rows::down ? y : picture_.height - 1 - y;
    const auto sample = static_cast<std::uint64_t>(line * picture_.width + block.x);
    file_.put_at(start_ + sample * static_cast<std::uint64_t>(bytes_of(picture_.element)),
                 bytes.data(), bytes.size());
  }

  output::OutputFile& file_;
  Picture picture_;
  std::uint64_t start_;
  Rows rows_;
};

std::string npy_header(const Picture& picture) {
  const char* type = picture.element == Element::uint8    ? "|u1"
                     : picture.element == Element::uint16 ? "<u2"
                                                          : "<f4";
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}, {}), }}",
                                 type, picture.height, picture.width);
  constexpr std::size_t start = 10, alignment = 64;
  text.append((alignment - (start + text.size() + 1) % alignment) % alignment, ' ');
  text += '\n';
  const auto size = static_cast<unsigned>(text.size());
  return std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(size & 255) +
         static_cast<char>(size >> 8) + text;
}

std::string pfm_header(const Picture& picture) {
  constexpr int scale = -1;  // below 0: little-endian
  return fmt::format("Pf\n{} {}\n{}.0\n", picture.width, picture.height, scale);
}

template <std::string (*header)(const Picture&), Rows rows = Rows::down>
std::unique_ptr<Writer> make(output::OutputFile& file, const Picture& picture) {
  return std::make_unique<PlainWriter>(file, picture, header(picture), rows);
}

std::string no_header(const Picture&) { return {}; }

template <std::string (*header)(const Picture&)>
std::uint64_t bytes(const Picture& picture) {
  return header(picture).size() + static_cast<std::uint64_t>(picture.width) *
                                      static_cast<std::uint64_t>(picture.height) *
                                      static_cast<std::uint64_t>(bytes_of(picture.element));
}

template <std::string (*header)(const Picture&), Rows rows = Rows::down>
void read(const std::filesystem::path& path, const Picture& picture, const Visit& visit) {
  std::ifstream file(path, std::ios::binary);
  std::string head = header(picture);
  const std::string expected = head;
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  if (!file || head != expected || std::filesystem::file_size(path) != bytes<header>(picture))
    cannot_read(path, "it is another file");
  const std::int64_t stride = picture.width * bytes_of(picture.element);
  const auto size = static_cast<std::size_t>(stride);
  const std::int64_t most = std::max(read_bytes / stride, std::int64_t{1});
  std::vector<std::byte> room(size * static_cast<std::size_t>(most)), row(size), swapped;
  for (std::int64_t y = 0; y < picture.height; y += most) {
    const std::int64_t number = std::min(most, picture.height - y);
    for (std::int64_t i = 0; i < number; ++i) {
      if (rows == Rows::up) {
        const std::int64_t line = picture.height - 1 - y - i;
        file.seekg(static_cast<std::streamoff>(expected.size()) + line * stride);
      }
      if (!file.read(reinterpret_cast<char*>(row.data()), static_cast<std::streamsize>(size)))
        cannot_read(path, "it is cut off");
      std::ranges::copy(stored(row.data(), picture.width, picture.element, swapped),
                        room.data() + i * stride);
    }
    visit({0, y, picture.width, number, room.data(), stride});
  }
}

// Every sample has its place.
Size granularity(const Picture&) { return {1, 1}; }

std::optional<std::string> no_recipe(const std::filesystem::path&) { return {}; }

constexpr Element code16[] = {Element::uint16};
constexpr Element float32[] = {Element::float32};
constexpr Element any[] = {Element::float32, Element::uint16, Element::uint8};
constexpr Element any_code_first[] = {Element::uint16, Element::uint8, Element::float32};

template <std::string (*header)(const Picture&), Rows rows = Rows::down>
constexpr Format plain(std::string_view extension, std::string_view description,
                       std::span<const Element> elements) {
  constexpr bool streams = rows == Rows::down, carries_recipe = false;
  return {extension, description,        elements,     output::OutputFile::Kind::file,
          streams,   carries_recipe,     granularity,  make<header, rows>,
          no_recipe, read<header, rows>, bytes<header>};
}

}  // namespace

const Format r16_format =
    plain<no_header>(".r16", "16-bit codes, row by row, little-endian, without a header", code16);
const Format r32_format =
    plain<no_header>(".r32", "floats, row by row, little-endian, without a header", float32);
const Format raw_format = plain<no_header>(
    ".raw", "samples, row by row, little-endian, without a header", any_code_first);
const Format npy_format =
    plain<npy_header>(".npy", "an array of NumPy's, shape (height, width), little-endian", any);
const Format pfm_format =
    plain<pfm_header, Rows::up>(".pfm", "a portable float map, little-endian", float32);

}  // namespace perlane::cli::formats
