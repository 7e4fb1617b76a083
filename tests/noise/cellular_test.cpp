// Cellular noise against brute force over all cells that a proof needs and more, its seams, its
// ranges, its derivatives, and what is drawn.

#include "support/testing.hpp"

#include "graph/noise/lattice.hpp"
#include "graph/node.hpp"
#include "reference/lattice.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace perlane::testing {
namespace {

constexpr Distance distances[] = {Distance::euclidean, Distance::squared, Distance::manhattan,
                                  Distance::chebyshev};
constexpr CellularReturn returns[] = {CellularReturn::f1, CellularReturn::f2,
                                      CellularReturn::f2_minus_f1, CellularReturn::value};

std::string name_of(const Cellular& parameters) {
  return "distance " + std::to_string(static_cast<int>(parameters.distance)) + ", returns " +
         std::to_string(static_cast<int>(parameters.returns)) + ", jitter " +
         std::to_string(parameters.jitter);
}

// The points of a field of frequency 1 and without shift.
class Points {
 public:
  explicit Points(const Cellular& parameters)
      : parameters_(parameters),
        key_(graph::hash_key(static_cast<std::uint64_t>(parameters.seed))) {}

  // The place of the point of a cell in it, and the word of its value.
  std::pair<std::array<double, 4>, std::uint32_t> at(std::array<std::int64_t, 4> cell,
                                                     std::size_t dimensions) const {
    std::uint32_t coordinate[4];
    for (std::size_t axis = 0; axis < dimensions; ++axis) {
      const std::int64_t period =
          parameters_.period[axis] == 0 ? std::int64_t{1} << 32 : parameters_.period[axis];
      coordinate[axis] = static_cast<std::uint32_t>(((cell[axis] % period) + period) % period);
    }
    const std::uint32_t xy = reference::last_round(reference::hash(key_, {coordinate, dimensions}));
    const std::uint32_t zw = reference::last_round(xy);
    const std::uint32_t drawn[4] = {xy >> 16, xy & 0xffff, zw >> 16, zw & 0xffff};
    std::array<double, 4> place{};
    for (std::size_t axis = 0; axis < dimensions; ++axis) {
      // The centre of the cell, and its part of what the jitter says, in binary32.
      const double spread = parameters_.jitter / 65536;
      const auto first = static_cast<float>(6 - 32767.5 * spread);
      const float at = static_cast<float>(drawn[axis]) * static_cast<float>(spread) + first;
      place[axis] = static_cast<double>(at) - 5.5;
    }
    return {place, reference::last_round(zw)};
  }

