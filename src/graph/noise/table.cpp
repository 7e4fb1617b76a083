// Tables that lattice points are looked up in, and Ken Perlin's own.

#include "graph/noise/table.hpp"

#include "graph/noise/draw.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace perlane::graph {

Table::Table(const std::vector<std::uint32_t>& entries, std::uint32_t period)
    : length_(entries.size()), repeated_(entries) {
  if (!wraps_by_itself(length_)) {
    const std::size_t sums = length_ + std::max<std::size_t>(length_, period);
    for (std::size_t i = length_; i < sums; ++i) repeated_.push_back(entries[i % length_]);
    for (std::size_t i = 0; i < sums; ++i)
      remainders_.push_back(static_cast<std::uint32_t>(i % length_));
  }
  if (length_ > bytes_.value.size()) return;
  for (std::size_t i = 0; i < bytes_.value.size(); ++i)
    bytes_.value[i] = static_cast<std::uint8_t>(entries[i % length_]);
}

void Table::describe(model::LatticePoints::Kind kind, model::LatticePoints& points) const noexcept {
  // Bytes are added modulo 256.
  const bool has_bytes =
      wraps_by_itself(length_) ? length_ <= 256 : repeated_.size() <= bytes_.value.size();
  points.kind = kind;
  points.table = repeated_.data();
  points.bytes = has_bytes ? bytes_.value.data() : nullptr;
  points.remainders = remainders_.empty() ? nullptr : remainders_.data();
  points.length = static_cast<std::uint32_t>(length_);
  points.mask = wraps_by_itself(length_) ? points.length - 1 : ~std::uint32_t{0};
}

bool wraps_by_itself(std::size_t length) noexcept { return std::has_single_bit(length); }

bool fits_table(std::int64_t period, std::size_t length) noexcept {
  return length == 0 || wraps_by_itself(length) || period <= longest_odd_period ||
         period % static_cast<std::int64_t>(length) == 0;
}

std::shared_ptr<const Table> shuffled_table(std::uint64_t seed, int size) {
  std::vector<std::uint32_t> table(static_cast<std::size_t>(size));
  std::iota(table.begin(), table.end(), 0u);
  // Fisher and Yates. The draw is scaled by its upper half, not std::shuffle: that differs between
  // standard libraries.
  SplitMix64 draw(seed);
  for (std::size_t i = table.size(); i > 1; --i)
    std::swap(table[i - 1], table[static_cast<std::size_t>((draw() >> 32) * i >> 32)]);
  return std::make_shared<const Table>(table);
}

std::shared_ptr<const Table> perlin2002_table() {
  // It is never deleted, because destructors of the program may fill grids.
  static const auto& table = *new auto(std::make_shared<const Table>(std::vector<std::uint32_t>{
      151, 160, 137, 91,  90,  15,  131, 13,  201, 95,  96,  53,  194, 233, 7,   225, 140, 36,  103,
      30,  69,  142, 8,   99,  37,  240, 21,  10,  23,  190, 6,   148, 247, 120, 234, 75,  0,   26,
      197, 62,  94,  252, 219, 203, 117, 35,  11,  32,  57,  177, 33,  88,  237, 149, 56,  87,  174,
      20,  125, 136, 171, 168, 68,  175, 74,  165, 71,  134, 139, 48,  27,  166, 77,  146, 158, 231,
      83,  111, 229, 122, 60,  211, 133, 230, 220, 105, 92,  41,  55,  46,  245, 40,  244, 102, 143,
      54,  65,  25,  63,  161, 1,   216, 80,  73,  209, 76,  132, 187, 208, 89,  18,  169, 200, 196,
      135, 130, 116, 188, 159, 86,  164, 100, 109, 198, 173, 186, 3,   64,  52,  217, 226, 250, 124,
      123, 5,   202, 38,  147, 118, 126, 255, 82,  85,  212, 207, 206, 59,  227, 47,  16,  58,  17,
      182, 189, 28,  42,  223, 183, 170, 213, 119, 248, 152, 2,   44,  154, 163, 70,  221, 153, 101,
      155, 167, 43,  172, 9,   129, 22,  39,  253, 19,  98,  108, 110, 79,  113, 224, 232, 178, 185,
      112, 104, 218, 246, 97,  228, 251, 34,  242, 193, 238, 210, 144, 12,  191, 179, 162, 241, 81,
      51,  145, 235, 249, 14,  239, 107, 49,  192, 214, 31,  181, 199, 106, 157, 184, 84,  204, 176,
      115, 121, 50,  45,  127, 4,   150, 254, 138, 236, 205, 93,  222, 114, 67,  29,  24,  72,  243,
      141, 128, 195, 78,  66,  215, 61,  156, 180}));
  return table;
}

}  // namespace perlane::graph
