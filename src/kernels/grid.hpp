#pragma once
// Fills the tiles of a stack by axis collapse; mirror of reference/cell.cpp. It removes w, z and y
// once per lattice column, and x once per sample.
//
// A row is a run of lattice columns at lattice points or samples of y, z and w. It has a line of
// floats for each component of the gradient that is left, and one for k; with derivatives, also
// such a set of lines for the derivative along each axis that is removed. Rows are made when they
// are first needed, and kept until they are left behind.

#include "kernels/collapse_cell.hpp"
#include "kernels/collapse_rows.hpp"
#include "kernels/collapse_x.hpp"
#include "kernels/lattice_noise.hpp"
#include "kernels/lattice_rows.hpp"
#include "kernels/row_target.hpp"
#include "kernels/row_words.hpp"

namespace perlane::kernels {

template <class Arch, int N>
class GridFill {
 public:
  // Returns what is kept for the stack of this tile, and works it out if it is not there yet.
  static GridFill& of(const LatticeNoise<Arch>& noise, const model::Tile& tile,
                      bool has_derivatives, const Overlap& overlap, model::State& state) noexcept {
    if (state.kept == nullptr) {
      void* place = take<Arch, GridFill>(state.arena, 1);
      state.kept = new (place) GridFill(noise, tile, has_derivatives, overlap, state.arena);
    }
    auto& fill = *static_cast<GridFill*>(state.kept);
    fill.lend(state.arena);
    return fill;
  }

  void fill(const model::Tile& tile, const model::Fold& fold, const model::Sink& sink) noexcept;
  void differentiate(const model::Tile& tile, float* const* planes) noexcept;

 private:
  // The standard one is a function that the linker may take from the file of another instruction
  // set.
  static void* operator new(std::size_t, void* place) noexcept { return place; }

  GridFill(const LatticeNoise<Arch>& noise, const model::Tile& tile, bool has_derivatives,
           const Overlap& overlap, model::Arena& arena) noexcept;

  // What a row has once the axes m, m + 1 and so on are removed: the lines of one set, and of all
  // its sets. At lattice points that have gradients there is no k.
  int gradients(int m) const noexcept { return noise_.has_gradients ? m : 0; }
  bool has_k(int m) const noexcept { return !noise_.has_gradients || m < N; }
  int set_lines(int m) const noexcept { return gradients(m) + (has_k(m) ? 1 : 0); }
  int sets(int m) const noexcept { return has_derivatives_ ? N - m + 1 : 1; }
  int lines(int m) const noexcept { return set_lines(m) * sets(m); }

  // Points to memory that is used for the moment.
  void lend(const model::Arena& arena) noexcept;

  template <int m>
  PERLANE_OUT_OF_LINE Beside rows_beside(RowKey key) noexcept;
  template <int m>
  const float* row(RowKey key) noexcept;
  void draw_row(const std::uint32_t* cell, float* to) noexcept;
  template <int m>
  void make_row(RowKey samples, const Beside& beside, const RowShape& shape, float* to) noexcept;

  RowKey key_of(const model::Tile& tile, int y, int z, int w) const noexcept;
  XSIMD_INLINE Beside rows_beside_y(RowKey samples) noexcept;
  XSIMD_INLINE void make_block(RowKey samples, float* to) noexcept;
  void make_x_row(RowKey samples) noexcept;
  void make_cell(RowKey samples, int rows) noexcept;

  static constexpr int block_pitch = CollapseX<Arch, true, false, Place::buffer>::pitch;