 private:
  Cellular parameters_;
  model::HashKey key_;
};

// The noise by its definition: all cells up to `reach` away, in binary64. The squares of
// differences and their sums are exact there.
template <std::size_t N>
float brute_force(const Cellular& parameters, const std::array<double, N>& point, int reach) {
  const Points points(parameters);
  double f1 = 1e9, f2 = 1e9;
  std::uint32_t word = 0;
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
      from[axis] = std::abs(f - (offset[axis] + place[axis]));
    }
    // In binary32, rounded as the reference rounds.
    float d = 0;
    for (std::size_t axis = N; axis-- > 0;) {
      const auto length = static_cast<float>(from[axis]);
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
      word = value;
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
    default:
      return static_cast<float>(2.0 * (word >> 9) + 1 - 0x1p23) * 0x1p-23f;
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

TEST(Cellular, IsThatOfAllCells) {
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
TEST(Cellular, Periods) {
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
      std::vector<std::array<double, 4>> from;
      std::array<int, 4> offset{};
      for (std::size_t axis = 0; axis < N; ++axis) offset[axis] = -reach;
      for (std::size_t axis = 0; axis < N;) {
        std::array<std::int64_t, 4> cell{};
        std::array<double, 4> difference{};
        for (std::size_t a = 0; a < N; ++a)
          cell[a] = static_cast<std::int64_t>(std::floor(place[a])) + offset[a];
        const auto at = points.at(cell, N).first;
        for (std::size_t a = 0; a < N; ++a)
          difference[a] = place[a] - (static_cast<double>(cell[a]) + at[a]);
        from.push_back(difference);
        for (axis = 0; axis < N && offset[axis] == reach;) offset[axis++] = -reach;
        if (axis < N) ++offset[axis];
      }
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
    const auto of_plane = fill_by_points(plane, field), of_space = fill_by_points(space, field);
    with_every_isa([&](std::string_view) {
      EXPECT_TRUE(same_bits(filled(plane, field), of_plane, plane));
      EXPECT_TRUE(same_bits(filled(space, field), of_space, space));
    });
  }
}

// Grids of every density are those of the reference: cells much larger than tiles, of some samples,
// and smaller than samples.
TEST(Cellular, GridsAreThoseOfPoints) {
  for (const double jitter : {1.0, 0.3}) {
    for_each_kind_and_edges(jitter, [](const Cellular& parameters) {
      const Field field = cellular(parameters);
      for (const double cell : {300.0, 61.0, 12.0, 5.0, 3.1, 1.3, 0.4}) {
        const double step = 1 / cell;
        const Grid<1> line{.shape = {2500}, .step = {step}, .first = {-1200}};
        const Grid<2> plane{.shape = {133, 41}, .step = {step, -step}, .first = {-70, 1000}};
        const Grid<3> space{.shape = {37, 19, 6}, .step = {step, step, step}, .first = {-9, 5, -3}};
        const Grid<4> more{.shape = {18, 5, 3, 6}, .step = {step, step, step, step * 3}};
        const auto of_line = fill_by_points(line, field);
        const auto of_plane = fill_by_points(plane, field);
        const auto of_space = fill_by_points(space, field);
        const auto of_more = fill_by_points(more, field);
        with_every_isa([&](std::string_view) {
          EXPECT_TRUE(same_bits(filled(line, field), of_line, line)) << cell;
          EXPECT_TRUE(same_bits(filled(plane, field), of_plane, plane)) << cell;
          EXPECT_TRUE(same_bits(filled(space, field), of_space, space)) << cell;
          EXPECT_TRUE(same_bits(filled(more, field), of_more, more)) << cell;
        });
      }
    });
  }
}

// Stacks of many tiles, which share lists of boxes: as many as can be kept and more, of one octave
// and of several.
TEST(Cellular, GridsOfWholeStacks) {
  for (const CellularReturn what : {CellularReturn::f1, CellularReturn::f2_minus_f1,
                                    CellularReturn::value, CellularReturn::edge}) {
    for (const double cell : {31.0, 12.0, 7.0}) {
      const Field one = cellular({.seed = 8, .frequency = 1 / cell, .returns = what});
      for (const Field& field : {one, fbm(one, {.octaves = 3})}) {
        const Grid<3> space{.shape = {270, 18, 34}, .first = {-100, 7, -9}};
        const Grid<4> more{.shape = {66, 9, 3, 9}, .first = {-100, 7, -9, 4}};
        const auto of_space = fill_by_points(space, field);
        const auto of_more = fill_by_points(more, field);
        with_every_isa([&](std::string_view) {
          EXPECT_TRUE(same_bits(filled(space, field), of_space, space)) << cell;
          EXPECT_TRUE(same_bits(filled(more, field), of_more, more)) << cell;
        });
      }
    }
  }
}

// Large enough for boxes in 4D, too, with points on a lattice, whose borders are equally near, and
// far from the origin.
TEST(Cellular, EdgesOfLargeCells) {
  for (const double jitter : {1.0, 0.3, 0.0}) {
    const Field field =
        cellular({.seed = 7, .frequency = 1, .jitter = jitter, .returns = CellularReturn::edge});
    for (const double cell : {150.0, 40.0, 32.0}) {
      const double step = 1 / cell;
      const Grid<2> plane{.shape = {333, 77}, .step = {step, step}, .origin = {-3e12, 1e9}};
      const Grid<3> space{.shape = {70, 40, 11}, .step = {-step, step, step}, .origin = {1e9}};
      const Grid<4> more{.shape = {50, 13, 7, 6}, .step = {step, step, step, step}};
      const auto of_plane = fill_by_points(plane, field);
      const auto of_space = fill_by_points(space, field);
      const auto of_more = fill_by_points(more, field);
      with_every_isa([&](std::string_view) {
        EXPECT_TRUE(same_bits(filled(plane, field), of_plane, plane)) << cell;
        EXPECT_TRUE(same_bits(filled(space, field), of_space, space)) << cell;
        EXPECT_TRUE(same_bits(filled(more, field), of_more, more)) << cell;
      });
    }
  }
}

// Boxes that are one sample deep along some axes, of cells around those where boxes begin to pay.
TEST(Cellular, ThinGridsOfBorders) {
  const Field field = cellular({.seed = 7, .frequency = 1, .returns = CellularReturn::edge});
  for (const double cell : {100.0, 32.0, 16.0, 12.0, 8.0}) {
    const double step = 1 / cell;
    const auto expect = [&](const auto& grid) {
      const auto expected = fill_by_points(grid, field);
      with_every_isa([&](std::string_view) {
        EXPECT_TRUE(same_bits(filled(grid, field), expected, grid)) << cell;
      });
    };
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
      const Field field = cellular(parameters);
      for (const double cell : {40.0, 7.0, 0.7}) {
        const double step = 1 / cell;
        const Grid<2> plane{.shape = {100, 30}, .step = {step, step}, .first = {-50, -7}};
        const Grid<3> space{.shape = {40, 9, 5}, .step = {step, step, step}, .first = {-9, 5, -3}};
        const auto of_plane = fill_by_points(plane, field);
        const auto of_space = fill_by_points(space, field);
        with_every_isa([&](std::string_view) {
          EXPECT_TRUE(same_bits(filled(plane, field), of_plane, plane)) << cell;
          EXPECT_TRUE(same_bits(filled(space, field), of_space, space)) << cell;
        });
      }
    }
  });
}

