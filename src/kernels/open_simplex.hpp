#pragma once
// OpenSimplex2 and OpenSimplex2S; mirror of reference/open_simplex.cpp.

#include "kernels/noise_kernels.hpp"
#include "kernels/simplex_place.hpp"
#include "kernels/words.hpp"

#include <type_traits>

namespace perlane::kernels {

// Where the samples of a vector lie in the lattice; `beyond` is NaN beyond the coordinate limit,
// and else 0.
template <class Arch, int N>
struct OpenSimplexPlace {
  Words<Arch> cell[N];
  Floats<Arch> f[N];
  Floats<Arch> beyond;
};

template <class Arch, int N>
PERLANE_OUT_OF_LINE void place_open_simplex(const Widened<Arch> (&s)[N], double limit,
                                            OpenSimplexPlace<Arch, N>& place) noexcept {
  using D = Doubles<Arch>;
  typename D::batch_bool_type is_within[2];
  D whole[N][2], fraction[N][2];
  for (int half = 0; half < 2; ++half) {
    D inside[N];
    for (int axis = 0; axis < N; ++axis) {
      const D given = half == 0 ? s[axis].low : s[axis].high;
      const auto is_inside = xsimd::abs(given) < D(limit);
      is_within[half] = axis == 0 ? is_inside : is_within[half] & is_inside;
      inside[axis] = xsimd::select(is_inside, given, D(0.0));
    }
    D sum = inside[0];
    for (int axis = 1; axis < N; ++axis) sum = sum + inside[axis];
    const D shared = sum * D(N == 2 ? model::open_simplex_skew : model::open_simplex_turn);
    for (int axis = 0; axis < N; ++axis) {
      const D moved = N == 2 ? inside[axis] + shared : shared - inside[axis];
      whole[axis][half] = floor_of<Arch>(moved);
      fraction[axis][half] = moved - whole[axis][half];
    }
  }
  for (int axis = 0; axis < N; ++axis) {
    place.cell[axis] = to_words_modulo<Arch>(whole[axis][0], whole[axis][1]);
    place.f[axis] = narrow<Arch>(fraction[axis][0], fraction[axis][1]);
  }
  place.beyond = nan_beyond<Arch>(is_within[0], is_within[1]);
}

// A vertex of each lane: what its coordinates add to its word, and the offset from it to the
// sample.
template <class Arch, int N>
struct OpenSimplexVertex {
  Words<Arch> part[N];
  Floats<Arch> d[N];
};

template <class Arch>
XSIMD_INLINE xsimd::batch_bool<std::uint32_t, Arch> of_words(
    const xsimd::batch_bool<float, Arch>& chosen) noexcept {
  return xsimd::batch_bool_cast<std::uint32_t>(chosen);
}

// The noise, and its derivatives in the axes of the lattice.
template <class Arch, int N, bool with_slopes>
class OpenSimplexSum {
  using F = Floats<Arch>;
  using W = Words<Arch>;
  using Vertex = OpenSimplexVertex<Arch, N>;

 public:
  XSIMD_INLINE OpenSimplexSum(const model::OpenSimplexNoise& noise, std::uint32_t seed) noexcept
      : n(0.0f),
        seed_(seed),
        reach_(model::open_simplex_reach(N, noise.is_smooth)),
        choices_(noise.gradients[N - 1]->count - 1) {
    for (int axis = 0; axis < N; ++axis) {
      slope[axis] = F(0.0f);
      component_[axis] = noise.gradients[N - 1]->component[axis];
    }
  }

  XSIMD_INLINE F a(const F (&d)[N]) const noexcept {
    F a = reach_;
    for (int axis = 0; axis < N; ++axis) a = a - d[axis] * d[axis];
    return a;
  }

