#pragma once
// Turns a fuzzer's input into numbers as long as there are bytes, and into zeros after that.

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace perlane::fuzz {

class Bytes {
 public:
  // The numbers that come often.
  enum class Numbers { usual, extreme };

  Bytes(const std::uint8_t* data, std::size_t size, Numbers numbers = Numbers::usual)
      : data_(data), size_(size), numbers_(numbers) {}

  bool is_empty() const { return size_ == 0; }

  template <class Number>
  Number take() {
    Number number{};
    const std::size_t count = size_ < sizeof number ? size_ : sizeof number;
    if (count > 0) std::memcpy(&number, data_, count);  // no bytes may have no address
    data_ += count;
    size_ -= count;
    return number;
  }

  // Returns 0 to count - 1; 0 when there are no bytes left.
  int choice(int count) {
    return (count <= 256 ? take<std::uint8_t>() : take<std::uint16_t>()) % count;
  }

  // Returns mostly numbers as people give them, or those at which binary32 and binary64 underflow,
  // overflow or round to whole numbers; and sometimes any bits, NaN and infinities included.
  double number() {
    static constexpr double usual[] = {0,    1,   -1,    0.5, 1.0 / 64, 0.1,    -0.37, 3,
                                       7.25, 100, -1e-9, 1e6, 0x1p31,   0x1p51, 1e300, 1e-300};
    static constexpr double extreme[] = {0,     1,    -0.5,  1e-45, 8e-23,  1e-30,  -3e-21, 6.7e-24,
                                         1e-19, 1e19, -1e30, 1e38,  0x1p31, 0x1p51, 1e300,  1e-310};
    const int kind = choice(4);
    if (kind == 0) return take<double>();
    if (kind == 1) return static_cast<double>(take<std::int16_t>()) / 64;
    return (numbers_ == Numbers::usual ? usual : extreme)[choice(16)];
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  Numbers numbers_;
};

}  // namespace perlane::fuzz
