// Cellular noise against brute force over all cells that a proof needs and more, its seams, its
// ranges, its derivatives, and what is drawn.

#include "support/cellular_points.hpp"
#include "support/reference.hpp"

#include "graph/node.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace perlane::testing {
namespace {

constexpr CellularReturn returns[] = {CellularReturn::f1, CellularReturn::f2,
                                      CellularReturn::f2_minus_f1, CellularReturn::value,
                                      CellularReturn::offset_x};

std::string name_of(const Cellular& parameters) {
  return "distance " + std::to_string(static_cast<int>(parameters.distance)) + ", returns " +
         std::to_string(static_cast<int>(parameters.returns)) + ", jitter " +
         std::to_string(parameters.jitter);
}

// The ways to a place from the points of all cells up to `reach` away.
template <std::size_t N>
std::vector<std::array<double, 4>> ways_from_points(const Points& points,
                                                    const std::array<double, N>& place, int reach) {
  std::vector<std::array<double, 4>> ways;
  std::array<int, 4> offset{};
  for (std::size_t axis = 0; axis < N; ++axis) offset[axis] = -reach;
  for (std::size_t axis = 0; axis < N;) {
    std::array<std::int64_t, 4> cell{};
    std::array<double, 4> way{};
    for (std::size_t a = 0; a < N; ++a)
      cell[a] = static_cast<std::int64_t>(std::floor(place[a])) + offset[a];
    const auto at = points.at(cell, N).first;
    for (std::size_t a = 0; a < N; ++a) way[a] = place[a] - (static_cast<double>(cell[a]) + at[a]);
    ways.push_back(way);
    for (axis = 0; axis < N && offset[axis] == reach;) offset[axis++] = -reach;
    if (axis < N) ++offset[axis];
  }
  return ways;
}

// The noise by its definition: all cells up to `reach` away, in binary64. The squares of
// differences and their sums are exact there.
template <std::size_t N>
float brute_force(const Cellular& parameters, const std::array<double, N>& point, int reach) {
  const Points points(parameters);
  double f1 = 1e9, f2 = 1e9, offset_x = 0;
  std::uint32_t value_hash = 0;
  std::array<int, 4> offset{};
  for (std::size_t axis = 0; axis < N; ++axis) offset[axis] = -reach;
  while (true) {
    std::array<std::int64_t, 4> cell{};
    std::array<double, 4> from{};
    for (std::size_t axis = 0; axis < N; ++axis)
      cell[axis] = static_cast<std::int64_t>(std::floor(point[axis])) + offset[axis];
    const auto [place, value] = points.at(cell, N);
    for (std::size_t axis = 0; axis < N; ++axis) {
      const double whole = std::floor(point[axis]);
      const auto fraction = static_cast<float>(point[axis] - whole);
      const double f = std::nearbyint(static_cast<double>(fraction) * 0x1p21) * 0x1p-21;
      from[axis] = f - (offset[axis] + place[axis]);
    }
    // In binary32, rounded as the reference rounds.
    float d = 0;
    for (std::size_t axis = N; axis-- > 0;) {
      const auto length = static_cast<float>(std::abs(from[axis]));
      switch (parameters.distance) {
        case Distance::manhattan:
          d = length + d;
          break;
        case Distance::chebyshev:
          d = std::max(length, d);
          break;
        default:
          d = length * length + d;
          break;
      }
    }
    if (d < f1) {
      f2 = f1;
      f1 = d;
      value_hash = value;
      offset_x = 0 - from[0];
    } else if (d < f2) {
      f2 = d;
    }
    std::size_t axis = 0;
    while (axis < N && offset[axis] == reach) offset[axis++] = -reach;
    if (axis == N) break;
    ++offset[axis];
  }
  const auto finished = [&](double d) {
    const auto distance = static_cast<float>(d);
    return parameters.distance == Distance::euclidean ? std::sqrt(distance) : distance;
  };
  switch (parameters.returns) {
    case CellularReturn::f1:
      return finished(f1);
    case CellularReturn::f2:
      return finished(f2);
    case CellularReturn::f2_minus_f1:
      return finished(f2) - finished(f1);
    case CellularReturn::offset_x:
      return static_cast<float>(offset_x);
    default:
      return static_cast<float>(2.0 * (value_hash >> 9) + 1 - 0x1p23) * 0x1p-23f;
  }
}

// Calls body(parameters) for every distance and everything that is returned.
template <class Body>
void for_each_kind(double jitter, const Body& body) {
  for (const Distance distance : distances) {
    for (const CellularReturn what : returns) {
      const Cellular parameters{
          .seed = 7, .frequency = 1, .jitter = jitter, .distance = distance, .returns = what};
      SCOPED_TRACE(name_of(parameters));
      body(parameters);
    }
  }
}

// The same, and borders between cells.
template <class Body>
void for_each_kind_and_edges(double jitter, const Body& body) {
  for_each_kind(jitter, body);
  SCOPED_TRACE("edges");
  body({.seed = 7, .frequency = 1, .jitter = jitter, .returns = CellularReturn::edge});
}

// Random places, and awkward ones: corners, borders and centres of cells, and beside them.
template <std::size_t N>
std::vector<std::array<double, N>> places(std::size_t random, double around) {
  std::vector<std::array<double, N>> result;
  std::mt19937_64 draw(5);
  std::uniform_real_distribution<double> anywhere(-40, 40);
  const double special[] = {0, 0.5, 1, -1e-9, 1e-9, 0.25, 1 - 0x1p-22, 0x1p-22, 0x3p-22};
  for (std::size_t i = 0; i < random; ++i) {
    std::array<double, N> place;
    for (double& coordinate : place) {
      coordinate = around + anywhere(draw);
      if (i % 3 == 0) coordinate = std::floor(coordinate) + special[draw() % 9];
    }
    result.push_back(place);
  }
  return result;
}

template <std::size_t N>
void expect_brute_force(Cellular parameters, std::size_t count, int reach, double around = 0) {
  const Field field = cellular(parameters);
  for (const auto& place : places<N>(count, around)) {
    const float value = std::apply([&](auto... c) { return sample(field, c...); }, place);
    ASSERT_EQ(value, (brute_force<N>(parameters, place, reach)))
        << N << "D " << ::testing::PrintToString(place);
  }
}

TEST(Cellular, EqualsASearchOfAllCells) {
  for (const double jitter : {1.0, 0.7, 0.0}) {
    for_each_kind(jitter, [](const Cellular& parameters) {
      expect_brute_force<1>(parameters, 300, 4);
      expect_brute_force<2>(parameters, 600, 4);
      expect_brute_force<3>(parameters, 100, 4);
      expect_brute_force<4>(parameters, 12, 4);
    });
  }
}

TEST(Cellular, FarFromTheOrigin) {
  for_each_kind(1, [](const Cellular& parameters) {
    for (const double around : {1e9, -3e12, 4294967296.0}) {
      expect_brute_force<2>(parameters, 100, 3, around);
      expect_brute_force<3>(parameters, 30, 3, around);
    }
  });
}

// Periods shorter than the reach of the search, too: then a point is beside itself.
TEST(Cellular, PeriodsEqualASearchOfAllCells) {
  for_each_kind(1, [](Cellular parameters) {
    for (const std::array<std::int64_t, 4> period :
         {std::array<std::int64_t, 4>{1, 1, 1, 1},
          {2, 3, 1, 4},
          {5, 0, 7, 3},
          {std::int64_t{1} << 32, (std::int64_t{1} << 32) - 1, 0, 0}}) {
      parameters.period = period;
      expect_brute_force<1>(parameters, 50, 4);
      expect_brute_force<2>(parameters, 100, 4);
      expect_brute_force<3>(parameters, 20, 4);
    }
  });
}

TEST(Cellular, RepeatsExactly) {
  for_each_kind(1, [](Cellular parameters) {
    parameters.period = {6, 5, 4, 3};
    const Field field = cellular(parameters);
    const Grid<2> here{.shape = {60, 45}, .step = {0.125, 0.125}};
    const Grid<2> there{.shape = {60, 45}, .step = {0.125, 0.125}, .origin = {-600, 35}};
    EXPECT_EQ(filled(here, field), filled(there, field));
    const Grid<3> here3{.shape = {30, 20, 9}, .step = {0.25, 0.25, 0.5}};
    const Grid<3> there3{.shape = {30, 20, 9}, .step = {0.25, 0.25, 0.5}, .origin = {6, -5, 4096}};
    EXPECT_EQ(filled(here3, field), filled(there3, field));
  });
}

// Distances grow no faster than the way: seams are where they jump.
TEST(Cellular, HasNoSeams) {
  for (const Distance distance : distances) {
    for (const CellularReturn what : {CellularReturn::f1, CellularReturn::f2}) {
      const Field field =
          cellular({.seed = 3, .frequency = 1, .distance = distance, .returns = what});
      // Squares grow faster the farther they are; F2 in 3D stays below 2 cells, Manhattan below 3.
      const double steepest = distance == Distance::squared     ? 4
                              : distance == Distance::manhattan ? 3
                                                                : 1;
      for (const double slant : {0.0, 0.37}) {
        const double step = 1.0 / 256;
        float before = sample(field, 0, 0.1, 0.3);
        for (int i = 1; i < 20000; ++i) {
          const double x = i * step;
          const float now = sample(field, x, 0.1 + slant * x, 0.3 - slant * x);
          const double way = distance == Distance::manhattan   ? 1 + 2 * slant
                             : distance == Distance::chebyshev ? 1
                                                               : std::sqrt(1 + 2 * slant * slant);
          ASSERT_LE(std::abs(now - before), step * way * std::max(1.0, steepest / way) + 2e-6) << i;
          before = now;
        }
      }
    }
  }
}

// Distances reach the end of the proven range: where the points of a regular lattice are farthest
// is known.
TEST(Cellular, RangesAreReached) {
  for_each_kind(0, [](const Cellular& parameters) {
    const bool is_distance =
        parameters.returns == CellularReturn::f1 || parameters.returns == CellularReturn::f2;
    if (!is_distance) return;
    const Field field = cellular(parameters);
    for (int dimensions = 1; dimensions <= 4; ++dimensions) {
      const Range bounds = range(field, dimensions);
      float most = 0;
      for (const double t : {0.0, 0.5}) {
        most = std::max(most, dimensions == 1   ? sample(field, t)
                              : dimensions == 2 ? sample(field, t, t)
                              : dimensions == 3 ? sample(field, t, t, t)
                                                : sample(field, t, t, t, t));
      }
      EXPECT_LE(most, bounds.max);
      EXPECT_GE(most, bounds.max * 0.9999f) << dimensions << "D";
      EXPECT_EQ(bounds.min, 0);
    }
  });
}

TEST(Cellular, StaysWithinItsRange) {
  for_each_kind(1, [](const Cellular& parameters) {
    const Field field = cellular(parameters);
    std::vector<float> values(1024 * 1024);
    Range plane{}, space{};
    fill(std::span(values), Grid<2>{.shape = {1024, 1024}, .step = {0.25, 0.25}}, field,
         {.seen = &plane});
    EXPECT_GE(plane.min, range(field, 2).min);
    EXPECT_LE(plane.max, range(field, 2).max);
    if (parameters.returns == CellularReturn::value) {
      EXPECT_LT(plane.min, -0.999f);
      EXPECT_GT(plane.max, 0.999f);
    } else {
      EXPECT_GT(plane.max, range(field, 2).max * 0.66f);
      if (parameters.returns == CellularReturn::offset_x) {
        EXPECT_LT(plane.min, range(field, 2).min * 0.66f);
      }
    }
    values.resize(64 * 64 * 64);
    fill(std::span(values), Grid<3>{.shape = {64, 64, 64}, .step = {0.3, 0.3, 0.3}}, field,
         {.seen = &space});
    EXPECT_GE(space.min, range(field, 3).min);
    EXPECT_LE(space.max, range(field, 3).max);
  });
}

// The nearest border by its definition, in binary64: that of the cells of the nearest point and any
// other. Its distance is a quotient of roots, so rounding differs.
TEST(Cellular, EdgesAreTheNearestBorders) {
  for (const double jitter : {1.0, 0.4}) {
    const Cellular parameters{
        .seed = 7, .frequency = 1, .jitter = jitter, .returns = CellularReturn::edge};
    const Field field = cellular(parameters);
    const Points points(parameters);
    const auto expect = [&]<std::size_t N>(std::array<double, N> place, int reach) {
      const std::vector<std::array<double, 4>> from = ways_from_points(points, place, reach);
      const auto square = [](const std::array<double, 4>& v) {
        return v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3];
      };
      const auto nearest = std::ranges::min_element(from, {}, square);
      double border = 1e9;
      for (const auto& other : from) {
        if (&other == &*nearest) continue;
        std::array<double, 4> between{};
        for (std::size_t a = 0; a < N; ++a) between[a] = other[a] - (*nearest)[a];
        border =
            std::min(border, (square(other) - square(*nearest)) / 2 / std::sqrt(square(between)));
      }
      const float value = std::apply([&](auto... c) { return sample(field, c...); }, place);
      EXPECT_NEAR(value, border, 3e-6) << N << "D " << ::testing::PrintToString(place);
      EXPECT_LE(value, range(field, N).max);
      EXPECT_GE(value, 0);
    };
    for (const auto& place : places<1>(100, 0)) expect(place, 5);
    for (const auto& place : places<2>(300, 0)) expect(place, 5);
    for (const auto& place : places<3>(60, 0)) expect(place, 5);
    for (const auto& place : places<4>(5, 0)) expect(place, 5);
    const Grid<2> plane{.shape = {133, 21}, .step = {0.09, 0.11}, .first = {-70, 1000}};
    const Grid<3> space{.shape = {20, 9, 6}, .step = {0.3, 0.2, 0.1}};
    expect_reference(plane, {"edges", field});
    expect_reference(space, {"edges", field});
  }
}

