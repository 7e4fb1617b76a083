#pragma once
// A field that a call of a public function made, and its values and derivatives at points.

#include "reference.hpp"
#include "require.hpp"

#include "graph/call.hpp"
#include "graph/node.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace perlane::fuzz {

template <class Real, int N>
struct Evaluated {
  const Field& field;
  const graph::Call* call;
  const Points<Real, N>& points;
  const Samples<N>& expected;  // by the reference

  bool has_derivatives() const { return !expected[1].empty(); }

  // The field of that number that the call was given, at the same points.
  Samples<N> of(std::size_t number) const {
    return expected_at<Real, N>(points, graph::field_of(call->fields[number]));
  }

  // Plane 0 has the values, and the others the derivatives by axis.
  void require_value(std::size_t plane, std::size_t i, float value, const char* what) const {
    require(is_same(value, expected[plane][i]), what);
  }

  // The same where the call may lower the limit of coordinates, beyond which values are NaN.
  void require_value_within_limit(std::size_t plane, std::size_t i, float value,
                                  const char* what) const {
    require(is_value_within_limit(plane, i, value), what);
  }
  bool is_value_within_limit(std::size_t plane, std::size_t i, float value) const {
    return is_same(value, expected[plane][i]) ||
           (std::isnan(expected[plane][i]) && is_beyond_limit(i));
  }

 private:
  bool is_beyond_limit(std::size_t i) const {
    const double frequency = graph::node_of(field).highest_frequency();
    const double limit = sizeof(Real) == 4 ? 0x1p30 : 0x1p50;
    return std::ranges::any_of(points, [&](const std::vector<Real>& coordinates) {
      return !(std::abs(static_cast<double>(coordinates[i])) * frequency < limit);
    });
  }
};

}  // namespace perlane::fuzz
