#pragma once
// The checksum of the samples of a picture, which does not depend on how a file has them.

#include "cli/formats/format.hpp"

#include <cstddef>
#include <cstdint>
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

  Element element_;
  std::int64_t width_;
  std::int64_t height_;
  std::vector<Row> rows_;
  std::vector<std::byte> room_;
};

}  // namespace perlane::cli::formats
