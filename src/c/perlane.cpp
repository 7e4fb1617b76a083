// The C interface: every function takes its arguments apart, and knocks at the same door as those
// of C++. What is wrong with the arguments is found behind the door; here are only what C++ has no
// words for, null pointers and sizes of structures.

#include <perlane/perlane.h>

#include <perlane/detail/doors.hpp>
#include <perlane/evaluate.hpp>
#include <perlane/isa.hpp>
#include <perlane/operators.hpp>
#include <perlane/text.hpp>
#include <perlane/version.hpp>

#include "engine/dispatch.hpp"
#include "engine/refuse.hpp"
#include "field/node.hpp"
#include "text/catalogue.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

struct perlane_field {
  perlane::Field field;
};

namespace {

using namespace perlane;
using engine::refuse;

// ---- errors -----------------------------------------------------------------

// The first bytes of a message that are whole characters of UTF-8.
std::string_view cut_off(std::string_view message, std::size_t most) noexcept {
  if (message.size() <= most) return message;
  const auto continues = [&](std::size_t i) {
    return (static_cast<unsigned char>(message[i]) & 0xc0) == 0x80;
  };
  while (most > 0 && continues(most)) --most;
  return message.substr(0, most);
}

perlane_status report(perlane_error* error, perlane_status status,
                      std::string_view message) noexcept {
  constexpr std::size_t begin = offsetof(perlane_error, message);
  if (error == nullptr || error->size <= begin) return status;
  error->status = status;
  const std::size_t most = std::min<std::size_t>(error->size, sizeof *error) - begin - 1;
  const std::string_view shown = cut_off(message, most);
  std::memcpy(error->message, shown.data(), shown.size());
  error->message[shown.size()] = '\0';
  return status;
}

// Nothing is thrown out of a function that C calls.
template <class Body>
perlane_status guarded(perlane_error* error, Body body) noexcept {
  try {
    body();
    return report(error, PERLANE_OK, {});
  } catch (const std::bad_alloc&) {
    return report(error, PERLANE_NO_MEMORY, "there is not enough memory");
  } catch (const std::exception& refusal) {
    return report(error, PERLANE_INVALID, refusal.what());
  }
}

// ---- arguments --------------------------------------------------------------

void require(const void* pointer, const char* name) {
  if (pointer == nullptr) refuse(name, " is NULL; use a pointer to what it stands for");
}

const Field& field_of(const perlane_field* field) {
  require(field, "field");
  return field->field;
}

// A structure of the caller's, as this version of the library knows it. One of a later version may
// be longer, if it has only zeros where this version knows nothing.
template <class Struct>
Struct taken(const Struct* given, const char* name, const char* type) {
  require(given, name);
  constexpr std::uint32_t most = 4096;
  if (given->size < sizeof(Struct) || given->size > most) {
    refuse(name, "->size is ", given->size, "; use sizeof(", type, "), which is ", sizeof(Struct));
  }
  const auto* bytes = reinterpret_cast<const unsigned char*>(given);
  if (std::any_of(bytes + sizeof(Struct), bytes + given->size, [](unsigned b) { return b != 0; })) {
    refuse(name, " has members that version ", version, " does not know; set them to 0");
  }
  return *given;
}

Options options_of(const perlane_options* given) {
  if (given == nullptr) return {};
  const perlane_options options = taken(given, "options", "perlane_options");
  if (options.is_sequential != 0 && options.is_sequential != 1)
    refuse("options->is_sequential is ", options.is_sequential, "; use 0 or 1");
  return {.parallel = options.is_sequential == 0};
}

void validate_reserved(std::uint32_t reserved, const char* name) {
  if (reserved != 0) refuse(name, "->reserved is ", reserved, "; use 0");
}

void validate_dimensions(int dimensions, const char* name) {
  if (dimensions < 1 || dimensions > 4) refuse(name, " is ", dimensions, "; use 1 to 4");
}

std::size_t size_of(std::uint64_t elements, const char* name) {
  if (elements > SIZE_MAX) refuse(name, " is ", elements, "; use ", SIZE_MAX, " at most");
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
      refuse("out->type is ", type, "; use PERLANE_FLOAT32, PERLANE_UINT16 or PERLANE_UINT8");
  }
}

// The request's arrays: those that are NULL are empty.
template <class Request>
void take_planes(Request& request, const perlane_planes& planes, int dimensions) {
  const std::size_t size = size_of(planes.elements, "out->elements");
  const auto array = [size](float* data) {
    return detail::Elements{.data = data, .size = data == nullptr ? 0 : size};
  };
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
    refuse("points->type is ", points.type, "; use PERLANE_FLOAT64 or PERLANE_FLOAT32");
  const std::size_t count = size_of(points.count, "points->count");
  detail::PointsRequest request{.dimensions = points.dimensions,
                                .is_single = is_single,
                                .points = {},
                                .field = &field,
                                .options = &options};
  for (int axis = 0; axis < points.dimensions; ++axis) {
    const void* coordinate = points.coordinate[axis];
    if (count > 0) require(coordinate, "points->coordinate of an axis");
    if (is_single) {
      request.points[axis] = {.floats = static_cast<const float*>(coordinate), .size = count};
    } else {
      request.points[axis] = {.doubles = static_cast<const double*>(coordinate), .size = count};
    }
  }
  return request;
}

