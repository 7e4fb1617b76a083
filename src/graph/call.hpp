#pragma once
// What public functions note down of their calls, so that fields can be written as text.

#include <perlane/chunk.hpp>
#include <perlane/operators.hpp>

#include "graph/node.hpp"

#include <any>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace perlane::graph {

// Notes the call at the field that it has made, and returns that.
Field called(std::string_view function, std::vector<NodePointer> fields, std::any arguments,
             Field made);

// ---- the arguments of functions that take them one by one -------------------

struct Published {
  Seed seed = 0;
  double frequency = 1;
};
struct ConstantValue {
  float value = 0;
};
struct PingPong : Fractal {
  double strength = 2;
};
struct Damped : Fractal {
  double damping = 1;
};

struct NoArguments {};
struct Clamp {
  float low = 0, high = 0;
};
struct Smoothstep {
  float low = 0, high = 0;
};
struct Power {
  float exponent = 0;
};
struct SoftEdge {
  float radius = 0;
};
struct Terrace {
  float steps = 0, smoothness = 0;
};
struct Curve {
  std::vector<std::array<float, 2>> points;
};
struct Remap {
  Range from{}, to{};
};
struct Step {
  float edge = 0;
};
struct Select {
  float threshold = 0;
};
struct DistanceFrom {
  std::array<double, 4> point{};
  int dimensions = 0;
  double frequency = 1;
};
struct Translate {
  std::array<double, 4> distance{};
};
struct Scale {
  std::array<double, 4> factor{};
};
struct Rotate {
  double angle = 0;
  int axis = 0, towards = 1;
};
struct Transform {
  std::array<std::array<double, 5>, 4> affine{};
};
struct Loop {
  int axis = 0;
  double length = 0;
};
struct Tile {
  std::array<double, 4> size{};
};
struct AlongAxis {
  int axis = 0;
};
struct Slope {
  int dimensions = 2;
};
struct Curl {
  int component = 0;
};

struct OfSeeds {
  int dimensions = 0;
  std::vector<std::uint32_t> seeds;
};
struct OfPath : Chunk {
  int dimensions = 0;
  Path path;
};
struct ChunkValue : OfPath {
  Range values{};
  Fade fade = Fade::quintic;
};
struct ListOfLayers : OfPath {
  std::vector<ChunkLayer> layers;
};
struct PowersOfLayers : OfPath, ChunkLayers {};

}  // namespace perlane::graph
