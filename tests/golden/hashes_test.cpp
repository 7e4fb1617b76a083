// Compares hashes of fields of every kind with src/text/golden/hashes.csv. They are the same on
// every instruction set, CPU, compiler and optimisation level, and may change only in a major
// version. If a field has no line there, the test fails and says what its line would be.
// src/text/golden/fields.jsonl has the fields.

#include "support/testing.hpp"

#include "graph/node.hpp"
#include "graph/arithmetic/operations.hpp"
#include "text/golden.hpp"

#include <perlane/perlane.h>

#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>

namespace perlane::testing {
namespace {

std::vector<NamedField> every_kind() {
  std::vector<NamedField> fields = every_field(0.13, 42);
  const auto lacks_dimensions = [](const Field& field) {
    return !has_dimensions(field, 1) || !has_dimensions(field, 4);
  };
  // Those have lines below, without all fractals.
  std::erase_if(fields, [&](const NamedField& named) { return lacks_dimensions(named.field); });
  const Field a = perlin({.seed = 1, .frequency = 0.13}), b = value({.seed = 2, .frequency = 0.09});
  std::mt19937 random(6);
  const Path path(std::vector<Path::Position>(40, {15, 0, 7}));
  const NamedField more[] = {
      {"perlin/cubic", perlin({.seed = 3, .frequency = 0.13, .fade = Fade::cubic})},
      {"perlin/linear", perlin({.seed = 3, .frequency = 0.13, .fade = Fade::linear})},
      {"perlin/edges", perlin({.seed = 3, .frequency = 0.13, .gradients = Gradients::edges()})},
      {"perlin/axes", perlin({.seed = 3, .frequency = 0.13, .gradients = Gradients::axes()})},
      {"perlin/diagonals",
       perlin({.seed = 3, .frequency = 0.13, .gradients = Gradients::diagonals()})},
      {"perlin/random", perlin({.seed = 3, .frequency = 0.13, .gradients = Gradients::random(5)})},
      {"perlin/classic", perlin({.seed = 3, .frequency = 0.13, .lattice = Lattice::classic()})},
      {"perlin/table of 1024",
       perlin({.seed = 3, .frequency = 0.13, .lattice = Lattice::permutation(1024)})},
      {"perlin/table of 100",
       perlin({.seed = 3, .frequency = 0.13, .lattice = Lattice::permutation(100)})},
      {"value/classic table of 1000",
       value({.seed = 3, .frequency = 0.13, .lattice = Lattice::classic(1000), .period = {7, 0}})},
      {"perlin/period", perlin({.seed = 3, .frequency = 0.13, .period = {3, 5, 1, 2}})},
      {"perlin/explicit",
       perlin({.frequency = 0.13, .lattice = Lattice::random_gradients<2>({7, 9}, random)})},
      {"value/explicit",
       value({.frequency = 0.13, .lattice = Lattice::random_values<3>({4, 3, 5}, random)})},
      {"cellular/edge", cellular({.seed = 3, .frequency = 0.13, .returns = CellularReturn::edge})},
      {"cellular/manhattan", cellular({.seed = 3,
                                       .frequency = 0.13,
                                       .jitter = 0.7,
                                       .distance = Distance::manhattan,
                                       .returns = CellularReturn::f2,
                                       .period = {3, 5, 1, 2}})},
      {"cellular/chebyshev",
       cellular({.seed = 3, .frequency = 0.13, .distance = Distance::chebyshev})},
      {"operators", min(a * b + 0.25f, max(a, -b)) - sqrt(abs(b)) * smoothstep(-0.5f, 0.5f, a)},
      {"sine", sine(2 * a + coordinate({.frequency = 0.1}))},
      {"mix of tiles", mix(tile(a, {17, 9}), loop(b, 0, 8), 0.3f)},
      {"damped", damped(a, {.octaves = 4}, 0.7)},
      {"erode", erode(a, {.seed = 5, .scale = 9})},
      {"power of a distance", pow(distance({3, -4}, 2), 0.37f) / (b + 1.5f)},
      {"curve of a remap",
       curve(remap(a, {-1, 1}, {0, 1}), {{0, -3}, {0.4f, 1}, {0.5f, 1}, {0.6f, 2}, {1, 0}})},
      {"maps", scale(translate(a, {3.7, -9}), {2, 0.3, 1, 1})},
      {"warp", warp(a, {3.7f * b, -2})},
      {"fbm of a warp", fbm(warp(a, {5 * b}), {.octaves = 3})},
      {"domain warp", domain_warp(fbm(a, {.octaves = 2}),
                                  {.seed = 4, .frequency = 0.07, .amplitude = 9, .octaves = 3})},
      {"domain warp progressive",
       domain_warp_progressive(a, {.seed = 4, .frequency = 0.07, .amplitude = 9, .octaves = 3})},
      {"rotate", rotate(fbm(a, {.octaves = 3}), 1.1)},
      {"quarter turn", rotate(a * b, 1.5707963267948966)},
      {"cellular/offset",
       cellular({.seed = 3, .frequency = 0.13, .returns = CellularReturn::offset_x})},
      {"cellular lookup", cellular_lookup(fbm(a, {.octaves = 2}), {.seed = 3, .frequency = 0.13})},
      {"cellular lookup/period", cellular_lookup(b, {.seed = 3,
                                                     .frequency = 0.13,
                                                     .jitter = 0.7,
                                                     .distance = Distance::manhattan,
                                                     .period = {3, 5, 1, 2}})},
      {"extrude", extrude(fbm(a, {.octaves = 2}), 1) - b},
      {"extruded warp", extrude(domain_warp(a, {.seed = 4, .frequency = 0.07, .amplitude = 9}), 0)},
      {"warped extrude", warp(extrude(extrude(a, 0), 2), {5 * b, 0.5f * b})},
      {"transform",
       transform(b,
                 {{{2, 0.5, 0, 0, 7}, {-0.3, 1, 0, 0, 3}, {0, 0, 0.7, 0, 1}, {0, 0, 0, -1, 0}}})},
      {"chunk noise 2D", chunk_noise<2>(path, {.world_seed = 1, .salt = 2, .chop = 3})},
      {"chunk noise 3D", chunk_noise<3>(path, {.world_seed = 1, .salt = 2, .chop = 3})},
      {"chunk layers 2D", chunk_layers<2>(path, {.world_seed = 1, .salt = 2}, {.octaves = 6})},
      {"chunk layers 3D",
       chunk_layers<3>(path, {.world_seed = 1, .salt = 2}, {{3, 1}, {0, -0.25}, {5, 2}})},
      {"chunk value", chunk_value<3>(path, {.world_seed = 1, .salt = 2, .chop = 5}, {0.5f, 2})},
  };
  fields.insert(fields.end(), std::begin(more), std::end(more));
  for (const graph::Source& source : graph::sources()) {
    const Field noise = source.make(7, 0.13);
    if (!lacks_dimensions(noise)) continue;
    fields.push_back({std::string(source.name), noise});
    fields.push_back({std::string(source.name) + "/fbm", fbm(noise, {.octaves = 3})});
  }
  const auto turned = [](Orientation orientation) {
    return OpenSimplex2{.seed = 7, .frequency = 0.13, .orientation = orientation};
  };
  fields.push_back(
      {"opensimplex2/turned", opensimplex2(turned(Orientation::improve_xyz_improve_xy))});
  fields.push_back(
      {"opensimplex2s/turned", opensimplex2s(turned(Orientation::improve_xy_improve_zw))});
  fields.push_back({"fastnoise lite/ping-pong",
                    fastnoise_lite({.frequency = 0.13,
                                    .noise_type = FastNoiseLite::NoiseType::value_cubic,
                                    .fractal_type = FastNoiseLite::FractalType::ping_pong,
                                    .weighted_strength = 0.5})});
  fields.push_back({"differences", differences(erode(a, {.scale = 20}), 0.5)});
  // The third octave fades, and those beyond are gone.
  for (const graph::FractalKind& fractal : graph::fractals()) {
    fields.push_back({std::string(fractal.name) + "/footprint",
                      fractal.make(a, {.octaves = 5, .footprint = 1.5})});
  }
  // Their footprints are those behind the maps.
  fields.push_back(
      {"footprint of a rotation", fbm(rotate(a, 0.5), {.octaves = 5, .footprint = 1.5})});
  fields.push_back(
      {"footprint of a transform", billow(transform(a, {{{2, 0.5, 0, 0, 7}, {-0.3, 1, 0, 0, 3}}}),
                                          {.octaves = 5, .footprint = 0.9})});
  fields.push_back({"damped of a scale", damped(scale(a, {3, 2, 2, 2}), {.octaves = 4})});
  // These have no derivatives to hash, but are made of them.
  fields.push_back({"derivative", derivative(fbm(a, {.octaves = 3}), 0)});
  fields.push_back({"slope", slope(warp(a, {3 * b, 2}))});
  fields.push_back({"curl", curl(std::array<Field, 3>{a, b, a * b})[1]});
  for (const graph::OperationKind& kind : graph::operations())
    fields.push_back({"of a and b: " + std::string(kind.name), kind.make(a, b)});
  return fields;
}

TEST(Golden, Hashes) {
  std::map<std::string, std::string> expected;  // by field and dimensions
  std::ifstream file(GOLDEN_HASHES);
  ASSERT_TRUE(file) << GOLDEN_HASHES;
  std::size_t compared = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with("#")) continue;
    const std::size_t comma = line.find(',', line.find(',') + 1);
    expected[line.substr(0, comma)] = line.substr(comma + 1);
  }
  const std::vector<NamedField> fields = every_kind();
  with_every_isa([&](std::string_view) {
    compared = 0;
    for (const NamedField& named : fields) {
      const auto [least, most] = graph::node_of(named.field).dimensions();
      for (int dimensions = least; dimensions <= most; ++dimensions) {
        const std::string line = text::golden_hashes_of(named.field, dimensions);
        const std::string key = named.name + "," + std::to_string(dimensions);
        EXPECT_EQ(line, expected[key]) << "the line: " << key << "," << line;
        ++compared;
      }
    }
  });
  EXPECT_EQ(compared, expected.size()) << "lines without a field";
}

