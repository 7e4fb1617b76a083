// Compares every instruction set with the reference bit for bit, for every operator, and the
// reference with the formulas in binary64.

#include "support/reference.hpp"

#include "base/float_environment.hpp"
#include "engine/dispatch.hpp"
#include "graph/node.hpp"
#include "graph/arithmetic/operations.hpp"
#include "reference/operations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

namespace perlane::testing {
namespace {

// Returns one field of each operation of the list, one of each map, and some of several. `unit` is
// the size of a cell.
std::vector<NamedField> every_operator(double unit) {
  const Field a = perlin({.seed = 1, .frequency = 1 / unit});
  const Field b = value({.seed = 2, .frequency = 0.7 / unit});
  const Field x = coordinate({.axis = 0, .frequency = 0.31 / unit});
  std::vector<NamedField> fields{
      {"a - 0.3", a - 0.3f},
      {"0.3 - a", 0.3f - a},
      {"-a", -a},
      {"of numbers, nested", 1.0f - 0.5f * (0.25f - -(a * b))},
      {"max of a number", max(a, 0.1f)},
      {"clamp", clamp(a, -0.2f, 0.1f)},
      {"mix", mix(a, b, smoothstep(-0.5f, 0.5f, b))},
      {"mix of numbers", mix(0.25f, 0.5f, a)},
      {"sine of noise", sine(4 * a)},
      {"sine of x", sine(x + a)},
      {"1 / field", 1 / (x * x + 0.5f)},
      {"/ a number", a / 3},
      {"inverse square", pow(x * x + 0.1f, -1.0f)},
      {"root by pow", pow(a, 0.5f)},
      {"cube", pow(a, 3)},
      {"eleventh power", pow(4 * a, 11)},
      {"power of a number", pow(2.5f, 3 * b)},
      {"power that is 0 in places", pow(a, abs(b) + 0.3f)},
      {"logarithm of a wide range", log(max(x, 1e-30f))},
      {"exp of a wide range", exp(clamp(100 * a, -110, 5))},
      {"the largest of three", max({a, Operand(0.1f), b})},
      {"the smallest of three", min({a, b, 0.3f * x})},
      {"fbm of exp", fbm(exp(a) - 1, {.octaves = 2})},
      {"steps", terrace(a + b, 3.3f)},
      {"smooth_max of a number", smooth_max(a, 0.1f, 0.5f)},
      {"remap", remap(a, {-1, 1}, {3, -0.3f})},
      {"curve", curve(a + b, {{-0.5f, 1}, {-0.2f, 0.3f}, {0, 0.3f}, {0.3f, -1}, {0.4f, 2}})},
      {"curve of two points", curve(x, {{-2, -1}, {5, 7}})},
      {"distance", distance({3 * unit, -1, 2, 0.5}, 1, 1 / unit)},
      {"distance in 2D", distance({3 * unit, -1, 2, 0.5}, 2, 0.3 / unit)},
      {"fbm of a curve", fbm(curve(a, {{-0.5f, 1}, {0.1f, 0.3f}, {0.5f, -1}}), {.octaves = 2})},
      {"translate", translate(a, {0.37 * unit, -1e6 * unit, 3, 0})},
      {"scale", scale(a + x, {3, -0.5, 0, 7})},
      {"loop x", loop(a, 0, 3.7 * unit)},
      {"loop x, short", loop(a, 0, 0.21 * unit)},
      {"tile", tile(b, {8 * unit, 5 * unit})},
      {"loop of tile", loop(tile(a, {3 * unit, 70 * unit}), 1, 4 * unit)},
      {"fbm of tile", fbm(tile(a, {3 * unit, 2.5 * unit}), {.octaves = 3})},
      {"tile of fbm", tile(fbm(a, {.octaves = 3}), {3 * unit, 2.5 * unit})},
      {"warp of x", warp(a, {static_cast<float>(0.4 * unit) * b})},
      {"warp", warp(a - 0.1f * x, {static_cast<float>(0.3 * unit) * b, static_cast<float>(unit)})},
      {"warp of y", warp(b, {0, static_cast<float>(0.1 * unit) * x})},
      {"warp of a warp", warp(warp(a, {b, a}), {a, 0.3f - a * b})},
      {"fbm of a warp", fbm(warp(tile(a, {7 * unit, 9 * unit}), {b}), {.octaves = 2})},
      {"domain warp",
       domain_warp(ridged(a, {.octaves = 2}),
                   {.frequency = 0.9 / unit, .amplitude = 0.2 * unit, .octaves = 2})},
      {"domain warp progressive",
       domain_warp_progressive(translate(a, {0.3, 7}),
                               {.frequency = 0.5 / unit, .amplitude = 0.3 * unit, .octaves = 3})},
      {"tile of a domain warp",
       tile(domain_warp(b, {.frequency = 1 / unit, .amplitude = 0.1 * unit}),
            {5 * unit, 3 * unit})},
      {"rotate", rotate(a + x, 0.3)},
      {"rotate by quarters", rotate(a, 1.5 * std::numbers::pi) + rotate(b, std::numbers::pi)},
      {"transform", transform(warp(a, {b}), {{{2, 0.3, 0, 0, 0.7 * unit},
                                              {-0.1, 1, 0, 0, -3},
                                              {0, 0, 0.5, 0, unit},
                                              {0, 0, 0, -1, 0.25 * unit}}})},
      {"transform of axes",
       transform(
           fbm(a, {.octaves = 2}),
           {{{-2, 0, 0, 0, 0.7 * unit}, {0, 1, 0, 0, 0}, {0, 0, 0, 0, unit}, {0, 0, 0, 3, 0}}})},
      {"warp of a rotation", warp(rotate(b, -2, 1, 0), {0.3f * a, a})},
      {"fbm of an expression", ridged(sqrt(x * x + a * a) - translate(b, {5, 5}), {.octaves = 2})},
      {"expression of constants", a * (constant(2) + 3) - 1},
  };
  for (const graph::OperationKind& kind : graph::operations())
    fields.push_back({std::string(kind.name), kind.make(a, b)});
  // These have values, but no derivatives.
  const auto scaled = static_cast<float>(0.1 * unit);
  fields.push_back({"derivative", derivative(a, 0)});
  fields.push_back({"derivatives", a + scaled * (derivative(fbm(a), 0) - derivative(a * b, 0))});
  fields.push_back({"slope", slope(fbm(b, {.octaves = 2}))});
  fields.push_back({"slope of a warp", slope(warp(rotate(a, 0.7), {b, scaled}), 2)});
  fields.push_back({"curl", curl(translate(scale(a, {2, 3, 1, 1}), {1, 2}))[1]});
  fields.push_back({"curl 3D", curl(std::array<Field, 3>{a, b, a * b})[0]});
  fields.push_back({"fbm of a derivative", fbm(scaled * derivative(a, 0), {.octaves = 3})});
  fields.push_back(
      {"warp by derivatives", warp(a, {scaled * derivative(b, 1), scaled * derivative(a, 0)})});
  fields.push_back({"loop of a derivative", loop(derivative(a, 0), 1, 5 * unit)});
  return fields;
}

// Derivatives by differences are no slopes at a point.
std::vector<NamedField> every_operator_and_differences(double unit) {
  const Field a = perlin({.seed = 1, .frequency = 1 / unit});
  const Field b = value({.seed = 2, .frequency = 0.7 / unit});
  std::vector<NamedField> fields = every_operator(unit);
  fields.push_back({"differences", differences(a, 0.1 * unit)});
  fields.push_back(
      {"differences beside the field", a * differences(a, 0.1 * unit) + translate(a, 0.1 * unit)});
  fields.push_back({"differences of a derivative",
                    differences(static_cast<float>(unit) * derivative(a, 0), 0.3 * unit)});
  fields.push_back({"fbm of differences", fbm(differences(a, 0.1 * unit), {.octaves = 2}) + a});
  fields.push_back(
      {"differences after a warp", rotate(warp(differences(a, 0.2 * unit), {b}), 0.4)});
  return fields;
}

TEST(Operators, EqualTheReferenceOnGrids) {
  for (const double unit : {1.0, 9.3, 64.0}) {
    for (const NamedField& named : every_operator_and_differences(unit)) {
      expect_reference<1>({.shape = {129}, .first = {-60}}, named);
      expect_reference<2>({.shape = {77, 19}, .first = {-30, -10}}, named);
      expect_reference<2>({.shape = {33, 40}, .step = {-0.37, 2.9}}, named);
      expect_reference<3>({.shape = {21, 11, 9}, .first = {-3, 8, 100}}, named);
      expect_reference<4>({.shape = {18, 5, 4, 5}, .first = {-3, -2, 100, -1}}, named);
    }
  }
}

// The grids have several tiles along every axis, use several threads, and have rows with a lead.
TEST(Operators, LargeGridsEqualTheReference) {
  for (const NamedField& named : every_operator_and_differences(40)) {
    expect_reference<1>({.shape = {70000}}, named);
    expect_reference<2>({.shape = {700, 290}, .first = {-100, -100}}, named);
    expect_reference<3>({.shape = {130, 40, 20}}, named);
  }
  const Field field = loop(tile(perlin({.frequency = 0.1}), {300, 200}), 1, 77);
  const Grid<2> grid{.shape = {2048, 1100}};
  std::vector<float> padded(samples(grid) + 16), expected = fill_by_points(grid, field);
  for (const std::size_t lead : {0, 3}) {
    fill<2>(std::span(padded).subspan(lead, samples(grid)), grid, field);
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(),
                           padded.begin() + static_cast<std::ptrdiff_t>(lead)));
  }
}

