#pragma once
// Evaluates points in a hashed lattice without period, the usual case: from coordinates to noise in
// one loop, with all in registers. Everything else goes through the stages of
// kernels/points/points.hpp.
//
// Points are long chains of operations, each of which waits for the one before it, and processors
// look only so far ahead for others. So several vectors of points go through the formulas side by
// side, operation by operation.

#include "kernels/shared/collapse.hpp"
#include "kernels/points/placed.hpp"
#include "kernels/shared/words.hpp"

namespace perlane::kernels::points {

// What stands at the vertices around points, and what is left of it as axes are removed; mirror of
// reference/cell.hpp, `collapse`. Where points share a cell, its vertices are drawn for the first
// vector only: `Drawings` of K.
template <class Arch, int N, int K, int Drawings, class Drawn>
class HashedCell {
  static_assert(Drawings == K || Drawings == 1);
  using F = Several<Floats<Arch>, K>;
  using W = Several<Words<Arch>, Drawings>;
  static constexpr bool has_gradients = Drawn::components > 0;

 public:
  XSIMD_INLINE HashedCell(const LatticePoints& lattice, const Drawn& drawn,
                          const PlacedPoints<Arch, N, K>& placed) noexcept
      : drawn_(drawn), removal_(placed.removal) {
    W side[N][2];
    for (int axis = 0; axis < N; ++axis) {
      const W multiplier(model::hash_multiplier[axis]);
      W cell;
      for (int k = 0; k < Drawings; ++k) nth(cell, k) = nth(placed.cell[axis], k);
      const W low = cell * multiplier + W(lattice.key.axis[axis]);
      const W high = low + multiplier;
      const auto mix = [axis](const Words<Arch>& spread) {
        return axis == 0 ? mixed<Arch>(spread) : mixed_factor<Arch>(spread);
      };
      for (int k = 0; k < Drawings; ++k) {
        nth(side[axis][0], k) = mix(nth(low, k));
        nth(side[axis][1], k) = mix(nth(high, k));
      }
    }
    for (int x = 0; x < 2; ++x) x_[x] = side[0][x];
    for (int row = 0; row < rows; ++row) {
      row_[row] = side[1][row & 1];
      for (int axis = 2; axis < N; ++axis)
        row_[row] = row_[row] * side[axis][row >> (axis - 1) & 1];
    }
  }

  XSIMD_INLINE F collapse() const noexcept { return vertex<1, 0>().k; }

 private:
  static constexpr int rows = 1 << (N - 1);

  // The gradient or the value that is drawn at a vertex.
  struct Drawing {
    F gradient[N];
    F value;
  };
  // A vertex from which x is removed, and the axes M and on.
  template <int M>
  struct Vertex {
    F gradient[M];  // from y on; that of x is not there
    F k;
  };

  XSIMD_INLINE Drawing draw(int number) const noexcept {
    const W word = x_[number & 1] * row_[number >> 1];
    Drawing result;
    Floats<Arch> gradient[N], value;
    for (int k = 0; k < K; ++k) {
      if constexpr (has_gradients) {
        if (k < Drawings) drawn_(nth(word, k), gradient);
        for (int axis = 0; axis < N; ++axis) nth(result.gradient[axis], k) = gradient[axis];
      } else {
        if (k < Drawings) value = drawn_(nth(word, k));
        nth(result.value, k) = value;
      }
    }
    return result;
  }

  // Goes depth first, so that few vertices are in use at a time. M is 1 where all is removed.
  template <int M, int number>
  XSIMD_INLINE Vertex<M> vertex() const noexcept {
    Vertex<M> result;
    if constexpr (M == N) {
      const Drawing low = draw(number), high = draw(number | 1);
      const Removal<F>& removal = removal_[0];
      if constexpr (has_gradients) {
        result.k = removal.offset({low.gradient[0], high.gradient[0]});
        for (int a = 1; a < N; ++a)
          result.gradient[a] = removal.blend({low.gradient[a], high.gradient[a]});
      } else {
        result.k = removal.blend({low.value, high.value});
      }
    } else {
      const auto low = vertex<M + 1, number>(), high = vertex<M + 1, number | 1 << M>();
      const Removal<F>& removal = removal_[M];
      const Pair<F> k{low.k, high.k};
      if constexpr (has_gradients) {
        result.k = removal.merge(k, {low.gradient[M], high.gradient[M]});
        for (int a = 1; a < M; ++a)
          result.gradient[a] = removal.blend({low.gradient[a], high.gradient[a]});
      } else {
        result.k = removal.blend(k);
      }
    }
    return result;
  }

  const Drawn& drawn_;
  const Removal<F> (&removal_)[N];
  W x_[2], row_[rows];
};

// How many vectors of points go side by side: with more, registers run out.
template <int N>
inline constexpr int side_by_side = N > 2 ? 2 : 4;

// Writes the values of `count` points, of those that are given, to a tile buffer from element
// `from` on, folded. The points are a kind that kernels/points/placed.hpp has.
template <class Arch, int N, class Noise, class Drawn, class Given>
void hashed_points(const Placement& given_placement, const void* given_noise, const Given& given,
                   std::ptrdiff_t from, int count, const model::Fold& fold, float* to) noexcept {
  using F = Floats<Arch>;
  constexpr int K = side_by_side<N>, step = K * lanes<Arch>;
  // By value: what a store might alias would be loaded again for each.
  const LatticePoints lattice = *given_placement.lattice;
  const Placement placement{given_placement.frequency, given_placement.fade, &lattice};
  const auto& of = *static_cast<const Noise*>(given_noise);
  const typename Drawn::Source source_of_draws(of, of.amplitude);
  const Drawn drawn(source_of_draws);
  // Edges copy a sum also where there is none.
  const bool is_sum = fold.accumulation == model::Accumulation::add;
  alignas(64) float edge_sum[step];
  for (float& nothing : edge_sum) nothing = -0.0f;
  const float* sum = is_sum ? fold.sum + from : edge_sum;
  using Source = PointSource<Arch, N, K, Given>;
  Source source(placement, given, from);
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
      source.go_on_at(edge);
      sum = edge_sum;
    }
    const auto placed = source.place();
    const auto noise = share_cell(placed)
                           ? HashedCell<Arch, N, K, 1, Drawn>(lattice, drawn, placed).collapse()
                           : HashedCell<Arch, N, K, K, Drawn>(lattice, drawn, placed).collapse();
    float* const out = is_edge ? edge_values : to + i;
    for (int k = 0; k < K; ++k) {
      F value = nth(noise, k);
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
