#pragma once
// Evaluates points in a hashed lattice without period, the fast path: from coordinates to noise in
// one loop, all of it in registers. Everything else goes through the stages of
// kernels/points/staged.hpp.
//
// Points are long chains of operations, each of which waits for the one before it, and processors
// look only so far ahead for others. So several vectors of points go through the formulas side by
// side, operation by operation.

#include "kernels/lanes/unrolled.hpp"
#include "kernels/points/place.hpp"
#include "kernels/shared/collapse.hpp"
#include "kernels/shared/fade.hpp"
#include "kernels/shared/hashes.hpp"

#include <cmath>

namespace perlane::kernels::points {

// Vectors of points, placed in the lattice.
template <class Arch, int N, int K>
struct PlacedPoints {
  Removal<Vectors<Floats<Arch>, K>> removal[N];
  Vectors<Words<Arch>, K> cell[N];
};

// locate(axis, k) finds vector k along an axis.
template <class Arch, int N, int K, class Locate>
XSIMD_INLINE PlacedPoints<Arch, N, K> place_by(const Locate& locate) noexcept {
  using F = Vectors<Floats<Arch>, K>;
  PlacedPoints<Arch, N, K> placed;
  for (int axis = 0; axis < N; ++axis) {
    F f;
    for (int k = 0; k < K; ++k) {
      const Located<Arch> at = locate(axis, k);
      get(placed.cell[axis], k) = at.cell;
      get(f, k) = at.f;
    }
    placed.removal[axis] = Removal<F>::at(f, QuinticFade<F>::at(f));
  }
  return placed;
}

// Returns true if all points lie in one cell, as they do along a curve, on a mesh, or on a grid
// that has been moved a little. The first comparison most often shows it if they do not.
template <class Arch, int N, int K>
XSIMD_INLINE bool share_cell(const PlacedPoints<Arch, N, K>& placed) noexcept {
  for (int axis = 0; axis < N; ++axis) {
    if (!xsimd::all(get(placed.cell[axis], 0) == get(placed.cell[axis], K - 1))) return false;
  }
  for (int axis = 0; axis < N; ++axis) {
    const Words<Arch> first(get(placed.cell[axis], 0).get(0));
    for (int k = 0; k + 1 < K; ++k) {
      if (!xsimd::all(get(placed.cell[axis], k) == first)) return false;
    }
  }
  return true;
}

// Places vectors of points, one after another; specialised for each kind of points. The last
// vectors go through an Edge, which is not part of the source: compilers would not keep a structure
// with such arrays in registers.
template <class Arch, int N, int K, class Given>
class PointSource;

// Returns the least coordinate that may be beyond the limit, less a margin for rounding.
template <class Arch>
double least_far(const model::LatticePoints& lattice, int dimensions, double frequency) noexcept {
  double shift = 0;
  for (int axis = 0; axis < dimensions; ++axis) {
    const double by = std::abs(lattice.shift[axis]);
    shift = by > shift ? by : shift;
  }
  return (model::coordinate_limit * (1 - 1e-9) - shift) / std::abs(frequency);
}

// Returns true if all coordinates of K vectors of points are below that; NaN is not. The upper
// halves of numbers without their signs are integers in the same order.
template <class Arch, int N, int K>
XSIMD_INLINE bool are_within(const double* const (&coordinate)[N], double least_far) noexcept {
  using D = Doubles<Arch>;
  using I = xsimd::batch<std::int32_t, Arch>;
  const LongWords<Arch> upper(0x7fffffff00000000u);
  I farthest(0);
  for (int axis = 0; axis < N; ++axis) {
    for (int i = 0; i < K * lanes<Arch>; i += static_cast<int>(D::size)) {
      const D c = D::load_unaligned(coordinate[axis] + i);
      const auto half = xsimd::bitwise_cast<std::uint64_t>(c) & upper;
      farthest = xsimd::max(farthest, xsimd::bitwise_cast<std::int32_t>(half));
    }
  }
  std::uint64_t bits;
  __builtin_memcpy(&bits, &least_far, sizeof bits);
  return xsimd::all(farthest < I(static_cast<std::int32_t>(bits >> 32)));
}

template <class Arch, int N, int K, class Real>
class PointSource<Arch, N, K, GivenPoints<Real>> {
  static constexpr int step = K * lanes<Arch>;

