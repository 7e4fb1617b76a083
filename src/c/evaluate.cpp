// The C interface: evaluation.

#include <perlane/detail/doors.hpp>
#include <perlane/evaluate.hpp>

#include "c/arguments.hpp"
#include "c/guarded.hpp"

#include <cstddef>
#include <cstdint>

using namespace perlane;
using namespace perlane::c;
using base::throw_invalid;

namespace {

// `seen`: null if the extremes are not asked for.
Options options_of(const perlane_options* given, Range* seen = nullptr) {
  if (given == nullptr) return {.seen = seen};
  const perlane_options options =
      taken(given, "options", "perlane_options", offsetof(perlane_options, progress));
  if (options.is_sequential != 0 && options.is_sequential != 1)
    throw_invalid("options->is_sequential is ", options.is_sequential, "; use 0 or 1");
  Options result{.parallel = options.is_sequential == 0, .seen = seen};
  if (options.progress != nullptr) {
    result.progress = [tell = options.progress, context = options.context](double part) {
      return tell(context, part) != 0;
    };
  }
  return result;
}

void validate_reserved(std::uint32_t reserved, const char* name) {
  if (reserved != 0) throw_invalid(name, "->reserved is ", reserved, "; use 0");
}

constexpr const char* coordinate_names[] = {"points->coordinate[0]", "points->coordinate[1]",
                                            "points->coordinate[2]", "points->coordinate[3]"};
constexpr const char* derivative_names[] = {"out->derivative[0]", "out->derivative[1]",
                                            "out->derivative[2]", "out->derivative[3]"};

// More than this is in no memory, and would be negative behind the door.
std::size_t size_of(std::uint64_t elements, const char* name) {
  constexpr std::uint64_t most = PTRDIFF_MAX / sizeof(double);
  if (elements > most) throw_invalid(name, " is ", elements, "; use ", most, " at most");
  return static_cast<std::size_t>(elements);
}

perlane_grid grid_of(const perlane_grid* given) {
  perlane_grid grid = taken(given, "grid", "perlane_grid");
  validate_dimensions(grid.dimensions, "grid->dimensions");
  for (double& step : grid.step) step = step == 0 ? 1 : step;
  return grid;
}

detail::Samples samples_of(const perlane_grid& grid) noexcept {
  return {grid.dimensions, grid.shape, grid.step, grid.origin, grid.first};
}

detail::ElementType element_type_of(std::int32_t type) {
  switch (type) {
    case PERLANE_FLOAT32:
      return detail::ElementType::float32;
    case PERLANE_UINT16:
      return detail::ElementType::uint16;
    case PERLANE_UINT8:
      return detail::ElementType::uint8;
    default:
      throw_invalid("out->type is ", type,
                    "; use PERLANE_FLOAT32, PERLANE_UINT16 or PERLANE_UINT8");
  }
}

// Throws std::invalid_argument if an array of samples is not aligned to its type of elements.
void require_aligned_elements(const perlane_array& array) {
  switch (element_type_of(array.type)) {
    case detail::ElementType::float32:
      return require_aligned(static_cast<const float*>(array.data), "out->data");
    case detail::ElementType::uint16:
      return require_aligned(static_cast<const std::uint16_t*>(array.data), "out->data");
    case detail::ElementType::uint8:
      break;
  }
}

// The request's arrays: those that are NULL are empty.
template <class Request>
void take_planes(Request& request, const perlane_planes& planes, int dimensions) {
  const std::size_t size = size_of(planes.elements, "out->elements");
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
  request.layout = {planes.stride, planes.first};
  request.out[0] = array(planes.value);
  for (int axis = 0; axis < dimensions; ++axis)
    request.out[axis + 1] = array(planes.derivative[axis]);
}

perlane_planes planes_of(const perlane_planes* given) {
  const perlane_planes planes = taken(given, "out", "perlane_planes");
  validate_reserved(planes.reserved, "out");
  return planes;
}

detail::PointsRequest points_of(const perlane_points* given, const Field& field,
                                const Options& options) {
  const perlane_points points = taken(given, "points", "perlane_points");
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
    const perlane_array array = taken(out, "out", "perlane_array");
    require(array.data, "out->data");
    require_aligned_elements(array);
    require_aligned(range, "range");
    Range seen{};
    const Options how = options_of(options, range == nullptr ? nullptr : &seen);
    const Range codes{array.codes[0], array.codes[1]};
    const bool has_codes = array.type != PERLANE_FLOAT32 && !(codes.min == 0 && codes.max == 0);
    detail::fill({.grid = samples_of(given),
                  .field = &field_of(field),
                  .options = &how,
                  .out = {{.type = element_type_of(array.type),
                           .data = array.data,
                           .size = size_of(array.elements, "out->elements")}},
                  .layout = {array.stride, array.first},
                  .codes = has_codes ? &codes : nullptr});
    give(seen, range);
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
        .grid = samples_of(given), .field = &field_of(field), .options = &how};
    take_planes(request, planes, given.dimensions);
    detail::fill(request);
    give(seen, range);
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
    take_planes(request, planes, request.dimensions);
    detail::sample(request);
  });
}

perlane_status perlane_sample_point(const perlane_field* field, const double* point,
                                    int32_t dimensions, float* value, perlane_error* error) {
  return guarded(error, [&] {
    require(point, "point");
    require(value, "value");
    require_aligned(point, "point");
    require_aligned(value, "value");
    validate_dimensions(dimensions, "dimensions");
    *value = detail::sample(field_of(field), point, dimensions);
  });
}
