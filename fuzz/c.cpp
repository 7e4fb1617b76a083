// Calls the functions of the C interface with any structures: of any size and with any members,
// with pointers that are null, not aligned, or shared. Only two things are as they must be: memory
// that a pointer and a count stand for is there, and structures are aligned. A status and a message
// must come back, and nothing may be written beside the results, nor at all by a call that fails.
// A call that succeeds must have written a result; a fill, each sample at its stride.

#include "c_memory.hpp"
#include "c_structures.hpp"
#include "fields.hpp"
#include "reference.hpp"
#include "require.hpp"

#include <perlane/perlane.h>

#include "c/arguments.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace perlane;
using namespace perlane::fuzz;

// A function of the interface, its error, and what has to stay as it was if the call fails.
class Call {
 public:
  Call(Bytes& given, const perlane_field* evaluated) : bytes(given), field(evaluated) {
    if (bytes.choice(64) == 63) field = nullptr;
  }

  void any() {
    switch (bytes.choice(16)) {
      case 0:
      case 1:
      case 2:
        return fill();
      case 3:
      case 4:
        return fill_derivatives();
      case 5:
      case 6:
        return fill_fields();
      case 7:
        return sample();
      case 8:
        return sample_derivatives();
      case 9:
        return sample_point();
      case 10:
        return ranges();
      case 11:
        return world();
      case 12:
        return text();
      case 13:
        return made();
      default:
        return properties();
    }
  }

 private:
  // Runs the call, and checks its error. Returns its status.
  template <class Function>
  perlane_status status_of(Function function) {
    Error error(bytes);
    const perlane_status status = function(error.get());
    error.require_of(status);
    return status;
  }

