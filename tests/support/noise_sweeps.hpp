#pragma once
// Sweeps that the tests of noises in 2D and 3D share, some of which are in 4D too: values of every
// kind of call against the reference, derivatives, and the proof of the range of OpenSimplex2
// noise.

#include "model/open_simplex.hpp"
#include "support/signed_bound.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace perlane::testing {

inline float sample_array_at(const Field& field, int dimensions, std::span<const double> point) {
  const auto of = [&](std::size_t axis) { return point.subspan(axis, 1); };
  float value;
  const std::span<float> out(&value, 1);
  if (dimensions == 2) {
    sample(out, field, of(0), of(1));
  } else if (dimensions == 3) {
    sample(out, field, of(0), of(1), of(2));
  } else {
    sample(out, field, of(0), of(1), of(2), of(3));
  }
  return value;
}

inline bool has_4d(const Field& field) { return graph::node_of(field).dimensions().most == 4; }

template <int N>
float fill_one(const Field& field, std::span<const double> point) {
  Grid<N> grid;
  grid.shape.fill(1);
  std::copy_n(point.begin(), N, grid.origin.begin());
  return filled(grid, field).front();
}

// Every instruction set against the reference, bit for bit.
template <int N>
void expect_reference(const NamedField& named, const Grid<N>& grid) {
  const std::vector<float> expected = fill_by_points(grid, named.field);
  with_every_isa([&](std::string_view) {
    EXPECT_TRUE(same_bits(filled(grid, named.field), expected, grid))
        << named.name << " in " << N << "D, step " << grid.step[0] << ", origin " << grid.origin[0];
  });
}

// For fields with a frequency of 1: cells of 300 samples to less than one, near the origin and far
// from it, forwards and backwards.
inline void expect_grids_of_every_step(const std::vector<NamedField>& fields) {
  for (const NamedField& named : fields) {
    for (const double step : {0.003, 0.031, -0.07, 0.13, 0.3, 1.7, 100.3}) {
      for (const double origin : {0.0, -3.3, 1e7 + 0.1, 0x1p45}) {
        expect_reference<2>(
            named, {.shape = {97, 19}, .step = {step, step * 1.3}, .origin = {origin, 0.7}});
        expect_reference<3>(named, {.shape = {45, 9, 5},
                                    .step = {step, -step, step * 1.1},
                                    .origin = {origin, 0.7, -origin}});
        if (has_4d(named.field)) {
          expect_reference<4>(named, {.shape = {21, 5, 4, 3},
                                      .step = {step, -step, step * 1.1, step},
                                      .origin = {origin, 0.7, -origin, 0.2}});
        }
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
        expect_reference<N>(named, grid);
      };
      expect(Grid<2>{.shape = {97, 37}});
      expect(Grid<3>{.shape = {37, 19, 3}});
      if (has_4d(named.field)) expect(Grid<4>{.shape = {21, 9, 3, 2}});
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
      expect_reference<2>({name, field}, {.shape = {130, 37}, .origin = {-17.3, 0.2}});
      expect_reference<3>({name, field}, {.shape = {70, 11, 5}, .origin = {-17.3, 0.2, 5}});
      if (!has_4d(field)) continue;
      expect_reference<4>({name, field}, {.shape = {37, 9, 5, 2}, .origin = {-17.3, 0.2, 5, -1}});
    }
  }
}