// Every source, moved and magnified. The grids are higher than a stack.
TEST(Operators, MappedSourcesEqualTheReferenceOnWholeStacks) {
  for (const graph::Source& source : graph::sources()) {
    const Field field =
        translate(scale(source.make(7, 1.0 / 12), {-0.5, 3, 1.7, 1}), {7.3, -1e4, 0.2, 100});
    const NamedField named{std::string(source.name), field};
    const graph::Node& node = graph::node_of(field);
    const auto is_made_for = [&](int dimensions) {
      return node.dimensions().least <= dimensions && dimensions <= node.dimensions().most;
    };
    const Options alone{.parallel = false};  // threads get smaller tiles
    if (is_made_for(2))
      expect_reference<2>({.shape = {530, 270}, .first = {-100, 7}}, named, alone);
    if (is_made_for(3))
      expect_reference<3>({.shape = {70, 66, 34}, .first = {-100, 7, -9}}, named, alone);
    if (is_made_for(4))
      expect_reference<4>({.shape = {66, 9, 3, 33}, .first = {-100, 7, -9, 4}}, named, alone);
  }
}

TEST(Operators, CodesAreThoseOfTheValues) {
  const Field field = tile(perlin({.frequency = 0.1}), {64, 64}) * 0.5f;
  const Grid<2> grid{.shape = {100, 30}};
  const std::vector<float> values = filled(grid, field);
  std::vector<std::uint8_t> codes(samples(grid));
  Range written{};
  fill<2>(codes, grid, field, Range{-0.5f, 0.5f}, {.seen = &written});
  EXPECT_EQ(written.min, *std::ranges::min_element(values));
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(codes[i], static_cast<std::uint8_t>(std::nearbyint((double{values[i]} + 0.5) * 255)))
        << i;
  }
}

