// The door of grids: what a caller can get wrong is refused here; below nothing checks again.

#include <perlane/evaluate.hpp>

#include "api/destination.hpp"
#include "engine/environment.hpp"
#include "engine/fill.hpp"
#include "field/node.hpp"
#include "engine/refuse.hpp"
#include "field/facts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace perlane {
namespace {

using engine::refuse;

constexpr char axis_names[] = "xyzw";

template <int N>
engine::Box to_box(const Grid<N>& grid) {
  engine::Box box{N, {1, 1, 1, 1}, {}, {}, {1, 1, 1, 1}};
  for (std::size_t axis = 0; axis < N; ++axis) {
    box.count[axis] = grid.shape[axis];
    box.first[axis] = grid.first[axis];
    box.origin[axis] = grid.origin[axis];
    box.step[axis] = grid.step[axis];
  }
  return box;
}

void validate(const engine::Box& box, const Field& field) {
  field::validate_dimensions(field, box.dimensions, "the grid");
  const double frequency = field.node().highest_frequency();
  std::int64_t samples = 1;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(box.dimensions); ++axis) {
    const auto [count, first, origin, step] =
        std::tuple(box.count[axis], box.first[axis], box.origin[axis], box.step[axis]);
    if (count < 1) refuse("Grid::shape[", axis, "] is ", count, "; use 1 or more");
    if (count > std::numeric_limits<std::int64_t>::max() /
                    static_cast<std::int64_t>(sizeof(float)) / samples) {
      refuse("Grid::shape has more than 2^61 samples in axes 0 to ", axis, "; use a smaller shape");
    }
    samples *= count;
    if (!std::isfinite(step) || step == 0)
      refuse("Grid::step[", axis, "] is ", step, "; use a finite number other than 0");
    if (!std::isfinite(origin))
      refuse("Grid::origin[", axis, "] is ", origin, "; use a finite number");
    if (first < -engine::index_limit || first > engine::index_limit - count) {
      refuse("Grid::first[", axis, "] is ", first, "; keep all indices between -2^62 and 2^62");
    }
    // Positions are monotonic in the index, so the ends speak for all samples.
    for (const std::int64_t index : {first, first + count - 1}) {
      const double coordinate = origin + static_cast<double>(index) * step;
      if (!(std::abs(coordinate * frequency) < model::coordinate_limit)) {
        refuse("Grid::origin, first and step put sample ", index, " of axis ", axis_names[axis],
               " at ", coordinate, ", and the field's highest frequency is ", frequency,
               "; keep |coordinate * frequency| below 2^51");
      }
    }
  }
}

Range range_of(const engine::Extremes& extremes) { return {extremes.min, extremes.max}; }

Range fill_box(const engine::Destination& destination, const engine::Box& box, const Field& field,
               const Options& options) {
  return range_of(engine::fill(field.node().program(false), box, destination, options.parallel));
}

template <class T>
engine::Destination destination_of(T* data, const std::array<std::int64_t, 3>& stride) {
  return {api::type_of<T>, reinterpret_cast<std::byte*>(data), sizeof(T), stride};
}

template <int N>
api::GivenStrides given_strides(const Strides<N>& stride, std::int64_t first) {
  api::GivenStrides given{{}, first};
  for (std::size_t i = 0; i + 1 < N; ++i) given.stride[i] = stride[i];
  return given;
}

template <class T, int N>
Range fill_dense(std::span<T> out, const Grid<N>& grid, const Field& field, const Range* codes,
                 const Options& options) {
  const engine::FloatEnvironment environment;
  const engine::Box box = to_box(grid);
  validate(box, field);
  api::validate_size("out", out.size(), box);
  engine::Destination destination =
      destination_of(out.data(), api::validate_strides({}, box, out.size()));
  if (codes != nullptr) api::set_codes(destination, *codes);
  return fill_box(destination, box, field, options);
}

template <class T, int N>
Range fill_strided(const Strided<N, T>& out, const Grid<N>& grid, const Field& field,
                   const Range* codes, const Options& options) {
  const engine::FloatEnvironment environment;
  const engine::Box box = to_box(grid);
  validate(box, field);
  const auto stride =
      api::validate_strides(given_strides<N>(out.stride, out.first), box, out.elements.size());
  engine::Destination destination = destination_of(out.elements.data() + out.first, stride);
  if (codes != nullptr) api::set_codes(destination, *codes);
  return fill_box(destination, box, field, options);
}

}  // namespace

// As in exports.hpp: where a template is seen, GCC asks of its definition.
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

template <int N>
Range fill(std::span<float> out, const Grid<N>& grid, const Field& field, const Options& options) {
  return fill_dense(out, grid, field, nullptr, options);
}
template <int N>
Range fill(std::span<std::uint16_t> out, const Grid<N>& grid, const Field& field,
           const Range& codes, const Options& options) {
  return fill_dense(out, grid, field, &codes, options);
}
template <int N>
Range fill(std::span<std::uint8_t> out, const Grid<N>& grid, const Field& field, const Range& codes,
           const Options& options) {
  return fill_dense(out, grid, field, &codes, options);
}
template <int N>
Range fill(std::span<std::uint16_t> out, const Grid<N>& grid, const Field& field,
           const Options& options) {
  return fill<N>(out, grid, field, api::default_codes(field, N), options);
}
template <int N>
Range fill(std::span<std::uint8_t> out, const Grid<N>& grid, const Field& field,
           const Options& options) {
  return fill<N>(out, grid, field, api::default_codes(field, N), options);
}

