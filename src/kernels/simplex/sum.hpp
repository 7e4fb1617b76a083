#pragma once
// Adds up the contributions of the vertices of simplices; mirror of reference/simplex.cpp.

#include "kernels/lanes/sign_symmetric.hpp"
#include "kernels/simplex/place.hpp"
#include "kernels/shared/hashes.hpp"

namespace perlane::kernels::simplex {

template <class Arch>
using Mask = xsimd::batch_bool<float, Arch>;

// The hashes of vertices on either side of a skewed cell, by axis.
template <class Arch, int N>
struct SimplexSides {
  using W = Words<Arch>;
  W low[N], high[N];

  // Sets the hashes of an axis of a hashed lattice: those of neighbours are one addition apart.
  XSIMD_INLINE void set(W spread, int axis) noexcept {
    const W next = spread + W(model::hash_multiplier[axis]);
    low[axis] = axis == 0 ? mixed<Arch>(spread) : mixed_factor<Arch>(spread);
    high[axis] = axis == 0 ? mixed<Arch>(next) : mixed_factor<Arch>(next);
  }
};

// Returns the hash of the vertex of a hashed lattice that has these hashes along each axis.
template <class Arch, int N>
XSIMD_INLINE Words<Arch> combined_hash(const Words<Arch> (&side)[N]) noexcept {
  Words<Arch> hash = side[0];
  for (int axis = 1; axis < N; ++axis) hash = hash * side[axis];
  return hash;
}

// Draws for the vertices of simplices from a hashed lattice and a sign-symmetric set, the fast
// path.
template <class Arch, int N>
class HashedSimplex {
  using F = Floats<Arch>;
  using W = Words<Arch>;

 public:
  explicit HashedSimplex(const model::SimplexNoise& noise) noexcept
      : lattice_(noise.lattice),
        scaled_(*noise.gradients[N - 1], N, noise.scale[N - 1]),
        gradients_(scaled_) {}

  XSIMD_INLINE SimplexSides<Arch, N> sides(const W (&vertex)[N]) const noexcept {
    SimplexSides<Arch, N> sides;
    for (int axis = 0; axis < N; ++axis)
      sides.set(spread_axis<Arch>(vertex[axis], lattice_, axis), axis);
    return sides;
  }
  // Draws for the vertex that has these hashes along each axis.
  XSIMD_INLINE void draw(const W (&side)[N], F (&gradient)[N]) const noexcept {
    W hash = combined_hash<Arch, N>(side);
    if constexpr (N == 1) hash = last_round<Arch>(hash * W(lattice_.key.line | 1));
    gradients_(hash, gradient);
  }
  const SignSymmetricGradients<Arch, N>& gradients() const noexcept { return gradients_; }

 private:
  LatticePoints lattice_;
  ScaledGradients<Arch> scaled_;
  SignSymmetricGradients<Arch, N> gradients_;
};

// Draws for the vertices of simplices from any lattice and any set.
template <class Arch, int N>
class AnySimplex {
  using F = Floats<Arch>;
  using W = Words<Arch>;

 public:
  explicit AnySimplex(const model::SimplexNoise& noise) noexcept
      : lattice_(noise.lattice),
        is_hashed_(noise.lattice.kind == LatticePoints::hashed),
        count_(noise.gradients[N - 1]->count),
        scale_(noise.scale[N - 1]) {
    for (int axis = 0; axis < N; ++axis) component_[axis] = noise.gradients[N - 1]->component[axis];
  }

  XSIMD_INLINE SimplexSides<Arch, N> sides(const W (&vertex)[N]) const noexcept {
    SimplexSides<Arch, N> sides;
    for (int axis = 0; axis < N; ++axis) {
      sides.low[axis] = vertex[axis];
      sides.high[axis] = vertex[axis] + W(1);
    }
    return sides;
  }
  PERLANE_NOINLINE void draw(const W (&side)[N], F (&gradient)[N]) const noexcept {
    W choice = hash_of<Arch, N>(lattice_, side);
    // The sets that tables draw from have as many gradients as the table.
    if (is_hashed_) choice = ((choice >> 8) * count_) >> 24;
    for (int axis = 0; axis < N; ++axis)
      gradient[axis] = gather<Arch>(component_[axis], choice) * scale_;
  }

