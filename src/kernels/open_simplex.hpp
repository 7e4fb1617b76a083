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

// `nearer` is 0 for the cells that samples lie in, and 1/2 for their nearest lattice points.
template <class Arch, int N>
PERLANE_OUT_OF_LINE void place_open_simplex(const Widened<Arch> (&s)[N], double limit,
                                            double nearer,
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
      whole[axis][half] = floor_of<Arch>(moved + D(nearer));
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

// What words draw. The sets repeat 24 directions five times and 12 edges likewise, before what
// comes last; so 32 of the former and 16 of the latter are all, and may be in registers.
template <class Arch, int N>
class OpenSimplexGradients {
  using F = Floats<Arch>;
  using W = Words<Arch>;
  static constexpr bool is_in_registers =
      N == 2 ? Backend<Arch>::has_wide_permute : lanes<Arch> >= 8;
  static constexpr int repeated = N == 2 ? 24 : 12, all = N == 2 ? 128 : 64;
  static constexpr int different = all - 4 * repeated;

 public:
  explicit OpenSimplexGradients(const model::OpenSimplexNoise& noise) noexcept {
    for (int axis = 0; axis < N; ++axis) {
      component_[axis] = noise.gradients[N - 1]->component[axis];
      if constexpr (is_in_registers) {
        alignas(64) float table[different];
        for (int i = 0; i < different; ++i)
          table[i] = component_[axis][i < repeated ? i : i + 4 * repeated];
        for (int i = 0; i < parts; ++i) part_[axis][i] = F::load_aligned(table + i * lanes<Arch>);
      }
    }
  }

  XSIMD_INLINE void operator()(W word, F (&gradient)[N]) const noexcept {
    const W choice = ((word ^ (word >> 15)) >> (N - 1)) & W(all - 1);
    if constexpr (is_in_registers) {
      const W index = without_repetitions(choice);
      for (int axis = 0; axis < N; ++axis) gradient[axis] = look_up(part_[axis], index);
    } else {
      for (int axis = 0; axis < N; ++axis) gradient[axis] = gather<Arch>(component_[axis], choice);
    }
  }

 private:
  static constexpr int parts = is_in_registers ? different / lanes<Arch> : 1;

  // Products of 16 bits are cheaper than those of 32.
  XSIMD_INLINE static W without_repetitions(W choice) noexcept {
    using Halves = xsimd::batch<std::uint16_t, Arch>;
    const auto times = [](W a, std::uint16_t b) {
      return xsimd::bitwise_cast<std::uint32_t>(xsimd::bitwise_cast<std::uint16_t>(a) * Halves(b));
    };
    const W repetitions = xsimd::min(times(choice, 171) >> (N == 2 ? 12 : 11), W(4));
    return choice - times(repetitions, repeated);
  }

  XSIMD_INLINE static F look_up(const F (&part)[parts], W index) noexcept {
    if constexpr (N == 2) {
      return Backend<Arch>::permute_wide(part[0], part[1], index);
    } else if constexpr (parts == 1) {
      return permute<Arch>(part[0], index);
    } else {
      const W low = index & W(7);
      return xsimd::select(xsimd::batch_bool_cast<float>(index > W(7)), permute<Arch>(part[1], low),
                           permute<Arch>(part[0], low));
    }
  }

  const float* component_[N];
  F part_[N][parts];
};

// The noise, and its derivatives in the axes of the lattice.
template <class Arch, int N, bool with_slopes>
class OpenSimplexSum {
  using F = Floats<Arch>;
  using W = Words<Arch>;
  using Vertex = OpenSimplexVertex<Arch, N>;
  using Gradients = OpenSimplexGradients<Arch, N>;

 public:
  XSIMD_INLINE OpenSimplexSum(const Gradients& gradients, bool is_smooth) noexcept
      : n(0.0f), gradients_(gradients), reach_(model::open_simplex_reach(N, is_smooth)) {
    for (F& along : slope) along = F(0.0f);
  }

  XSIMD_INLINE F a(const Vertex& vertex) const noexcept {
    F a = reach_;
    for (int axis = 0; axis < N; ++axis) a = a - vertex.d[axis] * vertex.d[axis];
    return a;
  }

  XSIMD_INLINE void add(const Vertex& vertex, std::uint32_t seed) noexcept {
    add(vertex, a(vertex), seed);
  }
  XSIMD_INLINE void add(const Vertex& vertex, F a, std::uint32_t seed) noexcept {
    a = xsimd::max(a, F(0.0f));
    W word = vertex.part[0] ^ W(seed);
    for (int axis = 1; axis < N; ++axis) word = word ^ vertex.part[axis];
    F gradient[N];
    gradients_(exclusive_word<Arch>(word), gradient);
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
  const Gradients& gradients_;
  F reach_;
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
XSIMD_INLINE void sum_open_simplex(const model::OpenSimplexNoise& noise,
                                   const OpenSimplexPlace<Arch, 2>& place,
                                   OpenSimplexSum<Arch, 2, with_slopes>& sum) noexcept {
  using F = Floats<Arch>;
  using Step = typename Triangles<Arch>::Step;
  const Triangles<Arch> vertices(place);
  const F x = place.f[0], y = place.f[1];
  const auto add = [&](const Step& step) { sum.add(vertices.at(step), noise.lattice.key.axis[0]); };
  const Step right(1, 0), above(0, 1);
  add(Step(0, 0));
  if (!noise.is_smooth) {
    add(Step(y > x, above, right));
    add(Step(1, 1));
    return;
  }
  add(Step(1, 1));
  const F along_x = x + (x - y), along_y = y - (x - y);
  const auto is_upper = x + y > F(1.0f);
  add(Step(is_upper, Step(along_x > F(1.0f), Step(2, 1), above),
           Step(along_x < F(0.0f), Step(-1, 0), right)));
  add(Step(is_upper, Step(along_y > F(1.0f), Step(1, 2), right),
           Step(along_y < F(0.0f), Step(0, -1), above)));
}

template <class Arch, bool with_slopes>
XSIMD_INLINE void sum_nearest(const OpenSimplexPlace<Arch, 3>& place, std::uint32_t seed,
                              OpenSimplexSum<Arch, 3, with_slopes>& sum) noexcept {
  using F = Floats<Arch>;
  using W = Words<Arch>;
  OpenSimplexVertex<Arch, 3> nearest;
  F to_side[3], towards[3];
  for (int axis = 0; axis < 3; ++axis) {
    nearest.part[axis] = part_of<Arch>(place.cell[axis], axis);
    nearest.d[axis] = place.f[axis];
    towards[axis] = xsimd::select(F(1.0f) + nearest.d[axis] < F(1.0f), F(-1.0f), F(1.0f));
    to_side[axis] = towards[axis] * nearest.d[axis];
  }
  for (int second = 0; second < 2; ++second, seed = ~seed) {
    sum.add(nearest, seed);
    const auto along_x = (to_side[0] >= to_side[1]) & (to_side[0] >= to_side[2]);
    const auto not_z = to_side[1] >= to_side[2];
    const xsimd::batch_bool<float, Arch> along[3] = {along_x, (!along_x) & not_z,
                                                     !(along_x | not_z)};
    OpenSimplexVertex<Arch, 3> next;
    for (int axis = 0; axis < 3; ++axis) {
      const auto is_up = of_words<Arch>(towards[axis] > F(0.0f));
      const W part = nearest.part[axis], up = cells_along<Arch>(axis, 1);
      const W stepped = part + xsimd::select(is_up, up, cells_along<Arch>(axis, -1));
      next.part[axis] = xsimd::select(of_words<Arch>(along[axis]), stepped, part);
      next.d[axis] = xsimd::select(along[axis], nearest.d[axis] - towards[axis], nearest.d[axis]);
      nearest.part[axis] = part + xsimd::select(is_up, up, W(0));
    }
    sum.add(next, seed);
    for (int axis = 0; axis < 3; ++axis) {
      nearest.d[axis] = nearest.d[axis] - F(0.5f) * towards[axis];
      to_side[axis] = F(0.5f) - to_side[axis];
      towards[axis] = -towards[axis];
    }
  }
}

template <class Arch, bool with_slopes>
XSIMD_INLINE void sum_smooth(const OpenSimplexPlace<Arch, 3>& place, std::uint32_t seed,
                             OpenSimplexSum<Arch, 3, with_slopes>& sum) noexcept {
  using F = Floats<Arch>;
  using W = Words<Arch>;
  using Vertex = OpenSimplexVertex<Arch, 3>;
  Vertex near[2], far[2];
  F change[2][3];
  for (int axis = 0; axis < 3; ++axis) {
    const F f = place.f[axis], zero(0.0f), one(1.0f);
    const auto is_upper = f + F(0.5f) >= one;
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
    change[1][axis] = F(2.0f) * xsimd::abs(near[1].d[axis]) - one;
    change[0][axis] = F(-2.0f) * xsimd::abs(near[1].d[axis]);
  }
  const std::uint32_t seeds[2] = {seed, seed + model::open_simplex_second_seed};
  F nearest[2];
  for (int i = 0; i < 2; ++i) {
    nearest[i] = sum.a(near[i]);
    sum.add(near[i], nearest[i], seeds[i]);
  }
  for (int axis = 0; axis < 3; ++axis) {
    xsimd::batch_bool<float, Arch> is_felt_in_first(false);
    for (int i = 0; i < 2; ++i) {
      const F along = change[i][axis] + nearest[i];
      const F beside = change[i][axis == 0 ? 1 : 0] + change[i][axis == 2 ? 1 : 2] + nearest[i];
      const auto is_felt = along > F(0.0f);
      Vertex vertex;
      for (int other = 0; other < 3; ++other) {
        const Vertex& if_felt = other == axis ? far[i] : near[i];
        const Vertex& if_not = other == axis ? near[i] : far[i];
        vertex.part[other] =
            xsimd::select(of_words<Arch>(is_felt), if_felt.part[other], if_not.part[other]);
        vertex.d[other] = xsimd::select(is_felt, if_felt.d[other], if_not.d[other]);
      }
      sum.add(vertex,
              xsimd::select(is_felt, xsimd::select(is_felt_in_first, F(0.0f), along), beside),
              seeds[i]);
      is_felt_in_first = is_felt;
    }
  }
}

template <class Arch, bool with_slopes>
XSIMD_INLINE void sum_open_simplex(const model::OpenSimplexNoise& noise,
                                   const OpenSimplexPlace<Arch, 3>& place,
                                   OpenSimplexSum<Arch, 3, with_slopes>& sum) noexcept {
  using F = Floats<Arch>;
  const std::uint32_t seed = noise.lattice.key.axis[0];
  if (noise.is_smooth) {
    sum_smooth<Arch, with_slopes>(place, seed, sum);
  } else {
    sum_nearest<Arch, with_slopes>(place, seed, sum);
  }
  if constexpr (with_slopes) {
    const F all = (sum.slope[0] + sum.slope[1] + sum.slope[2]) *
                  F(static_cast<float>(model::open_simplex_turn));
    for (F& along : sum.slope) along = all - along;
  }
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
  const OpenSimplexGradients<Arch, N> gradients(noise);
  for (int i = 0; i < block.count; ++i) {
    const auto& place = block.place[i];
    const auto is_within = place.beyond == place.beyond;
    OpenSimplexSum<Arch, N, with_slopes> sum(gradients, noise.is_smooth);
    sum_open_simplex<Arch, with_slopes>(noise, place, sum);
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
    place_open_simplex<Arch, N>(s, limit, N == 3 && !noise.is_smooth ? 0.5 : 0.0,
                                block.place[block.count]);
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
