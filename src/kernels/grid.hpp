#pragma once
// Fills the tiles of a stack by axis collapse, mirror of reference/cell.cpp: w, z and y are removed
// once per lattice vertex, x once per sample.
//
// A lattice row is a run of lattice columns at fixed lattice coordinates of y, z and w: one array
// for each component of the gradient and one for the constant k. Rows are made when they are first
// needed and kept until left behind.
//
// With derivatives, a row also has the derivative of all these along each axis that is already
// removed. A further axis blends them like what they are the derivatives of.

#include "kernels/axis.hpp"
#include "kernels/output.hpp"

namespace perlane::kernels {

// `Source` makes the rows of lattice vertices:
//   Source::gradients                       whether a vertex has a gradient (and no k), or only a k
//   Source(noise, columns, arena)           once per stack
//   void make_row(const uint32_t* cell, float* row, int pitch)   cell: lattice y, z, w at 1, 2, 3
template <class Arch, int N, class Source, bool derivatives = false>
class GridFill {
  using F = Floats<Arch>;

  static constexpr int rows_at_once = N == 1 ? 1 : kernels::rows_at_once<Arch>;

  // A row from which the axes m .. N-1 are removed: the gradient along the axes that are left, k,
  // and then the derivatives of both along axis m, m + 1 and so on.
  static constexpr int gradients(int m) noexcept { return Source::gradients ? m : 0; }
  static constexpr bool has_k(int m) noexcept { return !Source::gradients || m < N; }
  static constexpr int components(int m) noexcept {
    return gradients(m) + (has_k(m) ? 1 : 0) + (derivatives ? (N - m) * (gradients(m) + 1) : 0);
  }
  static constexpr int derivative(int m, int axis) noexcept {
    return (axis - m + 1) * (gradients(m) + 1);
  }

  // The rows that only x is left of. Their pitch is fixed, for the densest lattice: the loop over
  // samples then addresses all of them from one register.
  static constexpr int last_pitch =
      2 * (model::tile_shape[N - 1][0] + model::row_alignment) + 2 * lanes<Arch>;
  static constexpr int last_row = components(1) * last_pitch;

 public:
  // What is kept for the stack of this tile, worked out if it is not there yet.
  template <class Noise>
  static GridFill& of(const Noise& noise, const model::Tile& tile, model::State& state) noexcept {
    if (state.kept == nullptr) {
      void* place = take<Arch, GridFill>(state.arena, 1);
      state.kept = new (place) GridFill(noise, tile, state.arena);
    }
    auto& fill = *static_cast<GridFill*>(state.kept);
    fill.last_ = borrow<Arch, float>(state.arena, rows_at_once * last_row);
    return fill;
  }

  template <class Noise>
  GridFill(const Noise& noise, const model::Tile& tile, model::Arena& arena) noexcept
      : columns_(locate_columns<Arch>(tile, noise, derivatives, arena)),
        source_(noise, columns_, arena) {
    for (int axis = 1; axis < N; ++axis) {
      rows_[axis] = locate_rows<Arch>(axis == N - 1 ? tile.stack : tile.axis[axis], axis, noise,
                                      derivatives, arena);
    }
    pitch_ = round_up_to_lanes<Arch>(columns_.count) + 2 * lanes<Arch>;
    assert(pitch_ <= last_pitch);
    // Where no two samples share a lattice point along any axis, nothing that is kept is of use to
    // the next: then it takes no more of the caches than it must.
    bool is_dense = true;
    for (int axis = 1; axis < N; ++axis) is_dense = is_dense && rows_[axis].is_dense;
    for (int axis = 1; axis < N; ++axis) slots_[axis] = is_dense ? 2 : rows_[axis].places;
    for (int m = 2; m <= N; ++m) {
      // Kept are the two places of axis m - 1 in use, and all places of the axes below it.
      int slots = 2;
      for (int axis = 1; axis < m - 1; ++axis) slots *= slots_[axis];
      kept_[m].row = take<Arch, float>(arena, slots * components(m) * pitch_);
      kept_[m].key = take<Arch, std::uint64_t>(arena, slots);
      for (int i = 0; i < slots; ++i) kept_[m].key[i] = 0;
    }
  }

