// Simplex noise. K. Perlin, "Noise Hardware", SIGGRAPH course notes, 2001; S. Gustavson, "Simplex
// noise demystified", 2005.
//
// Positions decide which offsets can be exact. They are rounded to multiples of 2^-24 of a cell, as
// fine as the fractions of gradient noise, and so is the constant G that moves lattice points to
// vertices. Then every vertex is a multiple of 2^-24, too, and the offset from any vertex in reach
// to a sample is exact in binary32, however far from the origin both are and whatever they were
// computed from. The alternative, offsets that are computed in binary64 and rounded, would be finer
// beyond some million samples to a cell, where no other noise is; and it would cost a subtraction
// in binary64 for each vertex, axis and sample.
//
// A vertex contributes within sqrt(1/2), which is its distance from the far sides of its simplices
// in any number of dimensions (published noise often takes sqrt(0.6), and jumps there). The square
// of this distance is reduced by 2^-13, so that it contributes nothing either where rounding puts a
// sample into the next simplex. So the noise is a plain sum over all vertices: those of other
// simplices add 0. The sum is in the order of the vertices of the simplex, along which no lattice
// coordinate decreases.
//
// The published noise computes offsets in binary64, and its vertices contribute within sqrt(1/2).

#include "reference/cell.hpp"
#include "reference/noise.hpp"

#include <cmath>