TEST(Operators, EqualTheReferenceAtPoints) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> near(-40, 40);
  std::array<std::vector<double>, 3> points;
  const auto add = [&](double x, double y, double z) {
    points[0].push_back(x);
    points[1].push_back(y);
    points[2].push_back(z);
  };
  for (int i = 0; i < 3001; ++i) add(near(random), near(random), near(random));
  for (const double edge :
       {0.0, -0.0, 1.0, -1.0, 1e-300, -1e-9, 3.7, 7.4, 8.0, -8.0, 8388609.0, 0x1p31, 0x1p40, 0x1p50,
        0x1p51, 1e300, infinity, -infinity, std::numeric_limits<double>::quiet_NaN()}) {
    add(edge, near(random), near(random));
    add(near(random), edge, edge);
    add(-edge, edge, near(random));
  }
  std::array<std::vector<float>, 3> singles;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const double c : points[axis]) singles[axis].push_back(static_cast<float>(c));
  }
  for (const NamedField& named : every_operator_and_differences(1)) {
    expect_points<double>(named, 3, points);
    expect_points<float>(named, 3, singles);
  }
}

TEST(Operators, DerivativesEqualTheReference) {
  const Grid<2> grid{.shape = {90, 21}, .step = {0.13, 0.31}, .origin = {-3, -2.5}};
  const auto points = coordinates_of(grid);
  for (const NamedField& named : every_operator_and_differences(1)) {
    if (!has_derivatives(named.field)) continue;
    expect_planes<2>(grid, named);
    const PlaneArrays<2> expected = planes_by_points(grid, named.field);
    with_every_isa([&](std::string_view) {
      PlaneArrays<2> plane;
      for (auto& values : plane) values.resize(samples(grid));
      sample(Planes<2>{.value = plane[0], .derivative = {plane[1], plane[2]}}, named.field,
             {std::span<const double>(points[0]), std::span<const double>(points[1])});
      for (std::size_t i = 0; i < 3; ++i)
        EXPECT_TRUE(same_bits(plane[i], expected[i], grid))
            << named.name << ", points, plane " << i;
    });
  }
}