void give(const Range& range, float* to) noexcept {
  if (to == nullptr) return;
  to[0] = range.min;
  to[1] = range.max;
}

}  // namespace

// ---- fields -----------------------------------------------------------------

perlane_status perlane_field_from_json(const char* text, size_t length, perlane_field** field,
                                       perlane_error* error) {
  return guarded(error, [&] {
    require(text, "text");
    require(field, "field");
    *field = new perlane_field{from_json({text, length})};
  });
}

void perlane_field_destroy(perlane_field* field) { delete field; }

perlane_status perlane_field_to_json(const perlane_field* field, char** text,
                                     perlane_error* error) {
  return guarded(error, [&] {
    require(text, "text");
    const std::string written = to_json(field_of(field));
    char* copy = new char[written.size() + 1];
    std::memcpy(copy, written.c_str(), written.size() + 1);
    *text = copy;
  });
}

void perlane_text_destroy(char* text) { delete[] text; }

perlane_status perlane_field_dimensions(const perlane_field* field, int32_t* least, int32_t* most,
                                        perlane_error* error) {
  return guarded(error, [&] {
    const field::Dimensions dimensions = field_of(field).node().dimensions();
    require(least, "least");
    require(most, "most");
    *least = dimensions.least;
    *most = dimensions.most;
  });
}

perlane_status perlane_field_range(const perlane_field* field, int32_t dimensions, float* range,
                                   perlane_error* error) {
  return guarded(error, [&] {
    require(range, "range");
    give(perlane::range(field_of(field), dimensions), range);
  });
}

perlane_status perlane_field_has_derivatives(const perlane_field* field, int32_t* has,
                                             perlane_error* error) {
  return guarded(error, [&] {
    require(has, "has_derivatives");
    *has = has_derivatives(field_of(field)) ? 1 : 0;
  });
}

// ---- evaluation -------------------------------------------------------------

perlane_status perlane_fill(const perlane_field* field, const perlane_grid* grid,
                            const perlane_array* out, const perlane_options* options, float* range,
                            perlane_error* error) {
  return guarded(error, [&] {
    const perlane_grid given = grid_of(grid);
    const perlane_array array = taken(out, "out", "perlane_array");
    require(array.data, "out->data");
    const Options how = options_of(options);
    const Range codes{array.codes[0], array.codes[1]};
    const bool has_codes = array.type != PERLANE_FLOAT32 && !(codes.min == 0 && codes.max == 0);
    give(detail::fill({.grid = samples_of(given),
                       .field = &field_of(field),
                       .options = &how,
                       .out = {{.type = element_type_of(array.type),
                                .data = array.data,
                                .size = size_of(array.elements, "out->elements")}},
                       .layout = {array.stride, array.first},
                       .codes = has_codes ? &codes : nullptr}),
         range);
  });
}

perlane_status perlane_fill_derivatives(const perlane_field* field, const perlane_grid* grid,
                                        const perlane_planes* out, const perlane_options* options,
                                        float* range, perlane_error* error) {
  return guarded(error, [&] {
    const perlane_grid given = grid_of(grid);
    const perlane_planes planes = planes_of(out);
    const Options how = options_of(options);
    detail::GridRequest request{
        .grid = samples_of(given), .field = &field_of(field), .options = &how};
    take_planes(request, planes, given.dimensions);
    give(detail::fill(request), range);
  });
}

perlane_status perlane_sample(const perlane_field* field, const perlane_points* points,
                              float* values, const perlane_options* options,
                              perlane_error* error) {
  return guarded(error, [&] {
    const Options how = options_of(options);
    detail::PointsRequest request = points_of(points, field_of(field), how);
    const std::size_t count = request.points[0].size;
    if (count > 0) require(values, "values");
    request.out[0] = {.data = values, .size = count};
    detail::sample(request);
  });
}

perlane_status perlane_sample_derivatives(const perlane_field* field, const perlane_points* points,
                                          const perlane_planes* out,
                                          const perlane_options* options, perlane_error* error) {
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
    validate_dimensions(dimensions, "dimensions");
    *value = detail::sample(field_of(field), point, dimensions);
  });
}

// ---- the library ------------------------------------------------------------

const char* perlane_version(void) { return version.data(); }

const char* perlane_isa(int32_t index) {
  try {
    const auto& names = engine::runnable();
    const bool is_there = index >= 0 && static_cast<std::size_t>(index) < names.size();
    return is_there ? names[static_cast<std::size_t>(index)]->name : nullptr;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

perlane_status perlane_active_isa(const char** name, perlane_error* error) {
  return guarded(error, [&] {
    require(name, "name");
    *name = engine::active().name;
  });
}

const char* perlane_catalogue(void) {
  try {
    static const std::string& text = *new std::string(text::catalogue());  // never deleted
    return text.c_str();
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