// Grids of every density are those of the reference: cells much larger than tiles, of some samples,
// and smaller than samples.
TEST(Cellular, GridsAreThoseOfPoints) {
  for (const double jitter : {1.0, 0.3}) {
    for_each_kind_and_edges(jitter, [](const Cellular& parameters) {
      const NamedField named{name_of(parameters), cellular(parameters)};
      for (const double cell : {300.0, 61.0, 12.0, 5.0, 3.1, 1.3, 0.4}) {
        const double step = 1 / cell;
        const Grid<1> line{.shape = {2500}, .step = {step}, .first = {-1200}};
        const Grid<2> plane{.shape = {133, 41}, .step = {step, -step}, .first = {-70, 1000}};
        const Grid<3> space{.shape = {37, 19, 6}, .step = {step, step, step}, .first = {-9, 5, -3}};
        const Grid<4> more{.shape = {18, 5, 3, 6}, .step = {step, step, step, step * 3}};
        expect_reference(line, named);
        expect_reference(plane, named);
        expect_reference(space, named);
        expect_reference(more, named);
      }
    });
  }
}

// Stacks of many tiles, which share lists of boxes: as many as can be kept and more, of one octave
// and of several.
TEST(Cellular, GridsOfWholeStacks) {
  for (const CellularReturn what :
       {CellularReturn::f1, CellularReturn::f2_minus_f1, CellularReturn::value,
        CellularReturn::edge, CellularReturn::offset_y}) {
    for (const double cell : {31.0, 12.0, 7.0}) {
      const Field one = cellular({.seed = 8, .frequency = 1 / cell, .returns = what});
      for (const NamedField& named :
           {NamedField{"one", one}, NamedField{"octaves", fbm(one, {.octaves = 3})}}) {
        expect_reference<3>({.shape = {270, 18, 34}, .first = {-100, 7, -9}}, named);
        expect_reference<4>({.shape = {66, 9, 3, 9}, .first = {-100, 7, -9, 4}}, named);
      }
    }
  }
}

