#pragma once
// A hash table of numbers. The caller keeps the things that are numbered. It takes a fraction of
// the time of std::unordered_map, which matters because small fields are often made, sampled once,
// and thrown away.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace perlane::graph {

class NumberTable {
 public:
  static constexpr int none = -1;

  // Returns the number that was added with this hash and for which is_it(number) holds, or none.
  template <class IsIt>
  int find(std::uint64_t hash, const IsIt& is_it) const {
    for (std::size_t i = home(hash);; i = (i + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[i];
      if (slot.number == none || (slot.hash == hash && is_it(slot.number))) return slot.number;
    }
  }
  // Does the same for hashes that only one number was added with.
  int find(std::uint64_t hash) const {
    return find(hash, [](int) { return true; });
  }

  // Adds a number of 0 or more.
  void add(std::uint64_t hash, int number) {
    // Neighbouring slots are searched, so half of them stay empty to keep searches short.
    if (++count_ > slots_.size() / 2) grow();
    put({hash, number});
  }

 private:
  struct Slot {
    std::uint64_t hash = 0;
    int number = none;
  };

  // D. Knuth, "The Art of Computer Programming", vol. 3, 6.4: multiplicative hashing. The uppermost
  // bits of the product depend on all bits of the hash.
  std::size_t home(std::uint64_t hash) const {
    return static_cast<std::size_t>(hash * 0x9e3779b97f4a7c15u >> (64 - bits_));
  }
  void put(const Slot& added) {
    std::size_t i = home(added.hash);
    while (slots_[i].number != none) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = added;
  }
  void grow() {
    const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots_.size() * 2));
    ++bits_;
    for (const Slot& slot : old) {
      if (slot.number != none) put(slot);
    }
  }

  int bits_ = 5;
  std::size_t count_ = 0;
  std::vector<Slot> slots_ = std::vector<Slot>(std::size_t{1} << bits_);
};

}  // namespace perlane::graph