  XSIMD_INLINE void add(const Vertex& vertex) noexcept { add(vertex, a(vertex.d)); }
  XSIMD_INLINE void add(const Vertex& vertex, F a) noexcept {
    a = xsimd::max(a, F(0.0f));
    W word = vertex.part[0] ^ seed_;
    for (int axis = 1; axis < N; ++axis) word = word ^ vertex.part[axis];
    word = exclusive_word<Arch>(word);
    const W choice = ((word ^ (word >> 15)) >> (N - 1)) & choices_;
    F gradient[N];
    for (int axis = 0; axis < N; ++axis) gradient[axis] = gather<Arch>(component_[axis], choice);
    F product = gradient[0] * vertex.d[0];
    for (int axis = 1; axis < N; ++axis) product = product + gradient[axis] * vertex.d[axis];
    const F square = a * a, fourth = square * square;
    if constexpr (with_slopes) {
      const F falling = F(8.0f) * (square * a * product);
      for (int axis = 0; axis < N; ++axis)
        slope[axis] = slope[axis] + (fourth * gradient[axis] - falling * vertex.d[axis]);
    }
    n = n + fourth * product;
  }

  F n;
  F slope[N];

 private:
  W seed_;
  F reach_;
  W choices_;
  const float* component_[N];
};

// What stepping `by` cells along an axis adds to a product with its multiplier.
template <class Arch>
XSIMD_INLINE Words<Arch> cells_along(int axis, int by) noexcept {
  return Words<Arch>(model::exclusive_multiplier[axis] * static_cast<std::uint32_t>(by));
}
template <class Arch>
XSIMD_INLINE Words<Arch> part_of(Words<Arch> cell, int axis) noexcept {
  return cell * Words<Arch>(model::exclusive_multiplier[axis]);
}

// The vertices around a vector of samples in 2D.
template <class Arch>
class Triangles {
  using F = Floats<Arch>;
  using W = Words<Arch>;

 public:
  using Vertex = OpenSimplexVertex<Arch, 2>;

  XSIMD_INLINE explicit Triangles(const OpenSimplexPlace<Arch, 2>& place) noexcept {
    const F t = (place.f[0] + place.f[1]) * F(model::open_simplex_unskew);
    for (int axis = 0; axis < 2; ++axis) {
      cell_[axis] = part_of<Arch>(place.cell[axis], axis);
      d_[axis] = place.f[axis] - t;
    }
  }

  // A step of i and j cells from the first vertex, in all lanes.
  struct Step {
    W part[2];
    F d[2];

    XSIMD_INLINE Step(int i, int j) noexcept
        : part{cells_along<Arch>(0, i), cells_along<Arch>(1, j)},
          d{F(back(i, j, i)), F(back(i, j, j))} {}
    XSIMD_INLINE Step(const xsimd::batch_bool<float, Arch>& is_first, const Step& first,
                      const Step& second) noexcept {
      for (int axis = 0; axis < 2; ++axis) {
        part[axis] = xsimd::select(of_words<Arch>(is_first), first.part[axis], second.part[axis]);
        d[axis] = xsimd::select(is_first, first.d[axis], second.d[axis]);
      }
    }

   private:
    static float back(int i, int j, int along) noexcept {
      return static_cast<float>(i + j) * model::open_simplex_unskew - static_cast<float>(along);
    }
  };

  XSIMD_INLINE Vertex at(const Step& step) const noexcept {
    Vertex vertex;
    for (int axis = 0; axis < 2; ++axis) {
      vertex.part[axis] = cell_[axis] + step.part[axis];
      vertex.d[axis] = d_[axis] + step.d[axis];
    }
    return vertex;
  }

