// The entry point for grids. It checks everything that a caller can get wrong; the layers below
// check nothing again.

#include <perlane/detail/entry_points.hpp>
#include <perlane/evaluate.hpp>

#include "api/destination.hpp"
#include "api/grid.hpp"
#include "api/progress.hpp"
#include "base/float_environment.hpp"
#include "engine/fill.hpp"
#include "graph/node.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <span>

namespace perlane {
namespace {

// The value and the derivatives, each where the request says.
void fill_planes(const detail::GridRequest& request, const engine::Box& box,
                 const engine::EvaluateOptions& options) {
  const Field& field = *request.field;
  const auto number = static_cast<std::size_t>(box.dimensions + 1);
  const void* arrays[5]{};
  for (std::size_t plane = 0; plane < number; ++plane) {
    if (request.out[plane].size != 0) arrays[plane] = request.out[plane].data;
  }
  api::validate_planes(field, box.dimensions, arrays);
  const bool has_arrays = std::ranges::any_of(arrays, std::identity{});
  if (!has_arrays && options.seen == nullptr && options.report == nullptr) return;
  std::array<engine::Destination, 5> planes{};
  std::array<std::int64_t, 4> stride{};  // of all
  for (std::size_t plane = 0; plane < number; ++plane) {
    if (request.out[plane].size == 0) continue;
    planes[plane] = api::destination_of(request.out[plane], request.layout, box);
    arrays[plane] = planes[plane].data;
    stride = planes[plane].stride;
  }
  api::validate_disjoint(arrays, box, stride);
  engine::differentiate(graph::node_of(field).program(box.dimensions, true), box,
                        std::span(planes).first(number), options);
}

}  // namespace

void detail::fill(const GridRequest& request) {
  const base::FloatEnvironment environment;
  const engine::Box box = api::to_box(request.grid);
  const Field& field = *request.field;
  api::validate(box, field);
  const graph::NodePointer kept = api::kept(field, *request.options);
  engine::Extremes seen;
  const engine::EvaluateOptions options = api::engine_options(*request.options, seen);
  if (request.with_derivatives) {
    fill_planes(request, box, options);
    return api::report_extremes(seen, *request.options);
  }
  const Elements& out = request.out[0];
  if (request.is_dense) api::validate_size("out", out.size, box);
  engine::Destination destination = api::destination_of(out, request.layout, box);
  if (request.codes != nullptr) {
    api::set_codes(destination, *request.codes);
  } else if (out.type != ElementType::float32) {
    api::set_default_codes(destination, field, box.dimensions);
  }
  engine::fill(graph::node_of(field).program(box.dimensions, false), box, destination, options);
  api::report_extremes(seen, *request.options);
}

}  // namespace perlane
