#include "cli/formats/sample_sum.hpp"

#include "base/little_endian.hpp"
#include "cli/output/checksum.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <stdexcept>

namespace perlane::cli::formats {
namespace {

// Rounds to the nearest half, ties to even. IEEE 754-2008, 5.4.2.
std::uint16_t half_of(float value) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = bits >> 16 & 0x8000u, size = bits & 0x7fffffffu;
  std::uint32_t half = 0;
  if (size > 0x7f800000u) {  // NaN stays NaN, whatever it carries
    half = 0x7c00u | (size >> 13 & 0x3ffu);
    if (half == 0x7c00u) half |= 1;
  } else if (size >= 0x477ff000u) {  // nearer to 2^16 than to the largest half
    half = 0x7c00u;
  } else if (size < 0x38800000u) {  // below the least normal half; the sum rounds to its units
    constexpr float unit = 0.5f;    // in which the last bit is 2^-24
    half = std::bit_cast<std::uint32_t>(std::bit_cast<float>(size) + unit) -
           std::bit_cast<std::uint32_t>(unit);
  } else {
    half = (size - 0x38000000u + 0xfffu + (size >> 13 & 1u)) >> 13;
  }
  return static_cast<std::uint16_t>(sign | half);
}

}  // namespace

std::span<const std::byte> stored(const std::byte* samples, std::int64_t number, Element element,
                                  std::vector<std::byte>& room) {
  const auto size = static_cast<std::size_t>(bytes_of(element));
  const std::size_t bytes = static_cast<std::size_t>(number) * size;
  if (element != Element::float16 && std::endian::native == std::endian::little)
    return {samples, bytes};
  room.clear();
  for (std::size_t at = 0; at < bytes; at += size) {
    if (element == Element::float16) {
      float value = 0;
      std::memcpy(&value, samples + at, sizeof value);
      base::append_little_endian(room, half_of(value), 2);
    } else {
      std::reverse_copy(samples + at, samples + at + size, std::back_inserter(room));
    }
  }
  return room;
}

SampleSum::SampleSum(const Picture& picture)
    : element_(picture.element),
      width_(picture.width),
      height_(picture.height),
      number_of_rows_(picture.height * picture.size().slices()) {}

void SampleSum::add(const Block& block) {
  for (std::int64_t y = 0; y < block.rows(); ++y) {
    const std::int64_t z = block.z + y / block.height;
    const std::int64_t number = z * height_ + block.y + y % block.height - complete_;
    if (number >= std::ssize(rows_)) rows_.resize(static_cast<std::size_t>(number + 1));
    if (number < 0 || rows_[static_cast<std::size_t>(number)].samples != block.x)
      throw std::logic_error("samples are added out of order");
    Row& row = rows_[static_cast<std::size_t>(number)];
    const auto bytes = stored(block.row(y), block.width, element_, room_);
    row.crc = output::crc_of(bytes, row.crc);
    row.samples += block.width;
    add_complete_rows();
  }
}

void SampleSum::add_complete_rows() {
  std::vector<std::byte> sum;
  for (; !rows_.empty() && rows_.front().samples == width_; rows_.pop_front(), ++complete_) {
    sum.clear();
    base::append_little_endian(sum, rows_.front().crc, 4);
    sum_ = output::crc_of(sum, sum_);
  }
}

std::uint32_t SampleSum::result() const {
  if (complete_ != number_of_rows_) throw std::logic_error("samples of a row are missing");
  return sum_;
}

}  // namespace perlane::cli::formats