// Offsets along the other axes, in units of coordinate: grids, points and derivatives.
TEST(Cellular, OffsetsAlongEveryAxis) {
  for (const CellularReturn what : {CellularReturn::offset_x, CellularReturn::offset_y,
                                    CellularReturn::offset_z, CellularReturn::offset_w}) {
    for (const double cell : {40.0, 5.0, 0.7}) {
      const NamedField named{"offset", cellular({.seed = 4,
                                                 .frequency = 1 / cell,
                                                 .distance = Distance::manhattan,
                                                 .returns = what})};
      expect_reference<2>({.shape = {133, 41}, .step = {1, -1.3}, .first = {-70, 1000}}, named);
      expect_reference<3>({.shape = {37, 19, 6}, .step = {0.7, 1, 2}, .first = {-9, 5, -3}}, named);
      expect_reference<4>({.shape = {35, 7, 5, 6}, .first = {-9, 5, -3, 7}}, named);
      expect_planes<4>({.shape = {19, 3, 2, 3}}, named);
      expect_points_of<4>({.shape = {19, 3, 2, 3}}, named);
    }
  }
  EXPECT_FALSE(has_dimensions(cellular({.returns = CellularReturn::offset_z}), 2));
  EXPECT_TRUE(has_dimensions(cellular({.returns = CellularReturn::offset_z}), 3));
}