// The same fields as text, by which the module of web/perlane makes them and compares its hashes.
TEST(Golden, Texts) {
  std::set<std::string> lines;
  std::ifstream file(GOLDEN_FIELDS);
  ASSERT_TRUE(file) << GOLDEN_FIELDS;
  for (std::string line; std::getline(file, line);) lines.insert(line);
  for (const NamedField& named : every_kind()) {
    const std::string line =
        R"({"name":")" + named.name + R"(","text":)" + to_json(named.field) + "}";
    EXPECT_EQ(lines.erase(line), 1u) << "the line: " << line;
  }
  for (const std::string& line : lines) ADD_FAILURE() << "a line without a field: " << line;
}

// The library holds the hashes and the fields of the files.
TEST(SelfTest, ComparesAllGoldenHashes) {
  std::ifstream file(GOLDEN_HASHES);
  int lines = 0;
  for (std::string line; std::getline(file, line);) lines += !line.starts_with("#");
  const SelfTest result = self_test();
  EXPECT_EQ(result.compared, lines);
  EXPECT_EQ(result.wrong, std::vector<std::string>{});

  perlane_error error{};
  error.size = sizeof error;
  EXPECT_EQ(perlane_self_test(&error), PERLANE_OK) << error.message;
}

// A field whose values differ from its hashes is found, by dimension, and named.
TEST(SelfTest, FindsWrongValues) {
  const std::string field =
      R"({"name":"one","text":{"perlane":1,"field":{"constant":{"value":1}}}})";
  const std::string right = "one,2," + text::golden_hashes_of(constant(1), 2);
  EXPECT_EQ(text::self_test({{field}}, {{right}}).wrong, std::vector<std::string>{});
  std::string other = right;
  other.back() ^= 1;
  const SelfTest result = text::self_test({{field}}, {{right, "one,3" + other.substr(5)}});
  EXPECT_EQ(result.compared, 2);
  ASSERT_EQ(result.wrong.size(), 1u);
  EXPECT_TRUE(result.wrong[0].starts_with("one in 3 dimensions: the hashes are "))
      << result.wrong[0];
}

}  // namespace
}  // namespace perlane::testing
