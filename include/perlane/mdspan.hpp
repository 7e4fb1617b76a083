#pragma once
/// \file
/// Fills a `std::mdspan`, where the standard library has it (C++23).

#include <perlane/detail/cxx20.hpp>
#include <perlane/evaluate.hpp>

#include <version>

#ifdef __cpp_lib_mdspan

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <mdspan>
#include <utility>

namespace perlane {
namespace detail {

// The samples of an mdspan. Throws std::invalid_argument if its extents differ from the shape.
template <class T, class Extents, class Layout>
auto strided_of(std::mdspan<T, Extents, Layout> out,
                const Grid<static_cast<int>(Extents::rank())>& grid) {
  static_assert(std::mdspan<T, Extents, Layout>::is_always_strided(),
                "the layout must have strides");
  constexpr std::size_t dimensions = Extents::rank();
  std::array<std::int64_t, dimensions> extents{};
  Strided<static_cast<int>(dimensions), T> samples{
      .elements = {out.data_handle(),
                   static_cast<std::size_t>(out.mapping().required_span_size())}};
  for (std::size_t index = 0; index < dimensions; ++index) {
    extents[index] = static_cast<std::int64_t>(out.extent(index));
    const std::size_t axis = dimensions - 1 - index;
    const auto stride = static_cast<std::int64_t>(out.stride(index));
    if (axis > 0) {
      samples.stride[axis - 1] = stride;
    } else {
      samples.stride_x = stride;
    }
  }
  require_extents(extents, any_grid(grid));
  // An array without elements has no first one, and no grid.
  if (!out.empty()) {
    samples.first =
        static_cast<std::int64_t>([&]<std::size_t... index>(std::index_sequence<index...>) {
          return out.mapping()((index - index)...);
        }(std::make_index_sequence<dimensions>()));
  }
  return samples;
}

}  // namespace detail

/// Fills an mdspan whose last index is x, as in m[y, x] or m[z, y, x]. Its extents are the shape of
/// the grid in reverse order.
/// \throws std::invalid_argument  as for the other overloads, or the extents differ from
/// `grid.shape`
template <std::same_as<float> T, class Extents, class Layout>
void fill(std::mdspan<T, Extents, Layout> out, const Grid<static_cast<int>(Extents::rank())>& grid,
          const Field& field, const Options& options = {}) {
  fill<static_cast<int>(Extents::rank())>(detail::strided_of(out, grid), grid, field, options);
}
/// The same as codes, which an mdspan of integers needs.
/// \param codes  two finite numbers, min below max
template <Element T, class Extents, class Layout>
  requires(!std::same_as<T, float>)
void fill(std::mdspan<T, Extents, Layout> out, const Grid<static_cast<int>(Extents::rank())>& grid,
          const Field& field, const BracedRange& codes, const Options& options = {}) {
  fill<static_cast<int>(Extents::rank())>(detail::strided_of(out, grid), grid, field, codes,
                                          options);
}

}  // namespace perlane

#endif
