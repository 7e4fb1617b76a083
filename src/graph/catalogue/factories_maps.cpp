// The list of factories: maps of coordinates, warps and derivatives.

#include "base/error.hpp"
#include "graph/catalogue/factory.hpp"
#include "graph/coordinates/affine.hpp"

#include <algorithm>
#include <any>
#include <cmath>

namespace perlane::graph {
namespace {

constexpr std::string_view one_field[] = {"field"};
constexpr std::string_view field_and_by[] = {"field", "by"};
constexpr std::string_view potentials[] = {"potential"};

constexpr Member translate_members[] = {
    required<ByAxis, &ByAxis::value>("distance", "in units of coordinate", finite)};
constexpr Member scale_members[] = {required<ByAxis, &ByAxis::value>(
    "factor", "0 leaves an axis as it is",
    {-1e30, 1e30, "a number of a magnitude from 1e-30 to 1e30, or 0"})};
constexpr Member rotate_members[] = {
    required<Rotate, &Rotate::angle>("angle", "in radians", {-1e6, 1e6, "-1e6 to 1e6 radians"}),
    member<Rotate, &Rotate::axis>("axis", "the axis that turns", an_axis),
    member<Rotate, &Rotate::towards>("towards", "the axis that it turns towards", an_axis)};
constexpr Member transform_members[] = {required<Transform, &Transform::affine>(
    "affine", "a row for each axis: four factors and a distance", finite)};
constexpr Member loop_members[] = {
    required<Loop, &Loop::axis>("axis", "x, y, z or w", an_axis),
    required<Loop, &Loop::length>("length", "in units of coordinate",
                                  {1e-30, 1e30, "a number above 0, from 1e-30 to 1e30"})};
constexpr Member extrude_members[] = {
    required<AlongAxis, &AlongAxis::axis>("axis", "x, y, z or w", an_axis)};
constexpr Member tile_members[] = {required<ByAxis, &ByAxis::value>(
    "size", "0 leaves an axis as it is", {0, 1e30, "a number above 0, from 1e-30 to 1e30"})};
constexpr Member warp_members[] = {
    member<Warp, &Warp::seed>("seed", "another seed gives another warp"),
    frequency<Warp>,
    member<Warp, &Warp::amplitude>("amplitude", "the farthest that an axis is moved", finite),
    octaves<Warp>,
    lacunarity<Warp>,
    gain<Warp>};
constexpr Member lookup_members[] = {seed<Cellular>, frequency<Cellular>, jitter<Cellular>,
                                     distance_measure<Cellular>, period<Cellular>};
constexpr Member derivative_members[] = {
    required<AlongAxis, &AlongAxis::axis>("axis", "x, y, z or w", an_axis)};
constexpr Member slope_members[] = {
    member<Slope, &Slope::dimensions>("dimensions", "axes that count", {1, 4})};
constexpr Member differences_members[] = {required<Differences, &Differences::step>(
    "step", "in units of coordinate", {1e-30, 1e30, "a number from 1e-30 to 1e30"})};
constexpr Member curl_members[] = {
    required<AlongAxis, &AlongAxis::axis>("component", "of the flow: x, y or z", {0, 2})};

Field warp_of(Fields fields) {
  std::vector<Operand> by(fields.begin() + 1, fields.end());
  return warp(fields[0], by);
}

Field curl_of(const AlongAxis& arguments, Fields potential) {
  if (potential.size() == 2) {
    base::throw_invalid("curl: potential has 2 fields; use 1 in two dimensions, or 3 in three");
  }
  const int last = potential.size() == 1 ? 1 : 2;
  if (arguments.axis < 0 || arguments.axis > last) {
    base::throw_invalid("curl: component is ", arguments.axis, "; use 0 to ", last);
  }
  const auto component = static_cast<std::size_t>(arguments.axis);
  if (potential.size() == 1) return curl(potential[0])[component];
  return curl(std::array<Field, 3>{potential[0], potential[1], potential[2]})[component];
}

// The number of axes that the field which is mapped may have.
std::size_t most_axes(const Call& call) {
  return static_cast<std::size_t>(
      std::min(4, call.fields.empty() ? 4 : call.fields.front()->dimensions().most));
}

double stretch_of_scale(const Call& call) {
  const auto& factor = std::any_cast<const ByAxis&>(call.arguments).value;
  const std::size_t axes = factor.is_number() ? 1 : std::min(factor.count(), most_axes(call));
  double stretch = axes == 0 ? 1 : 0;
  for (std::size_t axis = 0; axis < axes; ++axis)
    stretch = std::max(stretch, factor[axis] == 0 ? 1.0 : 1 / std::abs(factor[axis]));
  return stretch;
}

double stretch_of_transform(const Call& call) {
  const auto& matrix = std::any_cast<const Transform&>(call.arguments).affine;
  const std::size_t axes = most_axes(call);
  return largest_stretch(matrix, axes);
}

constexpr Factory list_of_maps[] = {
    factory<ByAxis>("translate", "moved by a distance", one_field, translate_members,
                    [](const ByAxis& a, Fields f) { return translate(f[0], a.value); }),
    with_stretch(stretch_of_scale,
                 factory<ByAxis>("scale", "magnified by a factor", one_field, scale_members,
                                 [](const ByAxis& a, Fields f) { return scale(f[0], a.value); })),
    factory<Rotate>(
        "rotate", "turned about the origin", one_field, rotate_members,
        [](const Rotate& a, Fields f) { return rotate(f[0], a.angle, a.axis, a.towards); }),
    with_stretch(
        stretch_of_transform,
        factory<Transform>("transform", "after an affine map", one_field, transform_members,
                           [](const Transform& a, Fields f) { return transform(f[0], a.affine); })),
    factory<Loop>("loop", "made to repeat along an axis", one_field, loop_members,
                  [](const Loop& a, Fields f) { return loop(f[0], a.axis, a.length); }),
    factory<ByAxis>("tile", "made to repeat along axes", one_field, tile_members,
                    [](const ByAxis& a, Fields f) { return tile(f[0], a.value); }),
    factory<AlongAxis>("extrude", "the same everywhere along one more axis", one_field,
                       extrude_members,
                       [](const AlongAxis& a, Fields f) { return extrude(f[0], a.axis); }),
    factory<NoArguments>(
        "warp", "moved by fields, one for each axis", field_and_by, no_members,
        [](const NoArguments&, Fields f) { return warp_of(f); }, 4),
    factory<Warp, domain_warp>("domain_warp", "moved by noise", one_field, warp_members),
    factory<Warp, domain_warp_progressive>("domain_warp_progressive",
                                           "moved by octaves of noise, one after another",
                                           one_field, warp_members),
    factory<Cellular, cellular_lookup>(
        "cellular_lookup", "a field at the nearest of scattered points", one_field, lookup_members),
    factory<AlongAxis>("derivative", "the derivative along an axis", one_field, derivative_members,
                       [](const AlongAxis& a, Fields f) { return derivative(f[0], a.axis); }),
    factory<Slope>("slope", "the length of the gradient", one_field, slope_members,
                   [](const Slope& a, Fields f) { return slope(f[0], a.dimensions); }),
    factory<Differences>("differences", "the field, with derivatives by central differences",
                         one_field, differences_members,
                         [](const Differences& a, Fields f) { return differences(f[0], a.step); }),
    with_arguments(potentials, factory<AlongAxis>(
                                   "curl",
                                   "a component of the flow along the level lines of a potential: "
                                   "one field in 2D, three in 3D",
                                   potentials, curl_members,
                                   [](const AlongAxis& a, Fields f) { return curl_of(a, f); }, 3)),
};

}  // namespace

std::span<const Factory> factories_of_maps() noexcept { return kept<list_of_maps>; }

}  // namespace perlane::graph
