#include "api/destination.hpp"

#include "base/float_environment.hpp"
#include "base/error.hpp"
#include "graph/properties.hpp"
#include "graph/node.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <utility>
#include <variant>

namespace perlane::api {
namespace {

constexpr const char* stride_names[] = {"stride_x", "stride[0]", "stride[1]", "stride[2]"};
constexpr const char* stride_descriptions[] = {"from sample to sample", "from row to row",
                                               "from slice to slice", "from volume to volume"};

struct Format {
  model::ElementType type;
  std::size_t size;
};

Format format_of(detail::ElementType type) noexcept {
  switch (type) {
    case detail::ElementType::uint16:
      return {model::ElementType::uint16, sizeof(std::uint16_t)};
    case detail::ElementType::uint8:
      return {model::ElementType::uint8, sizeof(std::uint8_t)};
    default:
      return {model::ElementType::float32, sizeof(float)};
  }
}

// The strides of the caller, by axis: they may be 0, and nothing is checked yet.
struct CallerStrides {
  std::array<std::int64_t, 4> stride{};
  std::int64_t first = 0;
};

CallerStrides strides_of(const detail::Layout& layout, const engine::Box& box) noexcept {
  CallerStrides given{{layout.stride_x}, layout.first};
  if (layout.stride == nullptr) return given;
  for (std::size_t axis = 1; axis < static_cast<std::size_t>(box.dimensions); ++axis)
    given.stride[axis] = layout.stride[axis - 1];
  return given;
}

// Strides without zeros. Throws std::invalid_argument if a sample would lie outside of so many
// elements, or two in one element.
std::array<std::int64_t, 4> validate_strides(const CallerStrides& given, const engine::Box& box,
                                             std::size_t size) {
  const auto elements = static_cast<std::int64_t>(size);
  if (given.first == 0 && given.stride == CallerStrides{}.stride && elements < samples_of(box)) {
    base::throw_invalid("there are ", elements, " elements; Grid::shape has ", samples_of(box),
                        " samples");
  }
  std::array<std::int64_t, 4> stride = given.stride;
  std::int64_t below = 1;  // elements that the axes below cover without gaps
  for (std::size_t i = 0; i < 4; ++i) {
    // An axis of one sample never moves, whatever was given.
    if (stride[i] == 0 || box.count[i] == 1) stride[i] = below;
    const bool is_dense_row = i == 0 && stride[i] == 1;
    if (box.count[i] > 1 && !is_dense_row) {
      const bool is_far = stride[i] > elements || stride[i] < -elements ||
                          box.count[i] - 1 > elements / std::abs(stride[i]);
      if (is_far) {
        base::throw_invalid(stride_names[i], " is ", stride[i], " elements ",
                            stride_descriptions[i], "; ", box.count[i], " of them do not fit into ",
                            elements, " elements");
      }
    }
    below = std::abs(stride[i]) * box.count[i];
  }

  std::int64_t lowest = given.first, highest = given.first;
  if (lowest < 0 || lowest >= elements || box.count[0] > elements) {
    base::throw_invalid("first is ", given.first, " and a row has ", box.count[0],
                        " samples; keep all of them within the ", elements, " elements");
  }
  for (std::size_t i = 0; i < 4; ++i) {
    const std::int64_t extent = (box.count[i] - 1) * stride[i];
    (extent < 0 ? lowest : highest) += extent;
  }
  if (lowest < 0 || highest >= elements) {
    base::throw_invalid("first and stride put samples at elements ", lowest, " to ", highest,
                        "; there are ", elements, ", from 0");
  }

  // Each axis must step over all that the axes with shorter strides cover. Not stable_sort, which
  // allocates.
  std::array<std::size_t, 4> order{0, 1, 2, 3};
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(std::abs(stride[i]), i); });
  std::int64_t covered = 1;
  for (const std::size_t i : order) {
    if (box.count[i] == 1) continue;
    if (std::abs(stride[i]) < covered) {
      base::throw_invalid(stride_names[i], " is ", stride[i], " elements ", stride_descriptions[i],
                          "; what lies between has ", covered,
                          " elements, and no two samples may share one");
    }
    covered += (box.count[i] - 1) * std::abs(stride[i]);
  }
  return stride;
}

