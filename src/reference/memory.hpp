#pragma once
// An array that is on the stack if it is small, as nearly all are.

#include <cstddef>
#include <memory>

namespace perlane::reference {

// On the stack if there are no more than `few` elements. An element begins to exist when it is
// written or renewed.
template <class T, int few>
class Memory {
 public:
  explicit Memory(int count) {
    if (count <= few) return;
    more_ = std::make_unique<T[]>(static_cast<std::size_t>(count));
    first_ = more_.get();
  }
  ~Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  T& operator[](int i) noexcept { return first_[i]; }
  const T& operator[](int i) const noexcept { return first_[i]; }
  T& renew(int i) noexcept { return *std::construct_at(first_ + i); }

 private:
  union {
    T some_[few];
  };
  std::unique_ptr<T[]> more_;
  T* first_ = some_;
};

}  // namespace perlane::reference
