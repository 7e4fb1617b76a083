#pragma once
// Turns a fuzzer's input into numbers as long as there are bytes, and into zeros after that.

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace perlane::fuzz {

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  bool is_empty() const { return size_ == 0; }

  template <class Number>
  Number take() {
    Number number{};
    const std::size_t count = size_ < sizeof number ? size_ : sizeof number;
    std::memcpy(&number, data_, count);
    data_ += count;
    size_ -= count;
    return number;
  }

  // Returns 0 to count - 1.
  int choice(int count) { return take<std::uint8_t>() % count; }

  // Returns mostly numbers as people give them, and
  // sometimes any bits, NaN and infinities included.
  double number() {
    static constexpr double usual[] = {0,    1,   -1,    0.5, 1.0 / 64, 0.1,    -0.37, 3,
                                       7.25, 100, -1e-9, 1e6, 0x1p31,   0x1p51, 1e300, 1e-300};
    const int kind = choice(4);
    if (kind == 0) return take<double>();
    if (kind == 1) return static_cast<double>(take<std::int16_t>()) / 64;
    return usual[choice(16)];
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

}  // namespace perlane::fuzz
