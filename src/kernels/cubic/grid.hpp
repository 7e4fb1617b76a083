#pragma once
// Fills tiles whose positions are axes with value noise that is blended by cubics; mirror of
// reference/cubic.cpp. As in kernels/lattice/grid.hpp, z and y are removed once per lattice column;
// then the cubics of the cells are computed once per row, and each sample only evaluates one.

#include "kernels/shared/columns.hpp"
#include "kernels/shared/lattice_rows.hpp"
#include "kernels/lanes/output.hpp"
#include "kernels/shared/row_hashes.hpp"

namespace perlane::kernels::cubic {

// The cubic through four values.
template <class F>
struct Cubic {
  F p, q, r, b;

  XSIMD_INLINE explicit Cubic(const F (&value)[4]) noexcept : b(value[1]) {
    const F difference = value[0] - value[1];
    p = (value[3] - value[2]) - difference;
    q = difference - p;
    r = value[2] - value[0];
  }
  XSIMD_INLINE F at(F t) const noexcept { return ((p * t + q) * t + r) * t + b; }
  XSIMD_INLINE F derivative(F t) const noexcept { return (F(3.0f) * p * t + F(2.0f) * q) * t + r; }
};

// Returns the value that a hash draws.
template <class Arch>
XSIMD_INLINE Floats<Arch> cubic_value(Words<Arch> hash, Floats<Arch> scale) noexcept {
  const auto number = xsimd::bitwise_cast<std::int32_t>(xor_value<Arch>(hash));
  return xsimd::to_float(number) * scale;
}

template <class Arch, int N>
class CubicGrid {
  using F = Floats<Arch>;
  using W = Words<Arch>;

 public:
  // Returns the tables and rows of the stack of this tile, and makes them for its first tile.
  static CubicGrid& of(const model::CubicNoise& noise, const model::Tile& tile,
                       model::State& state) noexcept {
    if (state.cached == nullptr) {
      void* place = allocate<Arch, CubicGrid>(state.arena, 1);
      state.cached = new (place) CubicGrid(noise, tile, state.arena);
    }
    auto& grid = *static_cast<CubicGrid*>(state.cached);
    grid.set_arena(state.arena);
    return grid;
  }

  void fill(const model::Tile& tile, float* to) noexcept {
    for_each_row(tile, [&](int y, int z, int) {
      make_cubics(y + (N == 2 ? tile.offset : 0), z + (N == 3 ? tile.offset : 0));
      for (const Segment* s = columns_.segments; s != columns_.segments_end; ++s)
        fill_segment(*s, to);
      to += tile.pitch;
    });
  }

 private:
  static constexpr int reach = 2;

  // See GridFill.
  static void* operator new(std::size_t, void* place) noexcept { return place; }

  CubicGrid(const model::CubicNoise& noise, const model::Tile& tile, model::Arena& arena) noexcept
      : noise_(noise),
        columns_(locate_columns<Arch>(tile, parameters(), false, 0, false, arena)),
        rows_(tile, parameters(), false, arena) {
    number_columns(arena);
    size_ = round_up_to_lanes<Arch>(count_) + 4 * lanes<Arch>;
    rows_.keep(size_, arena);
    if constexpr (N == 3) cached_ = CachedRows<Arch, N, reach>(rows_.axes(), 1, size_, arena);
    for (int m = 1; m < N; ++m) {
      const RowAxis& axis = rows_.axes().axis[m];
      prepare_axis<Arch>(noise_.lattice, m, axis.lattice, axis.count);
    }
    prepare_axis<Arch>(noise_.lattice, 0, lattice_, count_);
  }

  LatticeParameters parameters() const noexcept {
    return {noise_.frequency, model::Fade::none, &noise_.lattice};
  }

  // Numbers the lattice columns in reach of samples: from one before those beside them to one
  // after. Where each sample has its own, all its neighbours have an index `apart_` more.
  void number_columns(model::Arena& arena) noexcept {
    const bool is_own = columns_.segments->layout == ColumnLayout::per_sample;
    apart_ = is_own ? columns_.width : 1;
    cells_ = is_own ? columns_.width : columns_.count - 1;
    count_ = cells_ + 3 * apart_;
    lattice_ = allocate<Arch, std::uint32_t>(arena, count_ + row_hashes_room<Arch>);
    for (int i = 0; i < count_; ++i) {
      const int sample = is_own ? i % apart_ : 0, from_first = is_own ? i / apart_ : i;
      lattice_[i] = columns_.lattice[sample] + static_cast<std::uint32_t>(from_first) - 1;
    }
    for (int i = count_; i < round_up_to_lanes<Arch>(count_); ++i) lattice_[i] = 0;
  }

