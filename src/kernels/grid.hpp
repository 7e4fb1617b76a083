#pragma once
// Fills a tile by axis collapse: w, z and y are removed once per lattice vertex, x once per sample.
//
// A lattice row is a run of lattice columns at fixed lattice coordinates of y, z and w: one array for each component of the
// gradient and one for the constant k. Rows are made when they are first needed and kept until left behind.
//
// With derivatives, a row also has the derivative of all these along each axis that is already removed. A further axis blends them like
// what they are the derivatives of.

#include "kernels/axis.hpp"
#include "kernels/output.hpp"

namespace perlane::kernels {

// `Source` makes the rows of lattice vertices:
//   Source::gradients                       whether a vertex has a gradient (and no k), or only a k
//   Source(noise, columns, arena)           once per tile
//   void make_row(const uint32_t* cell, float* row, int pitch)   cell: lattice y, z, w at 1, 2, 3
template <class Arch, int N, class Source, bool derivatives = false>
class GridFill {
  using F = Floats<Arch>;

  // A row from which the axes m .. N-1 are removed: the gradient along the axes that are left, k, and then the derivatives of both along axis
  // m, m + 1 and so on.
  static constexpr int gradients(int m) noexcept { return Source::gradients ? m : 0; }
  static constexpr bool has_k(int m) noexcept { return !Source::gradients || m < N; }
  static constexpr int components(int m) noexcept {
    return gradients(m) + (has_k(m) ? 1 : 0) + (derivatives ? (N - m) * (gradients(m) + 1) : 0);
  }
  static constexpr int derivative(int m, int axis) noexcept { return (axis - m + 1) * (gradients(m) + 1); }

  // The rows that only x is left of. Their pitch is fixed, for the densest lattice: the loop over samples then addresses all of
  // them from one register.
  static constexpr int last_pitch = 2 * (engine::tile_shape[N - 1][0] + engine::row_alignment) + lanes<Arch>;
  static constexpr int last_row = components(1) * last_pitch;

 public:
  template <class Noise>
  GridFill(const Noise& noise, const engine::Tile& tile, engine::Arena arena) noexcept
      : tile_(tile), columns_(locate_columns<Arch>(tile, noise, derivatives, arena)), source_(noise, columns_, arena) {
    for (int axis = 1; axis < N; ++axis) rows_[axis] = locate_rows<Arch>(tile, axis, noise, derivatives, arena);
    pitch_ = round_up_to_lanes<Arch>(columns_.count) + lanes<Arch>;
    for (int m = 2; m <= N; ++m) {
      // Kept are the two places of axis m - 1 in use, and all places of the axes below it.
      int slots = 2;
      for (int axis = 1; axis < m - 1; ++axis) slots *= rows_[axis].places;
      kept_[m].row = take<Arch, float>(arena, slots * components(m) * pitch_);
      kept_[m].key = take<Arch, std::uint64_t>(arena, slots);
      for (int i = 0; i < slots; ++i) kept_[m].key[i] = 0;
    }
    last_ = take<Arch, float>(arena, rows_at_once * last_row);
  }

  void operator()(const engine::Output& output) noexcept {
    with_output<Arch>(output, [&]<Accumulation accumulation, Place place>() {
      for (int w = 0; w < tile_.axis[3].count; ++w) {
        for (int z = 0; z < tile_.axis[2].count; ++z) {
          const int height = tile_.axis[1].count;
          int y = 0;
          for (; y + rows_at_once <= height; y += rows_at_once) collapse_x<accumulation, place, rows_at_once>(output, y, z, w);
          for (; y < height; ++y) collapse_x<accumulation, place, 1>(output, y, z, w);
        }
      }
    });
  }

  // The value and the derivatives, a tile buffer each.
  void differentiate(float* const* planes, float unit) noexcept {
    std::ptrdiff_t row = 0;
    for (int w = 0; w < tile_.axis[3].count; ++w) {
      for (int z = 0; z < tile_.axis[2].count; ++z) {
        for (int y = 0; y < tile_.axis[1].count; ++y, row += tile_.columns) differentiate_x(planes, row, unit, y, z, w);
      }
    }
  }

 private:
  struct Kept {
    float* row;
    std::uint64_t* key;  // what the slot holds; 0: nothing
  };

  // The row at lattice places place[1 .. M-1] and samples sample_[M .. N-1].
  template <int M>
  const float* row(const int* place) noexcept {
    int slot = place[M - 1] & 1;
    for (int axis = M - 2; axis >= 1; --axis) slot = slot * rows_[axis].places + place[axis];
    std::uint64_t key = static_cast<std::uint64_t>(place[M - 1]) + 1;
    for (int axis = M; axis < N; ++axis) key = key << 12 | static_cast<std::uint64_t>(sample_[axis]);
    float* result = kept_[M].row + std::ptrdiff_t{slot} * components(M) * pitch_;
    if (kept_[M].key[slot] != key) {
      make_row<M>(place, result, pitch_);
      kept_[M].key[slot] = key;
    }
    return result;
  }

