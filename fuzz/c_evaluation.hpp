#pragma once
// Calls of the C interface that evaluate a field. Their results must be those of C++.

#include "c_caller.hpp"
#include "c_expected.hpp"
#include "c_structures.hpp"
#include "require.hpp"

#include <perlane/perlane.h>

#include "c/arguments.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace perlane::fuzz {

class EvaluationCalls : Caller {
 public:
  using Caller::Caller;

  void fill() {
    const perlane_grid grid = any_grid(bytes, any_dimensions(bytes));
    const AnyArray out(bytes, grid);
    Cancel cancel;
    Given<perlane_grid> given(bytes, grid);
    Given<perlane_array> to(bytes, out.array);
    Given<perlane_options> how(bytes, any_options(bytes, cancel));
    Result<float> range(bytes, 2);
    const perlane_status status = status_of([&](perlane_error* error) {
      return perlane_fill(field, given.get(), to.get(), how.get(), range.get(), error);
    });
    require_untouched(status, out.memory->written() == 0);
    require_pair(status, range);
    if (status != PERLANE_OK) return;
    require_array(grid, out, to.get()->size, range.get());
  }

  // `size_member` is that of the structure that the call got.
  void require_array(const perlane_grid& grid, const AnyArray& out, std::uint32_t size_member,
                     const float* range) const {
    const std::size_t size = element_size(out.array.type);
    require(out.memory->written() <= AcceptedGrid(grid).samples() * size,
            "more than the samples is written");
    perlane_array known = out.array;
    if (size_member < sizeof known) known.stride_x = 0;  // one of an earlier version
    require_filled(field->field, grid, known, range);
  }

  void fill_derivatives() {
    const perlane_grid grid = any_grid(bytes, any_dimensions(bytes));
    AnyPlanes out(bytes, grid.dimensions, samples_in(grid) * (bytes.choice(4) == 0 ? 2 : 1));
    set_layout(bytes, grid, out.planes);
    // The range of a grid without arrays takes as long as the grid is large.
    if (out.is_empty() && samples_in(grid) == most_samples) return;
    Cancel cancel;
    Given<perlane_grid> given(bytes, grid);
    Given<perlane_planes> to(bytes, out.planes);
    Given<perlane_options> how(bytes, any_options(bytes, cancel));
    Result<float> range(bytes, 2);
    const perlane_status status = status_of([&](perlane_error* error) {
      return perlane_fill_derivatives(field, given.get(), to.get(), how.get(), range.get(), error);
    });
    require_untouched(status, out.is_untouched());
    require(status != PERLANE_OK || out.is_empty() || !out.is_untouched(),
            "no values and no derivatives");
    require_pair(status, range);
    if (status != PERLANE_OK) return;
    perlane_planes known = out.planes;
    if (to.get()->size < sizeof known) known.stride_x = 0;  // one of an earlier version
    require_derivatives(field->field, grid, known, range.get());
  }

  void fill_fields() {
    const perlane_grid grid = any_grid(bytes, any_dimensions(bytes));
    const auto count = static_cast<std::size_t>(bytes.choice(4));
    std::vector<AnyArray> outs;
    std::vector<perlane_array> arrays;
    std::vector<const perlane_field*> fields;
    for (std::size_t i = 0; i < count; ++i) {
      outs.emplace_back(bytes, grid);
      const bool is_shared = bytes.choice(16) == 15;
      arrays.push_back(is_shared ? outs.front().array : outs.back().array);
      fields.push_back(bytes.choice(64) == 63 ? nullptr : field);
    }
    Cancel cancel;
    Given<perlane_grid> given(bytes, grid);
    Given<perlane_array> to(bytes, arrays);
    Given<perlane_options> how(bytes, any_options(bytes, cancel));
    Result<float> ranges(bytes, 2 * count);
    const std::size_t told =
        bytes.choice(64) == 63 ? std::numeric_limits<std::size_t>::max() - count : count;
    const perlane_field* const* const list = bytes.choice(64) == 63 ? nullptr : fields.data();
    const perlane_status status = status_of([&](perlane_error* error) {
      return perlane_fill_fields(list, given.get(), to.get(), told, how.get(), ranges.get(), error);
    });
    for (const AnyArray& out : outs) require_untouched(status, out.memory->written() == 0);
    require_pair(status, ranges);
    if (status != PERLANE_OK) return;
    // Arrays that are shared are rejected.
    for (std::size_t i = 0; i < count; ++i) {
      float* const range = ranges.get() == nullptr ? nullptr : ranges.get() + 2 * i;
      require_array(grid, outs[i], to.get()->size, range);
    }
  }

