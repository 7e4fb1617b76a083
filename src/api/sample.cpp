// The door of points, single ones and arrays of them: perlane refuses here what a caller can get
// wrong; below nothing checks again.

#include <perlane/detail/doors.hpp>
#include <perlane/evaluate.hpp>

#include "api/destination.hpp"
#include "engine/dispatch.hpp"
#include "engine/environment.hpp"
#include "field/node.hpp"
#include "engine/parallel.hpp"
#include "engine/refuse.hpp"
#include "engine/streaming.hpp"
#include "field/bounds.hpp"

#include <algorithm>
#include <limits>

namespace perlane {
namespace {

constexpr const char* axis_names[] = {"x", "y", "z", "w"};

// Shorter arrays are evaluated faster by one thread than threads can be woken.
constexpr std::int64_t parallel_points = 1 << 14;

// The coordinates of a run of points.
void set_points(model::Tile& tile, std::span<const std::span<const double>> points,
                std::int64_t begin) noexcept {
  tile.kind = model::Tile::points;
  for (std::size_t axis = 0; axis < points.size(); ++axis)
    tile.point[axis] = points[axis].data() + begin;
}
void set_points(model::Tile& tile, std::span<const std::span<const float>> points,
                std::int64_t begin) noexcept {
  tile.kind = model::Tile::single_points;
  for (std::size_t axis = 0; axis < points.size(); ++axis)
    tile.single_point[axis] = points[axis].data() + begin;
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

  const kernels::Kernels& kernels = engine::active();
  const field::Node& node = field.node();
  // Runs start where a vector of the first plane is aligned; but for the first run.
  const auto count = static_cast<std::int64_t>(total);
  const api::Destination value{model::ElementType::float32,
                               reinterpret_cast<std::byte*>(planes[0].data()),
                               sizeof(float),
                               {}};
  const bool stream = !with_derivatives && value.is_streamed({1, {count, 1, 1, 1}, {}, {}, {}});
  const std::int64_t lead = stream ? value.elements_past_border() : 0;
  const auto buffers = static_cast<int>(with_derivatives ? planes.size() : 0);
  const auto needed = node.buffers(with_derivatives ? dimensions + 1 : 1) + buffers;
  const auto reserved = engine::Workspace::of_this_thread(
      dimensions, needed);  // so that running out of memory is noticed before anything is written

  const auto sample_runs = [&](std::int64_t first_run, std::int64_t last_run) {
    const engine::FloatEnvironment of_this_thread;
    const auto lease = engine::Workspace::of_this_thread(dimensions, needed);
    engine::Workspace& workspace = *lease;
    Range unused{};
    for (std::int64_t run = first_run; run < last_run; ++run) {
      const std::int64_t begin = std::max<std::int64_t>(0, run * model::run_length - lead);
      const std::int64_t end = std::min(count, (run + 1) * model::run_length - lead);
      model::Tile tile{};
      tile.dimensions = dimensions;
      for (model::Axis& axis : tile.axis) axis.count = 1;
      tile.axis[0].count = static_cast<int>(end - begin);
      tile.columns = (tile.axis[0].count + model::row_alignment - 1) / model::row_alignment *
                     model::row_alignment;
      tile.pitch = tile.columns;
      set_points(tile, points, begin);
      model::Output output{};
      output.min = &unused.min;
      output.max = &unused.max;
      if (!with_derivatives) {
        output.stream = stream && (run > 0 || lead == 0);
        output.destination = planes[0].data() + begin;
        node.fill(kernels, tile, output, workspace);
        continue;
      }
      float* plane_buffers[5];
      for (std::size_t plane = 0; plane < planes.size(); ++plane)
        plane_buffers[plane] = workspace.take_buffer();
      node.differentiate(kernels, tile, plane_buffers, workspace);
      for (std::size_t plane = 0; plane < planes.size(); ++plane) {
        if (planes[plane].empty()) continue;
        output.destination = planes[plane].data() + begin;
        kernels.pass(plane_buffers[plane], tile, output);
      }
      for (std::size_t plane = 0; plane < planes.size(); ++plane) workspace.give_back_buffer();
    }
    engine::finish_streaming();
  };
  const std::int64_t runs = (count + lead + model::run_length - 1) / model::run_length;
  if (options.parallel && count >= parallel_points) {
    engine::parallel_for(runs, sample_runs);
  } else {
    sample_runs(0, runs);
  }
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
    if (stride != 0) engine::refuse("out.stride is ", stride, "; use 0 for points");
  }
  if (request.layout.first != 0)
    engine::refuse("out.first is ", request.layout.first, "; use 0 for points");
  if (request.is_single) {
    sample_request<float>(request);
  } else {
    sample_request<double>(request);
  }
}

float detail::sample(const Field& field, const double* point, int dimensions) {
  const engine::FloatEnvironment environment;
  field::validate_dimensions(field, dimensions, "the point");
  model::Point single{dimensions, false, {}};
  std::copy_n(point, dimensions, single.coordinate);
  return field.node().sample(single, nullptr);
}

}  // namespace perlane