  void operator()(const model::Tile& tile, const model::Fold& fold,
                  const model::Sink& sink) noexcept {
    with_sink<Arch>(
        fold, sink, [&]<Accumulation accumulation, Place place>(Extremes<Arch>& extremes) {
          for (int w = 0; w < tile.axis[3].count; ++w) {
            for (int z = 0; z < tile.axis[2].count; ++z) {
              const int height = tile.axis[1].count;
              int y = 0;
              for (; y + rows_at_once <= height; y += rows_at_once)
                collapse_x<accumulation, place, rows_at_once>(tile, fold, sink, extremes, y, z, w);
              if constexpr (rows_at_once > 1)
                for (; y < height; ++y)
                  collapse_x<accumulation, place, 1>(tile, fold, sink, extremes, y, z, w);
            }
          }
        });
  }

  // The value and the derivatives, a tile buffer each.
  void differentiate(const model::Tile& tile, float* const* planes, float unit) noexcept {
    std::ptrdiff_t row = 0;
    for (int w = 0; w < tile.axis[3].count; ++w) {
      for (int z = 0; z < tile.axis[2].count; ++z) {
        for (int y = 0; y < tile.axis[1].count; ++y, row += tile.pitch)
          differentiate_x(tile, planes, row, unit, y, z, w);
      }
    }
  }

 private:
  // The standard one is a function that the linker may take from the file of another instruction
  // set.
  static void* operator new(std::size_t, void* place) noexcept { return place; }

  struct Kept {
    float* row;
    std::uint64_t* key;  // what the slot holds; 0: nothing
  };

  // Chooses a row of samples of the tile.
  void select_row(const model::Tile& tile, int y, int z, int w) noexcept {
    sample_[1] = y;
    sample_[2] = z;
    sample_[3] = w;
    if constexpr (N > 1) sample_[N - 1] += tile.offset;
  }

  // The row at lattice places place[1 .. M-1] and samples sample_[M .. N-1].
  template <int M>
  const float* row(const int* place) noexcept {
    int slot = place[M - 1] & 1;
    std::uint64_t key = static_cast<std::uint64_t>(place[M - 1]) + 1;
    for (int axis = M - 2; axis >= 1; --axis) {
      slot = slot * slots_[axis] + (place[axis] < slots_[axis] ? place[axis] : place[axis] & 1);
      key = key << 12 | static_cast<std::uint64_t>(place[axis]);
    }
    for (int axis = M; axis < N; ++axis)
      key = key << 12 | static_cast<std::uint64_t>(sample_[axis]);
    float* result = kept_[M].row + std::ptrdiff_t{slot} * components(M) * pitch_;
    if (kept_[M].key[slot] != key) {
      make_row<M>(place, result, pitch_);
      kept_[M].key[slot] = key;
    }
    return result;
  }

  // Makes that row.
  template <int M>
  void make_row(const int* place, float* result, int pitch) noexcept {
    if constexpr (M == N) {
      std::uint32_t cell[4] = {};
      for (int axis = 1; axis < N; ++axis) cell[axis] = rows_[axis].lattice[place[axis]];
      source_.make_row(cell, result, pitch);
    } else {
      make_rows<M, 1>(place, result, pitch, 0);
    }
  }

  // Makes the rows of samples sample_[M] to sample_[M] + R - 1, which lie in the same cell.
  template <int M, int R>
  void make_rows(const int* place, float* result, int pitch, std::ptrdiff_t distance) noexcept {
    int beside[4] = {};
    for (int a = 1; a < M; ++a) beside[a] = place[a];
    beside[M] = rows_[M].place[sample_[M]];
    const float* below = row<M + 1>(beside);
    ++beside[M];
    const float* above = row<M + 1>(beside);
    collapse<M, R>(below, above, rows_[M], sample_[M], result, pitch, distance);
  }