 public:
  XSIMD_INLINE PointSource(const LatticeParameters& parameters, const GivenPoints<Real>& given,
                           std::ptrdiff_t from) noexcept
      : parameters_(parameters),
        is_within_(given.is_within),
        far_(least_far<Arch>(*parameters.lattice, N, parameters.frequency)) {
    for (int axis = 0; axis < N; ++axis) point_[axis] = given.coordinate[axis] + from;
  }

  XSIMD_INLINE PlacedPoints<Arch, N, K> place() const noexcept {
    auto placed = place_vectors<false>(parameters_, point_);
    if constexpr (sizeof(Real) == sizeof(double)) {
      if (!is_within_ && !are_within<Arch, N, K>(point_, far_))
        placed = place_far(parameters_, point_);
    }
    return placed;
  }

  XSIMD_INLINE void advance() noexcept {
    for (int axis = 0; axis < N; ++axis) point_[axis] += step;
  }

  struct Edge {
    alignas(64) Real point[N][step];
  };
  XSIMD_INLINE void copy(int point, Edge& edge, int to) const noexcept {
    for (int axis = 0; axis < N; ++axis) edge.point[axis][to] = point_[axis][point];
  }
  XSIMD_INLINE void continue_from(const Edge& edge) noexcept {
    for (int axis = 0; axis < N; ++axis) point_[axis] = edge.point[axis];
  }

 private:
  template <bool is_checked>
  XSIMD_INLINE static PlacedPoints<Arch, N, K> place_vectors(
      const LatticeParameters& parameters, const Real* const (&coordinate)[N]) noexcept {
    return place_by<Arch, N, K>([&](int axis, int k) {
      return locate<Arch, is_checked>(
          scaled<Arch>(load_coordinates<Arch>(coordinate[axis] + k * lanes<Arch>),
                       parameters.frequency, parameters.lattice->shift[axis]));
    });
  }
  // Places vectors of which some points may be beyond the limit of coordinates, in binary64.
  PERLANE_NOINLINE static PlacedPoints<Arch, N, K> place_far(
      const LatticeParameters& parameters, const Real* const (&coordinate)[N]) noexcept {
    return place_vectors<true>(parameters, coordinate);
  }

  const LatticeParameters& parameters_;
  bool is_within_;
  double far_;
  const Real* point_[N];
};

// Draws the gradients or values at the vertices around points. Where points share a cell, it draws
// for the first vector only: `Drawings` of K.
template <class Arch, int N, int K, int Drawings, class Drawn>
class HashedVertices {
  static_assert(Drawings == K || Drawings == 1);
  using F = Vectors<Floats<Arch>, K>;
  using W = Vectors<Words<Arch>, Drawings>;

 public:
  XSIMD_INLINE HashedVertices(const LatticePoints& lattice, const Drawn& drawn,
                              const PlacedPoints<Arch, N, K>& placed) noexcept
      : drawn_(drawn) {
    W side[N][2];
    for (int axis = 0; axis < N; ++axis) {
      const W multiplier(model::hash_multiplier[axis]);
      W cell;
      for (int k = 0; k < Drawings; ++k) get(cell, k) = get(placed.cell[axis], k);
      const W low = cell * multiplier + W(lattice.key.axis[axis]);
      const W high = low + multiplier;
      const auto mix = [axis](const Words<Arch>& spread) {
        return axis == 0 ? mixed<Arch>(spread) : mixed_factor<Arch>(spread);
      };
      for (int k = 0; k < Drawings; ++k) {
        get(side[axis][0], k) = mix(get(low, k));
        get(side[axis][1], k) = mix(get(high, k));
      }
    }
    for (int x = 0; x < 2; ++x) x_[x] = side[0][x];
    for (int row = 0; row < rows; ++row) {
      row_[row] = side[1][row & 1];
      for (int axis = 2; axis < N; ++axis)
        row_[row] = row_[row] * side[axis][row >> (axis - 1) & 1];
    }
  }

