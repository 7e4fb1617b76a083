// Tests the caller's floating-point environment: another rounding mode, and subnormal numbers as
// zero. The bits are the same, and the caller gets its environment back.

#include "support/testing.hpp"

#include "graph/noise/gradients.hpp"

#include <array>
#include <cfenv>
#include <cmath>
#include <limits>
#include <stdexcept>

#if defined(__SSE2__) || defined(_M_X64)
#include <xmmintrin.h>
#endif

namespace perlane::testing {
namespace {

TEST(FloatEnvironment, RoundingModeOfTheCaller) {
  with_every_isa([](std::string_view isa) {
    const auto evaluate = [] {
      const Field field =
          ridged(perlin({.frequency = 0.37}), {.octaves = 7, .lacunarity = 1.9, .gain = 0.7});
      std::vector<float> values = filled<2>({.shape = {100, 100}}, field);
      values.push_back(sample(field, 1.25, 2.5));
      values.push_back(range(field, 2).max);
      return values;
    };
    const std::vector<float> expected = evaluate();
    for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
      ASSERT_EQ(std::fesetround(mode), 0);
      const std::vector<float> values = evaluate();
      const int kept = std::fegetround();
      std::fesetround(FE_TONEAREST);
      EXPECT_EQ(values, expected) << isa << ", mode " << mode;
      EXPECT_EQ(kept, mode);
    }
  });
}

// They are made once, for the first who asks.
TEST(FloatEnvironment, GradientSets) {
  const auto component = [](const Gradients& gradients) {
    return std::abs(graph::gradient_set(gradients, 3)->component[0][0]);
  };
  ASSERT_EQ(std::fesetround(FE_UPWARD), 0);
  const float up = component(Gradients::diagonals());
  std::fesetround(FE_DOWNWARD);
  const float down = component(Gradients::diagonals());
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(up, static_cast<float>(0.999997 / 1.5));
  EXPECT_EQ(down, up);
}

#if defined(__SSE2__) || defined(_M_X64)
TEST(FloatEnvironment, SubnormalNumbersAsZero) {
  // These are below and above 0 by less than the smallest
  // number that is left when subnormal ones are zero.
  const Grid<2> grid{.shape = {40, 3}, .step = {5e-320, 1e-310}, .origin = {-1e-318, 0}};
  std::vector<double> x, y;
  std::vector<float> single_x, single_y;
  for (std::size_t i = 0; i < samples(grid); ++i) {
    x.push_back(position(grid, i)[0]);
    y.push_back(position(grid, i)[1]);
    single_x.push_back(static_cast<float>(static_cast<double>(i) * 1e-42 - 1e-41));
    single_y.push_back(-1e-40f);
  }
  with_every_isa([&](std::string_view isa) {
    for (const NamedField& named : every_field(1.0)) {
      const auto evaluate = [&] {
        std::vector<float> values = filled(grid, named.field), points(x.size());
        sample(points, named.field, x, y);
        values.insert(values.end(), points.begin(), points.end());
        sample(points, named.field, single_x, single_y);
        values.insert(values.end(), points.begin(), points.end());
        for (std::size_t i = 0; i < x.size(); ++i)
          values.push_back(sample(named.field, x[i], y[i]));
        // The bounds of subnormal values and gradients are subnormal, too.
        const std::array<float, 2> given{1e-40f, -1e-40f};
        const Range bounds = range(value({.lattice = Lattice::explicit_values<1>(given, {2})}), 1);
        values.insert(values.end(), {bounds.min, bounds.max});
        const std::array<std::array<float, 1>, 2> gradients{{{1e-40f}, {-3e-40f}}};
        values.push_back(
            range(perlin({.lattice = Lattice::explicit_gradients<1>(gradients, {2})}), 1).max);
        for (const Field& tiny : {constant(1e-40f), perlin() * 1e-40f, 1e-40f + named.field * 0}) {
          values.insert(values.end(), {range(tiny, 2).min, range(tiny, 2).max});
          values.push_back(sample(tiny, x[1], y[1]));
        }
        // These two limits are equal if subnormal numbers are zero.
        values.push_back(sample(smoothstep(0, 1e-40f, named.field), x[1], y[1]));
        EXPECT_THROW(clamp(named.field, 1e-40f, 0), std::invalid_argument);
        // Frequencies and amplitudes are computed when a field is made in this environment.
        values.push_back(sample(
            fbm(perlin({.frequency = std::numeric_limits<double>::denorm_min()}), {.octaves = 3}),
            -1e300));
        return values;
      };
      const std::vector<float> expected = evaluate();
      const unsigned callers = _mm_getcsr();
      const unsigned zeros = callers | 0x8040;
      _mm_setcsr(zeros);
      const std::vector<float> values = evaluate();
      const unsigned kept = _mm_getcsr() & 0xffc0;
      _mm_setcsr(callers);
      EXPECT_EQ(kept, zeros & 0xffc0);
      ASSERT_EQ(values.size(), expected.size());
      for (std::size_t i = 0; i < values.size(); ++i) {
        ASSERT_EQ(std::bit_cast<std::uint32_t>(values[i]),
                  std::bit_cast<std::uint32_t>(expected[i]))
            << named.name << " " << isa << " " << i;
      }
    }
  });
  // The environment makes a difference: just below 0 is another cell than 0.
  EXPECT_NE(sample(white(), -1e-318), sample(white(), 0));
}
#endif

}  // namespace
}  // namespace perlane::testing
