#pragma once
/// \file
/// Fills a `std::mdspan`, where the standard library has it (C++23).

#include <perlane/detail/cxx20.hpp>
#include <perlane/evaluate.hpp>

#include <version>

#ifdef __cpp_lib_mdspan

#include <cstddef>
#include <cstdint>
#include <mdspan>
#include <span>
#include <stdexcept>
#include <string>

namespace perlane {

/// Fills an mdspan whose last index is x, as in m[y, x] or m[z, y, x]. Its extents are the shape of
/// the grid in reverse order.
/// \param arguments  as for the other overloads of fill: the codes, where T is an integer, and
/// perhaps Options
/// \throws std::invalid_argument  also if the extents differ from `grid.shape`
template <Element T, class Extents, class Layout, class... Arguments>
void fill(std::mdspan<T, Extents, Layout> out, const Grid<static_cast<int>(Extents::rank())>& grid,
          const Field& field, const Arguments&... arguments) {
  static_assert(std::mdspan<T, Extents, Layout>::is_always_strided(),
                "the layout must have strides");
  constexpr int dimensions = static_cast<int>(Extents::rank());
  Strided<dimensions, T> strided{
      .elements = {out.data_handle(),
                   static_cast<std::size_t>(out.mapping().required_span_size())}};
  for (int axis = 0; axis < dimensions; ++axis) {
    const auto index = static_cast<std::size_t>(dimensions - 1 - axis);
    const auto extent = static_cast<std::int64_t>(out.extent(index));
    const std::int64_t samples = grid.shape[static_cast<std::size_t>(axis)];
    if (extent != samples) {
      throw std::invalid_argument("out.extent(" + std::to_string(index) + ") is " +
                                  std::to_string(extent) + "; Grid::shape[" + std::to_string(axis) +
                                  "] is " + std::to_string(samples) +
                                  ", and they must be the same");
    }
    const auto stride = static_cast<std::int64_t>(out.stride(index));
    if (axis > 0) {
      strided.stride[static_cast<std::size_t>(axis - 1)] = stride;
    } else {
      strided.stride_x = stride;
    }
  }
  fill<dimensions>(strided, grid, field, arguments...);
}

}  // namespace perlane

#endif
