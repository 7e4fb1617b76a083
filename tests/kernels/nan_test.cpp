// Coordinates that no field can be evaluated at: the values and the derivatives there are NaN, and
// all of them are one NaN, of the same bits on every instruction set.

#include "support/testing.hpp"

#include <perlane/text.hpp>

#include <nlohmann/json.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <type_traits>

namespace perlane::testing {
namespace {

constexpr std::uint32_t the_nan = 0x7fc00000;
constexpr double infinity = std::numeric_limits<double>::infinity();

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

// The golden fields, which have every factory, and those whose value may be a number where a
// coordinate is none.
std::vector<NamedField> fields_to_try() {
  std::vector<NamedField> fields;
  std::ifstream file(GOLDEN_FIELDS);
  for (std::string line; std::getline(file, line);) {
    const auto parsed = nlohmann::json::parse(line);
    fields.push_back({parsed["name"], from_json(parsed["text"].dump())});
  }
  EXPECT_GT(fields.size(), 100u);
  const Field noise = perlin({.frequency = 0.13}), slope = coordinate({.frequency = 0.02});
  const Field fine = perlin({.seed = 2, .frequency = 1e10});
  const auto add = [&](const char* name, const Field& field) { fields.push_back({name, field}); };
  add("step", step(0, noise));
  add("derivative of step", derivative(step(0, noise), 0));
  add("terrace", terrace(noise, 5));
  add("terrace with ramps", terrace(noise, 5, 0.3f));
  add("derivative of terrace", derivative(terrace(noise, 5), 1));
  add("select", select(noise, 0, slope, -1 * noise));
  add("derivative of select", derivative(select(noise, 0, slope, -1 * noise), 0));
  add("select of constants", select(noise, 0, 2, 3));
  add("select by a constant", select(constant(-1), 0, constant(1), noise));
  add("select what is not fine", select(noise, 9, constant(1), fine));
  add("select what is below", select(noise, -9, fine, constant(1)));
  add("select between selected", select(noise, 0, select(fine, 0, 1, 2), step(1, fine)));
  add("min with a constant", min(noise, 0) + max(0, fine));
  add("mix", mix(noise, fine, 0.5f * slope));
  add("abs", abs(noise) - abs(fine));
  add("curve", curve(noise, {{-1, 3}, {0, 1}, {0.5f, 2}, {1, -1}}));
  add("power", pow(noise, 1 + abs(fine)));
  add("power of 0", pow(0, 1 + abs(fine)));
  add("ratio", noise / max(fine, 0.25f));
  add("erode", erode(slope, {.scale = 9, .strength = 0.2}));
  add("erode, wide", erode(coordinate({.axis = 1, .frequency = 0.0667}),
                           {.scale = 0.186, .strength = 0.0033, .octaves = 1}));
  add("negative erode", -1 * erode(noise, {.scale = 7, .octaves = 3}));
  add("warp", warp(noise, {-1 * fine, abs(slope)}));
  add("rotate", rotate(noise, 0.7));
  add("sine", -1 * sine(fine) + sine(-1 * slope));
  return fields;
}

// Points of which one axis or more have an awkward coordinate.
template <class Real>
std::vector<std::array<Real, 4>> points_to_try() {
  using Bits = std::conditional_t<sizeof(Real) == 8, std::uint64_t, std::uint32_t>;
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  const Real payload = std::bit_cast<Real>(static_cast<Bits>(std::bit_cast<Bits>(nan) | 0x1234));
  const Real single_limit = static_cast<Real>(1.7e10), last = std::numeric_limits<Real>::max();
  std::vector<std::array<Real, 4>> points;
  const std::array<Real, 4> near{Real(3.7), Real(54.6), Real(-20.3), Real(8.1)};
  for (const Real awkward : {nan, -nan, payload, -payload, Real(infinity), Real(-infinity), last,
                             -last, single_limit, Real(-6.35e10), Real(-0x1p52), Real(1e8)}) {
    for (unsigned axes = 1; axes < 16; ++axes) {
      points.push_back(near);
      for (std::size_t axis = 0; axis < 4; ++axis) {
        if ((axes >> axis & 1) != 0) points.back()[axis] = axis == 3 ? -awkward : awkward;
      }
    }
  }
  return points;
}

template <class Real, int N>
void expect_one_nan(const NamedField& named) {
  const auto points = points_to_try<Real>();
  const bool with_derivatives = has_derivatives(named.field);
  std::array<std::vector<Real>, N> coordinate;
  for (const auto& point : points) {
    for (std::size_t axis = 0; axis < N; ++axis) coordinate[axis].push_back(point[axis]);
  }
  std::array<std::span<const Real>, N> spans;
  for (std::size_t axis = 0; axis < N; ++axis) spans[axis] = coordinate[axis];
  std::vector<std::array<float, 5>> expected;
  for (const auto& at : points) {
    model::Point point{N, sizeof(Real) == 4, {}};
    for (std::size_t axis = 0; axis < N; ++axis)
      point.coordinate[axis] = static_cast<double>(at[axis]);
    std::array<float, 5>& sample = expected.emplace_back();
    sample[0] = graph::node_of(named.field).sample(point, with_derivatives ? &sample[1] : nullptr);
    for (std::size_t plane = 0; plane < (with_derivatives ? N + 1 : 1); ++plane) {
      ASSERT_EQ(std::isnan(sample[plane]), std::isnan(sample[0])) << named.name << plane;
      if (std::isnan(sample[plane])) {
        ASSERT_EQ(bits(sample[plane]), the_nan) << named.name << plane;
      }
    }
    const bool is_finite =
        std::all_of(at.begin(), at.begin() + N, [](Real c) { return std::isfinite(c); });
    ASSERT_TRUE(is_finite || std::isnan(sample[0])) << named.name;
  }
  with_every_isa([&](std::string_view isa) {
    std::array<std::vector<float>, N + 1> out;
    for (auto& plane : out) plane.resize(points.size());
    std::apply([&](auto... axis) { sample(out[0], named.field, axis...); }, spans);
    for (std::size_t i = 0; i < points.size(); ++i)
      ASSERT_EQ(bits(out[0][i]), bits(expected[i][0])) << named.name << " " << isa << " " << i;
    if (!with_derivatives) return;
    Planes<N> planes{.value = out[0]};
    for (std::size_t axis = 0; axis < N; ++axis) planes.derivative[axis] = out[axis + 1];
    sample(planes, named.field, spans);
    for (std::size_t plane = 0; plane <= N; ++plane) {
      for (std::size_t i = 0; i < points.size(); ++i) {
        ASSERT_EQ(bits(out[plane][i]), bits(expected[i][plane]))
            << named.name << " " << isa << ", plane " << plane << ", point " << i;
      }
    }
  });
}

template <int N>
void expect_one_nan_in() {
  for (const NamedField& named : fields_to_try()) {
    const auto [least, most] = graph::node_of(named.field).dimensions();
    if (least > N || most < N) continue;
    expect_one_nan<double, N>(named);
    expect_one_nan<float, N>(named);
  }
}

TEST(Nan, HasOneBitPatternIn1D) { expect_one_nan_in<1>(); }
TEST(Nan, HasOneBitPatternIn2D) { expect_one_nan_in<2>(); }
TEST(Nan, HasOneBitPatternIn3D) { expect_one_nan_in<3>(); }
TEST(Nan, HasOneBitPatternIn4D) { expect_one_nan_in<4>(); }

TEST(Nan, ComesAlsoFromOperandsThatAreNotSelected) {
  const Field fine = perlin({.frequency = 1e10});
  for (const Field& field :
       {select(perlin(), 9, constant(1), fine), select(perlin(), -9, fine, constant(1))}) {
    EXPECT_EQ(bits(sample(field, 1e8)), the_nan);
    EXPECT_EQ(sample(field, 1e3), 1.0f);
  }
}

}  // namespace
}  // namespace perlane::testing