  // Makes the rows that only x is left of, for samples y to y + R - 1.
  template <int R>
  void make_last_rows(const model::Tile& tile, int y, int z, int w) noexcept {
    constexpr int none[4] = {};
    select_row(tile, y, z, w);
    if constexpr (N > 1 && R > 1) {
      const int* place = rows_[1].place + sample_[1];
      bool is_same = true;
      for (int r = 1; r < R; ++r) is_same = is_same && place[r] == place[0];
      if (is_same) return make_rows<1, R>(none, last_, last_pitch, last_row);
    }
    for (int r = 0; r < R; ++r) {
      make_row<1>(none, last_ + r * last_row, last_pitch);
      ++sample_[1];
    }
  }

  // Removes axis M from the rows beside samples `number` to `number` + R - 1 of it.
  template <int M, int R>
  void collapse(const float* below, const float* above, const Rows& axis, int number, float* result,
                int pitch, std::ptrdiff_t distance) noexcept {
    for (int i = 0; i < columns_.count; i += lanes<Arch>) {
      F low[components(M + 1)], high[components(M + 1)];
      for (int c = 0; c < components(M + 1); ++c) {
        low[c] = F::load_aligned(below + c * pitch_ + i);
        high[c] = F::load_aligned(above + c * pitch_ + i);
      }
      for (int r = 0; r < R; ++r)
        collapse<M>(low, high, axis, number + r, result + r * distance + i, pitch);
    }
  }

  template <int M>
  XSIMD_INLINE static void collapse(const F (&low)[components(M + 1)],
                                    const F (&high)[components(M + 1)], const Rows& axis,
                                    int number, float* result, int pitch) noexcept {
    constexpr int g = gradients(M + 1);
    const F fraction(axis.f[number]), fraction_minus_1(axis.f_minus_1[number]),
        blend(axis.s[number]);
    const auto store = [&](int component, F value) {
      value.store_aligned(result + component * pitch);
    };
    for (int a = 0; a < gradients(M); ++a) store(a, low[a] + blend * (high[a] - low[a]));
    F k0, k1;
    if constexpr (g > 0 && has_k(M + 1)) {
      k0 = low[g] + low[g - 1] * fraction;
      k1 = high[g] + high[g - 1] * fraction_minus_1;
    } else if constexpr (g > 0) {
      k0 = low[g - 1] * fraction;
      k1 = high[g - 1] * fraction_minus_1;
    } else {
      k0 = low[0];
      k1 = high[0];
    }
    store(gradients(M), k0 + blend * (k1 - k0));
    if constexpr (derivatives) {
      const F slope(axis.slope[number]);
      for (int removed = M + 1; removed < N; ++removed) {
        const int from = derivative(M + 1, removed), to = derivative(M, removed);
        F d0 = low[from + g], d1 = high[from + g];
        if constexpr (g > 0) {
          d0 = d0 + low[from + g - 1] * fraction;
          d1 = d1 + high[from + g - 1] * fraction_minus_1;
          for (int a = 0; a < gradients(M); ++a)
            store(to + a, low[from + a] + blend * (high[from + a] - low[from + a]));
        }
        store(to + gradients(M), d0 + blend * (d1 - d0));
      }
      constexpr int to = derivative(M, M);
      if constexpr (g > 0) {
        for (int a = 0; a < gradients(M); ++a) store(to + a, slope * (high[a] - low[a]));
        store(to + gradients(M),
              (low[g - 1] + blend * (high[g - 1] - low[g - 1])) + slope * (k1 - k0));
      } else {
        store(to + gradients(M), slope * (k1 - k0));
      }
    }
  }

  // What stands left (side 0) and right (1) of a vector of samples: a component of row r of `from`.
  // By Reach.
  template <int R>
  struct SameCell {
    F vertex[R][components(1)][2];

    XSIMD_INLINE SameCell(const float* from, int base) noexcept { broadcast<0>(from + base); }

    template <int r>
    XSIMD_INLINE F at(int component, int side) const noexcept {
      return vertex[r][component][side];
    }

