#include "field/lattice.hpp"

#include "engine/refuse.hpp"

#include <bit>
#include <numeric>
#include <utility>

namespace perlane {
namespace field {
namespace {

// SplitMix64: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t state) noexcept : state_(state) {}

  std::uint64_t operator()() noexcept {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }

 private:
  std::uint64_t state_;
};

}  // namespace

std::uint64_t octave_seed(std::uint64_t seed, std::uint64_t index) noexcept {
  // Two rounds: seeds in a row, and octaves in a row, must not meet (seed 1 at octave 2, seed 2 at octave 1).
  return SplitMix64(SplitMix64(seed)() + index)();
}

HashKey hash_key(std::uint64_t seed) noexcept {
  SplitMix64 draw(seed);
  const std::uint64_t xy = draw();
  const std::uint64_t zw = draw();
  return {{static_cast<std::uint32_t>(xy), static_cast<std::uint32_t>(xy >> 32), static_cast<std::uint32_t>(zw),
           static_cast<std::uint32_t>(zw >> 32)},
          static_cast<std::uint32_t>(draw() >> 32)};
}

std::shared_ptr<const std::vector<std::uint32_t>> shuffled_table(std::uint64_t seed, int size) {
  std::vector<std::uint32_t> table(static_cast<std::size_t>(size));
  std::iota(table.begin(), table.end(), 0u);
  // Fisher and Yates. The draw is scaled by its upper half, not std::shuffle: that differs between standard libraries.
  SplitMix64 draw(seed);
  for (std::size_t i = table.size(); i > 1; --i) std::swap(table[i - 1], table[(draw() >> 32) * i >> 32]);
  return std::make_shared<const std::vector<std::uint32_t>>(std::move(table));
}

std::shared_ptr<const std::vector<std::uint32_t>> perlin2002_table() {
  static const auto table = std::make_shared<const std::vector<std::uint32_t>>(std::vector<std::uint32_t>{
      151, 160, 137, 91,  90,  15,  131, 13,  201, 95,  96,  53,  194, 233, 7,   225, 140, 36,  103, 30,  69,  142,
      8,   99,  37,  240, 21,  10,  23,  190, 6,   148, 247, 120, 234, 75,  0,   26,  197, 62,  94,  252, 219, 203,
      117, 35,  11,  32,  57,  177, 33,  88,  237, 149, 56,  87,  174, 20,  125, 136, 171, 168, 68,  175, 74,  165,
      71,  134, 139, 48,  27,  166, 77,  146, 158, 231, 83,  111, 229, 122, 60,  211, 133, 230, 220, 105, 92,  41,
      55,  46,  245, 40,  244, 102, 143, 54,  65,  25,  63,  161, 1,   216, 80,  73,  209, 76,  132, 187, 208, 89,
      18,  169, 200, 196, 135, 130, 116, 188, 159, 86,  164, 100, 109, 198, 173, 186, 3,   64,  52,  217, 226, 250,
      124, 123, 5,   202, 38,  147, 118, 126, 255, 82,  85,  212, 207, 206, 59,  227, 47,  16,  58,  17,  182, 189,
      28,  42,  223, 183, 170, 213, 119, 248, 152, 2,   44,  154, 163, 70,  221, 153, 101, 155, 167, 43,  172, 9,
      129, 22,  39,  253, 19,  98,  108, 110, 79,  113, 224, 232, 178, 185, 112, 104, 218, 246, 97,  228, 251, 34,
      242, 193, 238, 210, 144, 12,  191, 179, 162, 241, 81,  51,  145, 235, 249, 14,  239, 107, 49,  192, 214, 31,
      181, 199, 106, 157, 184, 84,  204, 176, 115, 121, 50,  45,  127, 4,   150, 254, 138, 236, 205, 93,  222, 114,
      67,  29,  24,  72,  243, 141, 128, 195, 78,  66,  215, 61,  156, 180});
  return table;
}

}  // namespace field

Lattice Lattice::permutation(int size) {
  if (size < 2 || size > 65536 || !std::has_single_bit(static_cast<unsigned>(size))) {
    engine::refuse("Lattice::permutation: size is ", size, "; use a power of two from 2 to 65536");
  }
  Lattice lattice;
  lattice.table_size_ = size;
  return lattice;
}

}  // namespace perlane
