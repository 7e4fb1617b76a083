#pragma once
// Arrays for the samples of a grid, with any strides, and a check that nothing else is written.

#include "bytes.hpp"
#include "require.hpp"

#include <perlane/destination.hpp>
#include <perlane/grid.hpp>

#include "support/grids.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace perlane::fuzz {

// The places of the samples of a grid, in elements.
template <int N>
struct Layout {
  std::array<std::int64_t, std::size_t{N}> stride{};
  std::int64_t first = 0;
  std::int64_t elements = 0;

  std::size_t element(const Grid<N>& grid, std::size_t sample) const {
    const auto along = testing::indices(grid, sample);
    return static_cast<std::size_t>(
        std::inner_product(along.begin(), along.end(), stride.begin(), first));
  }

  // Sets the members of a Strided or of Planes.
  template <class Out>
  void set(Out& out) const {
    out.first = first;
    out.stride_x = stride[0];
    std::copy(stride.begin() + 1, stride.end(), out.stride.begin());
  }
};

// Rows have a gap, may have samples at every other element, and may run from the last to the first.
template <int N>
Layout<N> rows_apart(Bytes& bytes, const Grid<N>& grid) {
  Layout<N> layout;
  const int drawn = bytes.choice(10);
  const std::int64_t every = 1 + drawn / 5, row = grid.shape[0] * every + drawn % 5;
  const bool is_upside_down = N > 1 && bytes.choice(2) == 1;
  layout.stride[0] = every;
  layout.elements = row;
  for (std::size_t axis = 1; axis < N; ++axis) {
    layout.stride[axis] = is_upside_down ? -layout.elements : layout.elements;
    layout.elements *= grid.shape[axis];
  }
  layout.first = is_upside_down ? layout.elements - row : 0;
  return layout;
}

// Axes lie in any order, and each runs from its first sample or from its last one. A gap may follow
// the elements that the axes before cover.
template <int N>
Layout<N> any_layout(Bytes& bytes, const Grid<N>& grid) {
  std::array<std::size_t, std::size_t{N}> order;
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (int swaps = bytes.choice(2 * N); swaps > 0; --swaps)
    std::swap(order[static_cast<std::size_t>(swaps % N)],
              order[static_cast<std::size_t>(bytes.choice(N))]);
  Layout<N> layout;
  layout.elements = 1;
  for (const std::size_t axis : order) {
    const int drawn = bytes.choice(16);
    layout.elements += drawn < 8 ? 0 : drawn % 4;
    layout.stride[axis] = layout.elements;
    layout.elements *= grid.shape[axis];
    if (drawn % 8 < 4) continue;
    layout.first += (grid.shape[axis] - 1) * layout.stride[axis];
    layout.stride[axis] = -layout.stride[axis];
  }
  return layout;
}

// Elements that a call may write, at any address, among others that it may not.
template <Element T>
class Guarded {
 public:
  explicit Guarded(std::int64_t elements, int lead = 0)
      : lead_(static_cast<std::size_t>(lead)),
        size_(static_cast<std::size_t>(elements)),
        all_(size_ + 16, canary) {}

  std::span<T> elements() { return std::span(all_).subspan(lead_, size_); }

  void require_untouched() const {
    require(std::ranges::all_of(all_, [](T element) { return is_same_element(element, canary); }),
            "something was written beside the samples");
  }

  // Takes the samples out, so that all is untouched again.
  template <int N>
  void require_samples(const Grid<N>& grid, const Layout<N>& layout, std::span<const T> expected,
                       const char* what) {
    for (std::size_t i = 0; i < expected.size(); ++i) {
      T& element = elements()[layout.element(grid, i)];
      require(is_same_element(element, expected[i]), what);
      element = canary;
    }
    require_untouched();
  }

 private:
  static constexpr T canary = static_cast<T>(177.678f);

  static bool is_same_element(T a, T b) {
    using Bits = std::array<std::byte, sizeof(T)>;
    return std::bit_cast<Bits>(a) == std::bit_cast<Bits>(b);
  }

  std::size_t lead_, size_;
  std::vector<T> all_;
};

}  // namespace perlane::fuzz