// Large enough for boxes in 4D, too, with points on a lattice, whose borders are equally near, and
// far from the origin.
TEST(Cellular, EdgesOfLargeCells) {
  for (const double jitter : {1.0, 0.3, 0.0}) {
    const NamedField named{
        "edges",
        cellular({.seed = 7, .frequency = 1, .jitter = jitter, .returns = CellularReturn::edge})};
    for (const double cell : {150.0, 40.0, 32.0}) {
      const double step = 1 / cell;
      expect_reference<2>({.shape = {333, 77}, .step = {step, step}, .origin = {-3e12, 1e9}},
                          named);
      expect_reference<3>({.shape = {70, 40, 11}, .step = {-step, step, step}, .origin = {1e9}},
                          named);
      expect_reference<4>({.shape = {50, 13, 7, 6}, .step = {step, step, step, step}}, named);
    }
  }
}

// Boxes that are one sample deep along some axes, of cells around those where boxes begin to pay.
TEST(Cellular, ThinGridsOfBorders) {
  const Field field = cellular({.seed = 7, .frequency = 1, .returns = CellularReturn::edge});
  for (const double cell : {100.0, 32.0, 16.0, 12.0, 8.0}) {
    const double step = 1 / cell;
    const auto expect = [&](const auto& grid) { expect_reference(grid, {"edges", field}); };
    expect(Grid<2>{.shape = {333, 1}, .step = {step, step}, .origin = {1e9}});
    for (const std::array<std::int64_t, 3> shape :
         {std::array<std::int64_t, 3>{133, 37, 1}, {133, 1, 37}, {1, 33, 37}, {66, 37, 2}})
      expect(Grid<3>{.shape = shape, .step = {step, -step, step}, .origin = {-3e12, 1e9}});
    for (const std::array<std::int64_t, 4> shape :
         {std::array<std::int64_t, 4>{77, 21, 1, 1}, {77, 1, 1, 21}, {33, 1, 17, 2}})
      expect(Grid<4>{.shape = shape, .step = {step, step, step, step}, .origin = {1e9}});
  }
}