  template <int M>
  void make_row(const int* place, float* result, int pitch) noexcept {
    if constexpr (M == N) {
      std::uint32_t cell[4] = {};
      for (int axis = 1; axis < N; ++axis) cell[axis] = rows_[axis].lattice[place[axis]];
      source_.make_row(cell, result, pitch);
    } else {
      const Rows& axis = rows_[M];
      const int i = sample_[M];
      int beside[4] = {};
      for (int a = 1; a < M; ++a) beside[a] = place[a];
      beside[M] = axis.place[i];
      const float* below = row<M + 1>(beside);
      ++beside[M];
      const float* above = row<M + 1>(beside);
      collapse<M>(below, above, axis, i, result, pitch);
    }
  }

  // Removes axis M from the rows beside sample `number` of it, A5.
  template <int M>
  void collapse(const float* below, const float* above, const Rows& axis, int number, float* result, int pitch) noexcept {
    constexpr int g = gradients(M + 1);
    const F fraction(axis.f[number]), fraction_minus_1(axis.f_minus_1[number]), blend(axis.s[number]);
    const F slope(derivatives ? axis.slope[number] : 0.0f);
    for (int i = 0; i < columns_.count; i += lanes<Arch>) {
      const auto load = [&](const float* row, int component) { return F::load_aligned(row + component * pitch_ + i); };
      const auto store = [&](int component, F value) { value.store_aligned(result + component * pitch + i); };
      for (int a = 0; a < gradients(M); ++a) {
        const F g0 = load(below, a);
        store(a, g0 + blend * (load(above, a) - g0));
      }
      F k0, k1;
      if constexpr (g > 0 && has_k(M + 1)) {
        k0 = load(below, g) + load(below, g - 1) * fraction;
        k1 = load(above, g) + load(above, g - 1) * fraction_minus_1;
      } else if constexpr (g > 0) {
        k0 = load(below, g - 1) * fraction;
        k1 = load(above, g - 1) * fraction_minus_1;
      } else {
        k0 = load(below, 0);
        k1 = load(above, 0);
      }
      store(gradients(M), k0 + blend * (k1 - k0));
      if constexpr (derivatives) {
        for (int removed = M + 1; removed < N; ++removed) {
          const int from = derivative(M + 1, removed), to = derivative(M, removed);
          F d0 = load(below, from + g), d1 = load(above, from + g);
          if constexpr (g > 0) {
            d0 = d0 + load(below, from + g - 1) * fraction;
            d1 = d1 + load(above, from + g - 1) * fraction_minus_1;
            for (int a = 0; a < gradients(M); ++a) {
              const F g0 = load(below, from + a);
              store(to + a, g0 + blend * (load(above, from + a) - g0));
            }
          }
          store(to + gradients(M), d0 + blend * (d1 - d0));
        }
        constexpr int to = derivative(M, M);
        if constexpr (g > 0) {
          for (int a = 0; a < gradients(M); ++a) store(to + a, slope * (load(above, a) - load(below, a)));
          const F g0 = load(below, g - 1);
          store(to + gradients(M), (g0 + blend * (load(above, g - 1) - g0)) + slope * (k1 - k0));
        } else {
          store(to + gradients(M), slope * (k1 - k0));
        }
      }
    }
  }

  // What stands left (side 0) and right (1) of a vector of samples: a component of row `from` for each.
  struct SameCell {
    int base;
    XSIMD_INLINE F operator()(const float* from, int side) const noexcept { return F(from[base + side]); }
  };
  struct NearCells {
    int base;
    Words<Arch> lane;
    XSIMD_INLINE F operator()(const float* from, int side) const noexcept {
      return permute<Arch>(F::load_unaligned(from + base + side), lane);
    }
  };
  struct OwnCells {
    int i;
    int columns;
    XSIMD_INLINE F operator()(const float* from, int side) const noexcept { return F::load_aligned(from + side * columns + i); }
  };