  LatticeNoise<Arch> noise_;
  bool has_derivatives_;
  Columns columns_;
  LatticeRows<Arch, N, 1> rows_;  // of lattice points
  KeptRows<Arch, N, 1> kept_[4];  // from which axes are removed, by the first of them
  int pitch_;
  int most_blocks_;  // at a time: several of narrow rows, not to begin with each of them anew
  bool is_in_cell_;  // see kernels/collapse_cell.hpp
  RowShape kept_shape_[4], block_shape_;
  RemoveAxis remove_[4], remove_y_;
  // The rows beside the last sample of y, and the lattice point below it.
  Beside beside_y_ = {};
  RowKey last_;
  // Rows of which only x is left, rows of samples on their way, a line of -0, and the words of a
  // row.
  float* x_rows_ = nullptr;
  float* stage_ = nullptr;
  float* nothing_ = nullptr;
  std::uint32_t* word_ = nullptr;
};

template <class Arch, int N>
GridFill<Arch, N>::GridFill(const LatticeNoise<Arch>& noise, const model::Tile& tile,
                            bool has_derivatives, const Overlap& overlap,
                            model::Arena& arena) noexcept
    : noise_(noise),
      has_derivatives_(has_derivatives),
      columns_(locate_columns<Arch>(tile, noise.placement, has_derivatives, overlap, arena)),
      rows_(tile, noise.placement, has_derivatives_, arena),
      pitch_(round_up_to_lanes<Arch>(columns_.count) + 2 * lanes<Arch>),
      most_blocks_(columns_.width <= widest_in_cell && columns_.count <= 32
                       ? cell_rows / rows_at_once<Arch>
                       : 1),
      is_in_cell_(N > 1 && are_in_cell<Arch>(columns_)),
      block_shape_{columns_.count, pitch_, block_pitch, std::ptrdiff_t{set_lines(1)} * block_pitch,
                   1} {
  assert(N == 1 || pitch_ <= block_pitch);
  const LatticePoints& lattice = *noise.placement.lattice;
  noise.words->prepare_axis(lattice, 0, columns_.lattice, columns_.count);
  for (int m = 1; m < N; ++m) {
    const RowAxis& axis = rows_.axes().axis[m];
    noise.words->prepare_axis(lattice, m, axis.lattice, axis.places);
  }
  if constexpr (N > 1) rows_.keep(lines(N) * pitch_, arena);
  for (int m = 2; m < N; ++m)
    kept_[m] = KeptRows<Arch, N, 1>(rows_.axes(), m - 1, lines(m) * pitch_, arena);
  for (int m = 1; m < N; ++m) {
    const auto choose = has_derivatives_ ? differentiate_axis_of<Arch> : remove_axis_of<Arch>;
    remove_[m] = choose(noise.has_gradients, m, has_k(m + 1));
    kept_shape_[m] = {columns_.count, pitch_, pitch_, 0, sets(m + 1)};
  }
  if constexpr (N > 1)
    remove_y_ = remove_y_of<Arch, rows_at_once<Arch>>(noise.has_gradients, has_k(2));
}

template <class Arch, int N>
void GridFill<Arch, N>::lend(const model::Arena& arena) noexcept {
  const int at_once = N == 1 ? 1 : most_blocks_ * rows_at_once<Arch>;
  const int block = at_once * set_lines(1) * block_pitch;
  const int single = (lines(1) + 1) * pitch_;  // and k, in one dimension
  const int floats = block > single ? block : single;
  const int words = columns_.count + row_words_room<Arch>;
  const int stage = RowTarget<Arch>::stage_size(at_once, columns_.width);
  x_rows_ = borrow<Arch, float>(arena, floats + stage + columns_.width + words);
  stage_ = x_rows_ + floats;
  nothing_ = stage_ + stage;
  word_ = reinterpret_cast<std::uint32_t*>(nothing_ + columns_.width);
}

// Finds the rows beside a sample of axis m. `key` has places for the axes below m, and samples for
// the others.
template <class Arch, int N>
template <int m>
Beside GridFill<Arch, N>::rows_beside(RowKey key) noexcept {
  const int sample = key.at<m>();
  const RowKey below = key.plus<m>(rows_.axes().axis[m].place[sample] - sample);
  const float* low = row<m + 1>(below);
  return {low, row<m + 1>(below.plus<m>(1))};
}

// Finds the row at places of the axes below m, and at samples of the others.
template <class Arch, int N>
template <int m>
const float* GridFill<Arch, N>::row(RowKey key) noexcept {
  if constexpr (m == N) {
    return rows_.at(key, [&](const std::uint32_t* cell, float* to) { draw_row(cell, to); });
  } else {
    return kept_[m].template at<m - 1>(rows_.axes(), key, [&](float* to) {
      make_row<m>(key, rows_beside<m>(key), kept_shape_[m], to);
    });
  }
}

template <class Arch, int N>
void GridFill<Arch, N>::draw_row(const std::uint32_t* cell, float* to) noexcept {
  const LatticePoints& lattice = *noise_.placement.lattice;
  if (noise_.draw_hashed != nullptr) {
    const std::uint32_t key = row_key<Arch>(lattice, N, cell);
    return noise_.draw_hashed(noise_.noise, columns_.lattice, key, columns_.count, to, pitch_);
  }
  noise_.words->row_words(lattice, N, columns_.lattice, columns_.count, cell, word_);
  noise_.choose(noise_.noise, N, word_, columns_.count);
  noise_.draw(noise_.noise, word_, columns_.count, to, pitch_);
}

// Removes axis m from the rows beside a sample.
template <class Arch, int N>
template <int m>
void GridFill<Arch, N>::make_row(RowKey samples, const Beside& beside, const RowShape& shape,
                                 float* to) noexcept {
  remove_[m](rows_.axes().axis[m], samples.at<m>(), beside.low, beside.high, shape, to);
}

// The key of a row of samples of the tile.
template <class Arch, int N>
RowKey GridFill<Arch, N>::key_of(const model::Tile& tile, int y, int z, int w) const noexcept {
  return RowKey(y + (N == 2 ? tile.offset : 0), z + (N == 3 ? tile.offset : 0),
                w + (N == 4 ? tile.offset : 0));
}

// Finds the rows beside a sample of y, which more often than not are those of the sample before.
template <class Arch, int N>
XSIMD_INLINE Beside GridFill<Arch, N>::rows_beside_y(RowKey samples) noexcept {
  const int y = samples.at<1>();
  const RowKey below = samples.plus<1>(rows_.axes().axis[1].place[y] - y);
  if (!(below == last_)) {
    beside_y_ = rows_beside<1>(samples);
    last_ = below;
  }
  return beside_y_;
}

// Makes rows_at_once rows of which only x is left.
template <class Arch, int N>
XSIMD_INLINE void GridFill<Arch, N>::make_block(RowKey samples, float* to) noexcept {
  constexpr int R = rows_at_once<Arch>;
  const RowAxis& axis = rows_.axes().axis[1];
  const int y = samples.at<1>();
  const int* place = axis.place + y;
  bool is_same = true;
  for (int r = 1; r < R; ++r) is_same = is_same && place[r] == place[0];
  if (is_same) {
    const Beside beside = rows_beside_y(samples);
    remove_y_(axis, y, beside.low, beside.high, block_shape_, to);
  } else {
    for (int r = 0; r < R; ++r) {
      const RowKey row = samples.plus<1>(r);
      make_row<1>(row, rows_beside_y(row), block_shape_, to + r * block_shape_.distance);
    }
  }
}

// Makes one row of which only x is left.
template <class Arch, int N>
void GridFill<Arch, N>::make_x_row(RowKey samples) noexcept {
  if constexpr (N > 1) {
    make_row<1>(samples, rows_beside_y(samples), kept_shape_[1], x_rows_);
  } else {
    constexpr std::uint32_t cell[4] = {};
    draw_row(cell, x_rows_);
    if (!noise_.has_gradients) return;
    // Adding -0 changes nothing.
    for (int i = 0; i < pitch_; i += lanes<Arch>)
      Floats<Arch>(-0.0f).store_aligned(x_rows_ + pitch_ + i);
  }
}

// Removes y for so many rows that lie in one cell along x.
template <class Arch, int N>
void GridFill<Arch, N>::make_cell(RowKey samples, int rows) noexcept {
  const RowAxis& axis = rows_.axes().axis[1];
  const auto remove = remove_y_in_cell_of<Arch>(noise_.has_gradients, has_k(2));
  const int y = samples.at<1>();
  for (int begin = 0, end; begin < rows; begin = end) {
    const int place = axis.place[y + begin];
    end = axis.is_in_order && axis.place[y + rows - 1] == place ? rows : begin + 1;
    while (end < rows && axis.place[y + end] == place) ++end;
    const Beside beside = rows_beside_y(samples.plus<1>(begin));
    remove(axis, y + begin, end - begin, beside.low, beside.high, pitch_, x_rows_ + begin);
  }
}

}  // namespace perlane::kernels