TEST(Cellular, GridsWithPeriods) {
  for_each_kind_and_edges(1, [](Cellular parameters) {
    for (const std::array<std::int64_t, 4> period :
         {std::array<std::int64_t, 4>{1, 2, 1, 1}, {3, 5, 2, 4}, {0, 7, 0, 0}}) {
      parameters.period = period;
      const NamedField named{name_of(parameters), cellular(parameters)};
      for (const double cell : {40.0, 7.0, 0.7}) {
        const double step = 1 / cell;
        expect_reference<2>({.shape = {100, 30}, .step = {step, step}, .first = {-50, -7}}, named);
        expect_reference<3>({.shape = {40, 9, 5}, .step = {step, step, step}, .first = {-9, 5, -3}},
                            named);
      }
    }
  });
}

// `tile` and `loop` make the positions of a grid jump, so that they are not in order.
TEST(Cellular, GridsOfMappedAxes) {
  for_each_kind_and_edges(1, [](const Cellular& parameters) {
    const Field cells = cellular(parameters);
    expect_reference<2>({.shape = {150, 40}, .step = {0.11, 0.07}},
                        {"in a plane", tile(cells, {7.3, 2.9})});
    expect_reference<3>({.shape = {40, 20, 12}, .step = {0.11, 0.07, 0.13}},
                        {"in space", tile(cells, {7.3, 2.9, 1.3})});
  });
}

// A distance, and its derivatives.
struct Measured {
  double distance = 0;
  std::array<double, 2> slope{};
};

Measured measured(Distance distance, const std::array<double, 4>& way) {
  const auto [x, y, z, w] = way;
  const double wide = std::abs(x), high = std::abs(y), length = std::hypot(x, y);
  const double to_x = x < 0 ? -1 : 1, to_y = y < 0 ? -1 : 1;
  switch (distance) {
    case Distance::euclidean:
      return {length, {x / length, y / length}};
    case Distance::squared:
      return {length * length, {2 * x, 2 * y}};
    case Distance::manhattan:
      return {wide + high, {to_x, to_y}};
    default:
      return {std::max(wide, high), {wide > high ? to_x : 0, wide > high ? 0 : to_y}};
  }
}

