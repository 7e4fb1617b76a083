// Cellular noise: parameters, checks, and the node.

#include <perlane/noise.hpp>

#include "base/error.hpp"
#include "graph/call.hpp"
#include "graph/noise/source.hpp"

#include <algorithm>
#include <cmath>

namespace perlane {
namespace {

static_assert(static_cast<int>(model::Distance::chebyshev) ==
                  static_cast<int>(Distance::chebyshev) &&
              static_cast<int>(model::CellularReturn::edge) ==
                  static_cast<int>(CellularReturn::edge) &&
              static_cast<int>(model::CellularReturn::offset_w) ==
                  static_cast<int>(CellularReturn::offset_w));

// The largest distance to the nearest point, in cells, or to the second nearest.
//
// Along each axis, a sample is t <= 1/2 from the nearer border of its cell, and the point of the
// cell lies h = (1 + jitter) / 2 from that border at most, h - t from the sample. The cell beyond
// that border along an axis a has its point at most h + t_a away along a, and h - t along the
// others. The second nearest point is no farther than that for the axis whose t is the least, and
// the sum is largest where all t are the same; it is convex in t, so its largest value is at t = 0
// or t = 1/2. Both are reached, as closely as one likes: all cells around the corner, or beside the
// middle, can have their points as far away as that.
double farthest(const Cellular& parameters, int dimensions) {
  const double h = (1 + parameters.jitter) / 2;
  // Every place around a point that is nearest to it is sqrt(n) h away at most. A circle around the
  // sample that touches the nearest border holds such places only, one of them as far from the
  // point as the sample and the border together.
  if (parameters.returns == CellularReturn::edge) return h * std::sqrt(dimensions);
  const bool is_first = parameters.returns == CellularReturn::f1;
  const double others = dimensions - 1;
  const auto at = [&](double t, auto contribution) {
    return contribution(h + t) + others * contribution(h - t);
  };
  const auto most = [&](auto contribution) {
    return is_first ? at(0, contribution) : std::max(at(0, contribution), at(0.5, contribution));
  };
  const auto square = [](double x) { return x * x; };
  switch (parameters.distance) {
    case Distance::euclidean:
      return std::sqrt(most(square));
    case Distance::squared:
      return most(square);
    case Distance::manhattan:
      return most([](double x) { return x; });
    case Distance::chebyshev:
      break;
  }
  return is_first ? h : h + 0.5;
}

// The largest distance to the nearest point along one axis. Points and samples are rounded to
// multiples of 2^-21, and then distances are rounded.
double farthest_along(const Cellular& parameters, int dimensions) {
  Cellular changed = parameters;
  changed.returns = CellularReturn::f1;
  const double distance = farthest(changed, dimensions);
  return (changed.distance == Distance::squared ? std::sqrt(distance) : distance) * (1 + 4e-6);
}

// The axis of an offset; -1 for the other returns.
int offset_axis(const Cellular& parameters) {
  return model::offset_axis<void>(static_cast<model::CellularReturn>(parameters.returns));
}

// Bounds of the derivatives of distances, per cell. Those of borders are those of the Euclidean
// distance.
graph::DerivativeBounds derivative_bounds_of(const Cellular& parameters, int dimensions) {
  const CellularReturn returns = parameters.returns;
  if (returns == CellularReturn::value) return {};
  if (const int axis = offset_axis(parameters); axis >= 0) {
    graph::DerivativeBounds one{{}, 1 / parameters.frequency};
    one.along[static_cast<std::size_t>(axis)] = one.length;
    return one;
  }
  const auto all = [](double along, double length) {
    return graph::DerivativeBounds{{along, along, along, along}, length};
  };
  const double distances = returns == CellularReturn::f2_minus_f1 ? 2 : 1;
  switch (parameters.distance) {
    case Distance::manhattan:
      return all(distances, distances * std::sqrt(dimensions));
    case Distance::squared: {
      // Twice the distance to the point.
      const auto twice = [&](CellularReturn which) {
        Cellular changed = parameters;
        changed.returns = which;
        return 2 * std::sqrt(farthest(changed, dimensions));
      };
      const double most = returns == CellularReturn::f2_minus_f1
                              ? twice(CellularReturn::f1) + twice(CellularReturn::f2)
                              : twice(returns);
      return all(most, most);
    }
    case Distance::euclidean:
    case Distance::chebyshev:
      break;
  }
  return all(distances, distances);
}

class CellularNode final : public graph::SeededNode<CellularNode, model::CellularNoise, Cellular> {
 public:
  explicit CellularNode(const Cellular& parameters, const graph::Shift& shift = {})
      : SeededNode(parameters), lattice_({}, parameters.seed, parameters.period, shift) {
    noise_.lattice = lattice_.points();
    noise_.distance = static_cast<model::Distance>(parameters.distance);
    noise_.returns = static_cast<model::CellularReturn>(parameters.returns);
    // The middle of the numbers 0 to 2^16 - 1 is the centre of a cell.
    const double spread = parameters.jitter / 65536;
    noise_.spread = static_cast<float>(spread);
    noise_.first = static_cast<float>(model::point_origin + 0.5 - spread * 32767.5);
    noise_.cell_size = static_cast<float>(1 / parameters.frequency);
    for (int i = 0; i < 4; ++i) {
      noise_.farthest[i] = static_cast<float>(farthest_along(parameters, i + 1) * (1 + 1e-6));
      noise_.reach[i] = parameters.distance == Distance::manhattan ? std::max(2, i + 1) : 2;
      // The point beyond a border is farther than the nearest point, by twice the distance to the
      // border at most: 2 sqrt(n) in all.
      noise_.border_reach[i] = i < 2 ? 3 : 4;
    }
    const int offset = offset_axis(parameters);
    set_bounds(
        graph::Dimensions{std::max(offset, 0) + 1, 4},
        [&](int dimensions) {
          if (parameters.returns == CellularReturn::value) return graph::Bounds{-1, 1};
          if (offset >= 0) {
            const double most = farthest_along(parameters, dimensions) / parameters.frequency;
            return graph::Bounds{-most, most};
          }
          // As of farthest_along.
          return graph::Bounds{0, farthest(parameters, dimensions) * (1 + 4e-6)};
        },
        [&](int dimensions) { return derivative_bounds_of(parameters, dimensions); });
    if (offset >= 0 && !graph::are_floats(bounds(4))) {
      base::throw_invalid("Cellular::frequency is ", parameters.frequency,
                          ", and Cellular::returns is an offset, in units of coordinate; use 1e-30 "
                          "or more");
    }
  }

  void append_signature(graph::Signature& to) const override {
    to.add("cellular", parameters_.seed, parameters_.frequency, parameters_.jitter,
           parameters_.distance, parameters_.returns, parameters_.period, noise_.lattice.shift);
  }

 private:
  graph::SeededLattice lattice_;
};

void validate(const Cellular& parameters) {
  if (parameters.returns == CellularReturn::edge && parameters.distance != Distance::euclidean) {
    base::throw_invalid(
        "Cellular::distance is another than the Euclidean, and Cellular::returns is edge; use "
        "Distance::euclidean, or CellularReturn::f2_minus_f1");
  }
  graph::validate_lattice("Cellular", {}, parameters.period);
}

}  // namespace

Field cellular(const Cellular& parameters) {
  return graph::call("cellular", {}, parameters, [&] {
    validate(parameters);
    return graph::field_of(std::make_shared<const CellularNode>(parameters));
  });
}

}  // namespace perlane