template <class Real>
void expect_points(const NamedField& named, int dimensions, std::vector<Real> (&at)[4]) {
  const std::size_t count = at[0].size();
  std::vector<float> values(count), expected(count);
  const auto of = [&](int axis) { return std::span<const Real>(at[axis]); };
  const std::span<float> out(values);
  if (dimensions == 2) {
    sample(out, named.field, of(0), of(1));
  } else if (dimensions == 3) {
    sample(out, named.field, of(0), of(1), of(2));
  } else {
    sample(out, named.field, of(0), of(1), of(2), of(3));
  }
  for (std::size_t i = 0; i < count; ++i) {
    model::Point point{dimensions, sizeof(Real) == 4, {}};
    for (int axis = 0; axis < dimensions; ++axis)
      point.coordinate[axis] = static_cast<double>(at[axis][i]);
    expected[i] = graph::node_of(named.field).sample(point, nullptr);
    ASSERT_EQ(std::bit_cast<std::uint32_t>(values[i]), std::bit_cast<std::uint32_t>(expected[i]))
        << named.name << " in " << dimensions << "D: " << point.coordinate[0] << " "
        << point.coordinate[1] << " " << point.coordinate[2] << " " << point.coordinate[3];
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
  with_every_isa([&](std::string_view) {
    for (const NamedField& named : fields) {
      expect_points(named, 2, at);
      expect_points(named, 3, at);
      if (has_4d(named.field)) expect_points(named, 4, at);
    }
  });
}

inline void expect_all_points(const std::vector<NamedField>& fields) {
  expect_points_of<double>(fields);
  expect_points_of<float>(fields);
}

template <int N>
void expect_planes(const NamedField& named, const Grid<N>& grid) {
  std::array<std::vector<float>, N> plane, expected;
  Planes<N> planes;
  for (std::size_t axis = 0; axis < N; ++axis) {
    plane[axis].resize(samples(grid));
    planes.derivative[axis] = plane[axis];
  }
  fill(planes, grid, named.field);
  for (std::size_t i = 0; i < samples(grid); ++i) {
    const auto at = position(grid, i);
    model::Point point{N, false, {}};
    std::copy(at.begin(), at.end(), point.coordinate);
    float derivative[4];
    graph::node_of(named.field).sample(point, derivative);
    for (std::size_t axis = 0; axis < N; ++axis) expected[axis].push_back(derivative[axis]);
  }
  for (std::size_t axis = 0; axis < N; ++axis)
    EXPECT_TRUE(same_bits(plane[axis], expected[axis], grid)) << named.name << ", axis " << axis;
}

inline void expect_all_planes(const std::vector<NamedField>& fields) {
  with_every_isa([&](std::string_view) {
    for (const NamedField& named : fields) {
      expect_planes<2>(named, {.shape = {130, 37}, .first = {-50, -9}});
      expect_planes<3>(named, {.shape = {70, 9, 5}, .first = {-10, -9, 3}});
      if (!has_4d(named.field)) continue;
      expect_planes<4>(named, {.shape = {37, 9, 5, 3}, .first = {-10, -9, 3, 50}});
    }
  });
}

// For fields with a frequency of 1/4, some of which jump in 3D and 4D.
inline void expect_slopes(const std::vector<NamedField>& fields) {
  constexpr double step = 0x1p-9;
  for (const auto& [name, field] : fields) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> uniform(-100, 100);
    for (int dimensions = 2; dimensions <= (has_4d(field) ? 4 : 3); ++dimensions) {
      int jumps = 0;
      for (int i = 0; i < 2000; ++i) {
        model::Point point{dimensions, false, {}};
        for (double& coordinate : point.coordinate) coordinate = uniform(random);
        float derivative[4];
        graph::node_of(field).sample(point, derivative);
        for (int axis = 0; axis < dimensions; ++axis) {
          model::Point above = point, below = point;
          above.coordinate[axis] += step;
          below.coordinate[axis] -= step;
          const double difference = (double{graph::node_of(field).sample(above, nullptr)} -
                                     double{graph::node_of(field).sample(below, nullptr)}) /
                                    (2 * step);
          if (std::abs(derivative[axis] - difference) > 2e-3) ++jumps;
        }
      }
      // OpenSimplex2 noise jumps as published: in 3D, and the nearest in 4D.
      const bool is_jumping = name.starts_with("OpenSimplex2") &&
                              (dimensions == 3 || (dimensions == 4 && !name.ends_with("S")));
      EXPECT_LE(jumps, is_jumping ? 60 : 0) << name << " in " << dimensions << "D";
    }
  }
}