// Returns true if a coordinate is among the nodes of a field.
bool holds_coordinate(const graph::Node& top) {
  bool found = false;
  graph::visit_nodes(top, [&](const graph::Node& node) {
    if (const auto noise = node.noise()) {
      const auto* const ramp = std::get_if<const model::Ramp*>(&*noise);
      found = ramp != nullptr && (*ramp)->kind == model::Ramp::coordinate;
    }
    return !found;
  });
  return found;
}

void validate_default_codes(const Field& field, const Range& codes) {
  // One of 65536 codes is then 512 wide. The square root of a coordinate is wider still.
  constexpr double widest = 0x1p25;
  const double width = static_cast<double>(codes.max) - static_cast<double>(codes.min);
  if (width < widest || !holds_coordinate(graph::node_of(field))) return;
  base::throw_invalid(
      "codes of the range of the field, ", codes.min, " to ", codes.max,
      ", would nearly all be the same, for it holds a coordinate, which has no bounds; "
      "give the codes a Range, such as that which a fill of floats writes to Options::seen");
}

}  // namespace

void validate_size(const char* name, std::size_t elements, const engine::Box& box) {
  const auto samples = static_cast<std::size_t>(samples_of(box));
  if (elements != samples) {
    base::throw_invalid(name, " has ", elements, " elements; Grid::shape has ", samples,
                        " samples, and ", name, " must have as many");
  }
}

engine::Destination destination_of(const detail::Elements& elements, const detail::Layout& layout,
                                   const engine::Box& box) {
  const auto [type, size] = format_of(elements.type);
  // Small grids are written to arrays without gaps, which need no more than this.
  if (layout.stride == nullptr && layout.first == 0 && layout.stride_x == 0 &&
      elements.size == static_cast<std::size_t>(samples_of(box))) {
    const std::int64_t slice = box.count[0] * box.count[1];
    return {type,
            static_cast<std::byte*>(elements.data),
            size,
            {1, box.count[0], slice, slice * box.count[2]}};
  }
  const auto stride = validate_strides(strides_of(layout, box), box, elements.size);
  std::byte* first =
      static_cast<std::byte*>(elements.data) + layout.first * static_cast<std::ptrdiff_t>(size);
  return {type, first, size, stride};
}

std::string name_of_plane(std::size_t plane) {
  return plane == 0 ? "out.value" : "out.derivative[" + std::to_string(plane - 1) + "]";
}

void validate_planes(const Field& field, int dimensions, std::span<const void* const> planes) {
  for (std::size_t i = 0; i < planes.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (planes[i] == nullptr || planes[i] != planes[k]) continue;
      base::throw_invalid(std::string_view(name_of_plane(k)), " and ",
                          std::string_view(name_of_plane(i)),
                          " are the same array; use one for each of them");
    }
  }
  graph::require_derivatives("out.derivative", field);
  const double derivative_scale = graph::node_of(field).derivative_scale(dimensions);
  // The comparison is false for NaN, which is rejected as well.
  if (!(derivative_scale <= 1e36)) {
    base::throw_invalid("field is so steep that numbers in its derivatives may be ",
                        derivative_scale, "; keep them to 1e36, for they are floats");
  }
}

void set_codes(engine::Destination& destination, const Range& codes) {
  if (!std::isfinite(codes.min) || !std::isfinite(codes.max) || !(codes.min < codes.max)) {
    base::throw_invalid("codes are from ", codes.min, " to ", codes.max,
                        "; use two finite numbers, the smaller one first");
  }
  destination.low = codes.min;
  destination.high = codes.max;
}

Range range_of_codes(const Range& values) {
  if (values.min < values.max) return values;
  constexpr double most = std::numeric_limits<float>::max();
  const double value = values.min;
  const double margin = std::max(0.5, std::abs(value) * 0x1p-10);
  return {static_cast<float>(std::max(value - margin, -most)),
          static_cast<float>(std::min(value + margin, most))};
}

Range default_codes(const Field& field, int dimensions) {
  const base::FloatEnvironment environment;
  return range_of_codes(perlane::range(field, dimensions));
}

void set_default_codes(engine::Destination& destination, const Field& field, int dimensions) {
  const Range codes = default_codes(field, dimensions);
  validate_default_codes(field, codes);
  set_codes(destination, codes);
}

}  // namespace perlane::api