   private:
    // Unrolled, so that they can be kept in registers.
    template <int r>
    XSIMD_INLINE void broadcast(const float* from) noexcept {
      for (int component = 0; component < components(1); ++component) {
        for (int side = 0; side < 2; ++side)
          vertex[r][component][side] = F(from[r * last_row + component * last_pitch + side]);
      }
      if constexpr (r + 1 < R) broadcast<r + 1>(from);
    }
  };
  struct NearCells {
    const float* from;
    Words<Arch> lane;

    XSIMD_INLINE NearCells(const Columns& columns, const float* last, int i) noexcept
        : from(last + columns.base[i / lanes<Arch>]),
          lane(Words<Arch>::load_aligned(columns.lane + i)) {}

    template <int r>
    XSIMD_INLINE F at(int component, int side) const noexcept {
      return permute<Arch>(F::load_unaligned(from + r * last_row + component * last_pitch + side),
                           lane);
    }
  };
  struct WideCells : NearCells {
    Words<Arch> next;

    XSIMD_INLINE WideCells(const Columns& columns, const float* last, int i) noexcept
        : NearCells(columns, last, i), next(this->lane + Words<Arch>(1)) {}

    template <int r>
    XSIMD_INLINE F at(int component, int side) const noexcept {
      const float* low = this->from + r * last_row + component * last_pitch;
      return permute_wide<Arch>(F::load_unaligned(low), F::load_unaligned(low + lanes<Arch>),
                                side == 0 ? this->lane : next);
    }
  };
  struct OwnCells {
    const float* from;
    int width;

    template <int r>
    XSIMD_INLINE F at(int component, int side) const noexcept {
      return F::load_aligned(from + r * last_row + component * last_pitch + side * width);
    }
  };

  // Removes axis 0 from the samples of R rows: the work per sample.
  template <Accumulation accumulation, Place place, int R>
  void collapse_x(const model::Tile& tile, const model::Fold& fold, const model::Sink& sink,
                  Extremes<Arch>& extremes, int y, int z, int w) noexcept {
    make_last_rows<R>(tile, y, z, w);

    // By value, see OutputRows.
    EdgeBlock<Arch> edge;
    OutputRows<Arch, accumulation, place> rows(tile, fold, sink, extremes, edge, y, z, w);
    const Columns columns = columns_;
    const float* const from = last_;
    for (const Stretch* stretch = columns.stretches; stretch != columns.stretches_end; ++stretch) {
      switch (stretch->reach) {
        case Reach::same: {
          const SameCell<R> cell(from, columns.base[stretch->begin / lanes<Arch>]);
          evaluate_stretch<R>(rows, columns, *stretch,
                              [&](int) -> const SameCell<R>& { return cell; });
          break;
        }
        case Reach::near:
          evaluate_stretch<R>(rows, columns, *stretch,
                              [&](int i) { return NearCells(columns, from, i); });
          break;
        case Reach::wide:
          if constexpr (has_wide_permute<Arch>)
            evaluate_stretch<R>(rows, columns, *stretch,
                                [&](int i) { return WideCells(columns, from, i); });
          break;
        case Reach::own:
          evaluate_stretch<R>(rows, columns, *stretch,
                              [&](int i) { return OwnCells{from + i, columns.width}; });
          break;
      }
    }
    rows.finish(extremes);
  }

  struct Samples {
    F f, f_minus_1, s;

    XSIMD_INLINE Samples(const Columns& columns, int i) noexcept
        : f(F::load_aligned(columns.f + i)),
          f_minus_1(F::load_aligned(columns.f_minus_1 + i)),
          s(F::load_aligned(columns.s + i)) {}
  };

  // vertices_at(i): of the vector of samples from column i on.
  template <int R, class Output, class VerticesAt>
  XSIMD_INLINE static void evaluate_stretch(Output& rows, const Columns& columns,
                                            const Stretch stretch,
                                            const VerticesAt& vertices_at) noexcept {
    int i = stretch.begin;
    if constexpr (R == rows_at_once && vectors_at_once<Arch> == 2) {
      for (; i + 2 * lanes<Arch> <= stretch.end; i += 2 * lanes<Arch>) {
        const Samples samples[] = {Samples(columns, i), Samples(columns, i + lanes<Arch>)};
        rows.begin_block(i, 2);
        evaluate_row<0, R>(rows, samples, vertices_at(i), vertices_at(i + lanes<Arch>));
        rows.end_block(R, 2);
      }
      if (i < stretch.end) evaluate_vector<R>(rows, columns, i, vertices_at(i));
    } else {
      for (; i < stretch.end; i += lanes<Arch>)
        evaluate_vector<R>(rows, columns, i, vertices_at(i));
    }
  }