// A derivative lies between the slopes of the chords on both sides, except for rounding and the
// bend of these chords. This holds at creases, too.
TEST(Operators, DerivativesLieBetweenChords) {
  constexpr double h = 1.0 / 1024, slack = 0.01;
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> place(-20, 20);
  for (const NamedField& named : every_operator(1)) {
    if (!has_derivatives(named.field)) continue;
    int compared = 0;
    for (int i = 0; i < 500; ++i) {
      const double x = place(random), y = place(random);
      float derivative[4];
      graph::node_of(named.field).sample({2, false, {x, y, 0, 0}}, derivative);
      const double n = sample(named.field, x, y);
      const double before = (n - sample(named.field, x - h, y)) / h,
                   after = (sample(named.field, x + h, y) - n) / h;
      if (std::abs(after - before) > 0.3) continue;
      ++compared;
      ASSERT_GT(derivative[0], std::min(before, after) - slack)
          << named.name << " at " << x << ", " << y;
      ASSERT_LT(derivative[0], std::max(before, after) + slack)
          << named.name << " at " << x << ", " << y;
    }
    EXPECT_GT(compared, 250) << named.name;
  }
}

// ---- formulas ---------------------------------------------------------------

TEST(Operators, SinesAreAccurate) {
  double worst = 0;
  for (int i = -400000; i <= 400000; ++i) {
    const float a = static_cast<float>(i) * 1.37e-5f;
    const double exact = std::sin(2 * std::numbers::pi * double{a});
    const float n = reference::operate(model::Operation::sine, a, 0, 0);
    worst = std::max(worst, std::abs(n - exact));
    ASSERT_LE(std::abs(n), 1.0f);
    const double slope = 2 * std::numbers::pi * std::cos(2 * std::numbers::pi * double{a});
    ASSERT_NEAR(reference::operate_derivative(model::Operation::sine, a, 0, 0, 1, 0, 0), slope,
                2e-6);
  }
  EXPECT_LT(worst, 2.1e-7);
  for (const float whole : {0.0f, 1.0f, -3.0f, 8388608.0f, 0x1p60f})
    EXPECT_EQ(reference::operate(model::Operation::sine, whole, 0, 0), 0.0f);
  EXPECT_EQ(reference::operate(model::Operation::sine, 0.5f, 0, 0), 0.0f);
  EXPECT_EQ(reference::operate(model::Operation::sine, 0.25f, 0, 0), 1.0f);
  EXPECT_EQ(reference::operate(model::Operation::sine, -0.25f, 0, 0), -1.0f);
}

// This tries every value of t from 0.9 to 1.
TEST(Operators, SmoothstepStaysWithinItsRange) {
  for (auto i = std::bit_cast<std::uint32_t>(0.9f); i <= std::bit_cast<std::uint32_t>(1.0f); ++i) {
    const float n = reference::operate(model::Operation::smoothstep, std::bit_cast<float>(i), 0, 1);
    ASSERT_LE(n, 1.0f) << i;
  }
}

// Every operation of any numbers, also of those that the ranges of fields keep away.
TEST(Operators, EqualTheReferenceForAnyNumbers) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float special[] = {
      0.0f,      -0.0f,       1.0f,       -1.0f,      0.5f,
      1e-45f,    -1e-45f,     0x1p-126f,  -0x1p-130f, 0x1p-60f,
      0x1p-61f,  1e-38f,      88.7f,      88.73f,     -87.4f,
      -103.9f,   -104.1f,     200.0f,     -200.0f,    3.4e38f,
      -3.4e38f,  8388609.0f,  0x1p31f,    2.7182817f, infinity,
      -infinity, 0.70710677f, 0.7071068f, 1.4142135f, std::numeric_limits<float>::quiet_NaN()};
  std::mt19937 random(11);
  constexpr std::size_t count = 4096;
  std::vector<float> value[6];
  for (auto& values : value) {
    for (std::size_t i = 0; i < count; ++i) {
      values.push_back(random() % 2 == 0
                           ? special[random() % std::size(special)]
                           : std::bit_cast<float>(static_cast<std::uint32_t>(random())));
      if (std::isnan(values.back())) values.back() = std::numeric_limits<float>::quiet_NaN();
    }
  }
  const base::FloatEnvironment environment;
  const auto same = [](float x, float y) {
    return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y) ||
           (std::isnan(x) && std::isnan(y));
  };
  for (const graph::OperationKind& kind : graph::operations()) {
    const model::Operation operation = kind.operation;
    with_every_isa([&](std::string_view) {
      alignas(64) float in[6][64], out[64], derivative[64];
      model::Input a[6];
      for (std::size_t start = 0; start < count; start += 64) {
        for (std::size_t i = 0; i < 6; ++i) {
          std::copy_n(value[i].begin() + static_cast<std::ptrdiff_t>(start), 64, in[i]);
          a[i] = {in[i], 1};
        }
        engine::active_kernels().operate(operation, a[0], a[1], a[2], out, 64);
        engine::active_kernels().operate_derivative(operation, {a[0], a[1], a[2]},
                                                    {a[3], a[4], a[5]}, derivative, 64);
        for (int i = 0; i < 64; ++i) {
          const float x = in[0][i], y = in[1][i], z = in[2][i];
          ASSERT_TRUE(same(out[i], reference::operate(operation, x, y, z)))
              << kind.name << " of " << x << ", " << y << ", " << z << " is " << out[i];
          ASSERT_TRUE(same(derivative[i], reference::operate_derivative(
                                              operation, x, y, z, in[3][i], in[4][i], in[5][i])))
              << kind.name << ", derivative at " << x << ", " << y << ", " << z;
        }
      }
    });
  }
}

