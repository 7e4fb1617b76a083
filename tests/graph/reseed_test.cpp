// The same recipe with other seeds.

#include "support/testing.hpp"

#include <perlane/text.hpp>

#include "graph/node.hpp"

#include <regex>

namespace perlane::testing {
namespace {

constexpr std::uint64_t split(std::uint64_t state) {
  std::uint64_t z = state + 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}
// As docs/numerics.md has it.
constexpr std::uint64_t drawn(std::uint64_t before, std::uint64_t seed) {
  return split(split(split(split(before) - 3)) + seed);
}

TEST(Reseed, DrawsWhatIsDocumented) {
  const std::uint64_t seed = drawn(7, 1);
  EXPECT_EQ(to_json(reseed(perlin({.seed = 7, .frequency = 0.1}), 1)),
            to_json(perlin({.seed = seed, .frequency = 0.1})));
  EXPECT_EQ(to_json(reseed(fbm(value({.seed = 7}), {.octaves = 3}) * 2, 1)),
            to_json(fbm(value({.seed = seed}), {.octaves = 3}) * 2));
  EXPECT_EQ(to_json(reseed(erode(simplex({.seed = 7}), {.seed = 7}), 1)),
            to_json(erode(simplex({.seed = seed}), {.seed = seed})));
  EXPECT_EQ(to_json(reseed(domain_warp(cellular({.seed = 7}), {.seed = 7}), 1)),
            to_json(domain_warp(cellular({.seed = seed}), {.seed = seed})));
  EXPECT_EQ(to_json(reseed(perlin2002({.seed = 7}) + mx_noise({.seed = 7}), 1)),
            to_json(perlin2002({.seed = seed}) + mx_noise({.seed = seed})));
  EXPECT_EQ(to_json(reseed(fastnoise_lite({.seed = 7}), 1)),
            to_json(fastnoise_lite({.seed = static_cast<int>(seed >> 32)})));
  EXPECT_EQ(to_json(reseed(fastnoise_lite({.seed = -7}), 1)),
            to_json(fastnoise_lite(
                {.seed = static_cast<int>(drawn(static_cast<std::uint64_t>(-7), 1) >> 32)})));
  EXPECT_EQ(to_json(reseed(opensimplex2({.seed = 7}), 1)),
            to_json(opensimplex2({.seed = static_cast<std::int64_t>(seed)})));
  EXPECT_EQ(to_json(reseed(perlin({.seed = 7, .gradients = Gradients::random(7)}), 1)),
            to_json(perlin({.seed = seed, .gradients = Gradients::random(seed)})));
  const Path path(std::vector<Path::Position>{{3, 0, 9}});
  EXPECT_EQ(to_json(reseed(chunk_noise<2>(path, {.world_seed = 7, .salt = 5}), 1)),
            to_json(chunk_noise<2>(path, {.world_seed = seed, .salt = 5})));
  const auto corner = [&](std::uint64_t before) {
    return static_cast<std::uint32_t>(drawn(before, 1) >> 32);
  };
  EXPECT_EQ(to_json(reseed(chunk_noise<2>(CornerSeeds<2>(1, 2, 3, 1)), 1)),
            to_json(chunk_noise<2>(CornerSeeds<2>(corner(1), corner(2), corner(3), corner(1)))));
}

TEST(Reseed, KeepsTablesAndFieldsWithoutSeeds) {
  const Field x = coordinate() + distance({1, 2}, 2);
  EXPECT_EQ(graph::pointer_of(reseed(x, 1)), graph::pointer_of(x));
  const Field three = constant(3);
  EXPECT_EQ(graph::pointer_of(reseed(three, 1)), graph::pointer_of(three));
  const std::vector<float> values{1, 2, 3, 4};
  const Lattice lattice = Lattice::explicit_values<1>(values, {4});
  EXPECT_EQ(to_json(reseed(value({.lattice = lattice}), 1)),
            to_json(value({.seed = drawn(0, 1), .lattice = lattice})));
}

// The text of a seed, wherever it stands.
std::string without_seeds(const std::string& text) {
  static const std::regex seeds(
      R"re("(world_)?seed":("?-?[0-9]+"?),?|"seeds":\[[^\]]*\],?|,(?=\}))re");
  return std::regex_replace(std::regex_replace(text, seeds, ""), std::regex(",\\}"), "}");
}

TEST(Reseed, EveryFactoryHasAnotherSeedAndNothingElse) {
  const Field a = perlin({.seed = 1, .frequency = 0.13}), b = value({.seed = 2, .frequency = 0.09});
  std::vector<NamedField> fields = every_field(0.13, 42);
  fields.push_back({"warp", warp(a, {3 * b, domain_warp(b)})});
  fields.push_back({"loop", loop(tile(a, {32, 32}), 0, 50)});
  fields.push_back({"differences", slope(differences(erode(a), 2))});
  fields.push_back({"rotate", rotate(ridged(a), 1) + curl(b)[1] + slope(a)});
  fields.push_back({"damped", damped(a) + erode(b)});
  fields.push_back({"power", pow(a + 2, b) * log(b + 3) - exp(a)});
  for (const auto& [name, field] : fields) {
    SCOPED_TRACE(name);
    const std::string before = to_json(field);
    const Field one = reseed(field, 1), two = reseed(field, 2);
    const std::string text = to_json(one);
    EXPECT_EQ(to_json(from_json(text)), text);
    EXPECT_EQ(to_json(reseed(field, 1)), text);
    EXPECT_EQ(without_seeds(text), without_seeds(before));
    if (name.starts_with("constant") || name.starts_with("coordinate") ||
        name.starts_with("distance")) {
      EXPECT_EQ(text, before);
      continue;
    }
    EXPECT_NE(text, before);
    EXPECT_NE(text, to_json(two));
    const int dimensions = graph::node_of(field).dimensions().least;
    int equal = 0;
    for (int i = 0; i < 100; ++i) {
      const double at[4] = {i * 3.7, i * 1.3, 5.3 - i, i * 0.7};
      if (sample_at(one, dimensions, at) == sample_at(two, dimensions, at)) ++equal;
    }
    EXPECT_LT(equal, 50);
  }
}

TEST(Reseed, SharedNodesStayShared) {
  // 2^60 leaves, but 61 nodes.
  Field shared = perlin({.seed = 3});
  for (int i = 0; i < 60; ++i) shared = 0.5f * (shared + shared);
  const Field again = reseed(shared, 5);
  EXPECT_EQ(graph::count_nodes(graph::node_of(again)), graph::count_nodes(graph::node_of(shared)));
  EXPECT_EQ(graph::node_of(again).program(2, false).steps.size(),
            graph::node_of(shared).program(2, false).steps.size());
  // Fields that are equal, but are not the same node.
  const Field twice = perlin({.seed = 3}) * perlin({.seed = 3});
  EXPECT_EQ(graph::node_of(reseed(twice, 5)).program(2, false).steps.size(),
            graph::node_of(twice).program(2, false).steps.size());
}

TEST(Reseed, DeepGraphs) {
  Field deep = perlin();
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    deep = i % 100 == 0 ? 0.5f * deep + white({.seed = i}) : deep - 0.25f * deep;
    deep = clamp(deep, -1, 1);
  }
  const Field other = reseed(deep, 9);
  EXPECT_EQ(graph::count_nodes(graph::node_of(other), 1'000'000),
            graph::count_nodes(graph::node_of(deep), 1'000'000));
}

TEST(Reseed, BadInput) {
  expect_rejected([] { reseed(Field(), 1); }, {"the field is empty"});
}

}  // namespace
}  // namespace perlane::testing