  template <int R, class Output, class Vertices>
  XSIMD_INLINE static void evaluate_vector(Output& rows, const Columns& columns, int i,
                                           const Vertices& vertices) noexcept {
    const Samples samples[] = {Samples(columns, i)};
    rows.begin_block(i, 1);
    evaluate_row<0, R>(rows, samples, vertices);
    rows.end_block(R, 1);
  }

  // Unrolled, so that what the rows and vectors share stays in registers, and they hide each
  // other's latencies.
  template <int r, int R, class Output, int U, class... Vertices>
  XSIMD_INLINE static void evaluate_row(Output& rows, const Samples (&samples)[U],
                                        const Vertices&... vertices) noexcept {
    int u = 0;
    ((rows.put(r, u, evaluate<r>(samples[u], vertices)), ++u), ...);
    if constexpr (r + 1 < R) evaluate_row<r + 1, R>(rows, samples, vertices...);
  }

  template <int r, class Vertices>
  XSIMD_INLINE static F evaluate(const Samples& samples, const Vertices& vertices) noexcept {
    F k0, k1;
    if constexpr (gradients(1) > 0 && has_k(1)) {
      k0 = vertices.template at<r>(1, 0) + vertices.template at<r>(0, 0) * samples.f;
      k1 = vertices.template at<r>(1, 1) + vertices.template at<r>(0, 1) * samples.f_minus_1;
    } else if constexpr (gradients(1) > 0) {
      k0 = vertices.template at<r>(0, 0) * samples.f;
      k1 = vertices.template at<r>(0, 1) * samples.f_minus_1;
    } else {
      k0 = vertices.template at<r>(0, 0);
      k1 = vertices.template at<r>(0, 1);
    }
    return k0 + samples.s * (k1 - k0);
  }

  // Removes axis 0 from the samples of a row, with derivatives.
  void differentiate_x(const model::Tile& tile, float* const* planes, std::ptrdiff_t to, float unit,
                       int y, int z, int w) noexcept {
    make_last_rows<1>(tile, y, z, w);
    for (const Stretch* stretch = columns_.stretches; stretch != columns_.stretches_end;
         ++stretch) {
      for (int i = stretch->begin; i < stretch->end; i += lanes<Arch>) {
        const std::ptrdiff_t at = to + i;
        if (stretch->reach == Reach::own) {
          differentiate_samples(planes, at, unit, i, OwnCells{last_ + i, columns_.width});
          continue;
        }
        if constexpr (has_wide_permute<Arch>) {
          if (stretch->reach == Reach::wide) {
            differentiate_samples(planes, at, unit, i, WideCells(columns_, last_, i));
            continue;
          }
        }
        differentiate_samples(planes, at, unit, i, NearCells(columns_, last_, i));
      }
    }
  }

  template <class Vertices>
  XSIMD_INLINE void differentiate_samples(float* const* planes, std::ptrdiff_t at, float unit,
                                          int i, const Vertices& vertices) noexcept {
    constexpr int g = gradients(1);
    const F f = F::load_aligned(columns_.f + i),
            f_minus_1 = F::load_aligned(columns_.f_minus_1 + i);
    const F s = F::load_aligned(columns_.s + i), slope = F::load_aligned(columns_.slope + i),
            frequency(unit);
    const auto component = [&](int number, int side) {
      return vertices.template at<0>(number, side);
    };
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

  Columns columns_;
  Source source_;
  Rows rows_[4];
  int slots_[4];  // of kept rows, along an axis
  int pitch_;
  Kept kept_[5];
  float* last_ = nullptr;
  int sample_[4] = {};
};

}  // namespace perlane::kernels
