#pragma once
// Helpers that the tests share: every instruction set, every field, grids evaluated point by point,
// and floats compared as bits.

#include <perlane/perlane.hpp>

#include "engine/dispatch.hpp"
#include "graph/catalogue/catalogue.hpp"
#include "graph/node.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <functional>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace perlane::testing {

struct NamedField {
  std::string name;
  Field field;
};

// Returns every source of the catalogue that has 1 to 4 dimensions, and every fractal over each,
// with cells of 1 / frequency.
inline std::vector<NamedField> every_field(double frequency, std::uint64_t seed = 1,
                                           bool aligned = false) {
  std::vector<NamedField> fields;
  for (const graph::Source& source : graph::sources()) {
    const Field single = source.make(seed, frequency);
    const auto [least, most] = graph::node_of(single).dimensions();
    if (least > 1 || most < 4) continue;
    fields.push_back({std::string(source.name), single});
    for (const graph::FractalKind& fractal : graph::fractals()) {
      if (fractal.is_product && source.name == "coordinate") continue;
      fields.push_back({std::string(source.name) + "/" + std::string(fractal.name),
                        fractal.make(single, {.octaves = 5, .aligned = aligned})});
    }
  }
  return fields;
}

// Calls body(name) with each instruction set of this CPU forced in turn.
inline void with_every_isa(const std::function<void(std::string_view)>& body) {
  for (const std::string_view isa : isas()) {
    SCOPED_TRACE("instruction set " + std::string(isa));
    engine::select(isa, "test");
    body(isa);
  }
  engine::select(isas().front(), "test");
}

template <int N>
std::size_t samples(const Grid<N>& grid) {
  std::size_t count = 1;
  for (const std::int64_t extent : grid.shape) count *= static_cast<std::size_t>(extent);
  return count;
}

template <int N>
std::array<double, std::size_t{N}> position(const Grid<N>& grid, std::size_t index) {
  std::array<double, std::size_t{N}> point;
  for (std::size_t axis = 0; axis < N; ++axis) {
    const auto extent = static_cast<std::size_t>(grid.shape[axis]);
    point[axis] =
        grid.origin[axis] +
        static_cast<double>(grid.first[axis] + static_cast<std::int64_t>(index % extent)) *
            grid.step[axis];
    index /= extent;
  }
  return point;
}

// Evaluates the grid with the scalar reference, one point at a time.
template <int N>
std::vector<float> fill_by_points(const Grid<N>& grid, const Field& field) {
  std::vector<float> values(samples(grid));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto at = position(grid, i);
    model::Point point{N, false, {}};
    std::copy(at.begin(), at.end(), point.coordinate);
    values[i] = graph::node_of(field).sample(point, nullptr);
  }
  return values;
}

template <int N>
std::vector<float> filled(const Grid<N>& grid, const Field& field, const Options& options = {}) {
  std::vector<float> values(samples(grid));
  fill(std::span<float>(values), grid, field, options);
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
void expect_refused(Call call, std::initializer_list<std::string_view> parts) {
  try {
    call();
    ADD_FAILURE() << "not refused: " << *parts.begin();
  } catch (const std::invalid_argument& error) {
    for (const std::string_view part : parts)
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos)
          << error.what() << "\n  lacks " << part;
  }
}

}  // namespace perlane::testing
