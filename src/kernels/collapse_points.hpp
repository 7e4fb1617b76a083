#pragma once
// Collapses the cells of points, each of which has vertices of its own; mirror of
// reference/cell.cpp. The loops that are taken most draw what stands at the vertices themselves;
// for all others it has been drawn.

#include "kernels/collapse.hpp"
#include "kernels/place_points.hpp"

namespace perlane::kernels {

// A vertex of a cell from which the axes M and on are removed: the gradient along the axes that are
// left, and k. With derivatives, there is such a set for the noise, and one for its derivative
// along each axis that is removed.
template <class F, int M>
struct VertexSet {
  F gradient[M > 0 ? M : 1];
  F k;
};

// vertex_at(number, gradient) tells what gradient stands at a vertex, for all points of the vector;
// without gradients, vertex_at(number) is the value there.
template <class Arch, int N, bool has_gradients, bool derivatives, class VertexAt>
class PointCell {
  using F = Floats<Arch>;
  static constexpr int sets(int m) noexcept { return derivatives ? N - m + 1 : 1; }

 public:
  template <int M>
  struct Vertex {
    VertexSet<F, M> set[sets(M)];
  };

  // `slope` is that of the fades, and null without derivatives.
  XSIMD_INLINE PointCell(const Removal<F> (&removal)[N], const F* slope,
                         const VertexAt& vertex_at) noexcept
      : removal_(removal), slope_(slope), vertex_at_(vertex_at) {}

  XSIMD_INLINE Vertex<0> collapse() const noexcept {
    Vertex<0> all;
    if constexpr (is_looped) {
      // With a loop over the vertices in place of all of them there is half the code, at the same
      // speed.
      Vertex<N - 1> vertex[1 << (N - 1)];
      for (int i = 0; i < 1 << (N - 1); ++i) {
        Vertex<N> low, high;
        draw(i, low);
        draw(i | 1 << (N - 1), high);
        remove_axis<N - 1>(low, high, vertex[i]);
      }
      collapse_from<0, 0>(vertex, all);
    } else {
      collapse_from<0, 0>(nullptr, all);
    }
    return all;
  }

 private:
  // Without vectors, GCC takes a minute and 10 GB for code that has all 16 vertices of 4D.
  static constexpr bool is_looped = N >= 3 && (derivatives || lanes<Arch> < 4);

  XSIMD_INLINE void draw(int vertex, Vertex<N>& result) const noexcept {
    if constexpr (has_gradients) {
      vertex_at_(vertex, result.set[0].gradient);
    } else {
      result.set[0].k = vertex_at_(vertex);
    }
  }

  // Goes depth first, so that few vertices are in use at a time.
  template <int M, int number>
  XSIMD_INLINE void collapse_from(const Vertex<N - 1>* given, Vertex<M>& result) const noexcept {
    if constexpr (M == N) {
      draw(number, result);
    } else if constexpr (M == N - 1 && is_looped) {
      result = given[number];
    } else {
      Vertex<M + 1> low, high;
      collapse_from<M + 1, number>(given, low);
      collapse_from<M + 1, (number | 1 << M)>(given, high);
      remove_axis<M>(low, high, result);
    }
  }

  template <int M>
  XSIMD_INLINE Pair<F> constants(const VertexSet<F, M + 1>& low,
                                 const VertexSet<F, M + 1>& high) const noexcept {
    if constexpr (!has_gradients) {
      return {low.k, high.k};
    } else if constexpr (M + 1 == N) {
      return removal_[M].constants({low.gradient[M], high.gradient[M]});
    } else {
      return removal_[M].constants({low.k, high.k}, {low.gradient[M], high.gradient[M]});
    }
  }

  template <int M>
  XSIMD_INLINE void remove_axis(const Vertex<M + 1>& low, const Vertex<M + 1>& high,
                                Vertex<M>& result) const noexcept {
    constexpr int left = has_gradients ? M : 0;
    const Removal<F>& removal = removal_[M];
    for (int i = 0; i < sets(M + 1); ++i) {
      // The derivative along axis M comes between the noise and the other derivatives.
      VertexSet<F, M>& to = result.set[i == 0 ? 0 : i + 1];
      for (int a = 0; a < left; ++a)
        to.gradient[a] = removal.blend({low.set[i].gradient[a], high.set[i].gradient[a]});
      to.k = removal.blend(constants<M>(low.set[i], high.set[i]));
    }
    if constexpr (derivatives) {
      const VertexSet<F, M + 1>&below = low.set[0], &above = high.set[0];
      const Pair<F> k = constants<M>(below, above);
      VertexSet<F, M>& to = result.set[1];
      for (int a = 0; a < left; ++a)
        to.gradient[a] = derivative(slope_[M], {below.gradient[a], above.gradient[a]});
      if constexpr (has_gradients) {
        to.k = derivative(removal, slope_[M], k, {below.gradient[M], above.gradient[M]});
      } else {
        to.k = derivative(slope_[M], k);
      }
    }
  }

  const Removal<F> (&removal_)[N];
  const F* slope_;
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
    Removal<F> removal[N];
    F slope[N];
    for (int axis = 0; axis < N; ++axis) {
      removal[axis] = {load(block.f[axis]), load(block.f_minus_1[axis]), load(block.s[axis])};
      if constexpr (derivatives) slope[axis] = load(block.slope[axis]);
    }
    const auto vertex_at = cells(b);
    const PointCell<Arch, N, has_gradients, derivatives, decltype(vertex_at)> cell(removal, slope,
                                                                                   vertex_at);
    const auto all = cell.collapse();
    all.set[0].k.store_aligned(planes[0] + to);
    if constexpr (derivatives) {
      for (int axis = 0; axis < N; ++axis)
        (all.set[axis + 1].k * frequency).store_aligned(planes[axis + 1] + to);
    }
  }
}

// Draws gradients from words, and collapses the cells.
template <class Arch, int N, class Noise, class Drawn>
void collapse_points(const PointBlock<Arch>& block, const void* noise, int vectors, float* to,
                     std::ptrdiff_t at) noexcept {
  const Drawn drawn(*static_cast<const Noise*>(noise));
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

}  // namespace perlane::kernels