  XSIMD_INLINE void operator()(int number, F (&gradient)[N]) const noexcept {
    const W hash = hash_of(number);
    Floats<Arch> drawn[N];
    for (int k = 0; k < K; ++k) {
      if (k < Drawings) drawn_(get(hash, k), drawn);
      for (int axis = 0; axis < N; ++axis) get(gradient[axis], k) = drawn[axis];
    }
  }
  XSIMD_INLINE F operator()(int number) const noexcept {
    const W hash = hash_of(number);
    F value;
    Floats<Arch> drawn;
    for (int k = 0; k < K; ++k) {
      if (k < Drawings) drawn = drawn_(get(hash, k));
      get(value, k) = drawn;
    }
    return value;
  }

 private:
  static constexpr int rows = 1 << (N - 1);

  XSIMD_INLINE W hash_of(int number) const noexcept { return x_[number & 1] * row_[number >> 1]; }

  const Drawn& drawn_;
  W x_[2], row_[rows];
};

template <class Arch, int N, int K, int Drawings, class Drawn>
XSIMD_INLINE Vectors<Floats<Arch>, K> noise_of(const LatticePoints& lattice, const Drawn& drawn,
                                               const PlacedPoints<Arch, N, K>& placed) noexcept {
  using Vertices = HashedVertices<Arch, N, K, Drawings, Drawn>;
  const Vertices vertices(lattice, drawn, placed);
  constexpr bool has_gradients = Drawn::components > 0;
  const Cell<Vectors<Floats<Arch>, K>, N, has_gradients, false, false, Vertices> cell(
      placed.removal, nullptr, vertices);
  return cell.collapse().set[0].k;
}

// The number of vectors of points that go side by side: with more, registers run out.
template <int N>
inline constexpr int side_by_side = N > 2 ? 2 : 4;

// Writes the folded values of `count` given points to a tile buffer, from element `from` on.
template <class Arch, int N, class Noise, class Drawn, class Given>
void fused_points(const LatticeParameters& given_parameters, const void* given_noise,
                  const Given& given, std::ptrdiff_t from, int count, const model::Fold& fold,
                  float* to) noexcept {
  using F = Floats<Arch>;
  constexpr int K = side_by_side<N>, step = K * lanes<Arch>;
  // A copy: data that a store might alias would be loaded again for each.
  const LatticePoints lattice = *given_parameters.lattice;
  const LatticeParameters parameters{given_parameters.frequency, given_parameters.fade, &lattice};
  const auto& typed = *static_cast<const Noise*>(given_noise);
  const typename Drawn::Source source_of_draws(typed, typed.amplitude);
  const Drawn drawn(source_of_draws);
  // Without a sum, edges copy from edge_sum: adding -0 would change nothing.
  const bool is_sum = fold.accumulation == model::Accumulation::add;
  alignas(64) float edge_sum[step];
  for (float& nothing : edge_sum) nothing = -0.0f;
  const float* sum = is_sum ? fold.sum + from : edge_sum;
  using Source = PointSource<Arch, N, K, Given>;
  Source source(parameters, given, from);
  typename Source::Edge edge;
  to += from;
  alignas(64) float edge_values[step];
  for (int i = 0; i < count; i += step) {
    const int left = count - i;
    const bool is_edge = left < step;
    if (is_edge) {
      // The one edge policy: the last, partial vectors go through a small buffer.
      for (int k = 0; k < step; ++k) {
        const int at = k < left ? k : left - 1;
        source.copy(at, edge, k);
        edge_sum[k] = sum[at];
      }
      source.continue_from(edge);
      sum = edge_sum;
    }
    const auto placed = source.place();
    const auto noise = share_cell(placed) ? noise_of<Arch, N, K, 1>(lattice, drawn, placed)
                                          : noise_of<Arch, N, K, K>(lattice, drawn, placed);
    float* const out = is_edge ? edge_values : to + i;
    for (int k = 0; k < K; ++k) {
      F value = get(noise, k);
      if (is_sum) value = F::load_aligned(sum + k * lanes<Arch>) + value;
      value.store_aligned(out + k * lanes<Arch>);
    }
    source.advance();
    if (is_sum) sum += step;
    if (is_edge) {
      for (int k = 0; k < left; ++k) to[i + k] = edge_values[k];
    }
  }
}

}  // namespace perlane::kernels::points
