#pragma once
// The checksum of the samples of a picture, which does not depend on how a file has them.

#include "cli/formats/format.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace perlane::cli::formats {

// The bytes of samples as files have them: little-endian, and float16 as halves. `room` holds them
// where they are not those of the samples in memory. It turns other samples of files back, too.
std::span<const std::byte> stored(const std::byte* samples, std::int64_t number, Element element,
                                  std::vector<std::byte>& room);

// The CRC-32 of the CRC-32s of the rows, each as four bytes, little-endian.
class SampleSum {
 public:
  explicit SampleSum(const Picture& picture);

  // Takes blocks in the order in which a writer takes them.
  void add(const Block& block);

  // Throws std::logic_error if a sample has not been added.
  std::uint32_t result() const;

 private:
  struct Row {
    std::uint32_t crc = 0;
    std::int64_t samples = 0;
  };

  // Takes the rows that are complete from the first of `rows_` on.
  void add_complete_rows();

  Element element_;
  std::int64_t width_;
  std::int64_t height_;
  std::int64_t number_of_rows_;
  std::int64_t complete_ = 0;  // rows that are in the sum
  std::uint32_t sum_ = 0;
  std::deque<Row> rows_;  // those after them that have begun; a picture may have billions of rows
  std::vector<std::byte> room_;
};

}  // namespace perlane::cli::formats
