#pragma once
// Fills the tiles of a stack by axis collapse; mirror of reference/cell.hpp. It removes x once per
// lattice row, w and z once per slice, and y once per sample.
//
// Terms of this folder, for rows from which x and the axes m and on are removed:
//   draw   pick a gradient or a value by a hash; nothing is rasterised
//   row    an element for each column of samples; in lines, see kernels/lattice/collapse_rows.hpp
//   set    the lines of a row for the noise; with derivatives, each removed axis adds another set,
//          in the order of removal
//   index  the number of a lattice point along y, z or w, among those in reach (RowAxis)
//   key    identifies a row: its indices along the axes that are left, its samples along the others
//   pair   the rows at the indices below and above a sample
//   band   rows of samples that lie between the same pair, so that only y is left to remove
// draw_row makes the rows with m = N, and collapse_pair all others. find_row and find_pair make
// them when they are first needed, and cache them until the samples have passed them.

#include "kernels/lattice/collapse_y.hpp"
#include "kernels/lattice_description.hpp"
#include "kernels/shared/lattice_rows.hpp"
#include "kernels/write/row_target.hpp"
#include "kernels/shared/row_hashes.hpp"
#include "kernels/write/write.hpp"

namespace perlane::kernels::lattice {

template <class Arch, int N>
class GridFill {
  using F = Floats<Arch>;

 public:
  // Returns the tables and rows of the stack of this tile, and makes them for its first tile.
  static GridFill& of(const ErasedNoise<Arch>& noise, const model::Tile& tile, bool has_derivatives,
                      int before, model::State& state) noexcept {
    if (state.cached == nullptr) {
      void* place = allocate<Arch, GridFill>(state.arena, 1);
      state.cached = new (place) GridFill(noise, tile, has_derivatives, before, state.arena);
    }
    auto& fill = *static_cast<GridFill*>(state.cached);
    fill.set_arena(state.arena);
    return fill;
  }

  void fill(const model::Tile& tile, const model::Fold& fold, const model::Sink& sink) noexcept;
  void differentiate(const model::Tile& tile, float* const* planes) noexcept;

 private:
  // The linker may take the standard operator from the file of another instruction set.
  static void* operator new(std::size_t, void* place) noexcept { return place; }

  GridFill(const ErasedNoise<Arch>& noise, const model::Tile& tile, bool has_derivatives,
           int before, model::Arena& arena) noexcept;

  // Return the lines of a set, its floats, and the sets of a row.
  int lines(int m) const noexcept { return noise_.has_gradients ? m : 1; }
  int set_size(int m) const noexcept { return lines(m) * pitch_; }
  int sets(int m) const noexcept { return has_derivatives_ ? N - m + 2 : 1; }
  int row_size(int m) const noexcept { return sets(m) * set_size(m); }

  // Sets the pointers to scratch memory.
  void set_arena(const model::Arena& arena) noexcept;

  template <int m>
  PERLANE_NOINLINE RowPair find_pair(RowKey key) noexcept;
  template <int m>
  const float* find_row(RowKey key) noexcept;
  void draw_row(const std::uint32_t* cell, float* to) noexcept;
  template <int m>
  void collapse_pair(RowKey samples, float* to) noexcept;
  template <int m, class R>
  void remove(const R& removal, const RowPair& pair, float* to) noexcept;

  // A stage takes at most half of the first-level cache.
  static int staged_rows(int width) noexcept {
    constexpr int at_once = rows_at_once<Arch>, most = 4096;
    return width * at_once < most ? most / (width * at_once) * at_once : at_once;
  }

  int stage_size() const noexcept {
    return RowTarget<Arch>::stage_size(stage_rows_, columns_.width);
  }
  std::span<float> stage() const noexcept {
    return {stage_, static_cast<std::size_t>(stage_size())};
  }

  RowKey key_of(const model::Tile& tile, int y, int z, int w) const noexcept;
  const RowAxis& axis(int number) const noexcept { return rows_.axes().axis[number]; }
  int rows_of_band(int y, int end) const noexcept;