TEST(Operators, ArithmeticIsThatOfFloats) {
  const Field a = perlin({.seed = 1, .frequency = 0.1}), b = perlin({.seed = 2, .frequency = 0.1});
  const float na = sample(a, 3, 4), nb = sample(b, 3, 4);
  EXPECT_EQ(sample(a + b, 3, 4), na + nb);
  EXPECT_EQ(sample(a - b, 3, 4), na - nb);
  EXPECT_EQ(sample(a * b, 3, 4), na * nb);
  EXPECT_EQ(sample(2 * a, 3, 4), 2 * na);
  EXPECT_EQ(sample(1 - a, 3, 4), 1 - na);
  EXPECT_EQ(sample(-a, 3, 4), -na);
  EXPECT_EQ(sample(a / (b + 2), 3, 4), na / (nb + 2));
  EXPECT_EQ(sample(1 / (b + 2), 3, 4), 1 / (nb + 2));
  Field changed = a;
  EXPECT_EQ(&(changed += b), &changed);
  EXPECT_EQ(sample(changed, 3, 4), na + nb);
  EXPECT_EQ(sample(changed -= 0.5f, 3, 4), na + nb - 0.5f);
  EXPECT_EQ(sample(changed *= a, 3, 4), (na + nb - 0.5f) * na);
  EXPECT_EQ(sample(changed /= 3, 3, 4), (na + nb - 0.5f) * na / 3);
  EXPECT_EQ(sample(min(a, b), 3, 4), std::min(na, nb));
  EXPECT_EQ(sample(max(a, b), 3, 4), std::max(na, nb));
  EXPECT_EQ(sample(min(a, -2.0f), 3, 4), -2.0f);
  EXPECT_EQ(sample(min({a, b, -a}), 3, 4), std::min({na, nb, -na}));
  EXPECT_EQ(sample(min({a, -0.5f, b, -a}), 3, 4), std::min({na, -0.5f, nb, -na}));
  EXPECT_EQ(sample(max({a, 0.5f, b, -a}), 3, 4), std::max({na, 0.5f, nb, -na}));
  EXPECT_EQ(to_json(max({a, b, -a})), to_json(max(max(a, b), -a)));
  EXPECT_EQ(to_json(min({a})), to_json(a));
  EXPECT_THROW(min({Field()}), std::invalid_argument);
  expect_rejected([] { min(std::initializer_list<Field>{}); }, {"min: the list has no operands"});
  EXPECT_EQ(sample(floor(5 * a), 3, 4), std::floor(5 * na));
  EXPECT_EQ(sample(abs(a), 3, 4), std::abs(na));
  EXPECT_EQ(sample(sqrt(abs(a)), 3, 4), std::sqrt(std::abs(na)));
  EXPECT_EQ(sample(sqrt(constant(-1)), 3, 4), 0.0f);
  EXPECT_EQ(sample(mix(a, b, 0.25f), 3, 4), na + 0.25f * (nb - na));
}

// These fields are so slow that coordinates might overflow before they are multiplied by a
// frequency. All of these are beyond the limits of maps.
TEST(Operators, CoordinatesThatMightOverflow) {
  for (const Field& slow :
       {scale(value({.frequency = 1e-300}), 1e-30),
        translate(perlin({.frequency = 1e-300}), {-1.7e308, 0}), scale(constant(1), 1e-30)}) {
    for (const double x : {1e290, 1.7e308}) {
      EXPECT_TRUE(std::isnan(sample(slow, x)));
      const std::vector<double> xs(20, x);
      with_every_isa([&](std::string_view) {
        std::vector<float> out(20);
        sample(out, slow, std::span<const double>(xs));
        for (const float n : out) EXPECT_TRUE(std::isnan(n));
      });
      expect_rejected([&] { filled<1>({.shape = {20}, .step = {x / 100}, .origin = {x}}, slow); },
                      {"Grid::origin", "2^51"});
    }
  }
}

TEST(Operators, ConstantsStayConstants) {
  const Field folded = sine(constant(0.125f)) * 2 + mix(1, 2, constant(0.5f));
  EXPECT_EQ(range(folded, 2).min, range(folded, 2).max);
  const std::vector<double> xs{0, std::numeric_limits<double>::infinity()};
  std::vector<float> out(2);
  sample(out, folded, std::span<const double>(xs));
  EXPECT_EQ(out[0], sample(folded, 0.0));
  EXPECT_TRUE(std::isnan(out[1]));
}