  // The array may be half-written only if the callback has cancelled the call.
  void require_untouched(perlane_status status, bool is_untouched) {
    require(status == PERLANE_OK || status == PERLANE_CANCELLED || is_untouched,
            "a call that failed has written");
  }
  static void require_pair(perlane_status status, const Result<float>& range) {
    require(status == PERLANE_OK || range.written() == 0, "a call that failed has written a range");
  }
  // For calls that reject a null result.
  static void require_result(perlane_status status, const Result<float>& result) {
    require((status == PERLANE_OK) == (result.written() > 0), "no result, or one beside an error");
  }

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
    require_filled(grid, out, to.get()->size);
  }

  // `size_member` is that of the structure that the call got.
  void require_filled(const perlane_grid& grid, const AnyArray& out,
                      std::uint32_t size_member) const {
    const std::size_t size = element_size(out.array.type);
    require(out.memory->written() <= all_samples(grid) * size, "more than the samples is written");
    if (out.array.type == PERLANE_FLOAT32) require_first(grid, out.array);
    perlane_array known = out.array;
    if (size_member < sizeof known) known.stride_x = 0;  // one of an earlier version
    require_samples(grid, known, size);
  }

  // The first sample, as a point.
  void require_first(const perlane_grid& grid, const perlane_array& array) const {
    double point[4];
    for (int axis = 0; axis < grid.dimensions; ++axis) {
      const double step = grid.step[axis] == 0 ? 1 : grid.step[axis];
      point[axis] = grid.origin[axis] + static_cast<double>(grid.first[axis]) * step;
    }
    float value = 0;
    require(perlane_sample_point(field, point, grid.dimensions, &value, nullptr) == PERLANE_OK,
            "a point of a grid is rejected");
    require(is_same(value, static_cast<const float*>(array.data)[array.first]),
            "the first sample differs");
  }

  // The number of samples of a grid that was accepted.
  static std::size_t all_samples(const perlane_grid& grid) {
    std::size_t count = 1;
    for (int axis = 0; axis < grid.dimensions; ++axis)
      count *= static_cast<std::size_t>(grid.shape[axis]);
    return count;
  }

  // All samples, as an array without strides has them.
  void require_samples(perlane_grid grid, const perlane_array& array, std::size_t size) const {
    const std::size_t count = all_samples(grid);
    std::vector<std::byte> dense(count * size);
    perlane_array to{};
    grid.size = sizeof grid;
    to.size = sizeof to;
    to.type = array.type;
    to.data = dense.data();
    to.elements = count;
    std::copy_n(array.codes, 2, to.codes);
    require(perlane_fill(field, &grid, &to, nullptr, nullptr, nullptr) == PERLANE_OK,
            "a grid is rejected without strides");
    std::int64_t stride[4], below = 1;
    for (int axis = 0; axis < grid.dimensions; ++axis) {
      const std::int64_t given = axis == 0 ? array.stride_x : array.stride[axis - 1];
      stride[axis] = given == 0 || grid.shape[axis] == 1 ? below : given;
      below = std::abs(stride[axis]) * grid.shape[axis];
    }
    for (std::size_t i = 0; i < count; ++i) {
      auto rest = static_cast<std::int64_t>(i), at = array.first;
      for (int axis = 0; axis < grid.dimensions; rest /= grid.shape[axis++])
        at += rest % grid.shape[axis] * stride[axis];
      const auto* const element =
          static_cast<const std::byte*>(array.data) + at * static_cast<std::int64_t>(size);
      require(std::equal(element, element + size, dense.data() + i * size),
              "a sample is not at its stride");
    }
  }

  void fill_derivatives() {
    const perlane_grid grid = any_grid(bytes, any_dimensions(bytes));
    AnyPlanes out(bytes, grid.dimensions, samples_in(grid) * (bytes.choice(4) == 0 ? 2 : 1));
    set_layout(bytes, grid, out.planes);
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
    for (const AnyArray& out : outs) require_filled(grid, out, to.get()->size);
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
    const perlane_status status = status_of([&](perlane_error* error) {
      return perlane_sample(field, points.get(), to, how.get(), error);
    });
    require_untouched(status, values.written() == 0);
    require(status != PERLANE_OK || is_in_place || from.count == 0 || values.written() > 0,
            "no values at points");
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
  }

  void sample_point() {
    const std::int32_t dimensions = any_dimensions(bytes);
    Result<double> point(bytes, 4);
    if (point.is_aligned()) std::generate_n(point.get(), 4, [&] { return bytes.number(); });
    Result<float> value(bytes, 1);
    require_result(status_of([&](perlane_error* error) {
                     return perlane_sample_point(field, point.get(), dimensions, value.get(),
                                                 error);
                   }),
                   value);
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
  }

  void world() {
    const perlane_grid grid = any_grid(bytes, any_dimensions(bytes));
    const std::int64_t tile = any_integer(bytes, 1 + bytes.choice(20));
    const auto levels = static_cast<std::int32_t>(any_integer(bytes, 1 + bytes.choice(4)));
    Given<perlane_grid> given(bytes, grid);
    Memory tasks(sizeof(std::int64_t));
    auto* const to =
        bytes.choice(32) == 31 ? nullptr : reinterpret_cast<std::int64_t*>(tasks.data());
    perlane_status status = status_of([&](perlane_error* error) {
      return perlane_world_tasks(given.get(), tile, levels, to, error);
    });
    require_untouched(status, tasks.written() == 0);
    perlane_grid task{};
    task.size = sizeof task;
    task.dimensions = -1;
    const std::int64_t number = any_integer(bytes, bytes.choice(100));
    Memory level(sizeof(std::int32_t)), at(4 * sizeof(std::int64_t));
    status = status_of([&](perlane_error* error) {
      return perlane_world_task(given.get(), tile, levels, number, &task,
                                reinterpret_cast<std::int32_t*>(level.data()),
                                reinterpret_cast<std::int64_t*>(at.data()), error);
    });
    require_untouched(status, level.written() == 0 && at.written() == 0 && task.dimensions == -1);
  }

  void text() {
    char* json = nullptr;
    const bool is_asked = bytes.choice(32) != 31;
    const perlane_status status = status_of([&](perlane_error* error) {
      return perlane_field_to_json(field, is_asked ? &json : nullptr, error);
    });
    require((status == PERLANE_OK) == (json != nullptr), "a text beside an error");
    if (json == nullptr) return;
    // Some bytes of the text may be others.
    std::string changed(json);
    perlane_text_destroy(json);
    for (int i = bytes.choice(4); i > 0; --i)
      changed[bytes.take<std::uint16_t>() % changed.size()] = bytes.take<char>();
    require_made([&](perlane_field** made, perlane_error* error) {
      return perlane_field_from_json(changed.data(), changed.size(), made, error);
    });
  }

  void made() {
    const int kind = bytes.choice(4);
    const double number = bytes.number();
    const auto seed = bytes.take<std::uint64_t>();
    const auto factories = graph::factories();
    const auto& factory =
        factories[static_cast<std::size_t>(bytes.choice(static_cast<int>(factories.size())))];
    const std::string name(factory.name);
    static constexpr std::string_view texts[] = {
        "",  "{}", R"({"axis":1})",        R"({"octaves":3,"gain":0.4})", R"({"value":1e39})",
        "{", "[]", R"({"low":0,"high":1})"};
    const std::string_view members = texts[bytes.choice(8)];
    std::vector<const perlane_field*> fields(static_cast<std::size_t>(bytes.choice(5)), field);
    if (bytes.choice(2) == 0) fields.resize(factory.fields.size(), field);
    require_made([&](perlane_field** made, perlane_error* error) {
      if (kind == 0) return perlane_field_reseed(field, seed, made, error);
      if (kind == 1) return perlane_field_with_footprint(field, number, made, error);
      return perlane_field_call(name.c_str(), members.data(), members.size(), fields.data(),
                                fields.size(), made, error);
    });
  }

  template <class Make>
  void require_made(Make make) {
    perlane_field* made = nullptr;
    const bool is_asked = bytes.choice(32) != 31;
    const perlane_status status =
        status_of([&](perlane_error* error) { return make(is_asked ? &made : nullptr, error); });
    require((status == PERLANE_OK) == (made != nullptr), "a field beside an error");
    perlane_field_destroy(made);
  }

  void properties() {
    Result<float> range(bytes, 2);
    const std::int32_t dimensions = any_dimensions(bytes);
    require_result(status_of([&](perlane_error* error) {
                     return perlane_field_range(field, dimensions, range.get(), error);
                   }),
                   range);
    std::int32_t least = -1, most = -1, has = -1;
    const bool is_asked = bytes.choice(32) != 31;
    perlane_status status = status_of([&](perlane_error* error) {
      return perlane_field_dimensions(field, &least, is_asked ? &most : nullptr, error);
    });
    require(status == PERLANE_OK ? least >= 1 && most >= least && most <= 4 : least == -1,
            "impossible dimensions");
    status = status_of([&](perlane_error* error) {
      return perlane_field_has_derivatives(field, is_asked ? &has : nullptr, error);
    });
    require(status == PERLANE_OK ? has == 0 || has == 1 : has == -1, "neither yes nor no");
    (void)perlane_status_name(bytes.take<std::int32_t>());
    (void)perlane_isa(bytes.take<std::int32_t>());
  }

  Bytes& bytes;
  const perlane_field* field;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  try {
    const perlane_field field{fuzz::field(bytes)};
    const auto [least, most] = graph::node_of(field.field).dimensions();
    for (int dimensions = least; dimensions <= most; ++dimensions) {
      if (is_too_long(field.field, dimensions)) return 0;
    }
    Call(bytes, &field).any();
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