 private:
  LatticePoints lattice_;
  bool is_hashed_;
  W count_;
  F scale_;
  const float* component_[4];
};

// Finds the axes that the path has taken after each of its steps but the last: those along which at
// least N - step of the others come later.
template <class Arch, int N>
XSIMD_INLINE void order_axes(const Floats<Arch> (&d)[N],
                             Mask<Arch> (&moved)[N > 1 ? N - 1 : 1][N]) noexcept {
  if constexpr (N == 2) {
    moved[0][0] = d[0] > d[1];
    moved[0][1] = !moved[0][0];
  } else if constexpr (N == 3) {
    const auto xy = d[0] > d[1], xz = d[0] > d[2], yz = d[1] > d[2];
    moved[0][0] = xy & xz;
    moved[0][1] = (!xy) & yz;
    moved[0][2] = !(xz | yz);
    moved[1][0] = xy | xz;
    moved[1][1] = (!xy) | yz;
    moved[1][2] = !(xz & yz);
  } else if constexpr (N == 4) {
    Mask<Arch> before[4][3];  // each of the other axes
    for (int a = 0; a < 4; ++a) {
      for (int b = a + 1; b < 4; ++b) {
        before[a][b - 1] = d[a] > d[b];
        before[b][a] = !before[a][b - 1];
      }
      const auto [p, q, r] = before[a];
      moved[0][a] = p & q & r;
      moved[1][a] = (p & q) | (r & (p | q));
      moved[2][a] = p | q | r;
    }
  }
}

// The noise, and its derivatives per cell.
template <class Arch, int N>
struct SimplexSum {
  Floats<Arch> n;
  Floats<Arch> derivative[N];
};

template <class Arch, int N, bool with_derivatives>
XSIMD_INLINE void add_vertex(Floats<Arch> support_squared, const Floats<Arch> (&d)[N],
                             const Floats<Arch> (&g)[N], SimplexSum<Arch, N>& sum) noexcept {
  using F = Floats<Arch>;
  F a = support_squared, projection = g[0] * d[0];
  if constexpr (N > 1) {
    F square = d[1] * d[1], others = g[1] * d[1];
    for (int axis = 2; axis < N; ++axis) {
      square = square + d[axis] * d[axis];
      others = others + g[axis] * d[axis];
    }
    a = a - square;
    projection = projection + others;
  }
  a = xsimd::max(a - d[0] * d[0], F(0.0f));
  const F square = a * a, fourth = square * square;
  if constexpr (with_derivatives) {
    const F falling = F(8.0f) * (square * a * projection);
    for (int axis = 0; axis < N; ++axis)
      sum.derivative[axis] = sum.derivative[axis] + (fourth * g[axis] - falling * d[axis]);
  }
  sum.n = sum.n + fourth * projection;
}

// The distances of the vertices along the path from the first, for axes that have not been taken
// and for those that have.
template <class Arch, int N>
struct SimplexSteps {
  float untaken[N + 1], taken[N + 1];

  explicit SimplexSteps(const model::SimplexNoise& noise) noexcept {
    for (int step = 0; step <= N; ++step) {
      const double moved = step * noise.unskew[N - 1];
      untaken[step] = static_cast<float>(moved);
      taken[step] = static_cast<float>(moved - 1);
    }
  }
};

// Calls visit(side, d) for the vertices of each simplex, along its path: the hashes of the vertex
// by axis, and the offset from it. `order` has the order of offsets.
template <class Arch, int N, class Visit>
XSIMD_INLINE void visit_path(const SimplexPlace<Arch, N>& place, const Floats<Arch> (&order)[N],
                             const SimplexSides<Arch, N>& sides, const SimplexSteps<Arch, N>& steps,
                             const Visit& visit) noexcept {
  using F = Floats<Arch>;
  Mask<Arch> moved[N > 1 ? N - 1 : 1][N];
  order_axes<Arch, N>(order, moved);
  visit(sides.low, place.d);
  F d[N];
  for (int step = 1; step < N; ++step) {
    Words<Arch> side[N];
    const F untaken(steps.untaken[step]), taken(steps.taken[step]);
    F offset;
    for (int axis = 0; axis < N; ++axis) {
      // In 2D, that along y is the other one.
      offset = N == 2 && axis == 1 ? offset ^ (untaken ^ taken)
                                   : xsimd::select(moved[step - 1][axis], taken, untaken);
      d[axis] = place.d[axis] + offset;
      side[axis] = xsimd::select(xsimd::batch_bool_cast<std::uint32_t>(moved[step - 1][axis]),
                                 sides.high[axis], sides.low[axis]);
    }
    visit(side, d);
  }
  for (int axis = 0; axis < N; ++axis) d[axis] = place.d[axis] + F(steps.taken[N]);
  visit(sides.high, d);
}

template <class Arch, int N, bool with_derivatives, class Drawn>
XSIMD_INLINE SimplexSum<Arch, N> sum_simplex(const SimplexPlace<Arch, N>& place, const Drawn& drawn,
                                             const SimplexSteps<Arch, N>& steps,
                                             Floats<Arch> support_squared) noexcept {
  using F = Floats<Arch>;
  SimplexSum<Arch, N> sum;
  sum.n = F(0.0f);
  for (int axis = 0; axis < N; ++axis) sum.derivative[axis] = F(0.0f);
  const auto visit = [&](const Words<Arch>(&side)[N], const F(&d)[N]) {
    F g[N];
    drawn.draw(side, g);
    add_vertex<Arch, N, with_derivatives>(support_squared, d, g, sum);
  };
  visit_path<Arch, N>(place, place.d, drawn.sides(place.vertex), steps, visit);
  return sum;
}

template <class Arch, int N>
using SimplexBlock = PlacedBlock<SimplexPlace<Arch, N>>;

// Writes the values of a block, and the derivatives. `given_drawn` is a Drawn.
template <class Arch, int N, bool with_derivatives, class Drawn>
PERLANE_NOINLINE void sum_block(const model::SimplexNoise& noise, const void* given_drawn,
                                const SimplexBlock<Arch, N>& block, float* const* planes) noexcept {
  using F = Floats<Arch>;
  const Drawn& drawn = *static_cast<const Drawn*>(given_drawn);
  const SimplexSteps<Arch, N> steps(noise);
  const F support_squared(noise.support_squared[N - 1]),
      frequency(static_cast<float>(noise.frequency));
  for (int i = 0; i < block.count; ++i) {
    const auto sum =
        sum_simplex<Arch, N, with_derivatives>(block.place[i], drawn, steps, support_squared);
    sum.n.store_unaligned(planes[0] + block.at[i]);
    if constexpr (with_derivatives) {
      for (int axis = 0; axis < N; ++axis)
        (sum.derivative[axis] * frequency).store_aligned(planes[axis + 1] + block.at[i]);
    }
  }
}

}  // namespace perlane::kernels::simplex