 private:
  W cell_[2];
  F d_[2];
};

template <class Arch, bool with_slopes>
XSIMD_INLINE OpenSimplexSum<Arch, 2, with_slopes> sum_open_simplex(
    const model::OpenSimplexNoise& noise, const OpenSimplexPlace<Arch, 2>& place) noexcept {
  using F = Floats<Arch>;
  using Step = typename Triangles<Arch>::Step;
  OpenSimplexSum<Arch, 2, with_slopes> sum(noise, noise.lattice.key.axis[0]);
  const Triangles<Arch> vertices(place);
  const F x = place.f[0], y = place.f[1];
  sum.add(vertices.at(Step(0, 0)));
  if (!noise.is_smooth) {
    sum.add(vertices.at(Step(y > x, Step(0, 1), Step(1, 0))));
    sum.add(vertices.at(Step(1, 1)));
    return sum;
  }
  sum.add(vertices.at(Step(1, 1)));
  const F along_x = x + (x - y), along_y = y - (x - y);
  const auto is_upper = x + y > F(1.0f);
  const Step right(1, 0), above(0, 1);
  sum.add(vertices.at(Step(is_upper, Step(along_x > F(1.0f), Step(2, 1), above),
                           Step(along_x < F(0.0f), Step(-1, 0), right))));
  sum.add(vertices.at(Step(is_upper, Step(along_y > F(1.0f), Step(1, 2), right),
                           Step(along_y < F(0.0f), Step(0, -1), above))));
  return sum;
}

template <class Arch, bool with_slopes>
XSIMD_INLINE void join(OpenSimplexSum<Arch, 3, with_slopes>& sum,
                       const OpenSimplexSum<Arch, 3, with_slopes>& second) noexcept {
  sum.n = sum.n + second.n;
  for (int axis = 0; axis < 3; ++axis) sum.slope[axis] = sum.slope[axis] + second.slope[axis];
}

template <class Arch, bool with_slopes>
OpenSimplexSum<Arch, 3, with_slopes> sum_nearest(const model::OpenSimplexNoise& noise,
                                                 const OpenSimplexPlace<Arch, 3>& place) noexcept {
  using F = Floats<Arch>;
  using W = Words<Arch>;
  const std::uint32_t seed = noise.lattice.key.axis[0];
  OpenSimplexSum<Arch, 3, with_slopes> sums[2] = {{noise, seed}, {noise, ~seed}};
  OpenSimplexVertex<Arch, 3> nearest;
  F to_side[3], towards[3];
  for (int axis = 0; axis < 3; ++axis) {
    const F f = place.f[axis];
    const auto is_upper = f >= F(0.5f);
    const W cell = part_of<Arch>(place.cell[axis], axis);
    nearest.part[axis] =
        xsimd::select(of_words<Arch>(is_upper), cell + cells_along<Arch>(axis, 1), cell);
    nearest.d[axis] = f - xsimd::select(is_upper, F(1.0f), F(0.0f));
    towards[axis] = xsimd::select(is_upper, F(-1.0f), F(1.0f));
    to_side[axis] = towards[axis] * nearest.d[axis];
  }
  for (auto& sum : sums) {
    sum.add(nearest);
    const auto along_x = (to_side[0] >= to_side[1]) & (to_side[0] >= to_side[2]);
    const auto not_z = to_side[1] >= to_side[2];
    const xsimd::batch_bool<float, Arch> along[3] = {along_x, (!along_x) & not_z,
                                                     !(along_x | not_z)};
    OpenSimplexVertex<Arch, 3> next = nearest;
    for (int axis = 0; axis < 3; ++axis) {
      const auto is_up = of_words<Arch>(towards[axis] > F(0.0f));
      const W part = nearest.part[axis];
      const W stepped =
          part + xsimd::select(is_up, cells_along<Arch>(axis, 1), cells_along<Arch>(axis, -1));
      next.part[axis] = xsimd::select(of_words<Arch>(along[axis]), stepped, part);
      next.d[axis] = xsimd::select(along[axis], nearest.d[axis] - towards[axis], nearest.d[axis]);
      nearest.part[axis] = part + xsimd::select(is_up, cells_along<Arch>(axis, 1), W(0));
    }
    sum.add(next);
    for (int axis = 0; axis < 3; ++axis) {
      nearest.d[axis] = nearest.d[axis] - F(0.5f) * towards[axis];
      to_side[axis] = F(0.5f) - to_side[axis];
      towards[axis] = -towards[axis];
    }
  }
  join(sums[0], sums[1]);
  return sums[0];
}

template <class Arch, bool with_slopes>
OpenSimplexSum<Arch, 3, with_slopes> sum_smooth(const model::OpenSimplexNoise& noise,
                                                const OpenSimplexPlace<Arch, 3>& place) noexcept {
  using F = Floats<Arch>;
  using W = Words<Arch>;
  const std::uint32_t seed = noise.lattice.key.axis[0];
  OpenSimplexSum<Arch, 3, with_slopes> sums[2] = {{noise, seed},
                                                  {noise, seed + model::open_simplex_second_seed}};
  OpenSimplexVertex<Arch, 3> near[2], far[2];
  for (int axis = 0; axis < 3; ++axis) {
    const F f = place.f[axis], zero(0.0f), one(1.0f);
    const auto is_upper = f >= F(0.5f);
    const auto upper = of_words<Arch>(is_upper);
    const W cell = part_of<Arch>(place.cell[axis], axis), next = cell + cells_along<Arch>(axis, 1);
    near[0].part[axis] = xsimd::select(upper, next, cell);
    near[0].d[axis] = f - xsimd::select(is_upper, one, zero);
    far[0].part[axis] = xsimd::select(upper, cell, next);
    far[0].d[axis] = near[0].d[axis] + xsimd::select(is_upper, one, -one);
    near[1].part[axis] = next;
    near[1].d[axis] = f - F(0.5f);
    far[1].part[axis] = xsimd::select(upper, cell + cells_along<Arch>(axis, 2), cell);
    far[1].d[axis] = near[1].d[axis] + xsimd::select(is_upper, -one, one);
  }
  for (int i = 0; i < 2; ++i) sums[i].add(near[i]);
  for (int axis = 0; axis < 3; ++axis) {
    xsimd::batch_bool<float, Arch> is_felt_in_first(false);
    for (int i = 0; i < 2; ++i) {
      F d[3] = {near[i].d[0], near[i].d[1], near[i].d[2]};
      d[axis] = far[i].d[axis];
      const F along = sums[i].a(d);
      const auto is_felt = along > F(0.0f);
      OpenSimplexVertex<Arch, 3> vertex;
      for (int other = 0; other < 3; ++other) {
        const auto is_near = other == axis ? !is_felt : is_felt;
        vertex.part[other] =
            xsimd::select(of_words<Arch>(is_near), near[i].part[other], far[i].part[other]);
        vertex.d[other] = xsimd::select(is_near, near[i].d[other], far[i].d[other]);
      }
      const F beside = sums[i].a(vertex.d);
      sums[i].add(vertex, xsimd::select(is_felt & is_felt_in_first, F(0.0f), beside));
      is_felt_in_first = is_felt;
    }
  }
  join(sums[0], sums[1]);
  return sums[0];
}

template <class Arch, bool with_slopes>
XSIMD_INLINE OpenSimplexSum<Arch, 3, with_slopes> sum_open_simplex(
    const model::OpenSimplexNoise& noise, const OpenSimplexPlace<Arch, 3>& place) noexcept {
  auto sum = noise.is_smooth ? sum_smooth<Arch, with_slopes>(noise, place)
                             : sum_nearest<Arch, with_slopes>(noise, place);
  if constexpr (with_slopes) {
    using F = Floats<Arch>;
    const F all = (sum.slope[0] + sum.slope[1] + sum.slope[2]) *
                  F(static_cast<float>(model::open_simplex_turn));
    for (int axis = 0; axis < 3; ++axis) sum.slope[axis] = all - sum.slope[axis];
  }
  return sum;
}

// Some vectors of samples that have been placed, and where their values go.
template <class Arch, int N>
struct OpenSimplexBlock {
  static constexpr int size = 16;