// True if a distance has a crease within some 1e-6 of this way.
bool is_near_crease(Distance distance, const std::array<double, 4>& way) {
  const double wide = std::abs(way[0]), high = std::abs(way[1]);
  return distance == Distance::manhattan   ? std::min(wide, high) < 1e-6
         : distance == Distance::chebyshev ? std::abs(wide - high) < 1e-6
                                           : std::hypot(wide, high) < 1e-3;
}

// Derivatives are those of the distances from the nearest points of all cells, in binary64, except
// where two distances are equal.
TEST(Cellular, DerivativesAreThoseOfTheDistances) {
  std::vector<Cellular> kinds;
  for_each_kind_and_edges(1, [&](const Cellular& parameters) { kinds.push_back(parameters); });
  for (const Cellular& parameters : kinds) {
    SCOPED_TRACE(name_of(parameters));
    const Points points(parameters);
    const Grid<2> plane{.shape = {200, 50}, .step = {1.0 / 32, 1.0 / 32}, .origin = {-3, 9}};
    std::vector<float> dx(samples(plane)), dy(samples(plane));
    fill<2>({.value = {}, .derivative = {dx, dy}}, plane, cellular(parameters));
    int compared = 0;
    for (std::size_t i = 0; i < dx.size(); ++i) {
      const auto ways = ways_from_points(points, position(plane, i), 3);
      struct Near {
        Measured from;
        std::array<double, 4> way;
      };
      std::vector<Near> near;
      for (const auto& way : ways) near.push_back({measured(parameters.distance, way), way});
      std::ranges::partial_sort(near, near.begin() + 3, {},
                                [](const Near& n) { return n.from.distance; });
      const auto& [f1, f2] = std::pair(near[0].from, near[1].from);
      const auto are_equal = [](double a, double b) { return std::abs(a - b) < 1e-5; };
      if (are_equal(f1.distance, f2.distance) || are_equal(f2.distance, near[2].from.distance) ||
          is_near_crease(parameters.distance, near[0].way) ||
          is_near_crease(parameters.distance, near[1].way))
        continue;
      std::array<double, 2> expected{};
      for (std::size_t axis = 0; axis < 2; ++axis) {
        switch (parameters.returns) {
          case CellularReturn::f1:
            expected[axis] = f1.slope[axis];
            break;
          case CellularReturn::f2:
            expected[axis] = f2.slope[axis];
            break;
          case CellularReturn::f2_minus_f1:
            expected[axis] = f2.slope[axis] - f1.slope[axis];
            break;
          case CellularReturn::offset_x:
            expected[axis] = axis == 0 ? -1 : 0;
            break;
          default:
            break;
        }
      }
      if (parameters.returns == CellularReturn::edge) {
        // The nearest border is at right angles to the way between its two points.
        std::vector<std::pair<double, std::array<double, 2>>> borders;
        for (const Near& other : near) {
          if (&other == near.data()) continue;
          const double x = other.way[0] - near[0].way[0], y = other.way[1] - near[0].way[1];
          const double between = std::hypot(x, y);
          const auto square = [](const Near& n) { return n.from.distance * n.from.distance; };
          borders.push_back(
              {(square(other) - square(near[0])) / 2 / between, {x / between, y / between}});
        }
        std::ranges::partial_sort(borders, borders.begin() + 2);
        if (are_equal(borders[0].first, borders[1].first)) continue;
        expected = borders[0].second;
      }
      ASSERT_NEAR(dx[i], expected[0], 1e-6) << ::testing::PrintToString(position(plane, i));
      ASSERT_NEAR(dy[i], expected[1], 1e-6) << ::testing::PrintToString(position(plane, i));
      ++compared;
    }
    EXPECT_GT(compared, 9900);  // of 10000
  }
}

TEST(Cellular, DerivativesAreThoseOfTheReference) {
  for_each_kind_and_edges(1, [](const Cellular& parameters) {
    expect_planes<3>({.shape = {37, 5, 3}, .step = {0.25, 0.3, -0.7}, .first = {-9, 5, -3}},
                     {name_of(parameters), cellular(parameters)});
  });
}

