#pragma once
// Warps, worked out from the values of the fields that move each axis: the field at coordinates
// that are displaced in binary32, or, where they may be moved far, at moved ones.

#include "evaluated.hpp"

#include "graph/octaves.hpp"
#include "model/noises.hpp"
#include "model/tile.hpp"

#include <algorithm>
#include <any>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace perlane::fuzz {

// Returns the factor of the values of the fields, or nothing if the call is no warp. The first
// octave of a progressive warp is the outermost.
inline std::optional<double> warp_scale(const graph::Call& call) {
  if (call.function == "warp") return 1;
  const auto* warp = std::any_cast<Warp>(&call.arguments);
  if (warp == nullptr) return std::nullopt;
  if (call.function == "domain_warp") return warp->amplitude;
  const std::vector<double> gain = graph::powers(warp->gain, warp->octaves);
  return gain[0] / graph::sum_of_magnitudes(gain) * warp->amplitude;
}

template <class Real, int N>
class WarpOf {
 public:
  WarpOf(const Evaluated<Real, N>& at, double scale)
      : at_(at), field_(graph::node_of(at.field).part(0)), scale_(scale) {
    const auto by = graph::node_of(at.field).parts().subspan(1);
    by_.fill(samples_of_size<N>(at.points[0].size()));
    for (std::size_t axis = 0; axis < std::min<std::size_t>(by.size(), N); ++axis)
      by_[axis] = expected_at<Real, N>(at.points, graph::field_of(by[axis]));
  }

  // One of the two ways must give all samples.
  void require() const {
    const std::size_t count = at_.points[0].size();
    bool are_near = true, are_far = true;
    for (std::size_t i = 0; i < count; ++i) {
      are_near = are_near && is_value_at(displaced(i), i);
      are_far = are_far && is_value_at(moved(i), i);
    }
    fuzz::require(are_near || are_far, "a warp differs from its field at displaced coordinates");
  }

 private:
  model::Point displaced(std::size_t i) const {
    model::Point point = place(i);
    point.is_displaced = true;
    for (std::size_t axis = 0; axis < N; ++axis) {
      point.displacement[axis] = by_[axis][0][i];
      point.displacement_factor[axis] = scale_;
    }
    return point;
  }

  model::Point moved(std::size_t i) const {
    model::Point point = place(i);
    for (std::size_t axis = 0; axis < N; ++axis)
      point.coordinate[axis] = point.coordinate[axis] + double{by_[axis][0][i]} * scale_;
    return point;
  }

  model::Point place(std::size_t i) const {
    model::Point point{N, false, {}};
    for (std::size_t axis = 0; axis < N; ++axis)
      point.coordinate[axis] = static_cast<double>(at_.points[axis][i]);
    return point;
  }

  bool is_value_at(const model::Point& point, std::size_t i) const {
    float of[4];
    const float value = field_.sample(point, at_.has_derivatives() ? of : nullptr);
    if (!at_.is_value_within_limit(0, i, value)) return false;
    for (std::size_t axis = 0; axis < N && at_.has_derivatives(); ++axis) {
      float sum = 0;
      for (std::size_t along = 0; along < N; ++along) {
        const float own = along == axis ? 1.0f : 0.0f;
        const float product =
            of[along] * (own + by_[along][axis + 1][i] * static_cast<float>(scale_));
        sum = along == 0 ? product : sum + product;
      }
      if (!at_.is_value_within_limit(axis + 1, i, sum)) return false;
    }
    return true;
  }

  const Evaluated<Real, N>& at_;
  const graph::Node& field_;
  double scale_;
  std::array<Samples<N>, N> by_;  // by the axis that they move
};

template <class Real, int N>
void require_warp(const Evaluated<Real, N>& at) {
  if (const std::optional<double> scale = warp_scale(*at.call))
    WarpOf<Real, N>(at, *scale).require();
}

}  // namespace perlane::fuzz