TEST(Operators, NotANumberStaysNotANumber) {
  const double far = std::numeric_limits<double>::infinity();
  for (const NamedField& named : every_operator(1)) {
    if (graph::node_of(named.field).dimensions().least > 2) continue;
    EXPECT_TRUE(std::isnan(sample(named.field, far, 0))) << named.name;
  }
  // Here one operand is a number, and the other is not.
  const Field near = perlin({.frequency = 1e15}), wide = perlin();
  for (const Field& field : {min(near, wide), min(wide, near), max(near, wide), max(wide, near),
                             near + wide, mix(wide, wide, near)}) {
    EXPECT_TRUE(std::isnan(sample(field, 10, 0)));
    EXPECT_FALSE(std::isnan(sample(field, 1, 0)));
  }
}

TEST(Operators, MapsMoveCoordinates) {
  const Field a = perlin({.seed = 1, .frequency = 0.1});
  EXPECT_EQ(sample(translate(a, {3, -4}), 10, 20), sample(a, 7, 24));
  EXPECT_EQ(sample(scale(a, {2, -4}), 10, 20), sample(a, 5, -5));
  EXPECT_EQ(sample(scale(a, {2, 0}), 10, 20), sample(a, 5, 20));
}

// These are the formulas of the FAQ, on every axis, with
// the positions repeated beyond the first turn.
TEST(Operators, LoopsAndTilesEqualTheirFormulas) {
  const Field f = fbm(perlin({.seed = 9, .frequency = 0.13}), {.octaves = 3});
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> place(0, 1);
  const double t = 17.5, w = 31, h = 12.25;
  for (int i = 0; i < 2000; ++i) {
    const double x = w * place(random), y = h * place(random), z = t * place(random);
    const auto n = [&](double px, double py, double pz) { return double{sample(f, px, py, pz)}; };
    const double looped = ((t - z) * n(x, y, z) + z * n(x, y, z - t)) / t;
    ASSERT_NEAR(sample(loop(f, 2, t), x, y, z), looped, 2e-7);
    const auto corners = [&](double pz) {
      return (n(x, y, pz) * (w - x) * (h - y) + n(x - w, y, pz) * x * (h - y) +
              n(x - w, y - h, pz) * x * y + n(x, y - h, pz) * (w - x) * y) /
             (w * h);
    };
    ASSERT_NEAR(sample(tile(f, {w, h}), x, y, z), corners(z), 3e-7);
    const double both = ((t - z) * corners(z) + z * corners(z - t)) / t;
    ASSERT_NEAR(sample(loop(tile(f, {w, h}), 2, t), x, y, z), both, 4e-7);
    ASSERT_NEAR(sample(loop(tile(f, {w, h}), 2, t), x + 3 * w, y - 5 * h, z + t), both, 1e-6);
  }
}

// A loop with a whole number of samples to a turn repeats
// to the bit, and goes on across the seam without a step.
TEST(Operators, TilesAreSeamless) {
  const Field field = loop(tile(perlin({.seed = 3, .frequency = 1.0 / 16}), {64, 48}), 2, 8);
  const Grid<3> once{.shape = {64, 48, 8}};
  const std::vector<float> first = filled(once, field);
  Grid<3> next = once;
  next.first = {-128, 48, 80};
  EXPECT_EQ(filled(next, field), first);
  for (const double y : {0.0, 3.3}) {
    EXPECT_NEAR(sample(field, 64 - 1e-9, y, 1), sample(field, 64, y, 1), 1e-6);
    EXPECT_EQ(sample(field, 64, y, 1), sample(field, 0, y, 1));
  }
  EXPECT_NE(sample(field, 5, 5, 1), sample(field, 6, 5, 1));
}

TEST(Operators, OctavesOfALoopLoop) {
  const Field field = fbm(loop(perlin({.frequency = 0.3}), 0, 10), {.octaves = 4});
  const std::vector<float> first = filled<1>({.shape = {10}}, field);
  EXPECT_EQ(filled<1>({.shape = {10}, .first = {30}}, field), first);
  EXPECT_NE(first, filled<1>({.shape = {10}, .first = {1}}, field));
}

// ---- rejections ---------------------------------------------------------------

// Operands that are nested or used again are worked out once. Otherwise this would not end.
TEST(Operators, FieldsAreSharedAtNoCost) {
  Field field = perlin();
  for (int i = 0; i < 100; ++i)
    field = min(field, max(field, translate(scale(field, {2, 1, 1, 1}), {1, 0})));
  EXPECT_EQ(range(field, 2), range(perlin(), 2));
}