namespace perlane::reference {
namespace {

constexpr double quantum = 0x1p-24;

// The first vertex of the simplex that a point lies in, and the order of the others.
struct Simplex {
  std::uint32_t vertex[4];  // lattice coordinates
  float d[4];  // offset from it to the point
  int rank[4];  // by axis: the number of axes that the path to the last vertex takes later
};

// A coordinate in cells, in the precision that it has. False beyond the limit, and for NaN.
template <class Real>
bool scaled(double coordinate, double frequency, double shift, Real limit, double& s) noexcept {
  const Real cells =
      static_cast<Real>(coordinate) * static_cast<Real>(frequency) + static_cast<Real>(shift);
  s = cells;
  return std::abs(cells) < limit;
}

// The path takes the axis first along which the point is farther into the skewed cell.
template <int N, class Real>
void set_ranks(const Real* within, Simplex& simplex) noexcept {
  for (int axis = 0; axis < N; ++axis) simplex.rank[axis] = 0;
  for (int a = 0; a < N; ++a) {
    for (int b = a + 1; b < N; ++b) {
      const int later = within[a] > within[b] ? 1 : 0;
      simplex.rank[a] += later;
      simplex.rank[b] += 1 - later;
    }
  }
}

// Rounds to the nearest multiple of the quantum, ties to even. From 2^27 on, numbers are multiples
// of 2^-25 or coarser.
double rounded_to_quantum(double s) noexcept {
  constexpr double coarse = 0x1.8p28;  // numbers next to it are multiples
  if (!(std::abs(s) < 0x1p27)) return std::nearbyint(s / quantum) * quantum;
  return (s + coarse) - coarse;
}

template <int N>
Simplex locate(const double* s) noexcept {
  // A rounded coordinate is cell + f.
  std::int64_t cell[4], f[4], cells = 0, fractions = 0;
  for (int axis = 0; axis < N; ++axis) {
    const double rounded = rounded_to_quantum(s[axis]);
    cell[axis] = floor_of(rounded);
    f[axis] = static_cast<std::int64_t>((rounded - static_cast<double>(cell[axis])) / quantum);
    cells += cell[axis];
    fractions += f[axis];
  }
  // Skewing adds F times the sum of the coordinates, F = G / (1 - N G) = g / m. The sum of the
  // cells is quotient * m + remainder.
  const std::int64_t g = model::unskew_quanta[N - 1];
  const std::int64_t m = (std::int64_t{1} << 24) - N * g;
  std::int64_t quotient = cells / m;
  if (quotient * m > cells) --quotient;
  const double remainder = static_cast<double>(cells - quotient * m);
  const double skew = (remainder + static_cast<double>(fractions) * quantum) *
                      (static_cast<double>(g) / static_cast<double>(m));
  Simplex simplex;
  double within[4];
  std::uint64_t vertex[4], sum = 0;
  for (int axis = 0; axis < N; ++axis) {
    const double skewed = static_cast<double>(f[axis]) * quantum + skew;
    const std::int64_t whole = floor_of(skewed);
    within[axis] = skewed - static_cast<double>(whole);
    vertex[axis] =
        static_cast<std::uint64_t>(cell[axis] + quotient * g) + static_cast<std::uint64_t>(whole);
    sum += vertex[axis];
  }
  for (int axis = 0; axis < N; ++axis) {
    // Modulo 2^64: the offset itself is small.
    const std::uint64_t cells_off = static_cast<std::uint64_t>(cell[axis]) - vertex[axis];
    const std::uint64_t d = (cells_off << 24) + static_cast<std::uint64_t>(f[axis]) +
                            sum * static_cast<std::uint64_t>(g);
    simplex.vertex[axis] = static_cast<std::uint32_t>(vertex[axis]);
    simplex.d[axis] =
        static_cast<float>(static_cast<std::int64_t>(d)) * static_cast<float>(quantum);
  }
  set_ranks<N>(within, simplex);
  return simplex;
}

template <int N>
Simplex locate_published(const model::SimplexNoise& noise, const double* s) noexcept {
  double sum = s[0];
  for (int axis = 1; axis < N; ++axis) sum = sum + s[axis];
  const double skew = sum * noise.skew[N - 1];
  double vertex[4], vertices = 0;
  for (int axis = 0; axis < N; ++axis) {
    vertex[axis] = static_cast<double>(floor_of(s[axis] + skew));
    vertices = vertices + vertex[axis];
  }
  const double moved = vertices * noise.unskew[N - 1];
  Simplex simplex;
  for (int axis = 0; axis < N; ++axis) {
    simplex.vertex[axis] = static_cast<std::uint32_t>(static_cast<std::int64_t>(vertex[axis]));
    simplex.d[axis] = static_cast<float>(s[axis] - (vertex[axis] - moved));
  }
  set_ranks<N>(simplex.d, simplex);
  return simplex;
}

// A vertex: the offset from it to the point, and its gradient.
struct SimplexVertex {
  float d[4];
  float g[4];
};

template <int N>
float add_vertex(const SimplexVertex& vertex, float support_squared, float* derivative) noexcept {
  const auto& [d, g] = vertex;
  float a = support_squared, projection = g[0] * d[0];
  if (N > 1) {
    float square = d[1] * d[1], others = g[1] * d[1];
    for (int axis = 2; axis < N; ++axis) {
      square = square + d[axis] * d[axis];
      others = others + g[axis] * d[axis];
    }
    a = a - square;
    projection = projection + others;
  }
  a = a - d[0] * d[0];
  a = a > 0.0f ? a : 0.0f;
  const float square = a * a, fourth = square * square;
  if (derivative != nullptr) {
    const float falling = 8.0f * (square * a * projection);
    for (int axis = 0; axis < N; ++axis)
      derivative[axis] = derivative[axis] + (fourth * g[axis] - falling * d[axis]);
  }
  return fourth * projection;
}

template <int N>
float simplex_noise(const model::SimplexNoise& noise, const model::Point& point,
                    float* derivative) noexcept {
  double s[N];
  for (int axis = 0; axis < N; ++axis) {
    const double coordinate = point.coordinate[axis], shift = noise.lattice.shift[axis];
    const bool is_within =
        point.is_float
            ? scaled(coordinate, noise.frequency, shift, model::float_coordinate_limit, s[axis])
            : scaled(coordinate, noise.frequency, shift, model::coordinate_limit, s[axis]);
    if (!is_within) return not_a_number(N, derivative);
  }
  const Simplex simplex = noise.is_published ? locate_published<N>(noise, s) : locate<N>(s);
  const model::GradientSet& set = *noise.gradients[N - 1];
  float n = 0, along[N] = {};
  for (int step = 0; step <= N; ++step) {
    std::uint32_t lattice_point[N];
    SimplexVertex vertex{};
    for (int axis = 0; axis < N; ++axis) {
      const bool is_moved = simplex.rank[axis] >= N - step;
      const double moved = step * noise.unskew[N - 1] - (is_moved ? 1 : 0);
      lattice_point[axis] = simplex.vertex[axis] + (is_moved ? 1 : 0);
      vertex.d[axis] = simplex.d[axis] + static_cast<float>(moved);
    }
    const std::span<const std::uint32_t> corner(lattice_point);
    const bool is_hashed = noise.lattice.kind == model::LatticePoints::hashed;
    const std::uint32_t vertex_hash =
        is_hashed ? hash(noise.lattice.key, corner) : hash(noise.lattice, corner);
    const std::uint32_t chosen = gradient_index(noise.lattice, set, N, vertex_hash);
    for (int axis = 0; axis < N; ++axis)
      vertex.g[axis] = set.component[axis][chosen] * noise.scale[N - 1];
    n = n + add_vertex<N>(vertex, noise.support_squared[N - 1],
                          derivative == nullptr ? nullptr : along);
  }
  if (derivative != nullptr) {
    for (int axis = 0; axis < N; ++axis)
      derivative[axis] = along[axis] * static_cast<float>(noise.frequency);
  }
  return n;
}

}  // namespace

float evaluate(const model::SimplexNoise& noise, const model::Point& point,
               float* derivative) noexcept {
  static constexpr decltype(&simplex_noise<1>) functions[] = {simplex_noise<1>, simplex_noise<2>,
                                                              simplex_noise<3>, simplex_noise<4>};
  return functions[point.dimensions - 1](noise, point, derivative);
}

}  // namespace perlane::reference