TEST(Cellular, DerivativesAreZeroAtPoints) {
  for (const Distance distance : distances) {
    const Field field = cellular({.frequency = 1, .jitter = 0, .distance = distance});
    float value, dx, dy;
    const double x = 3.5, y = -2.5;
    fill<2>({.value = {&value, 1}, .derivative = {std::span(&dx, 1), std::span(&dy, 1)}},
            {.shape = {1, 1}, .origin = {x, y}}, field);
    EXPECT_EQ(value, 0);
    EXPECT_EQ(dx, 0);
    EXPECT_EQ(dy, 0);
  }
}

// On borders, they are those of the lower cell.
TEST(Cellular, DerivativesOnBorders) {
  const Field field = cellular({.frequency = 1, .jitter = 0});
  float dx, dy;
  fill<2>({.value = {}, .derivative = {std::span(&dx, 1), std::span(&dy, 1)}},
          {.shape = {1, 1}, .origin = {4, 2}}, field);
  EXPECT_GT(dx, 0);  // away from the point to the lower left
  EXPECT_GT(dy, 0);
}

// Points are spread evenly over their cells, and do not depend on their neighbours.
TEST(Cellular, PointsAreSpreadEvenly) {
  constexpr int bins = 8, cells = 160;
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{99}}) {
    const Points points({.seed = seed});
    for (const std::size_t dimensions : {std::size_t{2}, std::size_t{3}}) {
      std::vector<int> within(bins * bins * bins), beside(bins * bins);
      double correlation = 0;
      int count = 0;
      for (int y = 0; y < cells; ++y) {
        for (int x = 0; x < cells; ++x, ++count) {
          const auto place = points.at({x - 80, y - 80, 5, 0}, dimensions).first;
          const auto next = points.at({x - 79, y - 80, 5, 0}, dimensions).first;
          const auto bin = [&](double at) {
            return std::min(bins - 1, static_cast<int>(at * bins));
          };
          const int z = dimensions == 3 ? bin(place[2]) : 0;
          ++within[static_cast<std::size_t>((z * bins + bin(place[1])) * bins + bin(place[0]))];
          ++beside[static_cast<std::size_t>(bin(place[1]) * bins + bin(next[1]))];
          correlation += (place[0] - 0.5) * (next[0] - 0.5) * 12;
        }
      }
      const auto chi_square = [&](const std::vector<int>& seen, int used) {
        const double expected = static_cast<double>(count) / used;
        double sum = 0;
        for (int i = 0; i < used; ++i)
          sum += std::pow(seen[static_cast<std::size_t>(i)] - expected, 2) / expected;
        return (sum - used) / std::sqrt(2.0 * used);  // in standard deviations
      };
      EXPECT_LT(std::abs(chi_square(within, dimensions == 3 ? bins * bins * bins : bins * bins)), 5)
          << "seed " << seed << " " << dimensions << "D";
      EXPECT_LT(std::abs(chi_square(beside, bins * bins)), 5) << "seed " << seed;
      EXPECT_LT(std::abs(correlation) / std::sqrt(count), 5) << "seed " << seed;
    }
  }
}

TEST(Cellular, BadInputIsRejected) {
  for (const double jitter : {-0.001, 1.001, std::nan("")})
    expect_rejected([&] { cellular({.jitter = jitter}); }, {"Cellular::jitter is", "0 to 1"});
  for (const double frequency : {0.0, -1.0, std::nan("")})
    expect_rejected([&] { cellular({.frequency = frequency}); },
                    {"Cellular::frequency", "above 0"});
  expect_rejected([] { cellular({.distance = static_cast<Distance>(4)}); },
                  {"Cellular::distance is 4", "chebyshev"});
  expect_rejected([] { cellular({.returns = static_cast<CellularReturn>(9)}); },
                  {"Cellular::returns is 9", "offset_w"});
  expect_rejected(
      [] { cellular({.distance = Distance::manhattan, .returns = CellularReturn::edge}); },
      {"Cellular::distance", "Euclidean", "edge"});
  expect_rejected([] { cellular({.period = {0, -1}}); }, {"Cellular::period[1] is -1"});
  expect_rejected([] { fbm(cellular({.period = {4, 0}}), {.lacunarity = 1.5}); },
                  {"lacunarity", "period"});
}

}  // namespace
}  // namespace perlane::testing