  OpenSimplexPlace<Arch, N> place[size];
  std::ptrdiff_t at[size];
  int count = 0;
};

template <class Arch, int N, bool with_slopes>
PERLANE_OUT_OF_LINE void sum_block(const model::OpenSimplexNoise& noise,
                                   const OpenSimplexBlock<Arch, N>& block,
                                   float* const* planes) noexcept {
  using F = Floats<Arch>;
  const F frequency(static_cast<float>(noise.frequency));
  for (int i = 0; i < block.count; ++i) {
    const auto& place = block.place[i];
    const auto is_within = place.beyond == place.beyond;
    const auto sum = sum_open_simplex<Arch, with_slopes>(noise, place);
    xsimd::select(is_within, sum.n, place.beyond).store_aligned(planes[0] + block.at[i]);
    if constexpr (with_slopes) {
      for (int axis = 0; axis < N; ++axis) {
        xsimd::select(is_within, sum.slope[axis] * frequency, place.beyond)
            .store_aligned(planes[axis + 1] + block.at[i]);
      }
    }
  }
}

// Evaluates a tile of any kind, sample by sample.
template <class Arch, int N, bool with_slopes>
void sample_open_simplex(const model::OpenSimplexNoise& noise, const model::Tile& tile,
                         float* const* planes) noexcept {
  OpenSimplexBlock<Arch, N> block;
  for_each_position<Arch>(tile, [&](const auto& position, std::ptrdiff_t at) {
    constexpr bool is_single = std::decay_t<decltype(position)>::is_single;
    Widened<Arch> s[N];
    for (int axis = 0; axis < N; ++axis) {
      const auto own = scaled<Arch>(position(axis), noise.frequency, noise.lattice.shift[axis]);
      if constexpr (is_single) {
        s[axis] = widen<Arch>(own);
      } else {
        s[axis] = own;
      }
    }
    const double limit =
        is_single ? double{model::coordinate_limit_single} : model::coordinate_limit;
    place_open_simplex<Arch, N>(s, limit, block.place[block.count]);
    block.at[block.count++] = at;
    if (block.count < OpenSimplexBlock<Arch, N>::size) return;
    sum_block<Arch, N, with_slopes>(noise, block, planes);
    block.count = 0;
  });
  sum_block<Arch, N, with_slopes>(noise, block, planes);
}

template <class Arch, int N>
void sample_open_simplex_values(const model::OpenSimplexNoise& noise, const model::Tile& tile,
                                const model::Fold&, float* to) noexcept {
  float* const planes[] = {to};
  sample_open_simplex<Arch, N, false>(noise, tile, planes);
}

template <class Arch, int N>
void fill_open_simplex(const model::OpenSimplexNoise& noise, const model::Tile& tile,
                       const model::Fold&, const model::Sink& sink, model::State&) noexcept {
  sample_open_simplex_values<Arch, N>(noise, tile, {}, sink.buffer);
}

template <class Arch, int N>
void differentiate_open_simplex(const model::OpenSimplexNoise& noise, const model::Tile& tile,
                                float* const* planes, model::State&) noexcept {
  sample_open_simplex<Arch, N, true>(noise, tile, planes);
}

template <class Arch>
struct NoiseKernels<Arch, model::OpenSimplexNoise> {
  static constexpr NoiseTable<model::OpenSimplexNoise> table{
      false,
      {nullptr, fill_open_simplex<Arch, 2>, fill_open_simplex<Arch, 3>, nullptr},
      {nullptr, differentiate_open_simplex<Arch, 2>, differentiate_open_simplex<Arch, 3>, nullptr},
      nullptr,
      {nullptr, sample_open_simplex_values<Arch, 2>, sample_open_simplex_values<Arch, 3>, nullptr},
      {nullptr, sample_open_simplex<Arch, 2, true>, sample_open_simplex<Arch, 3, true>, nullptr}};
};

}  // namespace perlane::kernels
