#pragma once
/// \file
/// For perlane itself: the functions that the templates of evaluate.hpp call. A template gathers
/// its arguments into one of these requests, and these functions check them, once for all numbers
/// of dimensions and all types of elements.

#include <perlane/detail/cxx20.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace perlane {

class Field;
struct BracedGrid;
struct Options;
struct Output;
struct Range;

namespace detail {

// The members of a Grid: arrays with a number for each axis.
struct AnyGrid {
  int dimensions;
  const std::int64_t* shape;
  const double* step;
  const double* origin;
  const std::int64_t* first;
};

// They point into the grid. Throws std::invalid_argument unless `shape` has 1 to 4 numbers, and the
// other members as many or none.
AnyGrid any_grid(const BracedGrid& grid);

enum class ElementType : unsigned char { float32, uint16, uint8 };

// An array of the caller's.
struct Elements {
  ElementType type = ElementType::float32;
  void* data = nullptr;
  std::size_t size = 0;
};

// The layout of samples in an array, or in several that are all alike.
struct Layout {
  const std::int64_t* stride = nullptr;  // of all axes but the first; null: as if all were 0
  std::int64_t first = 0;
  std::int64_t stride_x = 0;  // 0: 1
};

// An array of any type, and how samples lie in it.
struct AnyArray {
  Elements elements{};
  std::array<std::int64_t, 3> stride{};  // as in Layout
  std::int64_t first = 0;
  std::int64_t stride_x = 0;
  int dimensions = 0;  // 0: of a grid of any, one element per sample, no more and no fewer
  std::span<const std::int64_t> extents{};  // of an array of arrays, the last that of x; or empty
};

// `out` is an array of samples, or several: the value, and then the derivatives by axis.
struct GridRequest {
  AnyGrid grid;
  const Field* field;
  const Options* options;
  Elements out[5]{};
  bool with_derivatives = false;
  bool is_dense = false;  // one element per sample, no more and no fewer
  Layout layout{};
  const Range* codes = nullptr;  // null, where elements are codes: the range of the field
};
void fill(const GridRequest& request);
// Throws std::invalid_argument if the extents of an mdspan, or of an array of arrays, the last of
// them that of x, are not the shape of a grid of as many dimensions.
void require_extents(std::span<const std::int64_t> extents, const AnyGrid& grid);
void fill(const AnyGrid& grid, std::span<const Output> outputs, const Options& options);

// Bounds of boxes, each from the first to the last sample of a grid.
void range(const Field& field, std::span<const AnyGrid> grids, std::span<Range> out);

// The coordinates of one axis, of the one type or of the other.
struct Coordinates {
  const double* doubles = nullptr;
  const float* floats = nullptr;
  std::size_t size = 0;
};

struct PointsRequest {
  int dimensions;
  bool is_single;  // coordinates are floats
  Coordinates points[4];
  const Field* field;
  const Options* options;
  Elements out[5]{};  // of floats; as in GridRequest
  bool with_derivatives = false;
  Layout layout{};
};
void sample(const PointsRequest& request);

// One point: an array of so many coordinates.
float sample(const Field& field, const double* point, int dimensions);

}  // namespace detail
}  // namespace perlane
