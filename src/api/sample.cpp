// The entry points for single points and for arrays of them. They check everything that a caller
// can get wrong; the layers below check nothing again.

#include <perlane/detail/entry_points.hpp>
#include <perlane/evaluate.hpp>

#include "api/destination.hpp"
#include "api/progress.hpp"
#include "base/float_environment.hpp"
#include "engine/fill.hpp"
#include "base/error.hpp"
#include "graph/properties.hpp"

#include <cstdint>
#include <type_traits>

namespace perlane {
namespace {

constexpr const char* axis_names[] = {"x", "y", "z", "w"};
constexpr const char* plane_names[] = {"out.value", "out.derivative[0]", "out.derivative[1]",
                                       "out.derivative[2]", "out.derivative[3]"};

void validate_size(const char* name, std::size_t elements, std::size_t points) {
  if (elements != points)
    base::throw_invalid(name, " has ", elements, " elements and x has ", points, "; use as many");
}

// An array that is written may be one of the coordinates, for what is read and written of a sample
// then lies at one address. Another element in common might be written before it is read.
template <class Real>
void validate_apart(std::span<float> out, const char* name,
                    std::span<const std::span<const Real>> points) {
  const auto address = [](const void* pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer);
  };
  const std::uintptr_t begin = address(out.data()), end = begin + out.size_bytes();
  for (std::size_t axis = 0; axis < points.size(); ++axis) {
    const std::uintptr_t from = address(points[axis].data());
    if (end <= from || from + points[axis].size_bytes() <= begin) continue;
    if constexpr (std::is_same_v<Real, float>) {
      if (from == begin) continue;
      base::throw_invalid(name, " overlaps ", axis_names[axis], "; use another array, or all of ",
                          axis_names[axis]);
    } else {
      base::throw_invalid(name, " overlaps ", axis_names[axis],
                          ", which are doubles; use another array");
    }
  }
}

// `planes`: the value and perhaps derivatives by axis; an empty one is left out.
template <class Real>
void sample_points(std::span<const std::span<float>> planes, const Field& field,
                   std::span<const std::span<const Real>> points, const Options& options) {
  const base::FloatEnvironment environment;
  const auto dimensions = static_cast<int>(points.size());
  const std::size_t total = points.front().size();
  const bool with_derivatives = planes.size() > 1;
  graph::validate_dimensions(field, dimensions, "the array of points");
  for (std::size_t axis = 1; axis < points.size(); ++axis)
    validate_size(axis_names[axis], points[axis].size(), total);
  const void* arrays[5]{};
  if (with_derivatives) {
    for (std::size_t plane = 0; plane < planes.size(); ++plane) {
      if (!planes[plane].empty()) arrays[plane] = planes[plane].data();
    }
    api::validate_planes(field, dimensions, arrays);
  }
  for (std::size_t plane = 0; plane < planes.size(); ++plane) {
    if (with_derivatives && planes[plane].empty()) continue;
    validate_size(plane == 0 ? "out" : "out.derivative", planes[plane].size(), total);
  }
  engine::Extremes seen;
  if (total == 0) return api::report_extremes(seen, options);
  if (with_derivatives) {
    const auto count = static_cast<std::int64_t>(total);
    api::validate_disjoint(arrays, {1, {count, 1, 1, 1}, {}, {}, {1, 1, 1, 1}}, {1});
  }
  for (std::size_t plane = 0; plane < planes.size(); ++plane) {
    if (planes[plane].empty()) continue;
    validate_apart(planes[plane], with_derivatives ? plane_names[plane] : "out", points);
  }

  engine::Points<Real> array{dimensions, static_cast<std::int64_t>(total), {}};
  for (std::size_t axis = 0; axis < points.size(); ++axis) {
    array.coordinate[axis] = points[axis].data();
  }
  float* data[5] = {};
  for (std::size_t plane = 0; plane < planes.size(); ++plane)
    if (!planes[plane].empty()) data[plane] = planes[plane].data();
  const graph::NodePointer kept = api::kept(field, options);
  engine::sample(graph::node_of(field).program(dimensions, with_derivatives), array,
                 std::span<float* const>(data, planes.size()), api::engine_options(options, seen));
  api::report_extremes(seen, options);
}

std::span<const double> axis_of(const detail::Coordinates& axis, double) noexcept {
  return {axis.doubles, axis.size};
}
std::span<const float> axis_of(const detail::Coordinates& axis, float) noexcept {
  return {axis.floats, axis.size};
}

template <class Real>
void sample_request(const detail::PointsRequest& request) {
  const auto dimensions = static_cast<std::size_t>(request.dimensions);
  std::array<std::span<const Real>, 4> points;
  for (std::size_t axis = 0; axis < dimensions; ++axis)
    points[axis] = axis_of(request.points[axis], Real{});
  const std::size_t number = request.with_derivatives ? dimensions + 1 : 1;
  std::array<std::span<float>, 5> planes;
  for (std::size_t plane = 0; plane < number; ++plane) {
    const detail::Elements& out = request.out[plane];
    planes[plane] = {static_cast<float*>(out.data), out.size};
  }
  sample_points<Real>(std::span(planes).first(number), *request.field,
                      std::span(points).first(dimensions), *request.options);
}

}  // namespace

void detail::sample(const PointsRequest& request) {
  for (int i = 0; request.layout.stride != nullptr && i + 1 < request.dimensions; ++i) {
    const std::int64_t stride = request.layout.stride[i];
    if (stride != 0) base::throw_invalid("out.stride is ", stride, "; use 0 for points");
  }
  if (const std::int64_t stride = request.layout.stride_x; stride != 0 && stride != 1)
    base::throw_invalid("out.stride_x is ", stride, "; use 0 or 1 for points");
  if (request.layout.first != 0)
    base::throw_invalid("out.first is ", request.layout.first, "; use 0 for points");
  if (request.is_single) {
    sample_request<float>(request);
  } else {
    sample_request<double>(request);
  }
}

float detail::sample(const Field& field, const double* point, int dimensions) {
  const base::FloatEnvironment environment;
  graph::validate_dimensions(field, dimensions, "the point");
  model::Point single{dimensions, false, {}};
  // Not std::copy_n: a call for a handful of numbers takes longer than copying them.
  single.coordinate[0] = point[0];
  if (dimensions > 1) single.coordinate[1] = point[1];
  if (dimensions > 2) single.coordinate[2] = point[2];
  if (dimensions > 3) single.coordinate[3] = point[3];
  return graph::node_of(field).sample(single, nullptr);
}

}  // namespace perlane
