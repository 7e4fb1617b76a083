#pragma once
// Evaluates a run of points, a vector of them at a time: mirror of reference/cell.cpp.

#include "kernels/axis.hpp"
#include "kernels/convert.hpp"
#include "kernels/lattice.hpp"

#include <limits>
#include <utility>

namespace perlane::kernels {

// The coordinates of a run along one axis, a vector at a time.
template <class Arch, class Real>
class Run {
 public:
  Run(const Real* coordinate, int count) noexcept
      : coordinate_(coordinate), whole_(count / lanes<Arch> * lanes<Arch>) {
    // The one edge policy: the last, partial vector goes through a small buffer; its padding
    // repeats the last point.
    for (int lane = 0; lane < lanes<Arch>; ++lane)
      edge_[lane] = coordinate[whole_ + lane < count ? whole_ + lane : count - 1];
  }

  XSIMD_INLINE const Real* at(int i) const noexcept { return i < whole_ ? coordinate_ + i : edge_; }

 private:
  const Real* coordinate_;
  int whole_;
  alignas(64) Real edge_[lanes<Arch>];
};

// The lattice along one axis, as points see it.
template <class Arch>
class PointAxis {
  using F = Floats<Arch>;
  using D = Doubles<Arch>;
  using W = Words<Arch>;

 public:
  template <class Noise>
  PointAxis(const Noise& noise, int axis) noexcept
      : frequency_(noise.frequency),
        period_(noise.lattice.period[axis]),
        offset_(noise.lattice.offset[axis]) {}

  // Fractions, and lattice coordinates on both sides. Beyond the coordinate limit the fraction is
  // NaN, and so will be all that follows.
  template <class Plan>
  XSIMD_INLINE void locate(const Plan& plan, const double* coordinate, F& f,
                           W (&cell)[2]) const noexcept {
    D whole[2], fraction[2];
    for (int half = 0; half < 2; ++half) {
      const D s = D::load_unaligned(coordinate + half * static_cast<int>(D::size)) * D(frequency_);
      const auto is_within = xsimd::abs(s) < D(model::coordinate_limit);
      const D inside = xsimd::select(is_within, s, D(0.0));
      whole[half] = floor_of<Arch>(inside);
      fraction[half] = xsimd::select(is_within, inside - whole[half], D(not_a_number));
    }
    f = narrow<Arch>(fraction[0], fraction[1]);
    if (!plan.is_periodic || period_ == 0) {
      cell[0] = to_words<Arch>(whole[0], whole[1]);
      cell[1] = cell[0] + W(1);
    } else {
      wrap(whole[0], whole[1], cell);
    }
  }

  template <class Plan>
  XSIMD_INLINE void locate(const Plan& plan, const float* coordinate, F& f,
                           W (&cell)[2]) const noexcept {
    const F s = F::load_unaligned(coordinate) * F(static_cast<float>(frequency_));
    const auto is_within = xsimd::abs(s) < F(model::coordinate_limit_single);
    const F inside = xsimd::select(is_within, s, F(0.0f));
    const F whole = floor_of<Arch>(inside);
    f = xsimd::select(is_within, inside - whole, F(not_a_number_single));
    if (!plan.is_periodic || period_ == 0) {
      cell[0] = xsimd::bitwise_cast<std::uint32_t>(xsimd::to_int(whole));
      cell[1] = cell[0] + W(1);
    } else {
      const Widened<Arch> wide = widen<Arch>(whole);
      wrap(wide.low, wide.high, cell);
    }
  }

 private:
  // All of these are whole numbers below 2^53, so every operation but the division is exact; and
  // the quotient is too far from the next whole number to be rounded to it.
  XSIMD_INLINE void wrap(D low, D high, W (&cell)[2]) const noexcept {
    const D period(period_), offset(offset_);
    const auto remainder = [&](D whole) {
      const D moved = whole + offset;
      return moved - period * floor_of<Arch>(quotient<Arch>(moved, period));
    };
    cell[0] = to_words<Arch>(remainder(low), remainder(high));
    const W next = cell[0] + W(1);
    cell[1] = xsimd::select(next == W(static_cast<std::uint32_t>(period_)), W(0), next);
  }

  static constexpr float not_a_number_single = std::numeric_limits<float>::quiet_NaN();
  static constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

