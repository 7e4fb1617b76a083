#pragma once
// Collapses the cells of points, each of which has vertices of its own; mirror of
// reference/cell.hpp. The loops that are taken most draw what stands at the vertices themselves;
// for all others it has been drawn.

#include "kernels/shared/collapse.hpp"
#include "kernels/points/place.hpp"

namespace perlane::kernels::points {

// A vertex of a cell from which x and the axes M and on are removed: the gradient along the axes
// that are left, from y on (that of x is not there), and k. With derivatives, there is such a set
// for the noise, and one for its derivative along each axis that is removed, in that order.
template <class F, int M>
struct VertexSet {
  F gradient[M];
  F k;
};

// vertex_at(number, gradient) tells what gradient stands at a vertex, for all points of the vector;
// without gradients, vertex_at(number) is the value there.
template <class Arch, int N, bool has_gradients, bool derivatives, class VertexAt>
class PointCell {
  using F = Floats<Arch>;
  static constexpr int sets(int m) noexcept { return derivatives ? N - m + 2 : 1; }

 public:
  template <int M>
  struct Vertex {
    VertexSet<F, M> set[sets(M)];
  };

  // `slope` is null without derivatives.
  XSIMD_INLINE PointCell(const Removal<F> (&removal)[N], const RemovalSlope<F>* slope,
                         const VertexAt& vertex_at) noexcept
      : removal_(removal), slope_(slope), vertex_at_(vertex_at) {}

  XSIMD_INLINE Vertex<1> collapse() const noexcept {
    Vertex<1> all;
    if constexpr (is_looped) {
      // With a loop over the vertices in place of all of them there is half the code, at the same
      // speed.
      Vertex<N> vertex[1 << (N - 1)];
      for (int i = 0; i < 1 << (N - 1); ++i) remove_x(2 * i, vertex[i]);
      collapse_from<1, 0>(vertex, all);
    } else {
      collapse_from<1, 0>(nullptr, all);
    }
    return all;
  }

 private:
  // Without vectors, GCC takes a minute and 10 GB for code that has all 16 vertices of 4D.
  static constexpr bool is_looped = N >= 3 && (derivatives || lanes<Arch> < 4);

  // Draws the vertices of a row, and removes x.
  XSIMD_INLINE void remove_x(int number, Vertex<N>& result) const noexcept {
    const auto remove = [&](const auto& removal, const auto& low, const auto& high,
                            VertexSet<F, N>& to) {
      if constexpr (has_gradients) {
        to.k = removal.offset({low[0], high[0]});
        for (int a = 1; a < N; ++a) to.gradient[a] = removal.blend({low[a], high[a]});
      } else {
        to.k = removal.blend({low[0], high[0]});
      }
    };
    F low[N], high[N];
    if constexpr (has_gradients) {
      vertex_at_(number, low);
      vertex_at_(number | 1, high);
    } else {
      low[0] = vertex_at_(number);
      high[0] = vertex_at_(number | 1);
    }
    remove(removal_[0], low, high, result.set[0]);
    if constexpr (derivatives) remove(slope_[0], low, high, result.set[1]);
  }

  // Goes depth first, so that few vertices are in use at a time.
  template <int M, int number>
  XSIMD_INLINE void collapse_from(const Vertex<N>* given, Vertex<M>& result) const noexcept {
    if constexpr (M == N) {
      if constexpr (is_looped) {
        result = given[number / 2];
      } else {
        remove_x(number, result);
      }
    } else {
      Vertex<M + 1> low, high;
      collapse_from<M + 1, number>(given, low);
      collapse_from<M + 1, (number | 1 << M)>(given, high);
      for (int i = 0; i < sets(M + 1); ++i)
        remove_axis<M>(removal_[M], low.set[i], high.set[i], result.set[i]);
      if constexpr (derivatives)
        remove_axis<M>(slope_[M], low.set[0], high.set[0], result.set[sets(M + 1)]);
    }
  }

  template <int M, class R>
  XSIMD_INLINE static void remove_axis(const R& removal, const VertexSet<F, M + 1>& low,
                                       const VertexSet<F, M + 1>& high,
                                       VertexSet<F, M>& to) noexcept {
    const Pair<F> k{low.k, high.k};
    if constexpr (has_gradients) {
      to.k = removal.merge(k, {low.gradient[M], high.gradient[M]});
      for (int a = 1; a < M; ++a)
        to.gradient[a] = removal.blend({low.gradient[a], high.gradient[a]});
    } else {
      to.k = removal.blend(k);
    }
  }

