// The door of points, single ones and arrays of them: what a caller can get wrong is refused here;
// below nothing checks again.

#include <perlane/evaluate.hpp>

#include "api/destination.hpp"
#include "engine/environment.hpp"
#include "engine/fill.hpp"
#include "field/node.hpp"
#include "engine/refuse.hpp"
#include "field/facts.hpp"

#include <algorithm>
#include <limits>

namespace perlane {
namespace {

constexpr const char* axis_names[] = {"x", "y", "z", "w"};

float sample_point(const Field& field, const model::Point& point) {
  const engine::FloatEnvironment environment;
  field::validate_dimensions(field, point.dimensions, "the point");
  return field.node().sample(point, nullptr);
}

void validate_size(const char* name, std::size_t elements, std::size_t points) {
  if (elements != points)
    engine::refuse(name, " has ", elements, " elements and x has ", points, "; use as many");
}

// `planes`: the value and perhaps derivatives by axis; an empty one is left out.
template <class Real>
void sample_points(std::span<const std::span<float>> planes, const Field& field,
                   std::span<const std::span<const Real>> points, const Options& options) {
  const engine::FloatEnvironment environment;
  const auto dimensions = static_cast<int>(points.size());
  const std::size_t total = points.front().size();
  const bool with_derivatives = planes.size() > 1;
  field::validate_dimensions(field, dimensions, "the array of points");
  for (std::size_t axis = 1; axis < points.size(); ++axis)
    validate_size(axis_names[axis], points[axis].size(), total);
  if (with_derivatives) api::validate_planes(field, dimensions);
  for (std::size_t plane = 0; plane < planes.size(); ++plane) {
    if (with_derivatives && planes[plane].empty()) continue;
    validate_size(plane == 0 ? "out" : "out.derivative", planes[plane].size(), total);
  }
  if (total == 0) return;

  engine::Points<Real> array{dimensions, static_cast<std::int64_t>(total), {}};
  for (std::size_t axis = 0; axis < points.size(); ++axis) {
    array.coordinate[axis] = points[axis].data();
  }
  float* data[5] = {};
  for (std::size_t plane = 0; plane < planes.size(); ++plane) data[plane] = planes[plane].data();
  engine::sample(field.node().program(with_derivatives), array,
                 std::span<float* const>(data, planes.size()), options.parallel);
}

template <class Real, std::size_t N>
void sample_array(std::span<float> out, const Field& field,
                  const std::array<std::span<const Real>, N>& points, const Options& options) {
  sample_points<Real>({{out}}, field, points, options);
}

template <class Real, int N>
void sample_planes(const Planes<N>& out, const Field& field,
                   const std::array<std::span<const Real>, std::size_t{N}>& points,
                   const Options& options) {
  for (const std::int64_t stride : out.stride) {
    if (stride != 0) engine::refuse("out.stride is ", stride, "; use 0 for points");
  }
  if (out.first != 0) engine::refuse("out.first is ", out.first, "; use 0 for points");
  std::array<std::span<float>, std::size_t{N + 1}> planes{out.value};
  std::ranges::copy(out.derivative, planes.begin() + 1);
  sample_points<Real>(planes, field, points, options);
}

}  // namespace

// As in exports.hpp: where a template is seen, GCC asks of its definition.
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

float sample(const Field& field, double x) { return sample_point(field, {1, false, {x}}); }
float sample(const Field& field, double x, double y) {
  return sample_point(field, {2, false, {x, y}});
}
float sample(const Field& field, double x, double y, double z) {
  return sample_point(field, {3, false, {x, y, z}});
}
float sample(const Field& field, double x, double y, double z, double w) {
  return sample_point(field, {4, false, {x, y, z, w}});
}

void sample(std::span<float> out, const Field& field, std::span<const double> x,
            const Options& options) {
  sample_array<double, 1>(out, field, {x}, options);
}
void sample(std::span<float> out, const Field& field, std::span<const double> x,
            std::span<const double> y, const Options& options) {
  sample_array<double, 2>(out, field, {x, y}, options);
}
void sample(std::span<float> out, const Field& field, std::span<const double> x,
            std::span<const double> y, std::span<const double> z, const Options& options) {
  sample_array<double, 3>(out, field, {x, y, z}, options);
}
void sample(std::span<float> out, const Field& field, std::span<const double> x,
            std::span<const double> y, std::span<const double> z, std::span<const double> w,
            const Options& options) {
  sample_array<double, 4>(out, field, {x, y, z, w}, options);
}
void sample(std::span<float> out, const Field& field, std::span<const float> x,
            const Options& options) {
  sample_array<float, 1>(out, field, {x}, options);
}
void sample(std::span<float> out, const Field& field, std::span<const float> x,
            std::span<const float> y, const Options& options) {
  sample_array<float, 2>(out, field, {x, y}, options);
}
void sample(std::span<float> out, const Field& field, std::span<const float> x,
            std::span<const float> y, std::span<const float> z, const Options& options) {
  sample_array<float, 3>(out, field, {x, y, z}, options);
}
void sample(std::span<float> out, const Field& field, std::span<const float> x,
            std::span<const float> y, std::span<const float> z, std::span<const float> w,
            const Options& options) {
  sample_array<float, 4>(out, field, {x, y, z, w}, options);
}

template <int N>
void sample(const Planes<N>& out, const Field& field,
            const std::array<std::span<const double>, std::size_t{N}>& points,
            const Options& options) {
  sample_planes<double>(out, field, points, options);
}
template <int N>
void sample(const Planes<N>& out, const Field& field,
            const std::array<std::span<const float>, std::size_t{N}>& points,
            const Options& options) {
  sample_planes<float>(out, field, points, options);
}

template void sample<1>(const Planes<1>&, const Field&,
                        const std::array<std::span<const double>, 1>&, const Options&);
template void sample<1>(const Planes<1>&, const Field&,
                        const std::array<std::span<const float>, 1>&, const Options&);
template void sample<2>(const Planes<2>&, const Field&,
                        const std::array<std::span<const double>, 2>&, const Options&);
template void sample<2>(const Planes<2>&, const Field&,
                        const std::array<std::span<const float>, 2>&, const Options&);
template void sample<3>(const Planes<3>&, const Field&,
                        const std::array<std::span<const double>, 3>&, const Options&);
template void sample<3>(const Planes<3>&, const Field&,
                        const std::array<std::span<const float>, 3>&, const Options&);
template void sample<4>(const Planes<4>&, const Field&,
                        const std::array<std::span<const double>, 4>&, const Options&);
template void sample<4>(const Planes<4>&, const Field&,
                        const std::array<std::span<const float>, 4>&, const Options&);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

}  // namespace perlane