  double frequency_, period_, offset_;
};

template <class Arch, int N, class Plan, class Drawn, bool derivatives>
class PointCell {
  using F = Floats<Arch>;
  using W = Words<Arch>;

  // A vertex of a cell from which the axes M .. N-1 are removed, see GridFill.
  template <int M>
  struct Vertex {
    F gradient[M > 0 ? M : 1];
    F k;
    F slope_gradient[N][M > 0 ? M : 1];
    F slope_k[N];
  };

 public:
  XSIMD_INLINE PointCell(const Plan& plan, const Drawn& drawn, const F (&f)[N],
                         const W (&word)[1 << N]) noexcept
      : plan_(plan), drawn_(drawn), word_(word) {
    for (int axis = 0; axis < N; ++axis) {
      f_[axis] = f[axis];
      s_[axis] = fade_of<Arch>(plan.fade, f[axis]);
      if constexpr (derivatives) slope_[axis] = fade_slope_of<Arch>(plan.fade, f[axis]);
    }
  }

  XSIMD_INLINE void collapse(F& value, F (&derivative)[N]) const noexcept {
    Vertex<0> all;
    remove<0, 0>(all);
    value = all.k;
    if constexpr (derivatives) {
      for (int axis = 0; axis < N; ++axis) derivative[axis] = all.slope_k[axis];
    }
  }

 private:
  // Depth first: few vertices are alive at a time.
  template <int M, int vertex>
  XSIMD_INLINE void remove(Vertex<M>& result) const noexcept {
    if constexpr (M == N) {
      if constexpr (Drawn::gradients) {
        drawn_(plan_, word_[vertex], result.gradient);
      } else {
        result.k = drawn_(plan_, word_[vertex]);
      }
    } else {
      Vertex<M + 1> below, above;
      remove<M + 1, vertex>(below);
      remove<M + 1, (vertex | 1 << M)>(above);
      const F f = f_[M], f_minus_1 = f - F(1.0f), s = s_[M];
      F k0 = below.k, k1 = above.k;
      if constexpr (Drawn::gradients && M + 1 == N) {
        k0 = below.gradient[M] * f;
        k1 = above.gradient[M] * f_minus_1;
      } else if constexpr (Drawn::gradients) {
        k0 = below.k + below.gradient[M] * f;
        k1 = above.k + above.gradient[M] * f_minus_1;
      }
      result.k = k0 + s * (k1 - k0);
      if constexpr (Drawn::gradients) {
        for (int a = 0; a < M; ++a)
          result.gradient[a] = below.gradient[a] + s * (above.gradient[a] - below.gradient[a]);
      }
      if constexpr (derivatives) {
        for (int removed = M + 1; removed < N; ++removed) {
          F d0 = below.slope_k[removed], d1 = above.slope_k[removed];
          if constexpr (Drawn::gradients) {
            const F* g0 = below.slope_gradient[removed];
            const F* g1 = above.slope_gradient[removed];
            d0 = d0 + g0[M] * f;
            d1 = d1 + g1[M] * f_minus_1;
            for (int a = 0; a < M; ++a)
              result.slope_gradient[removed][a] = g0[a] + s * (g1[a] - g0[a]);
          }
          result.slope_k[removed] = d0 + s * (d1 - d0);
        }
        const F slope = slope_[M];
        if constexpr (Drawn::gradients) {
          for (int a = 0; a < M; ++a)
            result.slope_gradient[M][a] = slope * (above.gradient[a] - below.gradient[a]);
          result.slope_k[M] =
              (below.gradient[M] + s * (above.gradient[M] - below.gradient[M])) + slope * (k1 - k0);
        } else {
          result.slope_k[M] = slope * (k1 - k0);
        }
      }
    }
  }

