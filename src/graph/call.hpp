#pragma once
// Calls of public functions: checks their arguments, and records them, so that fields can be
// written as text.

#include <perlane/chunk.hpp>
#include <perlane/fractal.hpp>
#include <perlane/per_axis.hpp>

#include "base/float_environment.hpp"
#include "graph/node.hpp"

#include <any>
#include <array>
#include <concepts>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace perlane::graph {

// Throws std::invalid_argument if an argument is beyond the limits that the catalogue states.
void validate(std::string_view function, std::any& arguments);

// Records the call in the field that it has made, and returns the field.
Field called(std::string_view function, std::vector<NodePointer> fields, std::any arguments,
             Field made);

// Checks the arguments of a public function by the catalogue, makes the field, and records the
// call.
template <class Arguments, class Make>
Field call(std::string_view function, std::vector<NodePointer> fields, const Arguments& arguments,
           Make make) {
  const base::FloatEnvironment environment;
  std::any noted(arguments);
  validate(function, noted);
  return called(function, std::move(fields), std::move(noted), make());
}
template <std::same_as<Field> F, class Arguments, class Make>
Field call(std::string_view function, const F& field, const Arguments& arguments, Make make) {
  return call(function, std::vector{graph::pointer_of(field)}, arguments, std::move(make));
}

// ---- the arguments of functions that take them one by one -------------------

struct PingPong : Fractal {
  double strength = 2;
};
struct DampedBy : Damped {
  double damping = 1;
};

struct NoArguments {};
// One number: the exponent of pow, the radius of smooth_min, the edge of step, and so on.
struct Number {
  float value = 0;
};
struct Between {
  float low = 0, high = 0;
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
struct DistanceFrom {
  PerAxis<double> point{};
  int dimensions = 0;
  double frequency = 1;
};
struct ByAxis {
  PerAxis<double> value{};
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
// The axis of a derivative or of an extrusion, or the component of a curl.
struct AlongAxis {
  int axis = 0;
};
struct Slope {
  int dimensions = 2;
};
struct Differences {
  double step = 1;
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
