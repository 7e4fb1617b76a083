// Tests how fields become programs: shared nodes are computed once, noises write to destinations
// where they can, and graphs may be as deep as memory allows.

#include "support/testing.hpp"

#include "engine/evaluator.hpp"
#include "graph/lowering.hpp"
#include "graph/node.hpp"
#include "graph/arithmetic/operations.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <thread>
#include <variant>

#ifndef _WIN32
#include "support/small_stack.hpp"
#endif

namespace perlane::testing {
namespace {

int steps_of(const Field& field, bool with_derivatives = false) {
  return static_cast<int>(graph::node_of(field).program(2, with_derivatives).steps.size());
}

TEST(Lowering, ASquareEvaluatesItsFieldOnce) {
  const Field a = perlin({.seed = 3});
  for (const bool with_derivatives : {false, true}) {
    EXPECT_EQ(count_of<model::NoiseStep>(a * a, 2, with_derivatives), 1);
    EXPECT_EQ(steps_of(a * a, with_derivatives), 2);
    EXPECT_EQ(graph::node_of(a).program(2, false).buffers, 1);
  }
  Field power = a;
  for (int level = 0; level < 30; ++level) power = power * power;
  EXPECT_EQ(steps_of(power), 31);
  EXPECT_EQ(graph::node_of(power).program(2, false).buffers, 1);
  // The value is that of a billionfold product: only a program of 31 steps ends in time.
  EXPECT_EQ(sample(power, 0.3, 0.7), 0.0f);
}

TEST(Lowering, EqualNodesAreMerged) {
  const auto make = [] {
    return perlin({.seed = 5,
                   .frequency = 0.1,
                   .lattice = Lattice::permutation(64),
                   .gradients = Gradients::random(3),
                   .fade = Fade::cubic,
                   .period = {3, 0, 5, 0}});
  };
  EXPECT_EQ(count_of<model::NoiseStep>(make() + make()), 1);
  const auto in_one = [](const Field& a, const Field& b) {
    return count_of<model::NoiseStep>(a + b);
  };
  EXPECT_EQ(in_one(value({.seed = 1}), value({.seed = 1})), 1);
  EXPECT_EQ(in_one(coordinate({.axis = 1}), coordinate({.axis = 1})), 1);
  EXPECT_EQ(in_one(perlin2002(), perlin2002()), 1);
  EXPECT_EQ(in_one(fbm(perlin()), fbm(perlin())), 6);
  // Octaves are seeded alike, whatever their number.
  EXPECT_EQ(in_one(ridged(perlin(), {.octaves = 5}), ridged(perlin(), {.octaves = 3})), 5);
  EXPECT_EQ(in_one(translate(perlin(), {1, 2}), translate(perlin(), {1, 2})), 1);
  EXPECT_EQ(in_one(loop(perlin(), 0, 64), loop(perlin(), 0, 64)), 3);
  EXPECT_EQ(count_of<model::ExtrudeStep>(extrude(perlin(), 1) + extrude(perlin(), 1)), 1);

  const Path path{{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(in_one(chunk_noise<2>(path), chunk_noise<2>(path)), 1);
  EXPECT_EQ(in_one(chunk_noise<2>(path, {.chop = 2}), chunk_noise<2>(path, {.chop = 2})), 1);
  const std::vector<float> values{1, 2, 3, 4};
  const auto map = [&] { return value({.lattice = Lattice::explicit_values<2>(values, {2, 2})}); };
  EXPECT_EQ(in_one(map(), map()), 1);
}

TEST(Lowering, NodesWithDifferentParametersAreNotMerged) {
  const Perlin base{.seed = 5, .frequency = 0.1, .lattice = Lattice::permutation(64)};
  std::vector<Perlin> others(8, base);
  others[0].seed = 6;
  others[1].frequency = std::nextafter(0.1, 1.0);
  others[2].lattice = Lattice::permutation(128);
  others[3].lattice = Lattice::classic(64);
  others[4].lattice = Lattice::hashed();
  others[5].gradients = Gradients::edges();
  others[6].fade = Fade::linear;
  others[7].period = {0, 0, 0, 1};
  for (const Perlin& other : others) {
    EXPECT_EQ(count_of<model::NoiseStep>(perlin(base) - perlin(other)), 2);
  }
  const Cellular points{.seed = 5, .frequency = 0.1};
  std::vector<Cellular> other_points(6, points);
  other_points[0].seed = 6;
  other_points[1].frequency = std::nextafter(0.1, 1.0);
  other_points[2].jitter = std::nextafter(1.0, 0.0);
  other_points[3].distance = Distance::squared;
  other_points[4].returns = CellularReturn::f2;
  other_points[5].period = {0, 0, 0, 1};
  for (const Cellular& other : other_points) {
    EXPECT_EQ(count_of<model::NoiseStep>(cellular(points) - cellular(other)), 2);
    if (other.returns != points.returns) continue;  // lookups reject it
    const Field lookups = cellular_lookup(perlin(), points) - cellular_lookup(perlin(), other);
    EXPECT_EQ(count_of<model::NearestPointStep>(lookups), 2);
  }
  EXPECT_EQ(count_of<model::ExtrudeStep>(extrude(perlin(), 1) - extrude(perlin(), 0)), 2);
  EXPECT_EQ(count_of<model::ExtrudeStep>(extrude(perlin(), 1) - extrude(value(), 1)), 2);
  const Field edges = simplex({.gradients = Gradients::edges()});
  EXPECT_EQ(count_of<model::NoiseStep>(simplex() - edges), 2);
  // 0 and -0 are different values.
  const std::vector<float> zeros{0.0f, 1.0f}, negative{-0.0f, 1.0f};
  const auto map = [](const std::vector<float>& values) {
    return value({.lattice = Lattice::explicit_values<1>(values, {2})});
  };
  EXPECT_EQ(count_of<model::NoiseStep>(map(zeros) - map(negative)), 2);
  EXPECT_EQ(count_of<model::NoiseStep>(translate(perlin(), {1, 0}) - scale(perlin(), {2, 1})), 2);
  EXPECT_EQ(count_of<model::NoiseStep>(loop(perlin(), 0, 64) - loop(perlin(), 0, 65)), 6);
  const auto is_another = [](const Field& a, const Field& b) {
    return count_of<model::OctaveStep>(a - b) == 2 && count_of<model::OctaveStep>(a - a) == 1;
  };
  EXPECT_TRUE(is_another(ridged(perlin(), {.octaves = 2}),
                         ridged(perlin(), {.octaves = 2, .weight = 0.5})));
  EXPECT_TRUE(is_another(ridged(perlin(), {.octaves = 2, .fraction = 0.2}),
                         ridged(perlin(), {.octaves = 2, .fraction = 0.3})));
  EXPECT_TRUE(
      is_another(ping_pong(perlin(), {.octaves = 2}, 2), ping_pong(perlin(), {.octaves = 2}, 2.1)));
  const Cascade product{.octaves = 2}, low{.octaves = 2, .offset = 0.9};
  const Multifractal weak{.octaves = 2}, strong{.octaves = 2, .feedback = 1.1};
  EXPECT_TRUE(is_another(hetero_terrain(perlin(), product), multifractal(perlin(), product)));
  EXPECT_TRUE(is_another(hetero_terrain(perlin(), product), hetero_terrain(perlin(), low)));
  EXPECT_TRUE(
      is_another(hybrid_multifractal(perlin(), weak), hybrid_multifractal(perlin(), strong)));
  const Field eroded = damped(perlin(), {.octaves = 2});
  EXPECT_EQ(count_of<model::NoiseStep>(eroded - damped(perlin(), {.octaves = 2})), 2);
  EXPECT_NE(steps_of(eroded - damped(perlin(), {.octaves = 2}, 0.5)), steps_of(eroded - eroded));
  const Field line = curve(perlin(), {{0, 0}, {1, 1}}), same = curve(perlin(), {{0, 0}, {1, 1}});
  EXPECT_EQ(count_of<model::CurveStep>(line - same), 1);
  EXPECT_EQ(count_of<model::CurveStep>(line - curve(perlin(), {{0, 0}, {2, 1}})), 2);
  EXPECT_EQ(count_of<model::CurveStep>(line - curve(perlin(), {{0, 0}, {1, 2}})), 2);
}

// A node that left its seed or its frequency out of its signature would be taken for another, and
// the difference of the two would be 0.
TEST(Lowering, DifferentFieldsOfTheCatalogueAreNotMerged) {
  const Grid<2> grid{.shape = {25, 2}, .step = {0.7, 0.9}};
  const std::vector<NamedField> lists[] = {every_field(0.13, 1), every_field(0.13, 2),
                                           every_field(0.17, 1)};
  const auto expect_two = [&](const NamedField& a, const NamedField& b) {
    const std::vector<float> of_a = filled(grid, a.field), of_b = filled(grid, b.field);
    std::vector<float> expected;
    for (std::size_t i = 0; i < of_a.size(); ++i) expected.push_back(of_a[i] - of_b[i]);
    EXPECT_TRUE(same_bits(filled(grid, a.field - b.field), expected, grid))
        << a.name << " and " << b.name;
  };
  for (const NamedField& a : lists[0]) {
    for (const auto& others : lists) {
      for (const NamedField& b : others) expect_two(a, b);
    }
  }
}

TEST(Lowering, OctavesAreFoldedByTheNoiseItself) {
  const Field source = perlin({.seed = 9});
  EXPECT_EQ(steps_of(fbm(source, {.octaves = 8})), 8);
  EXPECT_EQ(graph::node_of(fbm(source, {.octaves = 8})).program(2, false).buffers, 1);
  EXPECT_EQ(steps_of(fbm(source, {.octaves = 1})), 1);
  // A shape is not for the kernels of a noise; its octaves are joined some at a time.
  EXPECT_EQ(count_of<model::OctaveStep>(ridged(source, {.octaves = 8})), 2);
  EXPECT_EQ(count_of<model::OctaveStep>(ridged(source, {.octaves = 9})), 3);
  EXPECT_EQ(graph::node_of(ridged(source, {.octaves = 9})).program(2, false).buffers, 5);
  // Octaves that somebody else wants as well are computed once.
  const Field sum = ridged(source, {.octaves = 3, .gain = 0.5}) + ridged(source, {.octaves = 4});
  EXPECT_EQ(count_of<model::NoiseStep>(sum), 4);
  // But not those of sums, whose amplitudes are in what they draw.
  const Field sums = fbm(source, {.octaves = 3}) + fbm(source, {.octaves = 4});
  EXPECT_EQ(count_of<model::NoiseStep>(sums), 7);
  EXPECT_EQ(count_of<model::NoiseStep>(fbm(simplex(), {.octaves = 3}) + fbm(simplex())), 6);
  // With derivatives, octaves are added by steps of their own. The first has nothing to add to.
  EXPECT_EQ(count_of<model::FoldStep>(fbm(source, {.octaves = 8}), 2, true), 7);
  EXPECT_EQ(count_of<model::FoldStep>(fbm(simplex(), {.octaves = 8}), 2, true), 8);
}

// Its values would be lost to whoever else reads them, whatever map stands in between.
TEST(Lowering, NoiseThatOthersReadIsNotFolded) {
  const std::function<Field(const Field&)> maps[] = {
      [](const Field& field) { return domain_warp(field); },
      [](const Field& field) { return warp(field, {perlin({.seed = 2}), 0.5f}); },
      [](const Field& field) { return cellular_lookup(field, {.frequency = 0.3}); },
      [](const Field& field) { return translate(field, {0.5, 0.25}); },
      [](const Field& field) { return scale(field, {2, 3}); },
      [](const Field& field) { return rotate(field, 0.5); },
      [](const Field& field) { return translate(domain_warp(rotate(field, 0.5)), {0.5, 0}); },
      [](const Field& field) { return differences(field, 0.25); },
  };
  const Grid<2> grid{.shape = {37, 5}, .step = {0.3, 0.4}};
  const auto expect_sum = [&](const Field& a, const Field& b) {
    std::vector<float> sum = filled(grid, a);
    const std::vector<float> of_a = sum, of_b = filled(grid, b);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += of_b[i];
    EXPECT_EQ(filled(grid, a + b), sum) << to_json(a + b);
    EXPECT_EQ(sample(a + b, 1.5, 0.5), sample(a, 1.5, 0.5) + sample(b, 1.5, 0.5));
    const Range bounds = range(a + b, grid);
    EXPECT_TRUE(std::ranges::all_of(
        sum, [&](float value) { return bounds.min <= value && value <= bounds.max; }));
    std::vector<float> first(sum.size()), second(sum.size());
    fill<2>({{first, a}, {second, b}}, grid);
    EXPECT_EQ(first, of_a);
    EXPECT_EQ(second, of_b);
  };
  for (const Field& noise : {simplex(), perlin(), cellular(), value(), fastnoise_lite()}) {
    for (const auto& map : maps) {
      const Field octaves = fbm(map(noise), {.octaves = 2});
      for (const Field& other : {map(1.0f - abs(noise)), abs(map(noise)), 2.0f * noise}) {
        expect_sum(octaves, other);
        expect_sum(other, octaves);
      }
      if (has_derivatives(octaves)) {
        expect_sum(octaves, derivative(octaves, 0));
        expect_sum(derivative(octaves, 0), octaves);
      }
    }
  }
}

// A map of the axes that a field does not have changes what a slope per cell is.
TEST(Lowering, DampedFieldsOfOtherFrequenciesAreNotMerged) {
  const Field noise = perlin({.seed = 3, .frequency = 0.1});
  const Field a = damped(scale(noise, {4, 4})), b = damped(scale(noise, {4, 4, 1, 1}));
  EXPECT_EQ(sample(a - b, 1.3, 2.9), sample(a, 1.3, 2.9) - sample(b, 1.3, 2.9));
}

TEST(Lowering, BuffersAreReused) {
  const auto buffers = [](const Field& field) {
    return graph::node_of(field).program(2, false).buffers;
  };
  Field left = perlin(), right = perlin();
  for (std::uint64_t i = 1; i < 50; ++i) {
    left = left + value({.seed = i});
    right = value({.seed = i}) + right;
  }
  // Whichever operand is the deep one comes first.
  EXPECT_EQ(buffers(left), 2);
  EXPECT_EQ(buffers(right), 2);
  EXPECT_EQ(buffers(fbm(right, {.octaves = 4})), 3);
  Field moved = perlin();
  for (int i = 0; i < 50; ++i) moved = translate(scale(moved, {2, 1, 1, 1}), {1, 1, 1, 1});
  EXPECT_EQ(graph::node_of(moved).program(2, false).positions, 2);
  EXPECT_EQ(graph::node_of(moved).program(2, true).buffers, 1);
}

// A program is not shared with what the field was made of, and does not depend on who asks first.
TEST(Lowering, FromManyThreads) {
  const Field field = fbm(perlin({.seed = 4}), {.octaves = 3}) * perlin({.seed = 4});
  const Grid<2> grid{.shape = {65, 9}};
  const std::vector<float> expected =
      filled(grid, fbm(perlin({.seed = 4}), {.octaves = 3}) * perlin({.seed = 4}));
  for (int round = 0; round < 20; ++round) {
    const Field fresh = field * 1.0f;
    std::vector<std::vector<float>> results(4);
    std::vector<std::thread> threads;
    for (auto& result : results) {
      threads.emplace_back([&] { result = filled(grid, fresh, {.parallel = false}); });
    }
    for (std::thread& thread : threads) thread.join();
    for (const auto& result : results) EXPECT_TRUE(same_bits(result, expected, grid));
  }
}

// The first call for one point lowers the field, whoever makes it.
TEST(Lowering, SinglePointsFromManyThreads) {
  const Field field = fbm(perlin({.seed = 4}), {.octaves = 3}) * perlin({.seed = 4});
  std::vector<float> expected;
  for (int i = 0; i < 100; ++i) expected.push_back(sample(field, 7.3 * i, -3.1 * i));
  for (int round = 0; round < 20; ++round) {
    const Field fresh = field * 1.0f;
    std::vector<std::vector<float>> results(4);
    std::vector<std::thread> threads;
    for (auto& result : results) {
      threads.emplace_back([&] {
        for (int i = 0; i < 100; ++i) result.push_back(sample(fresh, 7.3 * i, -3.1 * i));
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const auto& result : results) EXPECT_EQ(result, expected);
  }
}

// The program of an expression against its operands, evaluated one by one and combined here.
TEST(Lowering, ExpressionsEqualTheirPartsCombined) {
  const Field a = fbm(perlin({.seed = 1, .frequency = 0.11}), {.octaves = 3});
  const Field b = translate(value({.seed = 2, .frequency = 0.2}), {3, 4, 5, 6});
  const Grid<3> grid{.shape = {37, 11, 7}, .first = {-7, 3, 100}};
  const std::vector<float> x = filled(grid, a), y = filled(grid, b);
  std::vector<float> expected(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const float sum = x[i] + y[i];
    const float product = sum * x[i];
    expected[i] = sum - product * product;
  }
  const Field sum = a + b, product = sum * a;
  EXPECT_TRUE(same_bits(filled(grid, sum - product * product), expected, grid));
  // The weights of ridged: 4/7, 2/7, 1/7 of what is left.
  const Field ridges = ridged(b, {.octaves = 1});
  for (std::size_t i = 0; i < x.size(); ++i) expected[i] = 1.0f - 2.0f * std::abs(y[i]);
  EXPECT_TRUE(same_bits(filled(grid, ridges), expected, grid));
}

// Points in several rows, and displaced samples, made of axes: the same values as the axes have.
template <int N>
void expect_spread(const model::Tile& tile) {
  const Field field = perlin({.seed = 8, .frequency = 0.13, .period = {5, 0, 7, 0}});
  const Field ramp = coordinate({.axis = N - 1, .frequency = 0.7});
  for (const Field& any : {field, ramp, value({.seed = 3}), perlin2002()}) {
    const model::NoisePointer noise =
        std::get<model::NoiseStep>(graph::node_of(any).program(N, false).steps.front()).noise;
    for (const bool with_derivatives : {false, true}) {
      const model::Program direct{
          {model::NoiseStep{noise, 0, {}, model::no_buffer, 0, with_derivatives}},
          1,
          1,
          with_derivatives};
      const auto moved = [&](bool is_far) {
        return model::Program{
            {model::WarpStep{0, {}, 1, is_far, 1},
             model::NoiseStep{noise, 1, {}, model::no_buffer, 0, with_derivatives}},
            1,
            2,
            with_derivatives};
      };
      const model::Program displaced = moved(false), spread = moved(true);
      with_every_isa([&](std::string_view) {
        std::vector<std::vector<float>> results;
        for (const model::Program* program : {&direct, &displaced, &spread}) {
          std::vector<float> all;
          std::vector<float> buffer(static_cast<std::size_t>(model::largest_tile(N)));
          engine::Evaluator evaluator(*program, engine::active_kernels(), N);
          evaluator.begin_stack();
          const auto append = [&](const float* values) {
            for (int row = 0; row < model::row_count<void>(tile); ++row) {
              const float* first = values + row * tile.pitch;
              all.insert(all.end(), first, first + tile.axis[0].count);
            }
          };
          if (with_derivatives) {
            float* const* planes = evaluator.differentiate(tile);
            for (int plane = 0; plane <= N; ++plane) append(planes[plane]);
          } else {
            alignas(64) static float aligned[1 << 16];
            model::Sink sink{};
            sink.buffer = aligned;
            evaluator.fill(tile, sink);
            append(aligned);
          }
          results.push_back(std::move(all));
        }
        for (const std::size_t other : {1, 2}) {
          ASSERT_EQ(results[0].size(), results[other].size());
          for (std::size_t i = 0; i < results[0].size(); ++i) {
            ASSERT_EQ(std::bit_cast<std::uint32_t>(results[0][i]),
                      std::bit_cast<std::uint32_t>(results[other][i]))
                << active_isa() << " " << N << "D, " << other << ", element " << i;
          }
        }
      });
    }
  }
}

TEST(Lowering, AxesBecomePointsAtTheSamePositions) {
  const auto tile_of = [](int dimensions, std::array<int, 4> count) {
    model::Tile tile{};
    tile.dimensions = dimensions;
    for (int axis = 0; axis < 4; ++axis) {
      tile.axis[axis] = {0.3 * axis, 0.37 + axis, -5 + axis,
                         axis < dimensions ? count[static_cast<std::size_t>(axis)] : 1};
    }
    tile.stack = tile.axis[dimensions - 1];
    tile.columns = (tile.axis[0].count + 15) / 16 * 16;
    tile.pitch = tile.columns + model::row_gap;
    return tile;
  };
  expect_spread<1>(tile_of(1, {33, 1, 1, 1}));
  expect_spread<2>(tile_of(2, {33, 7, 1, 1}));
  expect_spread<2>(tile_of(2, {17, 3, 1, 1}));
  expect_spread<3>(tile_of(3, {20, 3, 2, 1}));
  expect_spread<4>(tile_of(4, {18, 2, 3, 2}));
}

TEST(Lowering, TheListOfOperatorsIsInOrder) {
  for (const graph::OperationKind& kind : graph::operations()) {
    EXPECT_EQ(&graph::kind_of(kind.operation), &kind) << kind.name;
    const Field made = kind.make(perlin({.seed = 1}), value({.seed = 2}));
    const auto& last = graph::node_of(made).program(2, false).steps.back();
    ASSERT_TRUE(std::holds_alternative<model::OperationStep>(last)) << kind.name;
    EXPECT_EQ(std::get<model::OperationStep>(last).operation, kind.operation) << kind.name;
    int operands = 0;
    for (const model::Operand& operand : std::get<model::OperationStep>(last).operand) {
      operands += operand.buffer != model::no_buffer || operand.constant != nullptr ? 1 : 0;
    }
    EXPECT_EQ(operands, kind.operands) << kind.name;
  }
}

#ifndef _WIN32
struct Chain {
  float value = 0;
  float first = 0;
  float derivative = 0;
  Range bounds{};
};

constexpr int links = 100000;

// Every kind of node that has parts, again and again.
Field chain() {
  Field field = perlin({.seed = 7, .frequency = 1e-4});
  const Field other = value({.seed = 8});
  for (int i = 0; i < links; ++i) {
    switch (i % 9) {
      case 0:
        field = (field + other) * 0.5f;
        break;
      case 1:
        field = mix(other, field, 0.75f);
        break;
      case 2:
        field = abs(field);
        break;
      case 3:
        field = fbm(field, {.octaves = 1});
        break;
      case 4:
        field = curve(field, {{-1, 0.25f}, {1, 0.5f}});
        break;
      default:
        field = min(1.0f, field - 0.001f);
        break;
    }
  }
  return field;
}

void* run_chain(void* argument) {
  Chain& result = *static_cast<Chain*>(argument);
  const Field field = chain();
  result.bounds = range(field, 2);
  result.value = sample(field, 3, 5);
  std::vector<float> values(64 * 64), slopes(64 * 64);
  fill<2>(std::span(values), {.shape = {64, 64}, .first = {3, 5}}, field, {.parallel = false});
  result.first = values.front();
  fill<2>({.value = {}, .derivative = {slopes}}, {.shape = {64, 64}, .first = {3, 5}}, field,
          {.parallel = false});
  result.derivative = slopes.front();
  return nullptr;
}

TEST(Lowering, AHundredThousandLinksFitASmallStack) {
  Chain result;
  on_a_small_stack(run_chain, &result);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(result.first), std::bit_cast<std::uint32_t>(result.value));
  EXPECT_TRUE(std::isfinite(result.derivative));
  EXPECT_LE(result.bounds.min, result.value);
  EXPECT_GE(result.bounds.max, result.value);
}

// Octaves of a deep field, and maps within maps.
TEST(Lowering, DeepOctavesAndMapsFitASmallStack) {
  float value = 0;
  on_a_small_stack(
      [](void* argument) -> void* {
        Field field = perlin({.seed = 7});
        for (int i = 0; i < 20000; ++i)
          field = i % 2 == 0 ? field - 0.01f : translate(field, {1, 0});
        *static_cast<float*>(argument) = sample(ridged(field, {.octaves = 3}), 3, 5);
        return nullptr;
      },
      &value);
  EXPECT_NE(value, 0.0f);
}
#endif

}  // namespace
}  // namespace perlane::testing
