// The gradient sets that come with perlane.

#include "graph/noise/gradients.hpp"

#include "base/float_environment.hpp"

#include <array>
#include <cmath>
#include <utility>

namespace perlane {
namespace graph {
namespace {

template <std::size_t N>
using Vector = std::array<float, N>;

// By dimensions - 1. They are made at first use: all of them would be 130 KB of the library.
using Sets = std::array<model::GradientSet, 4>;

// Makes sets once, whatever floating-point environment the first caller has.
template <Sets (*make)()>
const Sets& once() {
  static const Sets sets = [] {
    const base::FloatEnvironment environment;
    return make();
  }();
  return sets;
}

// The largest value of the noise before rounding, by fade; and of simplex noise before scaling.
struct Largest {
  double of_fade[3];
  double of_simplex;
};

// The largest value of gradient noise is the maximum over the cell of the sum of w_v(f) max_g(g .
// (f - v)) over the vertices v, w_v their weights: each vertex may draw the worst gradient.
// tests/graph/range_test.cpp proves the maxima below by branch and bound. Evaluation in binary32
// adds less than this:
constexpr double rounding_of_largest = 1e-6;

// When the vectors are there.
void set_largest(model::GradientSet& set, const Largest& largest) {
  for (std::size_t fade = 0; fade < 3; ++fade)
    set.largest[fade] = largest.of_fade[fade] + rounding_of_largest;
  set.largest_simplex = largest.of_simplex;
  set_longest(set);
}

// The 8 vectors and their mirror images.
template <std::size_t N>
model::GradientSet mirror(const std::array<Vector<N>, 8>& vectors, const Largest& largest) {
  model::GradientSet set{};
  set.count = 8u << N;
  set.sign_symmetric = true;
  for (std::size_t axis = 0; axis < N; ++axis) {
    for (std::size_t i = 0; i < 16; ++i) set.magnitude[axis][i] = vectors[i % 8][axis];
    for (std::size_t choice = 0; choice < 8u << N; ++choice) {
      const float component = vectors[choice >> N][axis];
      set.component[axis][choice] = (choice >> axis & 1) != 0 ? -component : component;
    }
  }
  // See reference/lattice.hpp, `gradient_index`.
  for (std::size_t top = 0; top < 8u << N; ++top) {
    const std::size_t choice = (top << 1 & ((8u << N) - 1)) | top >> (N + 2);
    for (std::size_t axis = 0; axis < N; ++axis)
      set.vector[top][axis] = set.component[axis][choice];
  }
  set_largest(set, largest);
  return set;
}

// The first N components of the vectors; a power of two of them.
template <std::size_t N, std::size_t M, std::size_t Count>
model::GradientSet project(const std::array<Vector<M>, Count>& vectors, const Largest& largest) {
  model::GradientSet set{};
  set.count = Count;
  for (std::size_t axis = 0; axis < N; ++axis) {
    for (std::size_t choice = 0; choice < Count; ++choice)
      set.component[axis][choice] = vectors[choice][axis];
  }
  set_largest(set, largest);
  return set;
}

// The automatic sets have 8 vectors in the positive orthant and all their mirror images. 8 entries
// are one permutation of a register for each component, the signs are bits of the choice, and 16 to
// 128 vectors are enough that no direction is visibly preferred. All vectors of a set are of one
// length, and their moments up to degree 7 are those of the sphere (a spherical 7-design: P.
// Delsarte, J. Goethals, J. Seidel, 1977; in 2D of degree 31), so the noise has the same mean slope
// and the same kurtosis in every direction. Among the sign-symmetric designs found, these are the
// ones with the vectors furthest apart (least Riesz energy). They are scaled so that the largest
// value of the noise with the quintic fade is just below 1.

// 1D has no directions, only slopes: evenly spaced, the steepest twice the flattest, so that no
// cell is flat.
consteval std::array<Vector<1>, 8> make_slopes() {
  std::array<Vector<1>, 8> slopes{};
  for (std::size_t i = 0; i < 8; ++i) slopes[i][0] = static_cast<float>(i + 8) * 0x1.1110ep-3f;
  return slopes;
}

// 32 directions, 11.25 degrees apart; none along an axis or a diagonal.
constexpr std::array<Vector<2>, 8> directions_2d{{
    {0x1.69cda2p+0f, 0x1.1d137ap-3f},
    {0x1.5be63cp+0f, 0x1.a622fp-2f},
    {0x1.40a03ap+0f, 0x1.56c196p-1f},
    {0x1.1907ecp+0f, 0x1.cd45b2p-1f},
    {0x1.cd45b2p-1f, 0x1.1907ecp+0f},
    {0x1.56c196p-1f, 0x1.40a03ap+0f},
    {0x1.a622fp-2f, 0x1.5be63cp+0f},
    {0x1.1d137ap-3f, 0x1.69cda2p+0f},
}};

// 64 directions, at least 21.3 degrees apart.
constexpr std::array<Vector<3>, 8> directions_3d{{
    {0x1.23dbacp+0f, 0x1.f4879p-3f, 0x1.0955bcp-2f},
    {0x1.f4879p-3f, 0x1.23dbacp+0f, 0x1.0955bcp-2f},
    {0x1.d8275ap-1f, 0x1.eeaf56p-2f, 0x1.2bcb0cp-1f},
    {0x1.eeaf56p-2f, 0x1.d8275ap-1f, 0x1.2bcb0cp-1f},
    {0x1.7c3804p-1f, 0x1.c4f5a6p-3f, 0x1.d16576p-1f},
    {0x1.c4f5a6p-3f, 0x1.7c3804p-1f, 0x1.d16576p-1f},
    {0x1.a8dba8p-1f, 0x1.a8dba8p-1f, 0x1.c7a01cp-3f},
    {0x1.12fd6ep-2f, 0x1.12fd6ep-2f, 0x1.21e704p+0f},
}};

// 128 directions, at least 24.7 degrees apart. With q = sqrt(6) and before scaling, a^2 and c^2 are
// (3 + q +- sqrt(6 q)) / 12, b^2 is (3 - q) / 12, and d^2 and e^2 are (3 +- sqrt(12 - 3 q)) / 12.
consteval std::array<Vector<4>, 8> make_directions_4d() {
  constexpr float a = 0x1.e34dc8p-1f, b = 0x1.d6c6eep-3f, c = 0x1.93463ap-2f, d = 0x1.6836b6p-1f,
                  e = 0x1.23542p-2f;
  return {{{a, c, b, b},
           {c, a, b, b},
           {b, b, a, c},
           {b, b, c, a},
           {d, e, d, e},
           {d, e, e, d},
           {e, d, d, e},
           {e, d, e, d}}};
}

Sets automatic() {
  return {
      mirror(make_slopes(), {{0.9999972593, 0.9999972593, 0.9999972593}, 0.027930152740}),
      mirror(directions_2d, {{0.9999963255, 1.0001578884, 1.0005615250}, 0.014286657626}),
      mirror(directions_3d, {{0.9999944125, 1.0011371547, 1.0039744042}, 0.011081388754}),
      mirror(make_directions_4d(), {{0.9999953157, 1.0029545010, 1.0102581415}, 0.009865384425}),
  };
}

// The vectors that `grad` of Perlin's code chooses by the low 4 bits of a hash: the 12 edges of the
// cube, of which four occur twice.
constexpr std::array<Vector<3>, 16> edges{{{1, 1, 0},
                                           {-1, 1, 0},
                                           {1, -1, 0},
                                           {-1, -1, 0},
                                           {1, 0, 1},
                                           {-1, 0, 1},
                                           {1, 0, -1},
                                           {-1, 0, -1},
                                           {0, 1, 1},
                                           {0, -1, 1},
                                           {0, 1, -1},
                                           {0, -1, -1},
                                           {1, 1, 0},
                                           {0, -1, 1},
                                           {-1, 1, 0},
                                           {0, -1, -1}}};

// The vectors that it chooses in 4D by the low 5 bits: two choose the axis that is left out, three
// are signs.
consteval std::array<Vector<4>, 32> hypercube_edges() {
  constexpr std::size_t axes[4][3] = {{0, 1, 2}, {3, 0, 1}, {2, 3, 0}, {1, 2, 3}};
  std::array<Vector<4>, 32> result{};
  for (std::size_t choice = 0; choice < 32; ++choice) {
    for (std::size_t i = 0; i < 3; ++i)
      result[choice][axes[choice >> 3][i]] = (choice & 4u >> i) != 0 ? 1.0f : -1.0f;
  }
  return result;
}

Sets published_gradients() {
  return {
      project<1>(edges, {{0.5, 0.5, 0.5}, 0.013965114660}),
      project<2>(edges, {{1.0, 1.0, 1.0}, 0.014234703703}),
      project<3>(edges, {{1.0363538113, 1.0449051897, 1.0648281624},
                         0.012992852644}),  // at (0.3553, 0.5, 0.4815) of a cell
      project<4>(hypercube_edges(), {{1.5365823342, 1.5451999216, 1.5653132398}, 0.015911728011}),
  };
}

// All vectors of so many components +-1, and the others 0; then scaled, so that the largest value
// with the quintic fade is just below 1. `largest` is for components of 1.
template <std::size_t N>
model::GradientSet lattice_vectors(int components, Largest largest) {
  model::GradientSet set{};
  const auto length = static_cast<float>(0.999997 / largest.of_fade[0]);
  for (double& value : largest.of_fade) value *= static_cast<double>(length);
  largest.of_simplex *= static_cast<double>(length);
  std::size_t combinations = 1;
  for (std::size_t axis = 0; axis < N; ++axis) combinations *= 3;
  for (std::size_t i = 0; i < combinations; ++i) {
    int sign[N], others = 0;
    for (std::size_t axis = 0, rest = i; axis < N; ++axis, rest /= 3) {
      sign[axis] = static_cast<int>(rest % 3) - 1;
      others += sign[axis] == 0 ? 1 : 0;
    }
    if (static_cast<int>(N) - others != components) continue;
    for (std::size_t axis = 0; axis < N; ++axis)
      set.component[axis][set.count] = static_cast<float>(sign[axis]) * length;
    ++set.count;
  }
  set_largest(set, largest);
  return set;
}

Sets along_axes() {
  return {
      lattice_vectors<1>(1, {{0.5, 0.5, 0.5}, 0.013965114660}),
      lattice_vectors<2>(1, {{0.5352764391, 0.5435095265, 0.5625}, 0.009758359627}),
      lattice_vectors<3>(1, {{0.5629016052, 0.5773951363, 0.6103515625}, 0.009229579798}),
      lattice_vectors<4>(1, {{0.5853430586, 0.6047627088, 0.6483080387}, 0.009191041156}),
  };
}

Sets edges_of_the_cube() {
  return {
      lattice_vectors<1>(1, {{0.5, 0.5, 0.5}, 0.013965114660}),
      lattice_vectors<2>(1, {{0.5352764391, 0.5435095265, 0.5625}, 0.009758359627}),
      lattice_vectors<3>(2, {{1.0363538113, 1.0449051897, 1.0648281624}, 0.012992852644}),
      lattice_vectors<4>(3, {{1.5365823342, 1.5451999216, 1.5653132398}, 0.015911728011}),
  };
}

Sets along_diagonals() {
  return {
      lattice_vectors<1>(1, {{0.5, 0.5, 0.5}, 0.013965114660}),
      lattice_vectors<2>(2, {{1.0, 1.0, 1.0}, 0.014234703703}),
      lattice_vectors<3>(3, {{1.5, 1.5, 1.5}, 0.016070544703}),
      lattice_vectors<4>(4, {{2.0, 2.0, 2.0}, 0.018401180134}),
  };
}

// A set that everybody shares.
Gradients shared(std::string_view name, const Sets& sets) {
  CustomGradients custom{};
  custom.name = name;
  for (std::size_t i = 0; i < 4; ++i) custom.set[i] = &sets[i];
  return graph::gradients_of(std::make_shared<const CustomGradients>(std::move(custom)));
}

}  // namespace

const model::GradientSet& automatic_gradients(int dimensions) noexcept {
  return once<automatic>()[std::size_t(dimensions - 1)];
}
const model::GradientSet& perlin2002_gradients(int dimensions) noexcept {
  return once<published_gradients>()[std::size_t(dimensions - 1)];
}
Gradients perlin2002_gradients() { return shared("perlin2002", once<published_gradients>()); }

const model::GradientSet* gradient_set(const Gradients& gradients, int dimensions) noexcept {
  const auto& custom = custom_of(gradients);
  return custom == nullptr ? &automatic_gradients(dimensions) : custom->set[dimensions - 1];
}

// The noise is the sum of w_v g_v . (f - v), at most `longest` times the sum of w_v |f - v|, and
// that is at most the root of the sum of w_v |f - v|^2 (J. Jensen, 1906). Along each axis the
// latter is f^2 + s(f) (1 - 2 f) <= 1/4: s(f) <= f in the lower half of a cell, for all fades, and
// the upper half is its mirror image. It is reached at the centre, if all vertices can draw a
// gradient that points there.
double largest_of_any_gradients(double longest, int dimensions) noexcept {
  if (longest == 0) return 0;
  // Subnormal gradients are rounded in each component at each vertex.
  constexpr double underflow = 64 * 0x1p-149;
  return longest * (std::sqrt(static_cast<double>(dimensions)) / 2 + rounding_of_largest) +
         underflow;
}

double largest_simplex_of_any_gradients(double longest, int dimensions) noexcept {
  // Proven to the last digits but in 4D, where a proof as sharp would take hours.
  constexpr double largest[4] = {0.013965114674, 0.010065455527, 0.009278342588, 0.009228191850};
  return longest * largest[dimensions - 1];
}

}  // namespace graph

Gradients Gradients::edges() {
  return graph::shared("edges", graph::once<graph::edges_of_the_cube>());
}
Gradients Gradients::axes() { return graph::shared("axes", graph::once<graph::along_axes>()); }
Gradients Gradients::diagonals() {
  return graph::shared("diagonals", graph::once<graph::along_diagonals>());
}

}  // namespace perlane