  const Removal<F> (&removal_)[N];
  const RemovalSlope<F>* slope_;
  const VertexAt& vertex_at_;
};

// Writes the values of `vectors` vectors of points from element `to` of the first plane on, and
// with derivatives those to N more planes. cells(b) tells what stands at the vertices of vector b.
template <class Arch, int N, bool has_gradients, bool derivatives, class Cells>
XSIMD_INLINE void collapse_cells(const PointBlock<Arch>& block, const Cells& cells, double per_cell,
                                 int vectors, float* const* planes, std::ptrdiff_t to) noexcept {
  using F = Floats<Arch>;
  const F frequency(static_cast<float>(per_cell));
  for (int b = 0; b < vectors; ++b, to += lanes<Arch>) {
    const auto load = [&](const float* from) { return F::load_aligned(from + b * lanes<Arch>); };
    const auto weights_of = [&](const auto& weights) {
      return Removal<F>{load(weights[0]), load(weights[1]), load(weights[2])};
    };
    Removal<F> removal[N];
    RemovalSlope<F> slope[N];
    for (int axis = 0; axis < N; ++axis) {
      removal[axis] = weights_of(block.weight[axis]);
      if constexpr (derivatives) {
        const auto [s, u, v] = weights_of(block.slope[axis]);
        slope[axis] = {s, u, v};
      }
    }
    const auto vertex_at = cells(b);
    const PointCell<Arch, N, has_gradients, derivatives, decltype(vertex_at)> cell(removal, slope,
                                                                                   vertex_at);
    const auto all = cell.collapse();
    all.set[0].k.store_aligned(planes[0] + to);
    if constexpr (derivatives) {
      for (int set = 1; set <= N; ++set) {
        // x, then the last axis and those before it.
        const int axis = set == 1 ? 0 : N + 1 - set;
        (all.set[set].k * frequency).store_aligned(planes[axis + 1] + to);
      }
    }
  }
}

// Draws gradients from words, and collapses the cells.
template <class Arch, int N, class Noise, class Drawn>
void collapse_points(const PointBlock<Arch>& block, const void* noise, int vectors, float* to,
                     std::ptrdiff_t at) noexcept {
  const auto& of = *static_cast<const Noise*>(noise);
  const typename Drawn::Source source_of_draws(of, of.amplitude);
  const Drawn drawn(source_of_draws);
  const auto cells = [&](int b) {
    const std::uint32_t* word = block.word + ((b * lanes<Arch>) << N);
    return [&drawn, word](int vertex, Floats<Arch>(&gradient)[N]) {
      drawn(Words<Arch>::load_aligned(word + vertex * lanes<Arch>), gradient);
    };
  };
  collapse_cells<Arch, N, true, false>(block, cells, 1.0, vectors, &to, at);
}

// What stands at the vertices of a block: a line for each component of gradients, or one for the
// values, in the order of the words.
template <class Arch>
struct DrawnVertices {
  static constexpr int pitch = 16 * points_in_block<Arch>;
  alignas(64) float line[4 * pitch];
};

template <class Arch, int N, bool has_gradients, bool derivatives>
void collapse_drawn(const PointBlock<Arch>& block, const DrawnVertices<Arch>& vertices,
                    double frequency, int vectors, float* const* planes,
                    std::ptrdiff_t to) noexcept {
  using F = Floats<Arch>;
  const auto cells = [&](int b) {
    const float* first = vertices.line + ((b * lanes<Arch>) << N);
    if constexpr (has_gradients) {
      return [first](int vertex, F(&gradient)[N]) {
        for (int axis = 0; axis < N; ++axis) {
          gradient[axis] =
              F::load_aligned(first + axis * DrawnVertices<Arch>::pitch + vertex * lanes<Arch>);
        }
      };
    } else {
      return [first](int vertex) { return F::load_aligned(first + vertex * lanes<Arch>); };
    }
  };
  collapse_cells<Arch, N, has_gradients, derivatives>(block, cells, frequency, vectors, planes, to);
}

template <class Arch>
using CollapseDrawn = void (*)(const PointBlock<Arch>&, const DrawnVertices<Arch>&,
                               double frequency, int vectors, float* const* planes,
                               std::ptrdiff_t to) noexcept;

template <class Arch, bool has_gradients, bool derivatives>
inline constexpr CollapseDrawn<Arch> collapse_drawn_in[4] = {
    collapse_drawn<Arch, 1, has_gradients, derivatives>,
    collapse_drawn<Arch, 2, has_gradients, derivatives>,
    collapse_drawn<Arch, 3, has_gradients, derivatives>,
    collapse_drawn<Arch, 4, has_gradients, derivatives>};

template <class Arch>
CollapseDrawn<Arch> collapse_drawn_of(bool has_gradients, bool derivatives,
                                      int dimensions) noexcept {
  const int in = dimensions - 1;
  if (has_gradients)
    return derivatives ? collapse_drawn_in<Arch, true, true>[in]
                       : collapse_drawn_in<Arch, true, false>[in];
  return derivatives ? collapse_drawn_in<Arch, false, true>[in]
                     : collapse_drawn_in<Arch, false, false>[in];
}

}  // namespace perlane::kernels::points