  void sample() {
    const AnyPoints from(bytes);
    Result<float> values(bytes, from.count);
    Cancel cancel;
    Given<perlane_points> points(bytes, from.points);
    Given<perlane_options> how(bytes, any_options(bytes, cancel));
    const bool is_in_place = from.points.type == PERLANE_FLOAT32 && bytes.choice(8) == 7;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): it is the caller's own
    void* const coordinates = const_cast<void*>(from.points.coordinate[0]);
    float* const to = is_in_place ? static_cast<float*>(coordinates) : values.get();
    std::vector<float> overwritten(from.count);
    if (is_in_place && to != nullptr && from.count > 0)
      std::memcpy(overwritten.data(), to, from.count * sizeof *to);
    const perlane_status status = status_of([&](perlane_error* error) {
      return perlane_sample(field, points.get(), to, how.get(), error);
    });
    require_untouched(status, values.written() == 0);
    require(status != PERLANE_OK || is_in_place || from.count == 0 || values.written() > 0,
            "no values at points");
    if (status != PERLANE_OK) return;
    require_values(field->field, from.points, is_in_place ? overwritten.data() : coordinates, to);
  }

  void sample_derivatives() {
    const AnyPoints from(bytes);
    AnyPlanes out(bytes, from.points.dimensions, from.count);
    if (bytes.choice(32) == 31) out.planes.first = bytes.choice(2);
    Cancel cancel;
    Given<perlane_points> points(bytes, from.points);
    Given<perlane_planes> to(bytes, out.planes);
    Given<perlane_options> how(bytes, any_options(bytes, cancel));
    const perlane_status status = status_of([&](perlane_error* error) {
      return perlane_sample_derivatives(field, points.get(), to.get(), how.get(), error);
    });
    require_untouched(status, out.is_untouched());
    require(status != PERLANE_OK || from.count == 0 || out.is_empty() || !out.is_untouched(),
            "no values and no derivatives at points");
    if (status == PERLANE_OK) require_derivatives_at(field->field, from.points, out.planes);
  }

  void sample_point() {
    const std::int32_t dimensions = any_dimensions(bytes);
    Result<double> point(bytes, 4);
    if (point.is_aligned()) std::generate_n(point.get(), 4, [&] { return bytes.number(); });
    Result<float> value(bytes, 1);
    const perlane_status status = status_of([&](perlane_error* error) {
      return perlane_sample_point(field, point.get(), dimensions, value.get(), error);
    });
    require_result(status, value);
    if (status != PERLANE_OK) return;
    require(is_same(*value.get(), detail::sample(field->field, point.get(), dimensions)),
            "the value of a point differs from that of C++");
  }

  void ranges() {
    const auto count = static_cast<std::size_t>(bytes.choice(4));
    const std::int32_t dimensions = any_dimensions(bytes);
    std::vector<perlane_grid> boxes;
    for (std::size_t i = 0; i < count; ++i)
      boxes.push_back(any_grid(bytes, bytes.choice(64) == 63 ? any_dimensions(bytes) : dimensions));
    Given<perlane_grid> grids(bytes, boxes);
    Result<float> bounds(bytes, 2 * std::max<std::size_t>(count, 1));
    const std::size_t told =
        bytes.choice(64) == 63 ? std::numeric_limits<std::size_t>::max() - count : count;
    const bool is_one = count == 1 && bytes.choice(2) == 1;
    const perlane_status status = status_of([&](perlane_error* error) {
      if (is_one) return perlane_range(field, grids.get(), bounds.get(), error);
      return perlane_ranges(field, grids.get(), told, bounds.get(), error);
    });
    require_pair(status, bounds);
    const bool are_alike = std::ranges::all_of(
        boxes, [&](const perlane_grid& box) { return box.dimensions == boxes.front().dimensions; });
    require(status != PERLANE_OK || are_alike, "boxes of several dimensions are accepted");
    require(status != PERLANE_OK || count == 0 || bounds.written() > 0, "no ranges");
    for (std::size_t i = 0; status == PERLANE_OK && i < count; ++i) {
      const AcceptedGrid box(boxes[i]);
      const detail::AnyGrid any = box.any();
      Range expected;
      detail::range(field->field, {&any, 1}, {&expected, 1});
      require_range(expected, bounds.get() + 2 * i);
    }
  }
};

}  // namespace perlane::fuzz