  // Removes axis 0 from the samples of R rows: the work per sample.
  template <Accumulation accumulation, Place place, int R>
  void collapse_x(const engine::Output& output, int y, int z, int w) noexcept {
    sample_[2] = z;
    sample_[3] = w;
    for (int r = 0; r < R; ++r) {
      sample_[1] = y + r;
      int none[4] = {};
      make_row<1>(none, last_ + r * last_row, last_pitch);
    }

    // By value, see OutputRows.
    alignas(64) float edge[rows_at_once * lanes<Arch>];
    OutputRows<Arch, accumulation, place> rows(tile_, output, edge, y, z, w);
    const Columns columns = columns_;
    const float* const from = last_;
    const int width = tile_.columns;
    for (int i = 0; i < width; i += lanes<Arch>) {
      rows.begin_vectors(i);
      const Samples samples{F::load_aligned(columns.f + i), F::load_aligned(columns.f_minus_1 + i), F::load_aligned(columns.s + i)};
      if (columns.dense) {
        evaluate_row<0, R>(rows, samples, from, OwnCells{i, width});
      } else if (columns.uniform[i / lanes<Arch>]) {
        evaluate_row<0, R>(rows, samples, from, SameCell{columns.base[i / lanes<Arch>]});
      } else {
        const NearCells near{columns.base[i / lanes<Arch>], Words<Arch>::load_aligned(columns.lane + i)};
        evaluate_row<0, R>(rows, samples, from, near);
      }
      rows.end_vectors(R);
    }
    rows.finish(output);
  }

  struct Samples {
    F f, f_minus_1, s;
  };

  // Unrolled: the rows share what the samples need, and hide each other's latencies.
  template <int r, int R, class Output, class Vertices>
  XSIMD_INLINE static void evaluate_row(Output& rows, const Samples& samples, const float* from, const Vertices& vertices) noexcept {
    rows.put(r, evaluate(samples, from + r * last_row, vertices));
    if constexpr (r + 1 < R) evaluate_row<r + 1, R>(rows, samples, from, vertices);
  }

  template <class Vertices>
  XSIMD_INLINE static F evaluate(const Samples& samples, const float* from, const Vertices& vertices) noexcept {
    F k0, k1;
    if constexpr (gradients(1) > 0 && has_k(1)) {
      k0 = vertices(from + last_pitch, 0) + vertices(from, 0) * samples.f;
      k1 = vertices(from + last_pitch, 1) + vertices(from, 1) * samples.f_minus_1;
    } else if constexpr (gradients(1) > 0) {
      k0 = vertices(from, 0) * samples.f;
      k1 = vertices(from, 1) * samples.f_minus_1;
    } else {
      k0 = vertices(from, 0);
      k1 = vertices(from, 1);
    }
    return k0 + samples.s * (k1 - k0);
  }

  // Removes axis 0 from the samples of a row, with derivatives.
  void differentiate_x(float* const* planes, std::ptrdiff_t to, float unit, int y, int z, int w) noexcept {
    sample_[1] = y;
    sample_[2] = z;
    sample_[3] = w;
    int none[4] = {};
    make_row<1>(none, last_, last_pitch);
    for (int i = 0; i < tile_.columns; i += lanes<Arch>) {
      const std::ptrdiff_t at = to + i;
      if (columns_.dense) {
        differentiate_samples(planes, at, unit, i, OwnCells{i, tile_.columns});
      } else {
        const NearCells near{columns_.base[i / lanes<Arch>], Words<Arch>::load_aligned(columns_.lane + i)};
        differentiate_samples(planes, at, unit, i, near);
      }
    }
  }

  template <class Vertices>
  XSIMD_INLINE void differentiate_samples(float* const* planes, std::ptrdiff_t at, float unit, int i, const Vertices& vertices) noexcept {
    constexpr int g = gradients(1);
    const F f = F::load_aligned(columns_.f + i), f_minus_1 = F::load_aligned(columns_.f_minus_1 + i);
    const F s = F::load_aligned(columns_.s + i), slope = F::load_aligned(columns_.slope + i), frequency(unit);
    const auto component = [&](int number, int side) { return vertices(last_ + number * last_pitch, side); };
    F k0, k1;
    if constexpr (g > 0 && has_k(1)) {
      k0 = component(1, 0) + component(0, 0) * f;
      k1 = component(1, 1) + component(0, 1) * f_minus_1;
    } else if constexpr (g > 0) {
      k0 = component(0, 0) * f;
      k1 = component(0, 1) * f_minus_1;
    } else {
      k0 = component(0, 0);
      k1 = component(0, 1);
    }
    (k0 + s * (k1 - k0)).store_aligned(planes[0] + at);
    F d = slope * (k1 - k0);
    if constexpr (g > 0) d = (component(0, 0) + s * (component(0, 1) - component(0, 0))) + d;
    (d * frequency).store_aligned(planes[1] + at);
    for (int removed = 1; removed < N; ++removed) {
      const int from = derivative(1, removed);
      F d0 = component(from + g, 0), d1 = component(from + g, 1);
      if constexpr (g > 0) {
        d0 = d0 + component(from, 0) * f;
        d1 = d1 + component(from, 1) * f_minus_1;
      }
      ((d0 + s * (d1 - d0)) * frequency).store_aligned(planes[removed + 1] + at);
    }
  }

  const engine::Tile& tile_;
  Columns columns_;
  Source source_;
  Rows rows_[4];
  int pitch_;
  Kept kept_[5];
  float* last_;
  int sample_[4] = {};
};

}  // namespace perlane::kernels
