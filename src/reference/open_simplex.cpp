// OpenSimplex2 and OpenSimplex2S. K. Spencer, "OpenSimplex2", 2020; J. Peck, FastNoiseLite, 2020.
//
// Positions of samples are computed in binary64, and offsets from vertices in binary32, as
// published.

#include "reference/open_simplex.hpp"

#include "reference/cell.hpp"
#include "reference/noise.hpp"

#include <cmath>

namespace perlane::reference {
namespace {

using open_simplex::PlaceInCell, open_simplex::Sum;

template <int N>
bool locate(const model::OpenSimplexNoise& noise, const model::Point& point,
            PlaceInCell& place) noexcept {
  double s[N], sum = 0;
  for (int axis = 0; axis < N; ++axis) {
    const double c = point.coordinate[axis], shift = noise.lattice.shift[axis];
    s[axis] = c * noise.frequency + shift;
    double limit = model::coordinate_limit;
    if (point.is_float) {
      s[axis] =
          static_cast<float>(c) * static_cast<float>(noise.frequency) + static_cast<float>(shift);
      limit = model::float_coordinate_limit;
    }
    if (!(std::abs(s[axis]) < limit)) return false;
    sum = axis == 0 ? s[0] : sum + s[axis];
  }
  const double skew =
      N == 2 ? model::open_simplex_skew : model::open_simplex_skew_4d(noise.is_smooth);
  for (int axis = 0; axis < N; ++axis) {
    const double moved =
        N == 3 ? sum * model::open_simplex_reflection - s[axis] : s[axis] + sum * skew;
    const bool is_nearest = N == 3 && !noise.is_smooth;
    const std::int64_t whole = floor_of(moved + (is_nearest ? 0.5 : 0.0));
    place.cell[axis] = static_cast<std::int32_t>(whole);
    place.f[axis] = static_cast<float>(moved - static_cast<double>(whole));
  }
  return true;
}

constexpr float unskew = model::open_simplex_unskew;

open_simplex::Vertex<2> vertex_2d(const PlaceInCell& place, int i, int j) noexcept {
  const float t = (place.f[0] + place.f[1]) * unskew;
  const float back = static_cast<float>(i + j) * unskew;
  open_simplex::Vertex<2> vertex;
  vertex.cell[0] = place.cell[0] + i;
  vertex.cell[1] = place.cell[1] + j;
  vertex.d[0] = (place.f[0] - t) + (back - static_cast<float>(i));
  vertex.d[1] = (place.f[1] - t) + (back - static_cast<float>(j));
  return vertex;
}

// Plain simplex noise, whose vertices are those of the triangle; and with two vertices more than
// the first and the last, which depend on where in the cell the point is.
void add_2d(const model::OpenSimplexNoise& noise, const PlaceInCell& place, Sum<2>& sum) noexcept {
  const float x = place.f[0], y = place.f[1];
  const auto add = [&](int i, int j) { sum.add(vertex_2d(place, i, j), noise.seed[0]); };
  add(0, 0);
  if (!noise.is_smooth) {
    const int i = y > x ? 0 : 1;
    add(i, 1 - i);
    add(1, 1);
    return;
  }
  add(1, 1);
  const float along_x = x + (x - y), along_y = y - (x - y);
  if (x + y > 1.0f) {
    along_x > 1.0f ? add(2, 1) : add(0, 1);
    along_y > 1.0f ? add(1, 2) : add(1, 0);
  } else {
    along_x < 0.0f ? add(-1, 0) : add(1, 0);
    along_y < 0.0f ? add(0, -1) : add(0, 1);
  }
}

// In each of the two cubic lattices, the nearest vertex and the one beyond the nearest side. Sums
// decide, as published, on which side of a vertex or of the middle a point is that is next to it:
// evenly spaced samples are there often, and the noise jumps.
void add_3d(const model::OpenSimplexNoise& noise, const PlaceInCell& place, Sum<3>& sum) noexcept {
  open_simplex::Vertex<3> nearest;
  float to_side[3];  // offsets from the nearest vertex, without their signs
  float towards[3];  // the next vertex along each axis
  for (int axis = 0; axis < 3; ++axis) {
    nearest.cell[axis] = place.cell[axis];
    nearest.d[axis] = place.f[axis];
    towards[axis] = 1.0f + nearest.d[axis] < 1.0f ? -1.0f : 1.0f;
    to_side[axis] = towards[axis] * nearest.d[axis];
  }
  for (const std::uint64_t seed : noise.seed) {
    sum.add(nearest, seed);
    const auto [x, y, z] = to_side;
    const int farthest = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    open_simplex::Vertex<3> next = nearest;
    next.cell[farthest] += towards[farthest] > 0.0f ? 1 : -1;
    next.d[farthest] = next.d[farthest] - towards[farthest];
    sum.add(next, seed);
    // The second lattice has its vertices half a cell towards the point, and is seen from there.
    for (int axis = 0; axis < 3; ++axis) {
      nearest.cell[axis] += towards[axis] > 0.0f ? 1 : 0;
      nearest.d[axis] = nearest.d[axis] - 0.5f * towards[axis];
      to_side[axis] = 0.5f - to_side[axis];
      towards[axis] = -towards[axis];
    }
  }
}

// In each of the two cubic lattices, the nearest vertex; and for each axis the one beyond it along
// that axis if it contributes, or else the one beyond along both others. In the second lattice, the
// former is left out where that of the first lattice contributes, as published; the noise jumps
// there. The weight of a vertex is computed from that of the nearest, as published: its sign
// decides.
void add_3d_smooth(const model::OpenSimplexNoise& noise, const PlaceInCell& place,
                   Sum<3>& sum) noexcept {
  open_simplex::Vertex<3> near[2], far[2];  // by lattice
  float change[2][3];  // of the weight, from that of the nearest vertex to that beyond it along an
                       // axis
  for (int axis = 0; axis < 3; ++axis) {
    const float f = place.f[axis];
    const bool is_upper = f + 0.5f >= 1.0f;
    const std::int64_t cell = place.cell[axis];
    near[0].cell[axis] = cell + (is_upper ? 1 : 0);
    near[0].d[axis] = f - (is_upper ? 1.0f : 0.0f);
    far[0].cell[axis] = cell + (is_upper ? 0 : 1);
    far[0].d[axis] = near[0].d[axis] + (is_upper ? 1.0f : -1.0f);
    near[1].cell[axis] = cell + 1;
    near[1].d[axis] = f - 0.5f;
    far[1].cell[axis] = cell + (is_upper ? 2 : 0);
    far[1].d[axis] = near[1].d[axis] + (is_upper ? -1.0f : 1.0f);
    change[1][axis] = 2.0f * std::abs(near[1].d[axis]) - 1.0f;
    change[0][axis] = -2.0f * std::abs(near[1].d[axis]);
  }
  float nearest[2];
  for (int i = 0; i < 2; ++i) {
    nearest[i] = sum.a(near[i]);
    sum.add(near[i], nearest[i], noise.seed[i]);
  }
  for (int axis = 0; axis < 3; ++axis) {
    bool was_within = false;
    for (int i = 0; i < 2; ++i) {
      const float along = change[i][axis] + nearest[i];
      const float beside = change[i][axis == 0 ? 1 : 0] + change[i][axis == 2 ? 1 : 2] + nearest[i];
      const bool is_within = along > 0.0f;
      open_simplex::Vertex<3> vertex = is_within ? near[i] : far[i];
      const open_simplex::Vertex<3>& other = is_within ? far[i] : near[i];
      vertex.cell[axis] = other.cell[axis];
      vertex.d[axis] = other.d[axis];
      sum.add(vertex, !is_within ? beside : was_within ? 0.0f : along, noise.seed[i]);
      was_within = is_within;
    }
  }
}

template <int N>
float open_simplex_noise(const model::OpenSimplexNoise& noise, const model::Point& point,
                         float* derivative) noexcept {
  PlaceInCell place;
  if (!locate<N>(noise, point, place)) return not_a_number(N, derivative);
  Sum<N> sum(noise, derivative != nullptr);
  if constexpr (N == 2) add_2d(noise, place, sum);
  if constexpr (N == 3)
    noise.is_smooth ? add_3d_smooth(noise, place, sum) : add_3d(noise, place, sum);
  if constexpr (N == 4) {
    noise.is_smooth ? open_simplex::add_4d_smooth(noise, place, sum)
                    : open_simplex::add_4d(noise, place, sum);
  }
  if (derivative == nullptr) return sum.n;
  // The derivatives become those in the axes of the point.
  if constexpr (N == 3) {
    const auto [x, y, z] = sum.derivative;
    const float all = (x + y + z) * static_cast<float>(model::open_simplex_reflection);
    for (float& along : sum.derivative) along = all - along;
  }
  for (int axis = 0; axis < N; ++axis)
    derivative[axis] = sum.derivative[axis] * static_cast<float>(noise.frequency);
  return sum.n;
}

}  // namespace

float evaluate(const model::OpenSimplexNoise& noise, const model::Point& point,
               float* derivative) noexcept {
  switch (point.dimensions) {
    case 2:
      return open_simplex_noise<2>(noise, point, derivative);
    case 3:
      return open_simplex_noise<3>(noise, point, derivative);
    default:
      return open_simplex_noise<4>(noise, point, derivative);
  }
}

}  // namespace perlane::reference