template <int N>
Range fill(const Strided<N, float>& out, const Grid<N>& grid, const Field& field,
           const Options& options) {
  return fill_strided(out, grid, field, nullptr, options);
}
template <int N>
Range fill(const Strided<N, std::uint16_t>& out, const Grid<N>& grid, const Field& field,
           const Range& codes, const Options& options) {
  return fill_strided(out, grid, field, &codes, options);
}
template <int N>
Range fill(const Strided<N, std::uint8_t>& out, const Grid<N>& grid, const Field& field,
           const Range& codes, const Options& options) {
  return fill_strided(out, grid, field, &codes, options);
}

template <int N>
Range fill(const Planes<N>& out, const Grid<N>& grid, const Field& field, const Options& options) {
  const engine::FloatEnvironment environment;
  const engine::Box box = to_box(grid);
  validate(box, field);
  api::validate_planes(field, N);
  std::array<engine::Destination, N + 1> destinations{};
  for (std::size_t plane = 0; plane <= N; ++plane) {
    const std::span<float> elements = plane == 0 ? out.value : out.derivative[plane - 1];
    if (elements.empty()) continue;
    const auto stride =
        api::validate_strides(given_strides<N>(out.stride, out.first), box, elements.size());
    destinations[plane] = destination_of(elements.data() + out.first, stride);
  }
  return range_of(
      engine::differentiate(field.node().program(true), box, destinations, options.parallel));
}

template Range fill<1>(std::span<float>, const Grid<1>&, const Field&, const Options&);
template Range fill<1>(std::span<std::uint16_t>, const Grid<1>&, const Field&, const Range&,
                       const Options&);
template Range fill<1>(std::span<std::uint16_t>, const Grid<1>&, const Field&, const Options&);
template Range fill<1>(std::span<std::uint8_t>, const Grid<1>&, const Field&, const Range&,
                       const Options&);
template Range fill<1>(std::span<std::uint8_t>, const Grid<1>&, const Field&, const Options&);
template Range fill<1>(const Strided<1, float>&, const Grid<1>&, const Field&, const Options&);
template Range fill<1>(const Strided<1, std::uint16_t>&, const Grid<1>&, const Field&, const Range&,
                       const Options&);
template Range fill<1>(const Strided<1, std::uint8_t>&, const Grid<1>&, const Field&, const Range&,
                       const Options&);
template Range fill<1>(const Planes<1>&, const Grid<1>&, const Field&, const Options&);
template Range fill<2>(std::span<float>, const Grid<2>&, const Field&, const Options&);
template Range fill<2>(std::span<std::uint16_t>, const Grid<2>&, const Field&, const Range&,
                       const Options&);
template Range fill<2>(std::span<std::uint16_t>, const Grid<2>&, const Field&, const Options&);
template Range fill<2>(std::span<std::uint8_t>, const Grid<2>&, const Field&, const Range&,
                       const Options&);
template Range fill<2>(std::span<std::uint8_t>, const Grid<2>&, const Field&, const Options&);
template Range fill<2>(const Strided<2, float>&, const Grid<2>&, const Field&, const Options&);
template Range fill<2>(const Strided<2, std::uint16_t>&, const Grid<2>&, const Field&, const Range&,
                       const Options&);
template Range fill<2>(const Strided<2, std::uint8_t>&, const Grid<2>&, const Field&, const Range&,
                       const Options&);
template Range fill<2>(const Planes<2>&, const Grid<2>&, const Field&, const Options&);
template Range fill<3>(std::span<float>, const Grid<3>&, const Field&, const Options&);
template Range fill<3>(std::span<std::uint16_t>, const Grid<3>&, const Field&, const Range&,
                       const Options&);
template Range fill<3>(std::span<std::uint16_t>, const Grid<3>&, const Field&, const Options&);
template Range fill<3>(std::span<std::uint8_t>, const Grid<3>&, const Field&, const Range&,
                       const Options&);
template Range fill<3>(std::span<std::uint8_t>, const Grid<3>&, const Field&, const Options&);
template Range fill<3>(const Strided<3, float>&, const Grid<3>&, const Field&, const Options&);
template Range fill<3>(const Strided<3, std::uint16_t>&, const Grid<3>&, const Field&, const Range&,
                       const Options&);
template Range fill<3>(const Strided<3, std::uint8_t>&, const Grid<3>&, const Field&, const Range&,
                       const Options&);
template Range fill<3>(const Planes<3>&, const Grid<3>&, const Field&, const Options&);
template Range fill<4>(std::span<float>, const Grid<4>&, const Field&, const Options&);
template Range fill<4>(std::span<std::uint16_t>, const Grid<4>&, const Field&, const Range&,
                       const Options&);
template Range fill<4>(std::span<std::uint16_t>, const Grid<4>&, const Field&, const Options&);
template Range fill<4>(std::span<std::uint8_t>, const Grid<4>&, const Field&, const Range&,
                       const Options&);
template Range fill<4>(std::span<std::uint8_t>, const Grid<4>&, const Field&, const Options&);
template Range fill<4>(const Strided<4, float>&, const Grid<4>&, const Field&, const Options&);
template Range fill<4>(const Strided<4, std::uint16_t>&, const Grid<4>&, const Field&, const Range&,
                       const Options&);
template Range fill<4>(const Strided<4, std::uint8_t>&, const Grid<4>&, const Field&, const Range&,
                       const Options&);
template Range fill<4>(const Planes<4>&, const Grid<4>&, const Field&, const Options&);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

}  // namespace perlane
