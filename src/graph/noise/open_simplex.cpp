// OpenSimplex2 and OpenSimplex2S as published: parameters, checks, and the node. K. Spencer,
// "OpenSimplex2", 2022.

#include <perlane/coordinates.hpp>
#include <perlane/published.hpp>

#include "graph/call.hpp"
#include "graph/noise/derivative_bounds.hpp"
#include "graph/noise/open_simplex_gradients.hpp"
#include "graph/noise/source.hpp"
#include "model/open_simplex.hpp"

#include <algorithm>

namespace perlane {
namespace {

// The largest values, in 2D, 3D and 4D, without what evaluation in binary32 adds at most;
// tests/noise/open_simplex_test.cpp proves them.
constexpr double largest_nearest[3] = {1.000000014, 1.00000022, 0.999176623};
constexpr double largest_smooth[3] = {1.00000017, 0.999999986, 1.00000008};
constexpr double rounding_of_open_simplex = 4e-6;

constexpr std::uint64_t second_seed = 0 - std::uint64_t{0x52d547b2e96ed629};

struct Oriented {
  Seed seed;
  double frequency;
  bool is_smooth;
  graph::Dimensions dimensions;
};

class OpenSimplexNode final
    : public graph::SeededNode<OpenSimplexNode, model::OpenSimplexNoise, Oriented> {
 public:
  explicit OpenSimplexNode(const Oriented& parameters, const graph::Shift& shift = {})
      : SeededNode(parameters) {
    const bool is_smooth = parameters.is_smooth;
    const std::uint64_t seed = parameters.seed;
    static const graph::GradientSets<3>& nearest =
        *new graph::GradientSets<3>(graph::open_simplex_gradients(
            {0.01001634121365712, 0.07969837668935331, 0.0220065933241897}));  // never deleted
    static const graph::GradientSets<3>& smooth =
        *new graph::GradientSets<3>(graph::open_simplex_gradients(
            {0.05481866495625118, 0.2781926117527186, 0.11127401889945551}));  // likewise
    std::ranges::copy(shift, noise_.lattice.shift);
    noise_.is_smooth = is_smooth;
    noise_.is_long = true;
    noise_.seed[0] = seed;
    noise_.seed[1] = seed ^ second_seed;
    graph::set_gradients(is_smooth ? smooth : nearest, noise_);
    set_bounds(
        parameters.dimensions,
        [&](int dimensions) {
          const double largest = (is_smooth ? largest_smooth : largest_nearest)[dimensions - 2];
          return graph::Bounds{-largest - rounding_of_open_simplex,
                               largest + rounding_of_open_simplex};
        },
        [&](int dimensions) {
          return graph::derivative_bounds_of_open_simplex(noise_.gradients[dimensions - 1]->longest,
                                                          is_smooth, dimensions);
        });
  }

  void append_signature(graph::Signature& to) const override {
    to.add(noise_.is_smooth ? "opensimplex2s" : "opensimplex2", noise_.seed[0], noise_.frequency,
           noise_.lattice.shift);
  }
};

// An orientation is a turn of the coordinates before they are turned or skewed as in `standard`: by
// 45 degrees in 2D; in 3D by his matrix times that of `standard`, which is its own inverse.
constexpr double root_half = 0.7071067811865476, third = 0.577350269189626;

// In 4D it is his matrix, unskewed. His matrices are exact, but `standard` is skewed by a number of
// binary32: the turn takes back by how much.
Field turned(bool is_smooth, std::array<std::array<double, 5>, 4> turn, const Field& noise) {
  const double skew = model::open_simplex_skew_4d(is_smooth);
  const double unrounded = is_smooth ? 0.30901699437494742 : -0.13819660112501051;
  for (std::size_t from = 0; from < 4; ++from) {
    double sum = 0;
    for (const auto& row : turn) sum += row[from];
    for (auto& row : turn) row[from] += (unrounded - skew) / (1 + 4 * skew) * sum;
  }
  return transform(noise, turn);
}

Field oriented(Orientation orientation, bool is_smooth, const Field& noise) {
  constexpr double unskew = -0.21132486540518713, near = -(1 + unskew), far = -unskew;
  constexpr double most = 0.8660254037844386, some = 0.28867513459481288, part = 0.4082482904638630;
  switch (orientation) {
    case Orientation::standard:
      break;
    case Orientation::improve_x:
      return transform(noise, {{{root_half, root_half}, {-root_half, root_half}}});
    case Orientation::improve_xy:
      return transform(noise, {{{near, far, third}, {far, near, third}, {third, third, third}}});
    case Orientation::improve_xz:
      return transform(noise, {{{near, third, far}, {third, third, third}, {far, third, near}}});
    case Orientation::improve_xyz:
      return turned(is_smooth,
                    {{{5. / 6, -1. / 6, -1. / 6, 0.5},
                      {-1. / 6, 5. / 6, -1. / 6, 0.5},
                      {-1. / 6, -1. / 6, 5. / 6, 0.5},
                      {-0.5, -0.5, -0.5, 0.5}}},
                    noise);
    case Orientation::improve_xyz_improve_xy:
      return turned(is_smooth,
                    {{{-near, -far, some, 0.5},
                      {-far, -near, some, 0.5},
                      {-third, -third, some, 0.5},
                      {0, 0, -most, 0.5}}},
                    noise);
    case Orientation::improve_xyz_improve_xz:
      return turned(is_smooth,
                    {{{-near, some, -far, 0.5},
                      {-third, some, -third, 0.5},
                      {-far, some, -near, 0.5},
                      {0, -most, 0, 0.5}}},
                    noise);
    case Orientation::improve_xy_improve_zw:
      return turned(is_smooth,
                    {{{-near, -far, part, part},
                      {-far, -near, part, part},
                      {-part, -part, -near, -far},
                      {-part, -part, -far, -near}}},
                    noise);
  }
  return noise;
}

graph::Dimensions dimensions_of(Orientation orientation) {
  if (orientation == Orientation::standard) return {2, 4};
  const int only = orientation == Orientation::improve_x    ? 2
                   : orientation <= Orientation::improve_xz ? 3
                                                            : 4;
  return {only, only};
}

Field make(const char* name, bool is_smooth, const OpenSimplex2& parameters) {
  return graph::call(name, {}, parameters, [&] {
    const Field noise = graph::field_of(std::make_shared<const OpenSimplexNode>(
        Oriented{static_cast<std::uint64_t>(parameters.seed), parameters.frequency, is_smooth,
                 dimensions_of(parameters.orientation)}));
    return oriented(parameters.orientation, is_smooth, noise);
  });
}

}  // namespace

Field opensimplex2(const OpenSimplex2& parameters) {
  return make("opensimplex2", false, parameters);
}
Field opensimplex2s(const OpenSimplex2& parameters) {
  return make("opensimplex2s", true, parameters);
}

}  // namespace perlane
