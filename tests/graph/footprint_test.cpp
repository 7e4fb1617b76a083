// Octaves that fade out where they are too fine for the samples.

#include "support/reference.hpp"
#include "support/testing.hpp"

#include <perlane/text.hpp>

#include "graph/node.hpp"
#include "model/erosion.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace perlane::testing {
namespace {

using Make = Field (*)(const Field&, int octaves, double footprint);

struct NamedFractal {
  const char* name;
  Make make;
};

const NamedFractal fractals[] = {
    {"fbm", [](const Field& of, int octaves,
               double footprint) { return fbm(of, {.octaves = octaves, .footprint = footprint}); }},
    {"weighted fbm",
     [](const Field& of, int octaves, double footprint) {
       return fbm(of, {.octaves = octaves, .weight = 0.6, .footprint = footprint});
     }},
    {"ridged",
     [](const Field& of, int octaves, double footprint) {
       return ridged(of, {.octaves = octaves, .footprint = footprint});
     }},
    {"weighted ridged",
     [](const Field& of, int octaves, double footprint) {
       return ridged(of, {.octaves = octaves, .weight = 0.6, .footprint = footprint});
     }},
    {"billow",
     [](const Field& of, int octaves, double footprint) {
       return billow(of, {.octaves = octaves, .footprint = footprint});
     }},
    {"ping_pong",
     [](const Field& of, int octaves, double footprint) {
       return ping_pong(of, {.octaves = octaves, .footprint = footprint});
     }},
    {"weighted ping_pong",
     [](const Field& of, int octaves, double footprint) {
       return ping_pong(of, {.octaves = octaves, .weight = 0.5, .footprint = footprint}, 2.5);
     }},
    {"damped",
     [](const Field& of, int octaves, double footprint) {
       return damped(of, Damped{.octaves = octaves, .footprint = footprint});
     }},
    {"multifractal",
     [](const Field& of, int octaves, double footprint) {
       return multifractal(of, Cascade{.octaves = octaves, .offset = 0.9, .footprint = footprint});
     }},
    {"hetero_terrain",
     [](const Field& of, int octaves, double footprint) {
       return hetero_terrain(of,
                             Cascade{.octaves = octaves, .offset = 0.7, .footprint = footprint});
     }},
    {"hybrid_multifractal",
     [](const Field& of, int octaves, double footprint) {
       return hybrid_multifractal(of, {.octaves = octaves, .footprint = footprint});
     }},
    {"ridged_multifractal",
     [](const Field& of, int octaves, double footprint) {
       return ridged_multifractal(of, {.octaves = octaves, .feedback = 2, .footprint = footprint});
     }},
};

const Field noises[] = {perlin({.seed = 5, .frequency = 1.0 / 32}),
                        simplex({.seed = 5, .frequency = 1.0 / 32}),
                        cellular({.seed = 5, .frequency = 1.0 / 32})};

TEST(Footprint, WithoutEffectKeepsTheBits) {
  const Grid<2> grid{.shape = {70, 33}, .first = {-20, 5}};
  for (const auto& [name, make] : fractals) {
    for (const Field& noise : noises) {
      const Field without = make(noise, 5, 0), wide = make(noise, 5, 1);  // the last has 2 samples
      EXPECT_EQ(filled(grid, wide), filled(grid, without)) << name;
      EXPECT_EQ(range(wide, 2), range(without, 2)) << name;
    }
  }
}

// The frequencies are powers of 2, so that octaves are there or not.
TEST(Footprint, KeepsTheOtherOctaves) {
  const Grid<2> grid{.shape = {70, 33}, .first = {-20, 5}};
  const Field noise = perlin({.seed = 5, .frequency = 1.0 / 32});
  const double total = 1 + 0.5 + 0.25 + 0.125 + 0.0625 + 0.03125;
  for (const int left : {1, 2, 3, 5}) {
    const Field faded = fbm(noise, {.footprint = std::ldexp(1.0, 5 - left)});
    const std::vector<float> values = filled(grid, faded);
    // The sums of the first octaves of six, as fbm adds them up.
    Field sum = constant(0);
    for (int k = 0; k < left; ++k) {
      const auto amplitude = static_cast<float>(std::ldexp(1 / total, -k));
      const Field four = fbm(noise, {.octaves = k + 1, .gain = 1});
      const Field three = k == 0 ? constant(0) : fbm(noise, {.octaves = k, .gain = 1});
      sum = sum + amplitude * (static_cast<float>(k + 1) * four - static_cast<float>(k) * three);
    }
    const std::vector<float> expected = filled(grid, sum);
    for (std::size_t i = 0; i < values.size(); ++i)
      ASSERT_NEAR(values[i], expected[i], 2e-6) << left << " at " << i;
    EXPECT_EQ(graph::node_of(faded).program(2, false).steps.size(), static_cast<std::size_t>(left));
  }
  // All are gone.
  EXPECT_EQ(filled(grid, fbm(noise, {.footprint = 32})), std::vector<float>(70 * 33, 0));
  // As many octaves as are left, of the same amplitudes: the others are 1 in 2^200 of the first.
  const double gain = std::ldexp(1.0, -200);
  EXPECT_EQ(filled(grid, fbm(noise, {.octaves = 4, .gain = gain, .footprint = 16})),
            filled(grid, fbm(noise, {.octaves = 1})));
}

TEST(Footprint, FadesSmoothly) {
  // The part of an octave that is left, by the values of a fractal of one.
  const Field noise = perlin({.seed = 5, .frequency = 1.0 / 32});
  const double x = 13.7, y = 9.1, whole = sample(noise, x, y);
  double before = whole;
  for (double footprint = 15; footprint < 34; footprint += 0.25) {
    const double t = std::clamp(32 / footprint - 1, 0.0, 1.0);
    const double left = sample(fbm(noise, {.octaves = 1, .footprint = footprint}), x, y);
    EXPECT_NEAR(left, whole * t * t * (3 - 2 * t), 1e-7) << footprint;
    EXPECT_LE(std::abs(left), std::abs(before)) << footprint;
    EXPECT_LT(std::abs(left - before), 0.05 * std::abs(whole)) << footprint;
    before = left;
  }
  EXPECT_EQ(before, 0);
  for (const auto& [name, make] : fractals) {
    float last = sample(make(noise, 4, 1), x, y);
    for (double footprint = 1; footprint < 40; footprint *= 1.01) {
      const float value = sample(make(noise, 4, footprint), x, y);
      ASSERT_NEAR(value, last, 0.06) << name << " " << footprint;
      last = value;
    }
  }
}

// An octave is a w + (1 - w) mean, with the part w of it that is left. Octaves of sums draw with
// their amplitudes, and the mean has them too.
TEST(Footprint, FadesToTheMeanOfTheSource) {
  const std::vector<float> values{2, 3, 2.5f, 3.5f};
  const Field source =
      value({.frequency = 0.25, .lattice = Lattice::explicit_values<2>(values, {2, 2})});
  const Field next = graph::field_of(graph::octave_of(graph::pointer_of(source), {1, 2.0, true}));
  const Field field = fbm(source, {.octaves = 3, .aligned = true, .footprint = 1.5});
  const double mean = sample(fbm(next, {.octaves = 1, .footprint = 1e3}), 0, 0);
  EXPECT_NEAR(mean, 2.75, 0.05);
  constexpr double w = 7.0 / 27;  // of 3/4 of a cell
  for (int i = 0; i < 500; ++i) {
    const double x = 0.37 * i - 50, y = 0.11 * i;
    const double expected =
        sample(source, x, y) * 4 / 7 + (w * sample(next, x, y) + (1 - w) * mean) * 2 / 7 + mean / 7;
    ASSERT_NEAR(sample(field, x, y), expected, 2e-6);
  }
}

struct Difference {
  double mean, deviation;
};

// The difference of a level with one in 2^level samples from the means of the samples of level 0.
Difference difference_from_blocks(const Field& fine, const Field& coarse, int level) {
  constexpr std::int64_t size = 1024;
  const std::int64_t step = std::int64_t{1} << level, side = size / step;
  // The samples of the level are in the middle of the blocks.
  const double middle = static_cast<double>(step - 1) / 2;
  const std::vector<float> all = filled(Grid<2>{.shape = {size, size}}, fine);
  const std::vector<float> few =
      filled(Grid<2>{.shape = {side, side}, .step = step, .origin = {middle, middle}}, coarse);
  double sum = 0, squares = 0;
  for (std::int64_t j = 0; j < side; ++j) {
    for (std::int64_t i = 0; i < side; ++i) {
      double mean = 0;
      for (std::int64_t y = 0; y < step; ++y) {
        for (std::int64_t x = 0; x < step; ++x)
          mean += all[static_cast<std::size_t>((j * step + y) * size + i * step + x)];
      }
      const double error =
          few[static_cast<std::size_t>(j * side + i)] - mean / static_cast<double>(step * step);
      sum += error;
      squares += error * error;
    }
  }
  const auto count = static_cast<double>(side * side);
  return {sum / count, std::sqrt(squares / count)};
}

// Octaves that are gone leave their mean, so the mean of a level stays, and its samples come nearer
// to those of blocks. Octaves that are joined by formulas with weights depend on finer ones less
// simply than sums do. In cellular noise, which has a mean of its own, `damped` divides that mean.
TEST(Footprint, LevelsAgreeInTheMean) {
  for (const auto& [name, make] : fractals) {
    const std::string fractal = name;
    const bool is_linear =
        fractal == "fbm" || fractal == "multifractal" || fractal == "hetero_terrain";
    for (const Field& noise : noises) {
      if (fractal == "damped" && &noise == &noises[2]) continue;
      const Field fine = make(noise, 5, 0);
      for (const int level : {2, 3, 4}) {
        const Field coarse = with_footprint(fine, std::ldexp(1.0, level));
        const Difference with = difference_from_blocks(fine, coarse, level),
                         without = difference_from_blocks(fine, fine, level);
        EXPECT_LT(with.deviation, (is_linear ? 0.86 : 1) * without.deviation)
            << name << " " << level;
        const auto [low, high] = range(fine, 2);
        EXPECT_LT(std::abs(with.mean), (level == 4 ? 0.03 : 0.01) * (high - low))
            << name << " " << level;
      }
    }
  }
}

TEST(Footprint, SamplesAndRangesAreThoseOfOneField) {
  const Grid<2> grid{.shape = {61, 37}, .step = 3, .first = {-20, 5}};
  for (const auto& [name, make] : fractals) {
    for (const Field& noise : noises) {
      for (const double footprint : {2.7, 3.0, 6.5, 100.0}) {
        const Field field = make(noise, 5, footprint);
        const std::vector<float> values = filled(grid, field);
        const Range all = range(field, 2), within = range(field, grid);
        for (std::size_t i = 0; i < values.size(); ++i) {
          const double x = 3 * (-20 + static_cast<double>(i % 61)),
                       y = 3 * (5 + static_cast<double>(i / 61));
          ASSERT_EQ(values[i], sample(field, x, y)) << name << " " << footprint;
          ASSERT_TRUE(values[i] >= all.min && values[i] <= all.max) << name << " " << footprint;
          ASSERT_TRUE(values[i] >= within.min && values[i] <= within.max) << name;
        }
        EXPECT_EQ(filled(grid, from_json(to_json(field))), values) << name;
      }
    }
  }
}

// An octave of an octave fades by the width of its own cells.
TEST(Footprint, FractalsOfFractals) {
  const Field noise = perlin({.seed = 5, .frequency = 1.0 / 32});
  const Grid<2> grid{.shape = {61, 37}};
  const Field inner = fbm(noise, {.octaves = 3, .footprint = 4});
  EXPECT_EQ(filled(grid, fbm(inner, {.octaves = 3, .footprint = 4})),
            filled(grid, fbm(inner, {.octaves = 3})));
  EXPECT_NE(filled(grid, fbm(fbm(noise, {.octaves = 3}), {.octaves = 3})),
            filled(grid, fbm(inner, {.octaves = 3})));
  // Only the first octave of the second octave is left: cells of 16, 8 and 4 samples.
  EXPECT_EQ(graph::node_of(fbm(inner, {.octaves = 2})).program(2, false).steps.size(),
            graph::node_of(fbm(fbm(noise, {.octaves = 3}), {.octaves = 2}))
                    .program(2, false)
                    .steps.size() -
                1);
}

// The octave of the ping-pong has faded to a number within -1 and 1, and its octaves of lower
// frequencies go far beyond.
TEST(Footprint, FoldsTheOctavesOfOctaves) {
  const Field folded =
      ping_pong(8 * perlin({.seed = 5, .frequency = 1}), {.octaves = 1, .footprint = 2});
  const Field field = fbm(folded, {.octaves = 3, .lacunarity = 1.0 / 16});
  expect_reference<2>({.shape = {61, 37}, .first = {-20, 5}}, {"fbm of a faded ping-pong", field});
}

// Both uses of the noise are right, wherever the fractal takes it from.
TEST(Footprint, NoiseThatIsUsedTwice) {
  const Field noise = simplex({.seed = 5, .frequency = 1.0 / 32});
  const Grid<2> grid{.shape = {61, 37}};
  const Field sum = fbm(noise, {.octaves = 3, .footprint = 12}),
              both = min(noise, 0.3f) + sum + noise;
  const std::vector<float> a = filled(grid, min(noise, 0.3f)), b = filled(grid, sum),
                           c = filled(grid, noise), all = filled(grid, both);
  for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(all[i], (a[i] + b[i]) + c[i]);
}

TEST(Footprint, FieldsWithoutCellsStay) {
  const Grid<2> grid{.shape = {20, 10}};
  for (const Field& field : {constant(0.5f), coordinate({.frequency = 0.01})}) {
    EXPECT_EQ(filled(grid, fbm(field, {.footprint = 1e300})), filled(grid, fbm(field)));
  }
  // Periods, and noise at other coordinates, fade by the cells that they have there.
  const Field noise = perlin({.frequency = 1.0 / 8, .period = 4});
  for (const double footprint : {2.5, 3.0, 5.0}) {
    const Field tiled = fbm(noise, {.octaves = 3, .footprint = footprint});
    EXPECT_EQ(filled(grid, tiled), filled(Grid<2>{.shape = {20, 10}, .first = {32, -64}}, tiled));
  }
  const auto without_octaves = [&](const Field& source, double footprint) {
    return filled(grid, fbm(source, {.octaves = 1, .footprint = footprint})) ==
           std::vector<float>(200, 0);
  };
  EXPECT_FALSE(without_octaves(scale(noise, 4), 31.9));
  EXPECT_TRUE(without_octaves(scale(noise, 4), 32));
  EXPECT_TRUE(without_octaves(scale(noise, 0.25), 2));
  EXPECT_TRUE(without_octaves(rotate(noise, 0.5), 8.001));
  EXPECT_FALSE(without_octaves(rotate(noise, 0.5), 7.9));
  // The smallest cells count: of a warp, of the points of a lookup, of gullies.
  const Field slow = perlin({.frequency = 1.0 / 1024});
  for (const Field& field :
       {warp(slow, {3 * noise, noise}), warp(noise, {slow}),
        cellular_lookup(slow, {.frequency = 1.0 / 8}), cellular_lookup(noise, {.frequency = 1e-3}),
        erode(slow, {.scale = 8 / double{model::erosion_waves}, .octaves = 1}),
        erode(noise, {.scale = 1e3, .octaves = 1})}) {
    EXPECT_FALSE(without_octaves(field, 7.9)) << to_json(field);
    EXPECT_TRUE(without_octaves(field, 8.001)) << to_json(field);
  }
}

// Each field is magnified in two ways in the next, so that few calls stand for very many widths.
TEST(Footprint, FieldsAtTooManyScalesAreRejected) {
  Field field = fbm(perlin(), 32);
  for (int k = 1; k <= 40; ++k)
    field = scale(field, 1.01 + 0.001 * k) + scale(field, 0.97 - 0.003 * k);
  expect_rejected([&] { with_footprint(field, 1e-12); },
                  {"with_footprint: the field has so many parts", "131072 nodes; use fewer maps"});
  // Fields that have more nodes themselves are taken.
  std::vector<Field> many;
  for (std::uint64_t seed = 0; seed < 3800; ++seed) many.push_back(fbm(perlin({.seed = seed}), 32));
  while (many.size() > 1) {
    std::vector<Field> sums;
    for (std::size_t i = 0; i + 1 < many.size(); i += 2) sums.push_back(many[i] + many[i + 1]);
    if (many.size() % 2 == 1) sums.push_back(many.back());
    many = std::move(sums);
  }
  EXPECT_NE(graph::pointer_of(with_footprint(many.front(), 1e-12)),
            graph::pointer_of(many.front()));
  // Reading the text would make the sources, too, which the octaves have replaced.
  EXPECT_LT(graph::count_nodes(graph::node_of(many.front())), graph::most_nodes);
  expect_rejected([&] { (void)to_json(many.front()); }, {"to_json: the field is made of more"});
}

TEST(Footprint, SetsThatOfEveryFractalWithoutOne) {
  const Field noise = perlin();
  const Field field = scale(fbm(noise), 4) + rotate(ridged(noise, {.footprint = 9}), 1) +
                      transform(damped(noise), {{0.5, 0, 1}, {0, 3, 1}});
  const Field expected =
      scale(fbm(noise, {.footprint = 2}), 4) + rotate(ridged(noise, {.footprint = 9}), 1) +
      transform(damped(noise, Damped{.footprint = 24}), {{0.5, 0, 1}, {0, 3, 1}});
  const auto largest = [](const Field& of) {
    const std::string text = to_json(of);
    return text.substr(0, text.find("\"transform\""));
  };
  EXPECT_EQ(largest(with_footprint(field, 8)), largest(expected));
  EXPECT_NE(to_json(with_footprint(field, 8)).find("\"footprint\":2"), std::string::npos);
  EXPECT_EQ(graph::pointer_of(with_footprint(field, 0)), graph::pointer_of(field));
  EXPECT_EQ(graph::pointer_of(with_footprint(noise, 8)), graph::pointer_of(noise));
  // A rotation stretches nothing.
  EXPECT_EQ(to_json(with_footprint(rotate(fbm(noise), 0.5), 32)),
            to_json(rotate(fbm(noise, {.footprint = 32}), 0.5)));
  EXPECT_EQ(to_json(with_footprint(transform(fbm(noise), {{0.6, -0.8, 1}, {0.8, 0.6, 0}}), 32)),
            to_json(transform(fbm(noise, {.footprint = 32}), {{0.6, -0.8, 1}, {0.8, 0.6, 0}})));
  // The same fractal at two scales.
  const Field shared = fbm(noise);
  EXPECT_EQ(to_json(with_footprint(shared + scale(shared, 2), 8)),
            to_json(fbm(noise, {.footprint = 8}) + scale(fbm(noise, {.footprint = 4}), 2)));
  // A factor of 0 leaves the axes as they are, and so does an empty list.
  for (const PerAxis<double>& factor :
       {PerAxis<double>(0.0), PerAxis<double>{0, 0}, PerAxis<double>{}}) {
    EXPECT_EQ(to_json(with_footprint(scale(shared, factor), 8)),
              to_json(scale(fbm(noise, {.footprint = 8}), factor)));
  }
  // Nor do factors of axes that the field cannot have.
  const std::vector<std::array<float, 2>> vectors{{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  const Field flat = perlin({.gradients = Gradients::vectors<2>(vectors)});
  EXPECT_EQ(to_json(with_footprint(scale(fbm(flat), {2, 2, 0.01}), 8)),
            to_json(scale(fbm(flat, {.footprint = 4}), {2, 2, 0.01})));
  // Widths within maps are numbers, however large.
  constexpr double most = std::numeric_limits<double>::max();
  EXPECT_EQ(to_json(with_footprint(scale(shared, 1e-30), 1e300)),
            to_json(scale(fbm(noise, {.footprint = most}), 1e-30)));
  for (const double bad : {-1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
    expect_rejected([&] { with_footprint(field, bad); }, {"with_footprint: width is", "0 or more"});
    expect_rejected([&] { fbm(noise, {.footprint = bad}); },
                    {"Fractal::footprint is", "0 or more"});
    expect_rejected([&] { multifractal(noise, Cascade{.footprint = bad}); },
                    {"Cascade::footprint is"});
  }
  expect_rejected([] { with_footprint(Field(), 1); }, {"the field is empty"});
}

}  // namespace
}  // namespace perlane::testing
