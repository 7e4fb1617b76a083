// The C interface: evaluation.

#include <perlane/detail/entry_points.hpp>
#include <perlane/evaluate.hpp>

#include "c/arrays.hpp"
#include "c/guarded.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

using namespace perlane;
using namespace perlane::c;
using base::throw_invalid;

namespace {

// One or more grids.
std::vector<perlane_grid> grids_of(const perlane_grid* given, std::size_t count) {
  const auto element = [=](std::size_t i) { return element_of(given, i, "grids", "perlane_grid"); };
  // Rejects structures that end before their dimensions, before anything reads those.
  const std::int32_t dimensions = grid_of(element(0)).dimensions;
  std::vector<perlane_grid> grids;
  grids.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const perlane_grid* const grid = element(i);
    if (grid->dimensions != dimensions) {
      throw_invalid("grids[", i, "].dimensions is ", grid->dimensions, "; use ", dimensions,
                    ", the dimensions of the first grid");
    }
    grids.push_back(grid_of(grid));
  }
  return grids;
}

void validate_reserved(std::uint32_t reserved, const char* name) {
  if (reserved != 0) throw_invalid(name, "->reserved is ", reserved, "; use 0");
}

constexpr const char* coordinate_names[] = {"points->coordinate[0]", "points->coordinate[1]",
                                            "points->coordinate[2]", "points->coordinate[3]"};
constexpr const char* derivative_names[] = {"out->derivative[0]", "out->derivative[1]",
                                            "out->derivative[2]", "out->derivative[3]"};

// The request's arrays: those that are NULL are empty. `samples`: true if there are any.
template <class Request>
void take_planes(Request& request, const perlane_planes& planes, int dimensions, bool samples) {
  const std::size_t size = size_of(planes.elements, "out->elements");
  const bool has_arrays =
      planes.value != nullptr || std::ranges::any_of(planes.derivative, std::identity{});
  if (size == 0 && samples && has_arrays)
    throw_invalid("out->elements is 0; use the number of elements of each array");
  const auto array = [size](float* data) {
    return detail::Elements{.data = data, .size = data == nullptr ? 0 : size};
  };
  for (int axis = dimensions; axis < 4; ++axis) {
    if (planes.derivative[axis] != nullptr)
      throw_invalid("out->derivative[", axis, "] is given, and there are ", dimensions,
                    " dimensions; use NULL");
  }
  require_aligned(planes.value, "out->value");
  for (int axis = 0; axis < dimensions; ++axis)
    require_aligned(planes.derivative[axis], derivative_names[axis]);
  request.with_derivatives = true;
  request.layout = {planes.stride, planes.first, planes.stride_x};
  request.out[0] = array(planes.value);
  for (int axis = 0; axis < dimensions; ++axis)
    request.out[axis + 1] = array(planes.derivative[axis]);
}

perlane_planes planes_of(const perlane_planes* given) {
  const perlane_planes planes = checked_copy(given, "out", "perlane_planes");
  validate_reserved(planes.reserved, "out");
  return planes;
}

detail::PointsRequest points_of(const perlane_points* given, const Field& field,
                                const Options& options) {
  const perlane_points points = checked_copy(given, "points", "perlane_points");
  validate_reserved(points.reserved, "points");
  validate_dimensions(points.dimensions, "points->dimensions");
  const bool is_single = points.type == PERLANE_FLOAT32;
  if (!is_single && points.type != PERLANE_FLOAT64)
    throw_invalid("points->type is ", points.type, "; use PERLANE_FLOAT64 or PERLANE_FLOAT32");
  const std::size_t count = size_of(points.count, "points->count");
  detail::PointsRequest request{.dimensions = points.dimensions,
                                .is_single = is_single,
                                .points = {},
                                .field = &field,
                                .options = &options};
  for (int axis = 0; axis < points.dimensions; ++axis) {
    const void* coordinate = points.coordinate[axis];
    if (count > 0) require(coordinate, coordinate_names[axis]);
    if (is_single) {
      const auto* const floats = static_cast<const float*>(coordinate);
      require_aligned(floats, coordinate_names[axis]);
      request.points[axis] = {.floats = floats, .size = count};
    } else {
      const auto* const doubles = static_cast<const double*>(coordinate);
      require_aligned(doubles, coordinate_names[axis]);
      request.points[axis] = {.doubles = doubles, .size = count};
    }
  }
  return request;
}

}  // namespace

