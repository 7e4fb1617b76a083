#pragma once
// Memory for calls of the C interface: structures of any size, results that may be null or not
// aligned, and errors.

#include "bytes.hpp"
#include "require.hpp"

#include <perlane/perlane.h>

#include "base/utf8.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace perlane::fuzz {

// Memory of the caller's that ends where its block ends, so that sanitizers see what is beyond.
class Memory {
 public:
  explicit Memory(std::size_t size) : size_(size), bytes_(new std::byte[size]) {
    std::memset(bytes_.get(), pattern, size);
  }

  std::byte* data() { return bytes_.get(); }
  std::size_t size() const { return size_; }
  // The bytes that are not those of the beginning.
  std::size_t written() const {
    return size_ - static_cast<std::size_t>(
                       std::count(bytes_.get(), bytes_.get() + size_, std::byte{pattern}));
  }

 private:
  static constexpr unsigned char pattern = 0xa5;

  std::size_t size_;
  std::unique_ptr<std::byte[]> bytes_;
};

// A structure with the size that it says it has, which may be wrong.
template <class Struct>
class Given {
 public:
  // `count` structures, one after another, of one size.
  Given(Bytes& bytes, const std::vector<Struct>& structures) {
    static_assert(offsetof(Struct, size) == 0);
    std::uint32_t size = sizeof(Struct);
    switch (bytes.choice(32)) {
      case 0:
        size = bytes.take<std::uint32_t>();
        break;
      case 1:
        size = static_cast<std::uint32_t>(bytes.choice(200));
        break;
      case 2:
        size += static_cast<std::uint32_t>(8 * bytes.choice(10));
        break;
      default:
        break;
    }
    is_null_ = bytes.choice(32) == 31;
    const bool is_known = size <= 4096;
    const std::size_t stride = is_known ? std::max<std::size_t>(size, sizeof size) : sizeof size;
    std::size_t count = is_known ? structures.size() : std::min<std::size_t>(structures.size(), 1);
    memory_.emplace(stride * count);
    std::memset(memory_->data(), 0, memory_->size());
    if (bytes.choice(32) == 31 && stride > sizeof(Struct) && count > 0)
      memory_->data()[stride * count - 1] = std::byte{1};  // no member that is known
    for (std::size_t i = 0; i < count; ++i) {
      std::memcpy(memory_->data() + i * stride, &structures[i], std::min(stride, sizeof(Struct)));
      std::memcpy(memory_->data() + i * stride, &size, sizeof size);
    }
  }
  Given(Bytes& bytes, const Struct& structure) : Given(bytes, std::vector{structure}) {}

  Struct* get() { return is_null_ ? nullptr : reinterpret_cast<Struct*>(memory_->data()); }

 private:
  std::optional<Memory> memory_;
  bool is_null_;
};

// Results: so many numbers, which may lie at an odd address, or nowhere.
template <class Number>
class Result {
 public:
  Result(Bytes& bytes, std::size_t count)
      : kind_(bytes.choice(32)), memory_(count * sizeof(Number) + (kind_ == 1 ? 1 : 0)) {}

  Number* get() {
    return kind_ == 0 ? nullptr : reinterpret_cast<Number*>(memory_.data() + (kind_ == 1 ? 1 : 0));
  }
  bool is_aligned() const { return kind_ > 1; }
  std::size_t written() const { return memory_.written(); }

 private:
  int kind_;
  Memory memory_;
};

// The error of a call, of any size.
class Error {
 public:
  explicit Error(Bytes& bytes) : is_null_(bytes.choice(32) == 31) {
    const int kind = bytes.choice(8);
    if (kind == 0) size_ = 0;
    if (kind == 1) size_ = static_cast<std::uint32_t>(bytes.choice(100));
    if (kind == 2) size_ = bytes.take<std::uint32_t>();
    memory_.emplace(size_ == 0 ? sizeof(perlane_error)
                               : std::clamp<std::size_t>(size_, 4, sizeof(perlane_error)));
    std::memcpy(memory_->data(), &size_, sizeof size_);
  }

  perlane_error* get() {
    return is_null_ ? nullptr : reinterpret_cast<perlane_error*>(memory_->data());
  }

  void require_of(perlane_status status) {
    require(std::string_view(perlane_status_name(status)) != "unknown status", "no status");
    constexpr std::size_t begin = offsetof(perlane_error, message);
    if (is_null_ || memory_->size() <= begin) return;
    perlane_status told;
    std::memcpy(&told, memory_->data() + offsetof(perlane_error, status), sizeof told);
    require(told == status, "the error has another status");
    const std::string_view room(reinterpret_cast<const char*>(memory_->data()) + begin,
                                memory_->size() - begin);
    const std::size_t end = room.find('\0');
    require(end != room.npos, "a message has no end");
    const std::string message(room.substr(0, end));
    if (status == PERLANE_OK) require(message.empty(), "a message of success");
    if (room.size() > 8) require(message.empty() == (status == PERLANE_OK), "no message");
    require(base::printable(message) == message, "a message cannot be shown");
  }

 private:
  bool is_null_;
  std::uint32_t size_ = sizeof(perlane_error);
  std::optional<Memory> memory_;
};

}  // namespace perlane::fuzz
