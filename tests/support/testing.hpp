#pragma once
// Helpers that the tests share: every instruction set, every field, grids evaluated point by point,
// and floats compared as bits.

#include <perlane/perlane.hpp>

#include "engine/dispatch.hpp"
#include "graph/catalogue/catalogue.hpp"
#include "graph/node.hpp"
#include "model/program.hpp"
#include "support/grids.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace perlane::testing {

struct NamedField {
  std::string name;
  Field field;
};

// True if a field may be evaluated in so many dimensions. Some noises lack 1D or 4D.
inline bool has_dimensions(const Field& field, int dimensions) {
  const auto [least, most] = graph::node_of(field).dimensions();
  return least <= dimensions && dimensions <= most;
}

// The number of steps of one kind in the program of a field.
template <class Step>
int count_of(const Field& field, int dimensions = 2, bool with_derivatives = false) {
  const auto& steps = graph::node_of(field).program(dimensions, with_derivatives).steps;
  return static_cast<int>(std::ranges::count_if(
      steps, [](const model::Step& step) { return std::holds_alternative<Step>(step); }));
}

// Returns every source of the catalogue, and every fractal over each, with cells of 1 / frequency.
inline std::vector<NamedField> every_field(double frequency, std::uint64_t seed = 1,
                                           bool aligned = false) {
  std::vector<NamedField> fields;
  for (const graph::Source& source : graph::sources()) {
    const Field single = source.make(seed, frequency);
    fields.push_back({std::string(source.name), single});
    for (const graph::FractalKind& fractal : graph::fractals()) {
      if (fractal.is_product && source.name == "coordinate") continue;
      fields.push_back({std::string(source.name) + "/" + std::string(fractal.name),
                        fractal.make(single, {.octaves = 5, .aligned = aligned})});
    }
  }
  return fields;
}

// Restores the instruction set in use, such as that of PERLANE_ISA, when it is destroyed.
class IsaGuard {
 public:
  IsaGuard() = default;
  IsaGuard(const IsaGuard&) = delete;
  IsaGuard& operator=(const IsaGuard&) = delete;
  ~IsaGuard() { engine::select_isa(before_, "test"); }

 private:
  std::string_view before_ = active_isa();
};

// Calls body(name) with each instruction set of this CPU forced in turn; with that of PERLANE_ISA
// alone, if the environment has it.
inline void with_every_isa(const std::function<void(std::string_view)>& body) {
  const IsaGuard guard;
  const char* given = std::getenv("PERLANE_ISA");
  for (const std::string_view isa : isas()) {
    if (given != nullptr && *given != '\0' && isa != given) continue;
    SCOPED_TRACE("instruction set " + std::string(isa));
    engine::select_isa(isa, "test");
    body(isa);
  }
}

template <int N>
model::Point point_of(const Grid<N>& grid, std::size_t index) {
  model::Point point{N, false, {}};
  std::ranges::copy(position(grid, index), point.coordinate);
  return point;
}

// Evaluates the grid with the scalar reference, one point at a time.
template <int N>
std::vector<float> fill_by_points(const Grid<N>& grid, const Field& field) {
  std::vector<float> values(samples(grid));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = graph::node_of(field).sample(point_of(grid, i), nullptr);
  return values;
}

// The values of a grid, and their derivatives along each axis.
template <int N>
using PlaneArrays = std::array<std::vector<float>, std::size_t{N + 1}>;

template <int N>
PlaneArrays<N> planes_by_points(const Grid<N>& grid, const Field& field) {
  PlaneArrays<N> planes;
  for (std::size_t i = 0; i < samples(grid); ++i) {
    float derivative[4];
    planes[0].push_back(graph::node_of(field).sample(point_of(grid, i), derivative));
    for (std::size_t axis = 0; axis < N; ++axis) planes[axis + 1].push_back(derivative[axis]);
  }
  return planes;
}

template <int N>
std::vector<float> filled(const Grid<N>& grid, const Field& field, const Options& options = {}) {
  std::vector<float> values(samples(grid));
  fill(std::span<float>(values), grid, field, options);
  return values;
}

template <int N>
PlaneArrays<N> filled_planes(const Grid<N>& grid, const Field& field, const Options& options = {}) {
  PlaneArrays<N> planes;
  for (auto& plane : planes) plane.resize(samples(grid));
  Planes<N> out{.value = planes[0], .derivative = {}};
  for (std::size_t axis = 0; axis < N; ++axis) out.derivative[axis] = planes[axis + 1];
  fill(out, grid, field, options);
  return planes;
}

// The coordinates of all samples of a grid, by axis.
template <int N>
std::array<std::vector<double>, std::size_t{N}> coordinates_of(const Grid<N>& grid) {
  std::array<std::vector<double>, std::size_t{N}> axes;
  for (std::size_t i = 0; i < samples(grid); ++i) {
    const auto at = position(grid, i);
    for (std::size_t axis = 0; axis < N; ++axis) axes[axis].push_back(at[axis]);
  }
  return axes;
}

// Samples one point, whose coordinates are those that `at` begins with.
inline float sample_at(const Field& field, int dimensions, std::span<const double> at) {
  return dimensions == 1   ? sample(field, at[0])
         : dimensions == 2 ? sample(field, at[0], at[1])
         : dimensions == 3 ? sample(field, at[0], at[1], at[2])
                           : sample(field, at[0], at[1], at[2], at[3]);
}

// Samples an array of points, whose axes are those that `axes` begins with.
template <class Real>
std::vector<float> sampled(const Field& field, int dimensions,
                           std::span<const std::vector<Real>> axes) {
  std::vector<float> values(axes[0].size());
  const std::span<float> out(values);
  const auto of = [&](std::size_t axis) { return std::span<const Real>(axes[axis]); };
  if (dimensions == 1) sample(out, field, of(0));
  if (dimensions == 2) sample(out, field, of(0), of(1));
  if (dimensions == 3) sample(out, field, of(0), of(1), of(2));
  if (dimensions == 4) sample(out, field, of(0), of(1), of(2), of(3));
  return values;
}

// Expects equality bit for bit. NaN and the sign of zero count, too.
template <int N>
::testing::AssertionResult same_bits(const std::vector<float>& actual,
                                     const std::vector<float>& expected, const Grid<N>& grid) {
  if (actual.size() != expected.size())
    return ::testing::AssertionFailure() << actual.size() << " samples, not " << expected.size();
  for (std::size_t i = 0; i < actual.size(); ++i) {
    if (std::bit_cast<std::uint32_t>(actual[i]) != std::bit_cast<std::uint32_t>(expected[i])) {
      char text[128];
      std::snprintf(text, sizeof text, "%a, not %a", static_cast<double>(actual[i]),
                    static_cast<double>(expected[i]));
      auto failure = ::testing::AssertionFailure()
                     << "sample " << i << " of " << active_isa() << " is " << text << "; position";
      for (const double coordinate : position(grid, i)) failure << " " << coordinate;
      return failure;
    }
  }
  return ::testing::AssertionSuccess();
}

// Expects that `call` throws, and that the message has every one of the `parts`.
template <class Call>
void expect_rejected(Call call, std::initializer_list<std::string_view> parts) {
  try {
    call();
    ADD_FAILURE() << "not rejected: " << *parts.begin();
  } catch (const std::invalid_argument& error) {
    for (const std::string_view part : parts)
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos)
          << error.what() << "\n  lacks " << part;
  }
}

}  // namespace perlane::testing