// `tile` and `loop` make the positions of a grid jump, so that they are not in order.
TEST(Cellular, GridsOfMappedAxes) {
  for_each_kind_and_edges(1, [](const Cellular& parameters) {
    const Field folded = tile(cellular(parameters), {7.3, 2.9});
    const Grid<2> plane{.shape = {150, 40}, .step = {0.11, 0.07}};
    const auto expected = fill_by_points(plane, folded);
    const Field in_space = tile(cellular(parameters), {7.3, 2.9, 1.3});
    const Grid<3> space{.shape = {40, 20, 12}, .step = {0.11, 0.07, 0.13}};
    const auto of_space = fill_by_points(space, in_space);
    with_every_isa([&](std::string_view) {
      EXPECT_TRUE(same_bits(filled(plane, folded), expected, plane));
      EXPECT_TRUE(same_bits(filled(space, in_space), of_space, space));
    });
  });
}

// Derivatives are those of the distances. Across a border between cells they jump, so a difference
// may be that of the other side.
TEST(Cellular, Derivatives) {
  for_each_kind(1, [](const Cellular& parameters) {
    const Field field = cellular(parameters);
    const double step = 0x1p-9;
    const Grid<2> plane{.shape = {200, 50}, .step = {step * 16, step * 16}, .origin = {-3, 9}};
    std::vector<float> value(samples(plane)), dx(samples(plane)), dy(samples(plane));
    fill<2>({.value = value, .derivative = {dx, dy}}, plane, field);
    int differ = 0;
    for (std::size_t i = 0; i < value.size(); ++i) {
      const auto [x, y] = position(plane, i);
      const double along_x = (sample(field, x + step, y) - sample(field, x - step, y)) / 2 / step;
      const double along_y = (sample(field, x, y + step) - sample(field, x, y - step)) / 2 / step;
      const bool is_near = std::abs(along_x - dx[i]) < 0.02 && std::abs(along_y - dy[i]) < 0.02;
      differ += is_near ? 0 : 1;
      if (parameters.returns == CellularReturn::value) {
        EXPECT_EQ(dx[i], 0);
      }
    }
    if (parameters.returns != CellularReturn::value) {
      EXPECT_LT(differ, 600);  // of 10000
    }
  });
}

// On grids and at points, those of the reference.
TEST(Cellular, DerivativesAreTheSameEverywhere) {
  std::vector<Cellular> kinds;
  for_each_kind(1, [&](const Cellular& parameters) { kinds.push_back(parameters); });
  kinds.push_back({.frequency = 1, .returns = CellularReturn::edge});
  for (const Cellular& parameters : kinds) {
    const Field field = cellular(parameters);
    const Grid<3> space{.shape = {37, 5, 3}, .step = {0.25, 0.3, -0.7}, .first = {-9, 5, -3}};
    std::vector<float> expected[3];
    for (std::size_t i = 0; i < samples(space); ++i) {
      const auto [x, y, z] = position(space, i);
      float slope[4];
      graph::node_of(field).sample({3, false, {x, y, z}}, slope);
      for (std::size_t axis = 0; axis < 3; ++axis) expected[axis].push_back(slope[axis]);
    }
    with_every_isa([&](std::string_view) {
      std::vector<float> value(samples(space)), dx = value, dy = value, dz = value;
      fill<3>({.value = value, .derivative = {dx, dy, dz}}, space, field);
      EXPECT_TRUE(same_bits(dx, expected[0], space)) << name_of(parameters);
      EXPECT_TRUE(same_bits(dy, expected[1], space)) << name_of(parameters);
      EXPECT_TRUE(same_bits(dz, expected[2], space)) << name_of(parameters);
    });
  }
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

TEST(Cellular, Refusals) {
  for (const double jitter : {-0.001, 1.001, std::nan("")})
    expect_refused([&] { cellular({.jitter = jitter}); }, {"Cellular::jitter is", "0 to 1"});
  for (const double frequency : {0.0, -1.0, std::nan("")})
    expect_refused([&] { cellular({.frequency = frequency}); }, {"Cellular::frequency", "above 0"});
  expect_refused([] { cellular({.distance = static_cast<Distance>(4)}); },
                 {"Cellular::distance is 4", "chebyshev"});
  expect_refused([] { cellular({.returns = static_cast<CellularReturn>(5)}); },
                 {"Cellular::returns is 5", "edge"});
  expect_refused(
      [] { cellular({.distance = Distance::manhattan, .returns = CellularReturn::edge}); },
      {"Cellular::distance", "Euclidean", "edge"});
  expect_refused([] { cellular({.period = {0, -1}}); }, {"Cellular::period[1] is -1"});
  expect_refused([] { fbm(cellular({.period = {4}}), {.lacunarity = 1.5}); },
                 {"lacunarity", "period"});
}

}  // namespace
}  // namespace perlane::testing
