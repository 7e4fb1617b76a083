// OpenSimplex2 noise as published: its own values, proven ranges, and grids, points and derivatives
// against the reference.

#include "support/noise_bounds.hpp"
#include "support/noise_sweeps.hpp"

#include <fstream>
#include <sstream>
#include <string>

namespace perlane::testing {
namespace {

std::vector<NamedField> both(double frequency) {
  return {{"OpenSimplex2", opensimplex2({.seed = -5, .frequency = frequency})},
          {"OpenSimplex2S", opensimplex2s({.seed = -5, .frequency = frequency})}};
}

TEST(OpenSimplex, EqualsItsOwnCode) {
  std::ifstream file(GOLDEN_OPENSIMPLEX2);
  int compared = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::vector<std::string> cell;
    std::istringstream cells(line);
    for (std::string one; std::getline(cells, one, ',');) cell.push_back(one);
    // There are two coordinates in 2D, too, and then one that does not count. The orientation comes
    // last, unless it is the standard one.
    const int dimensions = std::stoi(cell.at(2));
    const std::size_t after = dimensions == 4 ? 7 : 6;
    std::vector<double> point;
    for (std::size_t i = 3; i < after; ++i) point.push_back(std::stod(cell.at(i)));
    const double value = std::stod(cell.at(after));
    const std::string orientation = cell.size() > after + 1 ? cell.back() : "standard";
    const std::string_view names[] = {"standard",
                                      "improve_x",
                                      "improve_xy",
                                      "improve_xz",
                                      "improve_xyz",
                                      "improve_xyz_improve_xy",
                                      "improve_xyz_improve_xz",
                                      "improve_xy_improve_zw"};
    const auto* const named = std::ranges::find(names, orientation);
    ASSERT_NE(named, std::end(names)) << line;
    const OpenSimplex2 parameters{.seed = std::stoll(cell.at(1)),
                                  .frequency = 1,
                                  .orientation = static_cast<Orientation>(named - names)};
    const Field field =
        cell.at(0) == "OpenSimplex2" ? opensimplex2(parameters) : opensimplex2s(parameters);
    with_every_isa([&](std::string_view) {
      EXPECT_NEAR(sample_at(field, dimensions, point), value, 2e-6) << line;
      EXPECT_NEAR(sample_array_at(field, dimensions, point), value, 2e-6) << line;
    });
    ++compared;
  }
  EXPECT_EQ(compared, 2600);
}

TEST(OpenSimplex, GridsOfEveryStep) { expect_grids_of_every_step(both(1)); }
TEST(OpenSimplex, GridsOfEveryCell) { expect_grids_of_every_cell(both(1)); }
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
    // Equal fields would be computed once, and the difference would be 0.
    EXPECT_NE(sample(base - other, 12.3, 45.6), 0.0f);
  }
}

// Rotated noise is evaluated at points, on grids too.
TEST(OpenSimplex, Orientations) {
  const auto turned = [](Orientation orientation) {
    return opensimplex2({.frequency = 0.05, .orientation = orientation});
  };
  const Field flat = turned(Orientation::improve_x), solid = turned(Orientation::improve_xz);
  expect_reference<2>({.shape = {70, 19}, .first = {-30, 1000}}, {"improve_x", flat});
  expect_reference<3>({.shape = {40, 9, 5}}, {"improve_xz", fbm(solid, {.octaves = 2})});
  EXPECT_EQ(range(flat, 2), range(turned(Orientation::standard), 2));
  expect_rejected([&] { range(flat, 3); }, {"2 dimensions"});
  expect_rejected([&] { range(solid, 2); }, {"3 dimensions"});
  EXPECT_NE(to_json(solid).find(R"({"frequency":0.05,"orientation":"improve_xz"})"),
            std::string::npos);
  expect_rejected([&] { turned(static_cast<Orientation>(8)); },
                  {"OpenSimplex2::orientation is 8", "improve_xy or improve_xz in 3",
                   "improve_xy_improve_zw in 4"});
  for (const Orientation orientation :
       {Orientation::improve_xyz, Orientation::improve_xyz_improve_xy,
        Orientation::improve_xyz_improve_xz, Orientation::improve_xy_improve_zw}) {
    const Field hyper = turned(orientation);
    expect_reference<4>({.shape = {33, 5, 3, 2}, .first = {-30, 1000}}, {"in 4D", hyper});
    expect_rejected([&] { range(hyper, 3); }, {"4 dimensions", "its orientation"});
    EXPECT_EQ(range(hyper, 4), range(turned(Orientation::standard), 4));
  }
}

