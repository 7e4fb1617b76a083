// OpenSimplex2 noise as published: its own values, proven ranges, and grids, points and derivatives
// against the reference.

#include "flat_and_solid.hpp"

#include <cstdio>
#include <cstring>
#include <fstream>

namespace perlane::testing {
namespace {

std::vector<NamedField> both(double frequency) {
  return {{"OpenSimplex2", opensimplex2({.seed = -5, .frequency = frequency})},
          {"OpenSimplex2S", opensimplex2s({.seed = -5, .frequency = frequency})}};
}

TEST(OpenSimplex, ItsOwnValues) {
  std::ifstream file(GOLDEN_OPENSIMPLEX2);
  int compared = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    char name[16], orientation[16];
    long long seed;
    int dimensions;
    std::array<double, 3> point;
    auto& [x, y, z] = point;
    double value;
    // The orientation comes last, unless it is the standard one.
    std::strcpy(orientation, "standard");
    ASSERT_GE(std::sscanf(line.c_str(), "%15[^,],%lld,%d,%lf,%lf,%lf,%lf,%15s", name, &seed,
                          &dimensions, &x, &y, &z, &value, orientation),
              7);
    const auto names = {"standard", "improve_x", "improve_xy", "improve_xz"};
    const auto is_named = [&](const char* of) { return std::string(of) == orientation; };
    const OpenSimplex2 parameters{.seed = seed,
                                  .frequency = 1,
                                  .orientation = static_cast<Orientation>(
                                      std::ranges::find_if(names, is_named) - names.begin())};
    const Field field =
        std::string(name) == "OpenSimplex2" ? opensimplex2(parameters) : opensimplex2s(parameters);
    with_every_isa([&](std::string_view) {
      EXPECT_NEAR(dimensions == 2 ? sample(field, x, y) : sample(field, x, y, z), value, 2e-6)
          << line;
      EXPECT_NEAR(sample_array_at(field, dimensions, point), value, 2e-6) << line;
    });
    ++compared;
  }
  EXPECT_EQ(compared, 1400);
}

TEST(OpenSimplex, GridsOfEveryStep) { expect_grids_of_every_step(both(1)); }
TEST(OpenSimplex, GridsOfMaps) { expect_grids_of_maps(both(0.02)); }
TEST(OpenSimplex, Points) { expect_all_points(both(1)); }
TEST(OpenSimplex, DerivativesAreThoseOfTheReference) { expect_all_planes(both(0.043)); }
TEST(OpenSimplex, DerivativesAreThoseOfDifferences) { expect_slopes(both(0.25)); }

TEST(OpenSimplex, RangeIsProven) {
  for (const NamedField& named : both(1)) expect_proven_open_simplex(named.field);
}

TEST(OpenSimplex, SeedsAndFrequenciesMakeDifferentFields) {
  const Field base = opensimplex2({.seed = 1});
  for (const Field& other :
       {opensimplex2({.seed = 1 + (std::int64_t{1} << 32)}),
        opensimplex2({.seed = 1, .frequency = 0.02}), opensimplex2s({.seed = 1})}) {
    // What is equal would be computed once, and the difference would be 0.
    EXPECT_NE(sample(base - other, 12.3, 45.6), 0.0f);
  }
}

// What is turned is evaluated at points, on grids too.
TEST(OpenSimplex, Orientations) {
  const auto turned = [](Orientation orientation) {
    return opensimplex2({.frequency = 0.05, .orientation = orientation});
  };
  const Field flat = turned(Orientation::improve_x), solid = turned(Orientation::improve_xz);
  expect_reference<2>({"improve_x", flat}, {.shape = {70, 19}, .first = {-30, 1000}});
  expect_reference<3>({"improve_xz", fbm(solid, {.octaves = 2})}, {.shape = {40, 9, 5}});
  EXPECT_EQ(range(flat, 2), range(turned(Orientation::standard), 2));
  expect_refused([&] { range(flat, 3); }, {"2 dimensions"});
  expect_refused([&] { range(solid, 2); }, {"3 dimensions"});
  EXPECT_NE(to_json(solid).find(R"({"frequency":0.05,"orientation":"improve_xz"})"),
            std::string::npos);
  expect_refused([&] { turned(static_cast<Orientation>(4)); },
                 {"OpenSimplex2::orientation is 4", "improve_xz"});
}

TEST(OpenSimplex, BadInputIsRefused) {
  for (const double frequency : {0.0, -1.0, std::nan("")}) {
    expect_refused([&] { opensimplex2({.frequency = frequency}); },
                   {"OpenSimplex2::frequency", "above 0"});
    expect_refused([&] { opensimplex2s({.frequency = frequency}); },
                   {"OpenSimplex2::frequency", "above 0"});
  }
  for (const int dimensions : {1, 4})
    expect_refused([&] { range(opensimplex2(), dimensions); }, {"2 to 3 dimensions"});
}

}  // namespace
}  // namespace perlane::testing