template <int N, class Noise>
std::vector<Vector<N>> magnitudes(const Noise& noise) {
  const model::GradientSet& set = *noise.gradients[N - 1];
  std::vector<Vector<N>> vectors;
  for (std::size_t i = 0; i < std::size_t{set.count}; ++i) {
    Vector<N> vector;
    for (std::size_t axis = 0; axis < N; ++axis)
      vector[axis] = std::abs(static_cast<double>(set.component[axis][i]));
    vectors.push_back(vector);
  }
  std::ranges::sort(vectors);
  vectors.erase(std::ranges::unique(vectors).begin(), vectors.end());
  return vectors;
}

// The stated range is the proven one and what binary32 may add, and no wider.
template <int N>
void expect_bound(const Field& field, double proven) {
  EXPECT_NEAR(graph::node_of(field).bounds(N).max, proven + 4e-6, 2e-9) << N << "D";
  EXPECT_EQ(graph::node_of(field).bounds(N).min, -graph::node_of(field).bounds(N).max);
}

// All points of a lattice that lie within a cube.
template <int N>
void add_lattice(double from, double to, std::vector<Vector<N>>& vertices) {
  Vector<N> vertex;
  vertex.fill(from);
  for (int axis = 0; axis < N;) {
    vertices.push_back(vertex);
    for (axis = 0; axis < N && (vertex[static_cast<std::size_t>(axis)] += 1) > to; ++axis)
      vertex[static_cast<std::size_t>(axis)] = from;
  }
}

// All permutations of the gradients, and of what is opposite to them.
inline std::vector<Vector<4>> all_orders(const model::GradientSet& set) {
  std::vector<Vector<4>> vectors;
  for (std::size_t i = 0; i < std::size_t{set.count}; ++i) {
    for (const double sign : {1.0, -1.0}) {
      Vector<4> vector;
      for (std::size_t axis = 0; axis < 4; ++axis)
        vector[axis] = sign * static_cast<double>(set.component[axis][i]);
      std::ranges::sort(vector);
      do vectors.push_back(vector);
      while (std::ranges::next_permutation(vector).found);
    }
  }
  std::ranges::sort(vectors);
  vectors.erase(std::ranges::unique(vectors).begin(), vectors.end());
  return vectors;
}

// All vertices in reach together, of which the noise leaves some out.
inline void expect_proven_open_simplex(const Field& field) {
  const auto& noise = *std::get<const model::OpenSimplexNoise*>(*graph::node_of(field).noise());
  const auto reach = [&](int dimensions) {
    return double{model::open_simplex_reach(dimensions, noise.is_smooth)};
  };
  const auto edges = magnitudes<3>(noise);
  const auto directions = magnitudes<2>(noise);
  SimplexBound<2> flat{(3 - std::sqrt(3.0)) / 6, reach(2), directions, true, {}};
  add_lattice<2>(-1, 2, flat.vertices);
  expect_bound<2>(field, flat.largest_value(1e-9).upper);
  SimplexBound<3> solid{0, reach(3), edges, true, {}};
  add_lattice<3>(0, 1, solid.vertices);
  add_lattice<3>(-0.5, 1.5, solid.vertices);
  expect_bound<3>(field, solid.largest_value(1e-9).upper);
  if (!has_4d(field)) return;
  SignedBound<4> hyper{(5 - std::sqrt(5.0)) / 20, reach(4), {}};
  for (const model::NearVertex& near : model::near_vertices.at) {
    const auto [x, y, z, w] = near.step;
    const Vector<4> at{double(x), double(y), double(z), double(w)};
    hyper.vertices.push_back({at, all_orders(*noise.gradients[3])});
  }
  expect_bound<4>(field, hyper.largest_value(1e-9).upper);
}

}  // namespace perlane::testing