  const Plan& plan_;
  const Drawn& drawn_;
  const W (&word_)[1 << N];
  F f_[N], s_[N], slope_[N];
};

// Writes tile buffers: the value, and with derivatives N more.
template <class Arch, int N, class Drawn, bool derivatives, class Plan, class Real, class Noise>
void evaluate_run(const Noise& noise, const Plan& plan, const ByteTable<Arch>* bytes,
                  const Real* const* coordinates, int count, float* const* planes) noexcept {
  using F = Floats<Arch>;
  const Drawn drawn(noise);
  const F frequency(static_cast<float>(noise.frequency));
  const auto axes = [&]<std::size_t... axis>(std::index_sequence<axis...>) noexcept {
    struct Axes {
      PointAxis<Arch> lattice[N];
      Run<Arch, Real> run[N];
    };
    return Axes{{PointAxis<Arch>(noise, axis)...}, {Run<Arch, Real>(coordinates[axis], count)...}};
  }(std::make_index_sequence<N>{});
  // The words of some vectors first, then their cells: a loop over both would have more operations
  // under way than a processor can keep track of.
  constexpr int block = 8;
  for (int begin = 0; begin < count; begin += block * lanes<Arch>) {
    F f[block][N];
    Words<Arch> word[block][1 << N];
    const int end = begin + block * lanes<Arch> < count ? begin + block * lanes<Arch> : count;
    for (int i = begin, b = 0; i < end; i += lanes<Arch>, ++b) {
      Words<Arch> cell[N][2];
      for (int axis = 0; axis < N; ++axis)
        axes.lattice[axis].locate(plan, axes.run[axis].at(i), f[b][axis], cell[axis]);
      vertex_words<Arch, N>(noise.lattice, plan.kind, bytes, cell, word[b]);
    }
    for (int i = begin, b = 0; i < end; i += lanes<Arch>, ++b) {
      F value, derivative[N];
      PointCell<Arch, N, Plan, Drawn, derivatives>(plan, drawn, f[b], word[b])
          .collapse(value, derivative);
      value.store_aligned(planes[0] + i);
      if constexpr (derivatives) {
        for (int axis = 0; axis < N; ++axis)
          (derivative[axis] * frequency).store_aligned(planes[axis + 1] + i);
      }
    }
  }
}

// The rest of the row up to a multiple of row_alignment, which has the last vector at its end.
template <class Arch>
void pad_run(const model::Tile& tile, float* plane) noexcept {
  const int last = tile.axis[0].count - 1;
  for (int i = last + 1; i < tile.columns; ++i) plane[i] = plane[last];
}

template <class Arch, int N, class Drawn, bool derivatives, class Real, class Noise>
void evaluate_planned(const Noise& noise, const ByteTable<Arch>* bytes,
                      const Real* const* coordinates, int count, float* const* planes) noexcept {
  Plan plan{noise.lattice.kind, Drawn::is_mirrored(noise), noise.fade, false};
  for (int axis = 0; axis < N; ++axis)
    plan.is_periodic = plan.is_periodic || noise.lattice.period[axis] != 0;
  if constexpr (!derivatives && lanes<Arch> >= 4) {
    if (plan.fade == Fade::quintic && !plan.is_periodic) {
      using Default = FixedPlan<LatticePoints::hashed, Drawn::gradients>;
      using Table = FixedPlan<LatticePoints::permutation, false>;
      if (plan.kind == Default::kind && plan.is_mirrored == Default::is_mirrored) {
        return evaluate_run<Arch, N, Drawn, false>(noise, Default{}, nullptr, coordinates, count,
                                                   planes);
      }
      if (plan.kind == Table::kind && !plan.is_mirrored)
        return evaluate_run<Arch, N, Drawn, false>(noise, Table{}, bytes, coordinates, count,
                                                   planes);
    }
  }
  evaluate_run<Arch, N, Drawn, derivatives>(noise, plan, bytes, coordinates, count, planes);
}

template <class Arch, int N, class Drawn, bool derivatives, class Noise>
void evaluate_points(const Noise& noise, const model::Tile& tile, float* const* planes) noexcept {
  const auto evaluate = [&](const ByteTable<Arch>* bytes) {
    if (tile.kind == model::Tile::points) {
      evaluate_planned<Arch, N, Drawn, derivatives>(noise, bytes, tile.point, tile.axis[0].count,
                                                    planes);
    } else {
      evaluate_planned<Arch, N, Drawn, derivatives>(noise, bytes, tile.single_point,
                                                    tile.axis[0].count, planes);
    }
  };
  if constexpr (ByteTable<Arch>::exists) {
    if (has_bytes<Arch>(noise.lattice)) {
      const ByteTable<Arch> table(noise.lattice.bytes);
      evaluate(&table);
    } else {
      evaluate(nullptr);
    }
  } else {
    evaluate(nullptr);
  }
  for (int plane = 0; plane < (derivatives ? N + 1 : 1); ++plane)
    pad_run<Arch>(tile, planes[plane]);
}

}  // namespace perlane::kernels
