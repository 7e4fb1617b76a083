// Fractals whose octaves depend on those before them: parameters and checks.

#include <perlane/fractal.hpp>

#include "base/error.hpp"
#include "graph/call.hpp"
#include "graph/properties.hpp"
#include "graph/fractal/faded.hpp"
#include "graph/fractal/fractal.hpp"
#include "graph/octaves.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace perlane {
namespace {

using base::throw_invalid;
using graph::NodePointer;
using model::Join;
using model::OctaveRule;

bool has_floats(const graph::Node& node) {
  bool has = true;
  graph::for_each_dimension(node.dimensions(), [&](int dimensions, std::size_t) {
    has = has && graph::are_floats(node.bounds(dimensions));
  });
  return has;
}

// A product of octaves. `type` names the type of its parameters.
struct Product {
  const char* type;
  Join join;
  Multifractal parameters;

  graph::Powers powers() const noexcept {
    return {type, parameters.octaves, parameters.lacunarity, parameters.gain, parameters.aligned};
  }
};

OctaveRule rule_of(const Product& product) {
  OctaveRule rule;
  rule.join = product.join;
  rule.offset = static_cast<float>(product.parameters.offset);
  rule.feedback = static_cast<float>(product.parameters.feedback);
  return rule;
}

NodePointer fractal_of(const Product& product, const std::vector<NodePointer>& octaves) {
  std::vector<float> amplitude;
  for (const double of_octave : graph::powers_of_gain(product.powers()))
    amplitude.push_back(static_cast<float>(of_octave));
  return graph::joined_octaves(rule_of(product), octaves, std::move(amplitude));
}

// Throws if one of the members is the reason why values may be beyond a float: with 1 in its place,
// they are not.
void reject_large_member(const Product& product, const std::vector<NodePointer>& octaves) {
  for (const auto& [name, member] :
       {std::pair{"gain", &Multifractal::gain}, std::pair{"offset", &Multifractal::offset}}) {
    Product smaller = product;
    double& number = smaller.parameters.*member;
    number = std::clamp(number, -1.0, 1.0);
    if (!has_floats(*fractal_of(smaller, octaves))) continue;
    throw_invalid(
        product.type, "::", name, " is ", product.parameters.*member, "; over ",
        product.parameters.octaves,
        " octaves the values of the fractal would be beyond a float, use one nearer to 0");
  }
}

Field make(const char* name, const Product& product, const Field& source) {
  const graph::Powers powers = product.powers();
  (void)graph::powers_of_gain(powers);  // throws before octaves are made
  const std::vector<NodePointer> octaves = graph::faded_octaves(
      graph::octaves_of(name, source, powers), product.parameters.footprint, rule_of(product));
  const NodePointer node = fractal_of(product, octaves);
  if (!has_floats(*node)) reject_large_member(product, octaves);
  return graph::made_of(source, node);
}

Field product(const char* name, Join join, const Field& source, const Multifractal& parameters) {
  return graph::call(name, source, parameters,
                     [&] { return make(name, {"Multifractal", join, parameters}, source); });
}

Field product(const char* name, Join join, const Field& source, const Cascade& parameters) {
  const Multifractal all{.octaves = parameters.octaves,
                         .lacunarity = parameters.lacunarity,
                         .gain = parameters.gain,
                         .offset = parameters.offset,
                         .aligned = parameters.aligned,
                         .footprint = parameters.footprint};
  return graph::call(name, source, parameters,
                     [&] { return make(name, {"Cascade", join, all}, source); });
}

}  // namespace

Multifractal::operator Cascade() const {
  if (feedback != 1) {
    throw_invalid("Multifractal::feedback is ", feedback,
                  ", and this fractal has no feedback; use Cascade, or 1");
  }
  return {octaves, lacunarity, gain, offset, aligned, footprint};
}

Field multifractal(Field source, const Cascade& parameters) {
  return product("multifractal", Join::multifractal, source, parameters);
}
Field hybrid_multifractal(Field source, const Multifractal& parameters) {
  return product("hybrid_multifractal", Join::hybrid, source, parameters);
}
Field ridged_multifractal(Field source, const Multifractal& parameters) {
  return product("ridged_multifractal", Join::ridges, source, parameters);
}
Field hetero_terrain(Field source, const Cascade& parameters) {
  return product("hetero_terrain", Join::hetero, source, parameters);
}

}  // namespace perlane