  // Sets the pointers to scratch memory.
  void set_arena(const model::Arena& arena) noexcept {
    line_ = scratch_memory<Arch, float>(arena, 6 * size_);
    for (int i = 0; i < 4; ++i) cubic_[i] = line_ + (i + 1) * size_;
    hash_ = reinterpret_cast<std::uint32_t*>(line_ + 5 * size_);
  }

  void draw_row(const std::uint32_t* cell, float* to) const noexcept {
    row_hashes<Arch>(noise_.lattice, N, lattice_, count_, cell, hash_);
    const F scale(noise_.scale[N - 1]);
    for (int i = 0; i < count_; i += lanes<Arch>)
      cubic_value<Arch>(W::load_aligned(hash_ + i), scale).store_aligned(to + i);
  }

  // Finds the four rows beside a sample of axis m, of which `at(key)` finds each.
  template <int m, class At>
  void remove(RowKey samples, const At& at, float* to) const noexcept {
    const RowAxis& axis = rows_.axes().axis[m];
    const int sample = samples.at<m>();
    const RowKey first = samples.plus<m>(axis.index[sample] - sample);
    const float* row[4];
    for (int i = 0; i < 4; ++i) row[i] = at(first.plus<m>(i));
    const F t(axis.f[sample]);
    for (int i = 0; i < count_; i += lanes<Arch>) {
      const F four[4] = {F::load_aligned(row[0] + i), F::load_aligned(row[1] + i),
                         F::load_aligned(row[2] + i), F::load_aligned(row[3] + i)};
      Cubic<F>(four).at(t).store_aligned(to + i);
    }
  }

  const float* lattice_row(RowKey key) const noexcept {
    return rows_.at(key, [&](const std::uint32_t* cell, float* to) { draw_row(cell, to); });
  }

  // Computes the cubics along x of a row of samples.
  void make_cubics(int y, int z) const noexcept {
    const RowKey samples(y, z, 0);
    if constexpr (N == 2) {
      remove<1>(samples, [&](RowKey key) { return lattice_row(key); }, line_);
    } else {
      const auto row = [&](RowKey key) {
        return cached_.template at<1>(rows_.axes(), key, [&](float* to) {
          remove<2>(key, [&](RowKey indices) { return lattice_row(indices); }, to);
        });
      };
      remove<1>(samples, row, line_);
    }
    for (int i = 0; i < cells_; i += lanes<Arch>) {
      const auto load = [&](int which) { return F::load_unaligned(line_ + i + which * apart_); };
      const F four[4] = {load(0), load(1), load(2), load(3)};
      const Cubic<F> cubic(four);
      cubic.p.store_aligned(cubic_[0] + i);
      cubic.q.store_aligned(cubic_[1] + i);
      cubic.r.store_aligned(cubic_[2] + i);
      cubic.b.store_aligned(cubic_[3] + i);
    }
  }

  // find(line, i) finds the coefficients of a vector of samples in one of four lines.
  template <class Find>
  XSIMD_INLINE void fill_with(const Segment& segment, const Find& find, float* to) const noexcept {
    for (int i = segment.begin; i < segment.end; i += lanes<Arch>) {
      const F t = F::load_aligned(columns_.f + i);
      const F p = find(cubic_[0], i), q = find(cubic_[1], i);
      const F r = find(cubic_[2], i), b = find(cubic_[3], i);
      (((p * t + q) * t + r) * t + b).store_aligned(to + i);
    }
  }

  void fill_segment(const Segment& segment, float* to) const noexcept {
    const auto base = [&](int i) { return columns_.base[i / lanes<Arch>]; };
    const auto lane = [&](int i) { return W::load_aligned(columns_.lane + i); };
    switch (segment.layout) {
      case ColumnLayout::same: {
        const int cell = base(segment.begin);
        return fill_with(segment, [&](const float* line, int) { return F(line[cell]); }, to);
      }
      case ColumnLayout::near:
        return fill_with(
            segment,
            [&](const float* line, int i) {
              return permute<Arch>(F::load_unaligned(line + base(i)), lane(i));
            },
            to);
      case ColumnLayout::per_sample:
        return fill_with(
            segment, [&](const float* line, int i) { return F::load_aligned(line + i); }, to);
    }
  }

  model::CubicNoise noise_;
  Columns columns_;
  LatticeRows<Arch, N, reach> rows_;
  CachedRows<Arch, N, reach> cached_;  // of 3D: from which z is removed
  int apart_, cells_, count_, size_;
  std::uint32_t* lattice_;
  // A row of lattice columns, the coefficients of its cubics, and hashes.
  float* line_ = nullptr;
  float* cubic_[4] = {};
  std::uint32_t* hash_ = nullptr;
};

}  // namespace perlane::kernels::cubic
