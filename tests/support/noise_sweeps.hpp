#pragma once
// Sweeps that the tests of noises share: values of every kind of call, and derivatives, against the
// reference and against differences.

#include "support/reference.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace perlane::testing {

// One point by the kernels of the instruction set in use: as an array, and as a grid.
inline float sample_array_at(const Field& field, int dimensions, std::span<const double> point) {
  std::vector<std::vector<double>> axes;
  for (const double coordinate : point) axes.push_back({coordinate});
  return sampled<double>(field, dimensions, axes).front();
}

template <int N>
float fill_one(const Field& field, std::span<const double> point) {
  Grid<N> grid;
  grid.shape.fill(1);
  std::copy_n(point.begin(), N, grid.origin.begin());
  return filled(grid, field).front();
}

// For fields with a frequency of 1: cells of 300 samples to less than one, near the origin and far
// from it, forwards and backwards.
inline void expect_grids_of_every_step(const std::vector<NamedField>& fields) {
  for (const NamedField& named : fields) {
    for (const double step : {0.003, 0.011, 0.031, -0.07, 0.13, 0.3, 1.7, 100.3}) {
      for (const double origin : {0.0, -3.3, 1e7 + 0.1, 0x1p45}) {
        expect_reference<1>({.shape = {997}, .step = {step}, .origin = {origin}}, named);
        expect_reference<2>(
            {.shape = {97, 19}, .step = {step, step * 1.3}, .origin = {origin, 0.7}}, named);
        expect_reference<3>({.shape = {45, 9, 5},
                             .step = {step, -step, step * 1.1},
                             .origin = {origin, 0.7, -origin}},
                            named);
        expect_reference<4>({.shape = {21, 5, 4, 3},
                             .step = {step, -step, step * 1.1, step},
                             .origin = {origin, 0.7, -origin, 0.2}},
                            named);
      }
    }
  }
}

// The same: cells of half a sample to 200, a step for each axis, and the end of lattice
// coordinates.
inline void expect_grids_of_every_cell(const std::vector<NamedField>& fields) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> cell(-1, 7.6), factor(-2, 2);
  for (const NamedField& named : fields) {
    for (int i = 0; i < 24; ++i) {
      const double far = std::array{0.0, 0x1p20, -0x1p31, -0x1p40}[i % 4];
      const auto expect = [&]<int N>(Grid<N> grid) {
        const double step = std::exp2(-cell(random));
        for (double& along : grid.step) along = step * factor(random);
        for (double& origin : grid.origin) origin = (random() % 3 == 0 ? 0 : far) + factor(random);
        expect_reference<N>(grid, named);
      };
      expect(Grid<1>{.shape = {997}});
      expect(Grid<2>{.shape = {97, 37}});
      expect(Grid<3>{.shape = {37, 19, 3}});
      expect(Grid<4>{.shape = {21, 9, 3, 2}});
    }
  }
}

// For fields with a frequency of some hundredths.
inline void expect_grids_of_maps(const std::vector<NamedField>& sources) {
  for (const auto& [name, source] : sources) {
    const Field fields[] = {loop(source, 0, 40), tile(source, {33, 21}),
                            scale(translate(source, {7.3, -1e6}), {-0.5, 3, 1, 1}),
                            fbm(source, {.octaves = 3}) * 0.5f + 1.0f};
    for (const Field& field : fields) {
      expect_reference<2>({.shape = {130, 37}, .origin = {-17.3, 0.2}}, {name, field});
      expect_reference<3>({.shape = {70, 11, 5}, .origin = {-17.3, 0.2, 5}}, {name, field});
      expect_reference<4>({.shape = {37, 9, 5, 2}, .origin = {-17.3, 0.2, 5, -1}}, {name, field});
    }
  }
}

// For fields with a frequency of 1, also on the lattice and half-way, at the limit of coordinates
// and beyond it.
template <class Real>
void expect_points_of(const std::vector<NamedField>& fields) {
  std::vector<Real> special{Real(-1), Real(-0.0), Real(0.5), Real(-0.5), Real(1e-9), Real(-1e-9)};
  for (const double far : {0x1p23, 0x1p31, 0x1p51, 1e300}) {
    const auto value = static_cast<Real>(std::min(far, double{std::numeric_limits<Real>::max()}));
    special.insert(special.end(), {value, -value, std::nextafter(value, Real(0))});
  }
  special.push_back(std::numeric_limits<Real>::quiet_NaN());
  special.push_back(std::numeric_limits<Real>::infinity());
  std::mt19937 random(5);
  std::uniform_real_distribution<Real> uniform(Real(-100), Real(100));
  std::vector<Real> at[4];
  for (int i = 0; i < 997; ++i) {
    for (auto& axis : at)
      axis.push_back(random() % 4 == 0 ? special[random() % special.size()] : uniform(random));
  }
  for (const NamedField& named : fields) {
    for (int dimensions = 1; dimensions <= 4; ++dimensions)
      expect_points<Real>(named, dimensions, at);
  }
}

inline void expect_all_points(const std::vector<NamedField>& fields) {
  expect_points_of<double>(fields);
  expect_points_of<float>(fields);
}

inline void expect_all_planes(const std::vector<NamedField>& fields) {
  for (const NamedField& named : fields) {
    expect_planes<1>({.shape = {997}, .first = {-50}}, named);
    expect_planes<2>({.shape = {130, 37}, .first = {-50, -9}}, named);
    expect_planes<3>({.shape = {70, 9, 5}, .first = {-10, -9, 3}}, named);
    expect_planes<4>({.shape = {37, 9, 5, 3}, .first = {-10, -9, 3, 50}}, named);
  }
}

// For fields with a frequency of 1/4. A derivative is the slope of the chord around its point.
// It is that of a chord on one of both sides where noise jumps nearby.
inline void expect_slopes(const std::vector<NamedField>& fields) {
  constexpr double step = 0x1p-9;
  for (const auto& [name, field] : fields) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> uniform(-100, 100);
    for (int dimensions = 1; dimensions <= 4; ++dimensions) {
      if (!has_dimensions(field, dimensions)) continue;
      // OpenSimplex2 noise jumps as published: in 3D, and the nearest in 4D.
      const bool has_jumps = name.starts_with("OpenSimplex2") &&
                             (dimensions == 3 || (dimensions == 4 && !name.ends_with("S")));
      for (int i = 0; i < 2000; ++i) {
        model::Point point{dimensions, false, {}};
        for (double& coordinate : point.coordinate) coordinate = uniform(random);
        float derivative[4];
        const double here{graph::node_of(field).sample(point, derivative)};
        for (int axis = 0; axis < dimensions; ++axis) {
          model::Point above = point, below = point;
          above.coordinate[axis] += step;
          below.coordinate[axis] -= step;
          const double before = here - double{graph::node_of(field).sample(below, nullptr)},
                       after = double{graph::node_of(field).sample(above, nullptr)} - here;
          const double there{derivative[axis]};
          const auto error = [&](double slope) { return std::abs(there - slope); };
          const double of_sides = std::min(error(before / step), error(after / step));
          const double of_both = error((before + after) / (2 * step));
          EXPECT_LE(has_jumps ? std::min(of_both, of_sides) : of_both, 2e-3)
              << name << " in " << dimensions << "D, axis " << axis;
        }
      }
    }
  }
}

}  // namespace perlane::testing