TEST(Operators, ManyLevelsAreEvaluated) {
  Field differences = perlin(), moved = perlin(), of_octaves = perlin();
  for (int i = 0; i < 499; ++i) {
    differences = perlin() - differences;
    moved = translate(moved, {1, 0});
    of_octaves = fbm(of_octaves, {.octaves = 1});
  }
  const Grid<2> grid{.shape = {70, 40}, .first = {2000, 3000}};
  for (const Field& field : {differences, moved, of_octaves}) {
    EXPECT_TRUE(same_bits(filled(grid, field), fill_by_points(grid, field), grid));
    std::vector<float> values(samples(grid)), slope(samples(grid));
    fill(Planes<2>{.value = values, .derivative = {slope}}, grid, field);
    EXPECT_TRUE(same_bits(values, fill_by_points(grid, field), grid));
  }
  EXPECT_NEAR(sample(moved, 2000.25, 3000), sample(perlin(), 1501.25, 3000), 1e-6);
}

// Coordinates at the limits of maps within maps are rejected, or get the bits of the reference.
TEST(Operators, MapsAtTheLimitsOfCoordinates) {
  std::mt19937_64 random(7);
  const auto between = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
  };
  GridsAtLimits grids;
  for (int i = 0; i < 3000; ++i) {
    const double frequency = between(0.1, 4), inner = between(0.1, 2), outer = between(0.1, 2),
                 distance = i % 3 == 0 ? -between(0, 0x1p49 / frequency * inner) : 0;
    const Field source = perlin({.frequency = frequency});
    const Field field = i % 3 == 0
                            ? scale(translate(scale(source, {0, inner}), {0, distance}), {0, outer})
                            : scale(scale(source, {0, inner}), {0, outer});
    const double limit = (0x1p51 / frequency * inner - std::abs(distance)) * outer;
    const double last =
        limit * (1 + static_cast<double>(static_cast<int>(random() % 100) - 85) * 0x1p-53);
    const Grid<2> grid{
        .shape = {5, 4}, .step = {1, between(1, 1000)}, .origin = {0.5, last}, .first = {0, -3}};
    SCOPED_TRACE(i);
    grids.add(grid, field);
  }
  EXPECT_GT(grids.filled_grids, 300);
  EXPECT_GT(grids.rejected_grids, 300);
}

// Maps have limits of their own where the frequency of a field is so low that it has hardly any, as
// operators.hpp says.
TEST(Operators, MapsHaveLimitsOfTheirOwn) {
  const Field slow = perlin({.frequency = 1e-300});
  EXPECT_FALSE(std::isnan(sample(slow, 1e300)));
  for (const Field& field :
       {translate(slow, {1, 0}), scale(slow, {2, 1, 1, 1}), scale(slow, {-1, 1, 1, 1})}) {
    EXPECT_FALSE(std::isnan(sample(field, 2e265)));
    EXPECT_FALSE(std::isnan(sample(field, -2e265)));
    EXPECT_TRUE(std::isnan(sample(field, 1e267)));
    std::vector<float> out(1);
    expect_rejected([&] { fill(out, {.shape = {1}, .origin = {1e267}}, field); },
                    {"Grid::origin", "2^51"});
  }
  for (const double length : {1e-3, 1.0, 256.0}) {
    for (const Field& field : {loop(slow, 0, length), tile(slow, {length, 0})}) {
      const double limit = length * 0x1p51;
      EXPECT_FALSE(std::isnan(sample(field, limit * 0.999)));
      EXPECT_TRUE(std::isnan(sample(field, limit * 1.001)));
      std::vector<float> out(1);
      expect_rejected([&] { fill(out, {.shape = {1}, .origin = {-limit * 1.001}}, field); },
                      {"Grid::origin", "2^51"});
    }
  }
}

TEST(Operators, ValuesBeyondAFloatAreRejected) {
  const Field large = 3e38f * smoothstep(-1, 1, perlin());
  expect_rejected([&] { ridged(large, {.octaves = 1}); },
                  {"source: its values are from 0 to 3", "beyond a float"});
  expect_rejected([&] { billow(large); }, {"beyond a float"});
  EXPECT_NO_THROW(fbm(large));
  expect_rejected([&] { mix(3e38f, -3e38f, large); }, {"mix: values might be"});
  expect_rejected([&] { perlin() * std::numeric_limits<float>::infinity(); },
                  {"an operator's number is inf"});
  std::vector<float> out(5);
  // Each level is twice as steep as the one inside it.
  Field ridges = perlin();
  for (int i = 0; i < 140; ++i) ridges = ridged(ridges, {.octaves = 1});
  expect_rejected([&] { fill(Planes<1>{.derivative = {out}}, {.shape = {5}}, ridges); },
                  {"numbers in its derivatives"});
  // The slope of the inner smoothstep is beyond a float, though that of the outer one would not be.
  const Field steep = smoothstep(0, 1e35f, smoothstep(0, 1e-45f, coordinate()));
  expect_rejected([&] { fill(Planes<1>{.derivative = {out}}, {.shape = {5}}, steep); },
                  {"numbers in its derivatives"});
}