// Two equal coordinates are in both orders at once. On its axis, rotated noise has a lattice point
// in every step.
TEST(OpenSimplex, EqualCoordinatesGiveTheReference) {
  for (const NamedField& named : both(1)) {
    for (const double step : {0.5, 0.25, 0.2, 1.0 / 3})
      expect_reference<4>({.shape = {17, 9, 5, 5}, .step = {step, step, step, step}}, named);
  }
}

// All vertices in reach, in binary64, wherever they are. In 4D, nothing of OpenSimplex2S is left
// out.
TEST(OpenSimplex, SmoothNoiseHasAllVerticesIn4D) {
  const Field field = opensimplex2s({.seed = 9, .frequency = 1});
  const auto& noise = *std::get<const model::OpenSimplexNoise*>(*graph::node_of(field).noise());
  const model::GradientSet& set = *noise.gradients[3];
  const auto gradient = [&](const std::array<std::int64_t, 4>& vertex) {
    std::uint64_t h = 9;
    for (std::size_t axis = 0; axis < 4; ++axis)
      h ^= static_cast<std::uint64_t>(vertex[axis]) * model::long_multiplier[axis];
    h *= 0x53a3f72deec546f5;
    h ^= static_cast<std::uint64_t>(static_cast<std::int64_t>(h) >> 57);
    return (h >> 2 & 511) % 160;
  };
  const double skew = (std::sqrt(5.0) - 1) / 4, unskew = (std::sqrt(5.0) - 5) / 20;
  std::mt19937 random(8);
  std::uniform_real_distribution<double> uniform(-20, 20);
  for (int i = 0; i < 3000; ++i) {
    std::array<double, 4> at;
    for (double& c : at) c = uniform(random);
    if (i % 3 == 0) at[1] = at[0];
    if (i % 3 == 1) at[2] = at[1] = at[0] + 1e-9;
    const double sum = at[0] + at[1] + at[2] + at[3];
    double expected = 0;
    for (int code = 0; code < 6 * 6 * 6 * 6; ++code) {
      std::array<std::int64_t, 4> vertex;
      double d[4], all = 0, t = 0.8, product = 0;
      for (int axis = 0, rest = code; axis < 4; ++axis, rest /= 6) {
        const double moved = at[axis] + sum * skew;
        vertex[axis] = static_cast<std::int64_t>(std::floor(moved)) + rest % 6 - 2;
        all += d[axis] = moved - static_cast<double>(vertex[axis]);
      }
      for (double& x : d) x += all * unskew, t -= x * x;
      if (t <= 0) continue;
      for (int axis = 0; axis < 4; ++axis)
        product += d[axis] * double{set.component[axis][gradient(vertex)]};
      expected += t * t * t * t * product;
    }
    EXPECT_NEAR(sample(field, at[0], at[1], at[2], at[3]), expected, 2e-6);
  }
}

// Lattice coordinates are modulo 2^32, with a sign; vertices have those of their cell and a step.
TEST(OpenSimplex, AtTheEndOfLatticeCoordinates) {
  for (const NamedField& named : both(1)) {
    for (const double end : {0x1p31, -0x1p31, 0x1p32}) {
      const double flat = end / std::sqrt(3.0) - 1, solid = end - 1;
      expect_reference<2>({.shape = {9, 9}, .step = {0.3, 0.3}, .origin = {flat, flat}}, named);
      expect_reference<3>(
          {.shape = {9, 9, 9}, .step = {0.3, 0.3, 0.3}, .origin = {solid, solid, solid}}, named);
      for (const bool is_smooth : {false, true}) {
        const double hyper = end / (1 + 4 * model::open_simplex_skew_4d(is_smooth)) - 1;
        expect_reference<4>({.shape = {9, 5, 5, 5},
                             .step = {0.3, 0.3, 0.3, 0.3},
                             .origin = {hyper, hyper, hyper, hyper}},
                            named);
      }
    }
  }
}

TEST(OpenSimplex, BadInputIsRejected) {
  for (const double frequency : {0.0, -1.0, std::nan("")}) {
    expect_rejected([&] { opensimplex2({.frequency = frequency}); },
                    {"OpenSimplex2::frequency", "above 0"});
    expect_rejected([&] { opensimplex2s({.frequency = frequency}); },
                    {"OpenSimplex2::frequency", "above 0"});
  }
  expect_rejected([&] { range(opensimplex2(), 1); },
                  {"2 dimensions at least", "published for no fewer"});
}

}  // namespace
}  // namespace perlane::testing
