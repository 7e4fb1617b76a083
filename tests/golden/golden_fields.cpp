// The fields whose hashes src/text/golden/hashes.csv has.

#include "golden/golden_fields.hpp"

#include "graph/arithmetic/operations.hpp"
#include "graph/catalogue/factory.hpp"

#include <random>

namespace perlane::testing {
namespace {

using Fields = std::vector<NamedField>;

// Most of the fields below are made of these.
struct Parts {
  Field a = perlin({.seed = 1, .frequency = 0.13});
  Field b = value({.seed = 2, .frequency = 0.09});
  Path path{std::vector<Path::Position>(40, {15, 0, 7})};
};

bool lacks_dimensions(const Field& field) {
  return !has_dimensions(field, 1) || !has_dimensions(field, 4);
}

Fields combinations() {
  const auto [a, b, path] = Parts{};
  std::mt19937 random(6);
  return {
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
      {"cellular/offset x",
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
      {"chunk layers by weight 3D",
       chunk_layers<3>(path, {.world_seed = 1, .salt = 2}, {{3, 1}, {0, -0.25}, {5, 2}})},
      {"chunk value", chunk_value<3>(path, {.world_seed = 1, .salt = 2, .chop = 5}, {0.5f, 2})},
  };
}

// The noises that are not for 1 to 4 dimensions, without all fractals.
void add_noises_of_few_dimensions(Fields& fields) {
  for (const graph::Source& source : graph::sources()) {
    const Field noise = source.make(7, 0.13);
    if (!lacks_dimensions(noise)) continue;
    fields.push_back({std::string(source.name), noise});
    fields.push_back({std::string(source.name) + "/fbm", fbm(noise, {.octaves = 3})});
  }
}

void add_footprints(Fields& fields) {
  const auto [a, b, path] = Parts{};
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
}

// These have no derivatives to hash, but are made of them.
Fields made_of_derivatives() {
  const auto [a, b, path] = Parts{};
  return {
      {"differences", differences(erode(a, {.scale = 20}), 0.5)},
      {"differences of a product", differences(a * b, 0.5)},
      {"damped of a scale", damped(scale(a, {3, 2, 2, 2}), {.octaves = 4})},
      {"derivative", derivative(fbm(a, {.octaves = 3}), 0)},
      {"slope", slope(warp(a, {3 * b, 2}))},
      {"slope in 1D", slope(a, 1)},
      {"slope in 3D", slope(a * b, 3)},
      {"curl", curl(std::array<Field, 3>{a, b, a * b})[1]},
      {"curl in 2D", curl(a * b)[0]},
  };
}

// Members and choices that no field above has.
Fields members() {
  const auto [a, b, path] = Parts{};
  const Fractal fractal{.octaves = 4,
                        .lacunarity = 1.9,
                        .gain = 0.6,
                        .aligned = true,
                        .weight = 0.4,
                        .fraction = 0.3};
  const Cascade cascade{
      .octaves = 4, .lacunarity = 1.9, .gain = 0.6, .offset = 0.8, .aligned = true};
  const Multifractal multi{.octaves = 4,
                           .lacunarity = 1.9,
                           .gain = 0.6,
                           .offset = 0.8,
                           .feedback = 1.4,
                           .aligned = true};
  const Warp by{
      .seed = 4, .frequency = 0.07, .amplitude = 9, .octaves = 3, .lacunarity = 1.9, .gain = 0.6};
  const Chunk chunk{.world_seed = 1, .salt = 2, .chop = 5};
  const std::vector<int> table = {5, 0, 6, 2, 1, 4, 3};
  const std::vector<std::array<float, 2>> vectors = {{1, 0}, {-0.5f, 0.75f}, {0.25f, -1}};
  return {
      {"value/cubic", value({.seed = 3, .frequency = 0.13, .fade = Fade::cubic})},
      {"value/linear", value({.seed = 3, .frequency = 0.13, .fade = Fade::linear})},
      {"perlin/own table",
       perlin({.seed = 3, .frequency = 0.13, .lattice = Lattice::permutation(table)})},
      {"value/own classic table",
       value({.seed = 3, .frequency = 0.13, .lattice = Lattice::classic(table)})},
      {"perlin/own vectors",
       perlin({.seed = 3, .frequency = 0.13, .gradients = Gradients::vectors<2>(vectors)})},
      {"white/classic table",
       white(
           {.seed = 3, .frequency = 0.13, .lattice = Lattice::classic(), .period = {3, 5, 1, 2}})},
      {"simplex/edges", simplex({.seed = 3, .frequency = 0.13, .gradients = Gradients::edges()})},
      {"cellular/squared", cellular({.seed = 3, .frequency = 0.13, .distance = Distance::squared})},
      {"cellular/offset y",
       cellular({.seed = 3, .frequency = 0.13, .returns = CellularReturn::offset_y})},
      {"cellular/offset z",
       cellular({.seed = 3, .frequency = 0.13, .returns = CellularReturn::offset_z})},
      {"cellular/offset w",
       cellular({.seed = 3, .frequency = 0.13, .returns = CellularReturn::offset_w})},
      {"cellular lookup/squared",
       cellular_lookup(a, {.seed = 3, .frequency = 0.13, .distance = Distance::squared})},
      {"cellular lookup/chebyshev",
       cellular_lookup(a, {.seed = 3, .frequency = 0.13, .distance = Distance::chebyshev})},
      {"ramp along y", coordinate({.axis = 1, .frequency = 0.1})},
      {"distance along x", distance({3, 0}, 1, 0.1)},
      {"fbm/members", fbm(a, fractal)},
      {"ridged/members", ridged(a, fractal)},
      {"billow/members", billow(a, fractal)},
      {"ping_pong/members", ping_pong(a, fractal, 1.3)},
      {"damped/members", damped(a,
                                {.octaves = 4,
                                 .lacunarity = 1.9,
                                 .gain = 0.6,
                                 .aligned = true,
                                 .fraction = 0.3,
                                 .footprint = 0.9},
                                0.7)},
      {"multifractal/members", multifractal(a, cascade)},
      {"hetero_terrain/members", hetero_terrain(a, cascade)},
      {"hybrid_multifractal/members", hybrid_multifractal(a, multi)},
      {"ridged_multifractal/members", ridged_multifractal(a, multi)},
      {"erode/members",
       erode(
           a,
           {.seed = 5, .scale = 9, .strength = 0.3, .octaves = 3, .lacunarity = 1.8, .gain = 0.6})},
      {"clamp", clamp(a, -0.2f, 0.3f)},
      {"rotate from z to x", rotate(a * b, 1.1, 2, 0)},
      {"loop", loop(b, 0, 8)},
      {"tile", tile(a, {17, 0})},
      {"transform in 1D", transform(b, {{{2, 0, 0, 0, 7}}})},
      {"domain warp/members", domain_warp(a, by)},
      {"domain warp progressive/members", domain_warp_progressive(a, by)},
      {"chunk noise of seeds 2D", chunk_noise(CornerSeeds<2>{1, 2, 3, 4})},
      {"chunk noise of seeds 3D", chunk_noise(CornerSeeds<3>{1, 2, 3, 4, 5, 6, 7, 8})},
      {"chunk value/cubic", chunk_value<2>(path, chunk, {0.5f, 2}, Fade::cubic)},
      {"chunk value/linear", chunk_value<3>(path, chunk, {0.5f, 2}, Fade::linear)},
      {"chunk layers/members",
       chunk_layers<3>(path, chunk, {.octaves = 6, .gain = 0.6, .left_out = 2})},
      {"chunk layers by weight 2D", chunk_layers<2>(path, chunk, {{3, 1}, {0, -0.25}, {5, 2}})},
  };
}

// The name of each of these is that of its choice.
void add_choices(Fields& fields) {
  int number = 0;
  for (const std::string_view name : graph::names_of<Orientation>) {
    const auto orientation = static_cast<Orientation>(number++);
    if (orientation == Orientation::standard) continue;
    const OpenSimplex2 turned{.seed = 7, .frequency = 0.13, .orientation = orientation};
    fields.push_back({"opensimplex2/" + std::string(name), opensimplex2(turned)});
    fields.push_back({"opensimplex2s/" + std::string(name), opensimplex2s(turned)});
  }
  number = 0;
  for (const std::string_view name : graph::names_of<FastNoiseLite::FractalType>) {
    const auto type = static_cast<FastNoiseLite::FractalType>(number++);
    if (type == FastNoiseLite::FractalType::none) continue;
    fields.push_back({"fastnoise_value_cubic/type " + std::string(name),
                      fastnoise_lite({.seed = 3,
                                      .frequency = 0.13,
                                      .noise_type = FastNoiseLite::NoiseType::value_cubic,
                                      .fractal_type = type,
                                      .octaves = 4,
                                      .lacunarity = 1.9,
                                      .gain = 0.6,
                                      .weighted_strength = 0.5,
                                      .ping_pong_strength = 1.3})});
  }
}

}  // namespace

std::vector<NamedField> golden_fields() {
  const auto [a, b, path] = Parts{};
  Fields fields = every_field(0.13, 42);
  // Those have lines below, without all fractals.
  std::erase_if(fields, [](const NamedField& named) { return lacks_dimensions(named.field); });
  const auto append = [&](const Fields& more) {
    fields.insert(fields.end(), more.begin(), more.end());
  };
  append(combinations());
  add_noises_of_few_dimensions(fields);
  add_footprints(fields);
  append(made_of_derivatives());
  for (const graph::OperationKind& kind : graph::operations())
    fields.push_back({"of a and b: " + std::string(kind.name), kind.make(a, b)});
  append(members());
  add_choices(fields);
  return fields;
}

}  // namespace perlane::testing
