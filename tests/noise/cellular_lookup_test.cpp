// Fields at the nearest points of cellular noise: their definition, flat cells, and kernels against
// the reference.

#include "support/cellular_points.hpp"
#include "support/reference.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

namespace perlane::testing {
namespace {

// A field that is another number wherever a point is moved to.
Field anything(double frequency) {
  return white({.seed = 3, .frequency = 977.7 * frequency}) +
         perlin({.seed = 9, .frequency = 0.3 * frequency});
}

// The nearest point to a place of all cells up to `reach` away, in points of frequency 1. Distances
// are rounded as the reference rounds them.
template <std::size_t N>
std::array<double, N> nearest_point(const Cellular& cells, const std::array<double, N>& sample,
                                    int reach) {
  const Points points(cells);
  std::array<double, N> nearest{};
  float least = 1e9f;
  std::array<int, N> offset;
  offset.fill(-reach);
  for (std::size_t axis = 0; axis < N;) {
    std::array<std::int64_t, 4> cell{};
    for (std::size_t a = 0; a < N; ++a)
      cell[a] = static_cast<std::int64_t>(std::floor(sample[a])) + offset[a];
    const std::array<double, 4> place = points.at(cell, N).first;
    float distance = 0;
    for (std::size_t a = N; a-- > 0;) {
      const auto fraction = static_cast<float>(sample[a] - std::floor(sample[a]));
      const double f = std::nearbyint(static_cast<double>(fraction) * 0x1p21) * 0x1p-21;
      const auto way = static_cast<float>(std::abs(f - (offset[a] + place[a])));
      const bool is_square =
          cells.distance == Distance::euclidean || cells.distance == Distance::squared;
      const float along = is_square ? way * way : way;
      distance =
          cells.distance == Distance::chebyshev ? std::max(along, distance) : along + distance;
    }
    if (distance < least) {
      least = distance;
      for (std::size_t a = 0; a < N; ++a) {
        const std::int64_t period = cells.period[a];
        if (period != 0) cell[a] = (cell[a] % period + period) % period;
        nearest[a] = static_cast<double>(cell[a]) + place[a];
      }
    }
    for (axis = 0; axis < N && offset[axis] == reach;) offset[axis++] = -reach;
    if (axis < N) ++offset[axis];
  }
  return nearest;
}

template <std::size_t N>
void expect_definition(const Cellular& cells, std::size_t count, double around = 0) {
  const Field field = anything(1), lookup = cellular_lookup(field, cells);
  std::mt19937_64 draw(5);
  std::uniform_real_distribution<double> anywhere(-40, 40);
  const double special[] = {0, 0.5, 1 - 0x1p-22, 0x1p-22};
  for (std::size_t i = 0; i < count; ++i) {
    std::array<double, N> place;
    for (double& c : place) {
      c = around + anywhere(draw);
      if (i % 3 == 0) c = std::floor(c) + special[draw() % 4];
    }
    const auto value = [](const Field& of, const std::array<double, N>& at) {
      return std::apply([&](auto... c) { return sample(of, c...); }, at);
    };
    ASSERT_EQ(value(lookup, place), value(field, nearest_point<N>(cells, place, 4)))
        << N << "D " << ::testing::PrintToString(place);
  }
}

TEST(CellularLookup, IsTheFieldAtTheNearestPoint) {
  for (const Distance distance : distances) {
    for (const double jitter : {1.0, 0.3, 0.0}) {
      const Cellular cells{.seed = 7, .frequency = 1, .jitter = jitter, .distance = distance};
      expect_definition<1>(cells, 200);
      expect_definition<2>(cells, 300);
      expect_definition<3>(cells, 60);
      expect_definition<4>(cells, 10);
      for (const double around : {1e9, -1e12}) expect_definition<2>(cells, 50, around);
    }
    for (const std::array<std::int64_t, 4> period :
         {std::array<std::int64_t, 4>{1, 1, 1, 1}, {2, 3, 1, 4}, {5, 0, 7, 3}}) {
      const Cellular cells{.seed = 7, .frequency = 1, .distance = distance, .period = period};
      expect_definition<1>(cells, 50);
      expect_definition<2>(cells, 100);
      expect_definition<3>(cells, 20);
    }
  }
}

// Points that are equally near: the one in the lower cell is the nearest.
TEST(CellularLookup, OnBorders) {
  const Cellular lattice{.frequency = 1, .jitter = 0};
  const Field x = cellular_lookup(coordinate({.axis = 0}), lattice);
  const Field y = cellular_lookup(coordinate({.axis = 1}), lattice);
  EXPECT_EQ(sample(x, 3, 7), 2.5f);
  EXPECT_EQ(sample(y, 3, 7), 6.5f);
  EXPECT_EQ(sample(x, 3 + 0x1p-20, 7), 3.5f);
}

// A cell is a place with one value to the bit, wherever it is and whatever path evaluates it.
template <int N>
void expect_flat(const Grid<N>& grid, const Cellular& cells) {
  Cellular drawn = cells;
  drawn.returns = CellularReturn::value;
  const std::vector<float> cell = filled(grid, cellular(drawn));
  const std::vector<float> value = filled(grid, cellular_lookup(anything(cells.frequency), cells));
  std::map<float, float> value_of;
  std::set<float> values;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    const float first = value_of.try_emplace(cell[i], value[i]).first->second;
    ASSERT_EQ(value[i], first) << "cell of " << cell[i];
    values.insert(value[i]);
  }
  EXPECT_GT(values.size(), 20u);
  EXPECT_EQ(values.size(), value_of.size());
}

TEST(CellularLookup, CellsAreFlat) {
  for (const Distance distance : distances) {
    for (const double origin : {0.0, 1e9, -3e12}) {
      for (const double cell : {61.0, 17.3}) {
        expect_flat<2>({.shape = {400, 300}, .origin = {origin, -origin}},
                       {.seed = 2, .frequency = 1 / cell, .distance = distance});
      }
      for (const double cell : {17.3, 9.0}) {
        expect_flat<3>({.shape = {90, 80, 30}, .origin = {origin, 5, -7}},
                       {.seed = 2, .frequency = 1 / cell, .distance = distance});
      }
    }
  }
  expect_flat<1>({.shape = {3000}, .origin = {1e9}}, {.frequency = 1.0 / 33});
  expect_flat<4>({.shape = {40, 30, 10, 8}, .origin = {1e9}}, {.frequency = 1.0 / 9});
}

// Grids of every density: cells much larger than tiles, of some samples, and smaller than samples.
TEST(CellularLookup, GridsAreThoseOfTheReference) {
  for (const Distance distance : distances) {
    for (const double jitter : {1.0, 0.3}) {
      for (const double cell : {300.0, 61.0, 12.0, 5.0, 1.3, 0.4}) {
        const Cellular cells{
            .seed = 6, .frequency = 1 / cell, .jitter = jitter, .distance = distance};
        const NamedField named{"lookup", cellular_lookup(anything(1 / cell), cells)};
        expect_reference<1>({.shape = {2500}, .first = {-1200}}, named);
        expect_reference<2>({.shape = {133, 41}, .step = {1, -1}, .first = {-70, 1000}}, named);
        expect_reference<2>({.shape = {128, 16}, .step = {-1, 3}, .first = {-70, 1000}}, named);
        expect_reference<3>({.shape = {37, 19, 6}, .first = {-9, 5, -3}}, named);
        expect_reference<4>({.shape = {18, 5, 3, 6}, .step = {1, 1, 1, 3}}, named);
      }
    }
  }
}

TEST(CellularLookup, GridsOfEveryWidth) {
  const NamedField named{"lookup", cellular_lookup(anything(0.1), {.frequency = 0.1})};
  for (std::int64_t width = 1; width < 70; ++width) {
    expect_reference<2>({.shape = {width, 19}, .first = {-9, 4}}, named);
    expect_reference<3>({.shape = {width, 5, 3}, .first = {-9, 4, 7}}, named);
  }
}

// Stacks of many tiles, which share lists of boxes.
TEST(CellularLookup, GridsOfWholeStacks) {
  for (const double cell : {31.0, 12.0, 7.0}) {
    const Field one = cellular_lookup(anything(1 / cell), {.seed = 8, .frequency = 1 / cell});
    for (const NamedField& named :
         {NamedField{"one", one}, NamedField{"octaves", fbm(one, {.octaves = 3})},
          NamedField{"two", one + cellular_lookup(one, {.frequency = 0.5 / cell})}}) {
      expect_reference<2>({.shape = {700, 290}, .first = {-100, -100}}, named);
      expect_reference<3>({.shape = {270, 18, 34}, .first = {-100, 7, -9}}, named);
      expect_reference<4>({.shape = {66, 9, 3, 9}, .first = {-100, 7, -9, 4}}, named);
    }
  }
}

// Samples that something else has moved, and lookups of fields that move them further.
TEST(CellularLookup, Composed) {
  const Field noise = perlin({.frequency = 0.07});
  const Cellular cells{.seed = 4, .frequency = 0.1};
  const Field lookup = cellular_lookup(anything(0.1), cells);
  for (const NamedField& named : {
           NamedField{"tile", tile(lookup, {73, 29})},
           NamedField{"warp", warp(lookup, {9 * noise, 3})},
           NamedField{"far warp", warp(lookup, {1e5f * noise})},
           NamedField{"rotate", rotate(lookup, 0.3)},
           NamedField{"of a warp", cellular_lookup(domain_warp(noise), cells)},
           NamedField{"of a tile", cellular_lookup(tile(noise, {70, 90}), cells)},
           NamedField{"of a lookup", cellular_lookup(lookup, {.frequency = 0.03})},
           NamedField{"of a derivative", cellular_lookup(derivative(noise, 0), cells)},
           NamedField{"shared", lookup + cellular_lookup(noise, cells) * noise},
           NamedField{"ridged", ridged(lookup, {.octaves = 3})},
           NamedField{"period", cellular_lookup(noise, {.frequency = 0.1, .period = {3, 5}})},
       }) {
    expect_reference<2>({.shape = {150, 40}, .first = {-31, 1000}}, named);
    expect_reference<2>({.shape = {7, 40}, .first = {-31, 1000}}, named);
    expect_points_of<2>({.shape = {150, 4}, .first = {-31, 1000}}, named);
    expect_reference<3>({.shape = {40, 9, 5}, .first = {-9, 5, -3}}, named);
  }
}

// Coordinates in binary32, and those that are beyond the limit or no numbers.
TEST(CellularLookup, Points) {
  std::mt19937_64 draw(3);
  std::uniform_real_distribution<float> anywhere(-1000, 1000);
  std::array<std::vector<float>, 4> single;
  std::array<std::vector<double>, 4> wide;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  for (std::size_t axis = 0; axis < 4; ++axis) {
    for (int i = 0; i < 203; ++i) single[axis].push_back(anywhere(draw));
    const float odd[] = {-0.0f, 0x1p31f, -0x1p35f, infinity, -infinity, std::nanf(""), 1e-40f};
    for (std::size_t i = 0; i < std::size(odd); ++i) single[axis][20 * (axis + 1) + i] = odd[i];
    wide[axis].assign(single[axis].begin(), single[axis].end());
  }
  for (const double jitter : {1.0, 0.0}) {
    for (const std::int64_t period : {0, 5}) {
      const NamedField named{
          "lookup",
          cellular_lookup(anything(0.1),
                          {.frequency = 0.1, .jitter = jitter, .period = {period, period}})};
      for (int dimensions = 1; dimensions <= 4; ++dimensions) {
        expect_points<float>(named, dimensions, single);
        expect_points<double>(named, dimensions, wide);
      }
    }
  }
}

// A period makes a lookup repeat, even if the field does not.
TEST(CellularLookup, RepeatsExactly) {
  for (const Distance distance : distances) {
    const Field field = cellular_lookup(
        anything(1), {.frequency = 1, .distance = distance, .period = {6, 5, 4, 3}});
    const Grid<2> here{.shape = {60, 45}, .step = {0.125, 0.125}};
    const Grid<2> there{.shape = {60, 45}, .step = {0.125, 0.125}, .origin = {-600, 35}};
    EXPECT_EQ(filled(here, field), filled(there, field));
    const Grid<3> here3{.shape = {30, 20, 9}, .step = {0.25, 0.25, 0.5}};
    const Grid<3> there3{.shape = {30, 20, 9}, .step = {0.25, 0.25, 0.5}, .origin = {6, -5, 4096}};
    EXPECT_EQ(filled(here3, field), filled(there3, field));
  }
}

TEST(CellularLookup, DerivativesAreZero) {
  const NamedField named{"lookup", cellular_lookup(perlin({.frequency = 0.3}), {.frequency = 0.1})};
  const Grid<3> grid{.shape = {37, 5, 3}, .first = {-9, 5, -3}};
  expect_planes(grid, named);
  const PlaneArrays<3> planes = filled_planes(grid, named.field, {});
  for (std::size_t plane = 1; plane <= 3; ++plane)
    EXPECT_TRUE(std::ranges::all_of(planes[plane], [](float d) { return d == 0; }));
  EXPECT_EQ(range(slope(named.field), 2).max, 0);
}

// The nearest point lies at the sample and its offsets.
TEST(CellularLookup, OffsetsLeadToThePoint) {
  const Cellular cells{.seed = 9, .frequency = 1.0 / 64};
  constexpr CellularReturn along[] = {CellularReturn::offset_x, CellularReturn::offset_y,
                                      CellularReturn::offset_z};
  std::mt19937_64 draw(1);
  std::uniform_real_distribution<double> anywhere(-1000, 1000);
  for (int i = 0; i < 200; ++i) {
    const std::array<double, 3> c{anywhere(draw), anywhere(draw), anywhere(draw)};
    for (int axis = 0; axis < 3; ++axis) {
      Cellular offset = cells;
      offset.returns = along[axis];
      const Field point = cellular_lookup(coordinate({.axis = axis}), cells);
      EXPECT_NEAR(c[static_cast<std::size_t>(axis)] + sample(cellular(offset), c[0], c[1], c[2]),
                  sample(point, c[0], c[1], c[2]), 1e-4);
    }
  }
}

// With little jitter, the point nearest to the centre of a cell is that of the cell.
TEST(CellularLookup, CentresFindTheirOwnPoints) {
  const auto expect_own = [](const auto& grid, double jitter) {
    const Cellular cells{.seed = 1, .frequency = 1, .jitter = jitter};
    for (int axis = 0; axis < static_cast<int>(grid.shape.size()); ++axis) {
      Cellular offset = cells;
      offset.returns =
          static_cast<CellularReturn>(static_cast<int>(CellularReturn::offset_x) + axis);
      for (const float n : filled(grid, cellular(offset))) ASSERT_LE(std::abs(n), jitter / 2);
    }
  };
  expect_own(Grid<2>{.shape = {500, 500}, .origin = {0.5, 0.5}}, 0.8);
  expect_own(Grid<3>{.shape = {60, 60, 60}, .origin = {0.5, 0.5, 0.5}}, 0.7);
}

TEST(CellularLookup, AtTheLimitsOfCoordinates) {
  GridsAtLimits grids;
  for (const double frequency : {1.0, 1e-3, 1e3}) {
    const Field fields[] = {
        cellular_lookup(perlin({.frequency = 1}), {.frequency = frequency}),
        cellular_lookup(coordinate(), {.frequency = frequency, .period = {1000, 1000}}),
        fbm(cellular_lookup(white({.frequency = 1}), {.frequency = frequency}), {.octaves = 3})};
    for (const Field& field : fields) {
      for (const double edge : {0x1p51, 0x1p51 / frequency, 0x1p49, 0x1p49 / frequency}) {
        for (const double before : {1.0, 2.0, 5.0, 20.0, 1e4, 1e7}) {
          grids.add(Grid<2>{.shape = {5, 2}, .origin = {edge - before, 0}}, field);
          grids.add(Grid<2>{.shape = {5, 2}, .origin = {before - edge, 0}}, field);
        }
      }
    }
  }
  EXPECT_GT(grids.filled_grids, 50);
  EXPECT_GT(grids.rejected_grids, 50);
}

TEST(CellularLookup, BadInputIsRejected) {
  const Field noise = perlin({.frequency = 1});
  expect_rejected([&] { cellular_lookup(noise, {.frequency = 0}); },
                  {"Cellular::frequency is 0", "above 0"});
  expect_rejected([&] { cellular_lookup(noise, {.jitter = 2}); },
                  {"Cellular::jitter is 2", "0 to 1"});
  expect_rejected([&] { cellular_lookup(noise, {.period = {1, -2}}); },
                  {"Cellular::period[1] is -2"});
  expect_rejected([&] { cellular_lookup(noise, {.returns = CellularReturn::edge}); },
                  {"Cellular::returns is another than f1", "cellular_lookup"});
  expect_rejected([&] { cellular_lookup(noise, {.frequency = 1e-16}); },
                  {"cellular_lookup: a point may be", "keep it below 2^50"});
  expect_rejected([&] { cellular_lookup(noise, {.frequency = 1e-8, .period = {0, 100000000}}); },
                  {"cellular_lookup: a point may be", "keep it below 2^50"});
  expect_rejected([&] { cellular_lookup(chunk_noise<2>(Path()), {}); },
                  {"cellular_lookup", "use noise without chunks"});
  expect_rejected([] { cellular({.frequency = 1e-40, .returns = CellularReturn::offset_x}); },
                  {"Cellular::frequency is 1e-40", "use 1e-30 or more"});
}

}  // namespace
}  // namespace perlane::testing
