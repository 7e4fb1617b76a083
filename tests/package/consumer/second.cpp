// This is the other file. Two macros of <windows.h> stand before perlane's headers. The headers of
// the standard library come first, for not all of them bear these macros.

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <random>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include <version>
#ifdef __cpp_lib_mdspan
#include <mdspan>
#endif

#define max(a, b) (((a) > (b)) ? (a) : (b))
#define min(a, b) (((a) < (b)) ? (a) : (b))

#include <perlane/perlane.hpp>

namespace second {

float height();

float height() {
  const std::array<int, 4> table{2, 0, 3, 1};
  const perlane::Field field = perlane::perlin({.lattice = perlane::Lattice::permutation(table)});
  return perlane::sample((perlane::min)((perlane::max)(field, -2), 2), min(1, 2), max(0, 1));
}

}  // namespace second