perlane_status perlane_fill(const perlane_field* field, const perlane_grid* grid,
                            const perlane_array* out, const perlane_options* options, float* range,
                            perlane_error* error) {
  return guarded(error, [&] {
    const perlane_grid given = grid_of(grid);
    const perlane_array array = array_of(out);
    require_aligned(range, "range");
    Range seen{};
    const Options how = options_of(options, range == nullptr ? nullptr : &seen);
    const std::optional<Range> codes = codes_of(array);
    detail::fill({.grid = any_grid(given),
                  .field = &field_of(field),
                  .options = &how,
                  .out = {elements_of(array)},
                  .layout = {array.stride, array.first, array.stride_x},
                  .codes = codes.has_value() ? &*codes : nullptr});
    write_range(seen, range);
  });
}

perlane_status perlane_fill_derivatives(const perlane_field* field, const perlane_grid* grid,
                                        const perlane_planes* out, const perlane_options* options,
                                        float* range, perlane_error* error) {
  return guarded(error, [&] {
    const perlane_grid given = grid_of(grid);
    const perlane_planes planes = planes_of(out);
    require_aligned(range, "range");
    Range seen{};
    const Options how = options_of(options, range == nullptr ? nullptr : &seen);
    detail::GridRequest request{
        .grid = any_grid(given), .field = &field_of(field), .options = &how};
    take_planes(request, planes, given.dimensions, true);
    detail::fill(request);
    write_range(seen, range);
  });
}

perlane_status perlane_range(const perlane_field* field, const perlane_grid* grid, float* range,
                             perlane_error* error) {
  return guarded(error, [&] {
    require(range, "range");
    const perlane_grid given = grid_of(grid);
    const detail::AnyGrid any = any_grid(given);
    Range bounds{};
    detail::range(field_of(field), {&any, 1}, {&bounds, 1});
    write_range(bounds, range);
  });
}

perlane_status perlane_ranges(const perlane_field* field, const perlane_grid* grids, size_t count,
                              float* ranges, perlane_error* error) {
  return guarded(error, [&] {
    const Field& of = field_of(field);
    if (size_of(count, "count") == 0) return;
    require(grids, "grids");
    require(ranges, "ranges");
    const std::vector<perlane_grid> given = grids_of(grids, count);
    std::vector<detail::AnyGrid> all;
    all.reserve(count);
    for (const perlane_grid& grid : given) all.push_back(any_grid(grid));
    std::vector<Range> bounds(count);
    detail::range(of, all, bounds);
    for (std::size_t i = 0; i < count; ++i) write_range(bounds[i], ranges + 2 * i);
  });
}

perlane_status perlane_sample(const perlane_field* field, const perlane_points* points,
                              float* values, const perlane_options* options, perlane_error* error) {
  return guarded(error, [&] {
    const Options how = options_of(options);
    detail::PointsRequest request = points_of(points, field_of(field), how);
    const std::size_t count = request.points[0].size;
    if (count > 0) require(values, "values");
    require_aligned(values, "values");
    request.out[0] = {.data = values, .size = count};
    detail::sample(request);
  });
}

perlane_status perlane_sample_derivatives(const perlane_field* field, const perlane_points* points,
                                          const perlane_planes* out, const perlane_options* options,
                                          perlane_error* error) {
  return guarded(error, [&] {
    const Options how = options_of(options);
    detail::PointsRequest request = points_of(points, field_of(field), how);
    const perlane_planes planes = planes_of(out);
    take_planes(request, planes, request.dimensions, request.points[0].size > 0);
    detail::sample(request);
  });
}

perlane_status perlane_sample_point(const perlane_field* field, const double* point,
                                    int32_t dimensions, float* value, perlane_error* error) {
  return guarded(error, [&] {
    require(point, "point");
    require(value, "value");
    validate_dimensions(dimensions, "dimensions");
    *value = detail::sample(field_of(field), point, dimensions);
  });
}
