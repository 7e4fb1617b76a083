#pragma once
// Options, grids and arrays of the caller's.

#include <perlane/detail/entry_points.hpp>
#include <perlane/evaluate.hpp>

#include "c/arguments.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace perlane::c {

// `seen`: null if the extremes are not asked for.
inline Options options_of(const perlane_options* given, Range* seen = nullptr) {
  if (given == nullptr) return {.seen = seen};
  const perlane_options options = checked_copy(given, "options", "perlane_options");
  if (options.is_sequential != 0 && options.is_sequential != 1)
    base::throw_invalid("options->is_sequential is ", options.is_sequential, "; use 0 or 1");
  Options result{.parallel = options.is_sequential == 0, .seen = seen};
  if (options.progress != nullptr) {
    result.progress = [report = options.progress, context = options.context](double part) {
      return report(context, part) != 0;
    };
  }
  return result;
}

// No memory holds more than `most`, and the entry points would take it for a negative number.
inline std::size_t size_of(std::uint64_t elements, const char* name) {
  constexpr std::uint64_t most = PTRDIFF_MAX / sizeof(double);
  if (elements > most) base::throw_invalid(name, " is ", elements, "; use ", most, " at most");
  return static_cast<std::size_t>(elements);
}

inline perlane_grid grid_of(const perlane_grid* given, const char* name = "grid") {
  perlane_grid grid = checked_copy(given, name, "perlane_grid");
  validate_dimensions(grid.dimensions, name, "->dimensions");
  for (double& step : grid.step) step = step == 0 ? 1 : step;
  return grid;
}

inline detail::AnyGrid any_grid(const perlane_grid& grid) noexcept {
  return {grid.dimensions, grid.shape, grid.step, grid.origin, grid.first};
}

// Structure `i` of an array of them. The distance between them is the size that the caller's
// version of the structure has, which all of them must give.
template <class Struct>
const Struct* element_of(const Struct* given, std::size_t i, const char* name, const char* type) {
  const std::uint32_t size = given->size;
  if (size % alignof(Struct) != 0)
    base::throw_invalid(name, "[0].size is ", size, "; use sizeof(", type, "), which is ",
                        sizeof(Struct));
  const auto* element =
      reinterpret_cast<const Struct*>(reinterpret_cast<const unsigned char*>(given) + i * size);
  if (element->size != size) {
    base::throw_invalid(name, "[", i, "].size is ", element->size, "; use ", size, ", the size of ",
                        name, "[0]");
  }
  return element;
}

inline detail::ElementType element_type_of(std::int32_t type) {
  switch (type) {
    case PERLANE_FLOAT32:
      return detail::ElementType::float32;
    case PERLANE_UINT16:
      return detail::ElementType::uint16;
    case PERLANE_UINT8:
      return detail::ElementType::uint8;
    default:
      base::throw_invalid("out->type is ", type,
                          "; use PERLANE_FLOAT32, PERLANE_UINT16 or PERLANE_UINT8");
  }
}

// Throws std::invalid_argument if an array of samples is not aligned to its type of elements.
inline void require_aligned_elements(const perlane_array& array) {
  switch (element_type_of(array.type)) {
    case detail::ElementType::float32:
      return require_aligned(static_cast<const float*>(array.data), "out->data");
    case detail::ElementType::uint16:
      return require_aligned(static_cast<const std::uint16_t*>(array.data), "out->data");
    case detail::ElementType::uint8:
      break;
  }
}

// The array of a field, whose name is "out" in messages, and its codes.
inline perlane_array array_of(const perlane_array* out) {
  const perlane_array array = checked_copy(out, "out", "perlane_array");
  require(array.data, "out->data");
  require_aligned_elements(array);
  return array;
}
inline detail::Elements elements_of(const perlane_array& array) {
  return {.type = element_type_of(array.type),
          .data = array.data,
          .size = size_of(array.elements, "out->elements")};
}
inline std::optional<Range> codes_of(const perlane_array& array) noexcept {
  const Range codes{array.codes[0], array.codes[1]};
  if (array.type == PERLANE_FLOAT32 || (codes.min == 0 && codes.max == 0)) return {};
  return codes;
}

}  // namespace perlane::c