  LatticeDescription<Arch> noise_;
  bool has_derivatives_;
  Columns columns_;
  LatticeRows<Arch, N, 1> rows_;  // with m = N
  CachedRows<Arch, N, 1> cached_[4];  // with the other m
  struct Found {
    RowKey key;
    RowPair pair;
  };
  Found found_[2];  // the last pairs of slices, by the parity of their index along y
  int pitch_, drawn_pitch_;  // of the lines of rows, and of those of drawn lattice points
  int stage_rows_;  // that the stage has room for
  float* drawn_ = nullptr;
  float* line_ = nullptr;  // scratch for one row
  float* stage_ = nullptr;
  std::uint32_t* hash_ = nullptr;
};

template <class Arch, int N>
GridFill<Arch, N>::GridFill(const ErasedNoise<Arch>& noise, const model::Tile& tile,
                            bool has_derivatives, int before, model::Arena& arena) noexcept
    : noise_(noise.describe(noise.noise, N)),
      has_derivatives_(has_derivatives),
      columns_(locate_columns<Arch>(tile, noise_.parameters, has_derivatives, before,
                                    noise_.remove_x_hashed != nullptr, arena)),
      rows_(tile, noise_.parameters, has_derivatives, arena),
      pitch_(columns_.width + model::row_gap),
      drawn_pitch_(round_up_to_lanes<Arch>(columns_.count) + 2 * lanes<Arch>),
      stage_rows_(staged_rows(pitch_)) {
  const LatticePoints& lattice = *noise_.parameters.lattice;
  noise_.hashes->prepare_axis(lattice, 0, columns_.lattice, columns_.count);
  for (int m = 1; m < N; ++m)
    noise_.hashes->prepare_axis(lattice, m, axis(m).lattice, axis(m).count);
  if constexpr (N > 1) rows_.keep(row_size(N), arena);
  for (int m = 2; m < N; ++m)
    cached_[m] = CachedRows<Arch, N, 1>(rows_.axes(), m - 1, row_size(m), arena);
}

template <class Arch, int N>
void GridFill<Arch, N>::set_arena(const model::Arena& arena) noexcept {
  const int drawn = (noise_.has_gradients ? N : 1) * drawn_pitch_;
  const int stage = stage_size();
  const int hashes = columns_.count + row_hashes_room<Arch>;
  drawn_ = scratch_memory<Arch, float>(arena, drawn + 2 * pitch_ + stage + hashes);
  line_ = drawn_ + drawn;
  stage_ = line_ + 2 * pitch_;
  hash_ = reinterpret_cast<std::uint32_t*>(stage_ + stage);
}

// Finds the pair of a sample of axis m. `key` has indices along the axes below m, and samples
// along the others.
template <class Arch, int N>
template <int m>
RowPair GridFill<Arch, N>::find_pair(RowKey key) noexcept {
  const int sample = key.at<m>();
  const RowKey below = key.plus<m>(axis(m).index[sample] - sample);
  const auto find = [&]() -> RowPair {
    const float* low = find_row<m + 1>(below);
    return {low, find_row<m + 1>(below.plus<m>(1))};
  };
  if constexpr (m == 2) {
    // Slices between the same lattice points find the same pair. A row that takes the place of
    // another has its parity along y, so the rows found here are still there.
    Found& found = found_[below.template at<1>() % 2];
    if (!(found.key == below)) found = {below, find()};
    return found.pair;
  } else {
    return find();
  }
}

// Finds a row. `key` has indices along the axes below m, and samples along the others.
template <class Arch, int N>
template <int m>
const float* GridFill<Arch, N>::find_row(RowKey key) noexcept {
  if constexpr (m == N) {
    return rows_.at(key, [&](const std::uint32_t* cell, float* to) { draw_row(cell, to); });
  } else {
    return cached_[m].template at<m - 1>(rows_.axes(), key,
                                         [&](float* to) { collapse_pair<m>(key, to); });
  }
}

// Draws a lattice row, and removes x.
template <class Arch, int N>
void GridFill<Arch, N>::draw_row(const std::uint32_t* cell, float* to) noexcept {
  const LatticePoints& lattice = *noise_.parameters.lattice;
  const int count = columns_.count, components = noise_.has_gradients ? N : 1;
  if (noise_.remove_x_hashed != nullptr && columns_.segments->layout == ColumnLayout::per_sample) {
    const std::uint32_t key = row_key<Arch>(lattice, N, cell);
    noise_.remove_x_hashed(noise_.noise, columns_, key, to, pitch_);
    if (has_derivatives_)
      noise_.differentiate_x_hashed(noise_.noise, columns_, key, to + set_size(N), pitch_);
    return;
  }
  if (noise_.hash_and_draw != nullptr) {
    const std::uint32_t key = row_key<Arch>(lattice, N, cell);
    noise_.hash_and_draw(noise_.noise, columns_.lattice, key, count, drawn_, drawn_pitch_);
  } else {
    noise_.hashes->row_hashes(lattice, N, columns_.lattice, count, cell, hash_);
    noise_.choose(noise_.noise, N, hash_, count);
    noise_.draw(noise_.noise, hash_, count, drawn_, drawn_pitch_);
  }
  if (noise_.amplitude != 1) {
    for (int line = 0; line < components; ++line)
      scale<Arch>(drawn_ + line * drawn_pitch_, noise_.amplitude, count);
  }
  const auto remove = [&](auto how, const Weights& weights, float* set) {
    using R = decltype(how);
    const auto by = noise_.has_gradients ? remove_x<Arch, N, R> : remove_x<Arch, 0, R>;
    by(columns_, weights, drawn_, drawn_pitch_, set, pitch_);
  };
  remove(Removal<F>(), columns_.weights, to);
  if (has_derivatives_) remove(RemovalDerivative<F>(), columns_.derivatives, to + set_size(N));
}

template <class Arch, int N>
template <int m, class R>
void GridFill<Arch, N>::remove(const R& removal, const RowPair& pair, float* to) noexcept {
  const int width = columns_.width;
  if (noise_.has_gradients) {
    remove_axis<Arch, m>(removal, pair, pitch_, to, pitch_, width);
  } else {
    remove_axis<Arch, 0>(removal, pair, pitch_, to, pitch_, width);
  }
}

// Makes a row of a pair: removes axis m at a sample.
template <class Arch, int N>
template <int m>
void GridFill<Arch, N>::collapse_pair(RowKey samples, float* to) noexcept {
  const RowPair pair = find_pair<m>(samples);
  const int sample = samples.at<m>(), count = sets(m + 1), from = set_size(m + 1);
  const auto removal = removal_of<Removal<F>, F>(axis(m).weights, sample);
  for (int set = 0; set < count; ++set)
    remove<m>(removal, {pair.low + set * from, pair.high + set * from}, to + set * set_size(m));
  if (has_derivatives_)
    remove<m>(removal_of<RemovalDerivative<F>, F>(axis(m).derivatives, sample), pair,
              to + count * set_size(m));
}

// Returns the key of a row of samples of the tile.
template <class Arch, int N>
RowKey GridFill<Arch, N>::key_of(const model::Tile& tile, int y, int z, int w) const noexcept {
  return RowKey(y + (N == 2 ? tile.offset : 0), z + (N == 3 ? tile.offset : 0),
                w + (N == 4 ? tile.offset : 0));
}

// Returns the rows of a band: rows of samples from y on, before `end`, that have the same pair.
template <class Arch, int N>
int GridFill<Arch, N>::rows_of_band(int y, int end) const noexcept {
  const int* index = axis(1).index;
  if (axis(1).is_in_order && index[end - 1] == index[y]) return end - y;
  int rows = 1;
  while (y + rows < end && index[y + rows] == index[y]) ++rows;
  return rows;
}

}  // namespace perlane::kernels::lattice