TEST(Operators, NumbersOfAnyType) {
  const Field a = perlin();
  const int whole = 3;
  const double half = 0.5;
  EXPECT_EQ(to_json(whole * a + half), to_json(3.0f * a + 0.5f));
  EXPECT_EQ(to_json(max(a, half) / 2u), to_json(max(a, 0.5f) / 2.0f));
  EXPECT_EQ(to_json(mix(a, whole, half)), to_json(mix(a, 3.0f, 0.5f)));
  EXPECT_EQ(to_json(a * 0.1), to_json(a * 0.1f));
  expect_rejected([&] { (void)(a * 1e300); }, {"number is inf", "finite"});
}

TEST(Operators, BadInput) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const Field a = perlin();
  const Field x = coordinate();
  expect_rejected([&] { (void)(a + infinity); }, {"number is inf", "finite"});
  expect_rejected([&] { (void)(x * x * x * x * x * x); }, {"operator*", "beyond a float"});
  expect_rejected([&] { (void)(x * x * x * x * x * x - a); }, {"operator*"});
  expect_rejected([&] { clamp(a, 1, 0); }, {"clamp: low is 1 and high is 0"});
  expect_rejected([&] { clamp(a, static_cast<float>(nan), 0); }, {"clamp: low is nan"});
  expect_rejected([&] { smoothstep(1, 1, a); }, {"smoothstep: low is 1 and high is 1"});
  expect_rejected([&] { smoothstep(-3e38f, 3e38f, a); }, {"smoothstep: high - low is inf"});
  expect_rejected([&] { translate(a, {0, nan}); }, {"translate: distance[1] is nan", "finite"});
  expect_rejected([&] { translate(a, {0x1p56, 0}); }, {"translate", "below 2^50"});
  expect_rejected([&] { scale(a, {1, 2, 1e-320}); }, {"scale: factor[2]", "1e-30 to 1e30"});
  expect_rejected([&] { scale(perlin({.frequency = 1e300}), {1e-30, 0}); },
                  {"scale", "makes a frequency of inf"});
  expect_rejected([&] { loop(a, 4, 1); }, {"loop: axis is 4", "0 to 3"});
  expect_rejected([&] { loop(a, -1, 1); }, {"loop: axis is -1"});
  for (const double length : {0.0, -1.0, nan, double{infinity}})
    expect_rejected([&] { loop(a, 0, length); }, {"loop: length is", "above 0"});
  expect_rejected([&] { tile(a, {1, -1}); }, {"tile: size[1] is -1", "above 0"});
  expect_rejected([&] { tile(2e38f * a, 32); }, {"tile: values are from -1.99", "1e38"});
  expect_rejected([&] { loop(a, 0, 0x1p57); }, {"loop", "below 2^50"});
  const std::vector<std::array<float, 2>> plane{{1, 0}};
  const std::vector<std::array<float, 3>> space{{1, 0, 0}};
  expect_rejected(
      [&] {
        (void)(perlin({.gradients = Gradients::vectors<2>(plane)}) +
               perlin({.gradients = Gradients::vectors<3>(space)}));
      },
      {"operator+", "dimensions"});
  expect_rejected([&] { sample(loop(a, 2, 4), 1.0, 2.0); }, {"3 dimensions at least"});
  // These derivatives may be beyond a float, though the values are not.
  std::vector<float> out(4), dx(4);
  for (const Field& steep :
       {sine(coordinate({.frequency = 1e37})), 1e30f * perlin({.frequency = 1e7}),
        sqrt(coordinate({.frequency = 1e30})), scale(1e10f * a, {1e-30, 0}),
        smoothstep(0, 1e-30f, 1e9f * a)}) {
    expect_rejected(
        [&] {
          fill(Planes<1>{.value = out, .derivative = {dx}}, {.shape = {4}, .step = {1e-30}}, steep);
        },
        {"derivatives", "1e36"});
  }
  expect_rejected([&] { mix(constant(3e38f), constant(-3e38f), abs(a)); },
                  {"mix", "beyond a float"});
  // Octaves of a mapped field are limited by the highest of them.
  expect_rejected([&] { fbm(translate(perlin({.frequency = 1}), {0x1p45, 0}), {.octaves = 12}); },
                  {"translate", "below 2^50"});
}

}  // namespace
}  // namespace perlane::testing
