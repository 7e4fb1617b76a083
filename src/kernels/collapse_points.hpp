#pragma once
// Collapses the cells of points, each with vertices of its own: mirror of reference/cell.cpp.

#include "kernels/collapse.hpp"
#include "kernels/place_points.hpp"

namespace perlane::kernels {

// A vertex of a cell from which the axes M .. N-1 are removed: the gradient along the axes that are
// left, k, and the derivatives of both along the axes that are removed.
template <class F, int N, int M>
struct Vertex {
  F gradient[M > 0 ? M : 1];
  F k;
  F slope_gradient[N][M > 0 ? M : 1];
  F slope_k[N];
};

template <class Arch, int N, class Drawn, bool derivatives>
class PointCell {
  using F = Floats<Arch>;
  static constexpr bool has_gradients = Drawn::components > 0;

 public:
  XSIMD_INLINE PointCell(const PointBlock<Arch>& block, const Drawn& drawn, int b) noexcept
      : drawn_(drawn), word_(block.word + ((b * lanes<Arch>) << N)) {
    for (int axis = 0; axis < N; ++axis) {
      const auto load = [&](const float* from) { return F::load_aligned(from + b * lanes<Arch>); };
      removal_[axis] = {load(block.f[axis]), load(block.f_minus_1[axis]), load(block.s[axis])};
      if constexpr (derivatives)
        slope_[axis] = F::load_aligned(block.slope[axis] + b * lanes<Arch>);
    }
  }

  XSIMD_INLINE Vertex<F, N, 0> collapse() const noexcept {
    Vertex<F, N, 0> all;
    remove<0, 0>(all);
    return all;
  }

 private:
  // Depth first: few vertices are alive at a time.
  template <int M, int vertex>
  XSIMD_INLINE void remove(Vertex<F, N, M>& result) const noexcept {
    if constexpr (M == N) {
      const auto word = Words<Arch>::load_aligned(word_ + vertex * lanes<Arch>);
      if constexpr (has_gradients) {
        drawn_(word, result.gradient);
      } else {
        result.k = drawn_(word);
      }
    } else {
      Vertex<F, N, M + 1> low, high;
      remove<M + 1, vertex>(low);
      remove<M + 1, (vertex | 1 << M)>(high);
      blend<M>(low, high, result);
    }
  }

  template <int M>
  XSIMD_INLINE void blend(const Vertex<F, N, M + 1>& low, const Vertex<F, N, M + 1>& high,
                          Vertex<F, N, M>& result) const noexcept {
    const Removal<F>& removal = removal_[M];
    const auto constants = [&] {
      if constexpr (!has_gradients) {
        return Pair<F>{low.k, high.k};
      } else if constexpr (M + 1 == N) {
        return removal.constants({low.gradient[M], high.gradient[M]});
      } else {
        return removal.constants({low.k, high.k}, {low.gradient[M], high.gradient[M]});
      }
    }();
    result.k = removal.blend(constants);
    if constexpr (has_gradients) {
      for (int a = 0; a < M; ++a)
        result.gradient[a] = removal.blend({low.gradient[a], high.gradient[a]});
    }
    if constexpr (derivatives) {
      for (int removed = M + 1; removed < N; ++removed) {
        const Pair<F> k{low.slope_k[removed], high.slope_k[removed]};
        if constexpr (has_gradients) {
          const F* g0 = low.slope_gradient[removed];
          const F* g1 = high.slope_gradient[removed];
          for (int a = 0; a < M; ++a)
            result.slope_gradient[removed][a] = removal.blend({g0[a], g1[a]});
          result.slope_k[removed] = removal.blend(removal.constants(k, {g0[M], g1[M]}));
        } else {
          result.slope_k[removed] = removal.blend(k);
        }
      }
      if constexpr (has_gradients) {
        for (int a = 0; a < M; ++a)
          result.slope_gradient[M][a] = derivative(slope_[M], {low.gradient[a], high.gradient[a]});
        result.slope_k[M] =
            derivative(removal, slope_[M], constants, {low.gradient[M], high.gradient[M]});
      } else {
        result.slope_k[M] = derivative(slope_[M], constants);
      }
    }
  }

  const Drawn& drawn_;
  const std::uint32_t* word_;
  Removal<F> removal_[N];
  F slope_[N];
};

// Of `vectors` vectors of points: the value, and with derivatives N more, each at `to` of its
// plane.
template <class Arch, int N, class Noise, class Drawn, bool derivatives>
void collapse_points(const PointBlock<Arch>& block, const void* given, int vectors,
                     float* const* planes, std::ptrdiff_t to) noexcept {
  using F = Floats<Arch>;
  const Noise& noise = *static_cast<const Noise*>(given);
  const Drawn drawn(noise);
  const F frequency(static_cast<float>(noise.frequency));
  for (int b = 0; b < vectors; ++b, to += lanes<Arch>) {
    const auto all = PointCell<Arch, N, Drawn, derivatives>(block, drawn, b).collapse();
    all.k.store_aligned(planes[0] + to);
    if constexpr (derivatives) {
      for (int axis = 0; axis < N; ++axis)
        (all.slope_k[axis] * frequency).store_aligned(planes[axis + 1] + to);
    }
  }
}

}  // namespace perlane::kernels
