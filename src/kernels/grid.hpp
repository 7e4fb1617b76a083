#pragma once
// Fills the tiles of a stack by axis collapse, mirror of reference/cell.cpp: w, z and y are removed
// once per lattice column, x once per sample.
//
// A row is a run of lattice columns at lattice points or samples of y, z and w. It has a line of
// floats for each component of the gradient that is left, and one for k; with derivatives, also
// such a set of lines for the derivative along each axis that is removed. Rows are made when they
// are first needed, and kept until they are left behind.

#include "kernels/collapse_rows.hpp"
#include "kernels/collapse_x.hpp"
#include "kernels/lattice_noise.hpp"
#include "kernels/lattice_rows.hpp"
#include "kernels/row_words.hpp"

namespace perlane::kernels {

// How rows_at_once rows are collapsed.
template <class Arch>
using CollapseBlock = void (*)(const Columns&, const float*, const RowsTo&,
                               Extremes<Arch>&) noexcept;
template <class Arch>
CollapseBlock<Arch> collapse_block_of(bool has_gradients, bool is_sum, bool is_buffer) noexcept {
  if constexpr (rows_at_once<Arch> == 1) {
    return nullptr;
  } else {
    constexpr auto buffer = Place::buffer, destination = Place::destination;
    static constexpr CollapseBlock<Arch> collapse[2][2][2] = {
        {{CollapseX<Arch, false, false, destination>::rows,
          CollapseX<Arch, false, false, buffer>::rows},
         {CollapseX<Arch, false, true, destination>::rows,
          CollapseX<Arch, false, true, buffer>::rows}},
        {{CollapseX<Arch, true, false, destination>::rows,
          CollapseX<Arch, true, false, buffer>::rows},
         {CollapseX<Arch, true, true, destination>::rows,
          CollapseX<Arch, true, true, buffer>::rows}}};
    return collapse[has_gradients][is_sum][is_buffer];
  }
}

template <class Arch, int N>
class GridFill {
 public:
  // What is kept for the stack of this tile, worked out if it is not there yet.
  static GridFill& of(const LatticeNoise<Arch>& noise, const model::Tile& tile,
                      bool has_derivatives, model::State& state) noexcept {
    if (state.kept == nullptr) {
      void* place = take<Arch, GridFill>(state.arena, 1);
      state.kept = new (place) GridFill(noise, tile, has_derivatives, state.arena);
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
           model::Arena& arena) noexcept;

  // What a row has from which the axes m, m + 1 and so on are removed: the lines of a set, and those
  // of all its sets. No k stands at a lattice point that has a gradient.
  int gradients(int m) const noexcept { return noise_.has_gradients ? m : 0; }
  bool has_k(int m) const noexcept { return !noise_.has_gradients || m < N; }
  int set_lines(int m) const noexcept { return gradients(m) + (has_k(m) ? 1 : 0); }
  int sets(int m) const noexcept { return has_derivatives_ ? N - m + 1 : 1; }
  int lines(int m) const noexcept { return set_lines(m) * sets(m); }

  // Memory for the moment.
  void lend(const model::Arena& arena) noexcept;

  template <int m>
  Beside rows_beside(const int* place) noexcept;
  template <int m>
  const float* row(const int* place) noexcept;
  void draw_row(const std::uint32_t* cell, float* to) noexcept;
  template <int m>
  void make_row(const Beside& beside, float* to, int pitch) noexcept;
  RowSamples samples(int m) const noexcept;

  void select_row(const model::Tile& tile, int y, int z, int w) noexcept;
  Beside rows_beside_y() noexcept;
  void make_block() noexcept;
  void make_x_row() noexcept;

  static constexpr int block_pitch = CollapseX<Arch, true, false, Place::buffer>::pitch;
  static constexpr int none[4] = {};

  LatticeNoise<Arch> noise_;
  bool has_derivatives_;
  Columns columns_;
  LatticeRows<Arch, N, 1> rows_;  // of lattice points
  KeptRows<Arch, N, 1> kept_[4];  // from which axes are removed, by the first of them
  int pitch_;
  RemoveAxis remove_[4], derive_[4], remove_y_;
  int sample_[4] = {};
  // The rows beside the last sample of y, and where that was.
  Beside beside_y_ = {};
  int last_[4] = {-1, -1, -1, -1};
  // Rows that only x is left of, a line of -0, and the words of a row.
  float* x_rows_ = nullptr;
  float* nothing_ = nullptr;
  std::uint32_t* word_ = nullptr;
};

template <class Arch, int N>
GridFill<Arch, N>::GridFill(const LatticeNoise<Arch>& noise, const model::Tile& tile,
                            bool has_derivatives, model::Arena& arena) noexcept
    : noise_(noise),
      has_derivatives_(has_derivatives),
      columns_(locate_columns<Arch>(tile, noise.placement, has_derivatives, arena)),
      rows_(tile, noise.placement, has_derivatives, arena),
      pitch_(round_up_to_lanes<Arch>(columns_.count) + 2 * lanes<Arch>) {
  assert(N == 1 || pitch_ <= block_pitch);
  noise.words->prepare_columns(*noise.placement.lattice, columns_.lattice, columns_.count);
  if constexpr (N > 1) rows_.keep(lines(N) * pitch_, arena);
  for (int m = 2; m < N; ++m)
    kept_[m] = KeptRows<Arch, N, 1>(rows_.axes(), m - 1, lines(m) * pitch_, arena);
  for (int m = 1; m < N; ++m) {
    remove_[m] = remove_axis_of<Arch>(noise.has_gradients, m, has_k(m + 1));
    derive_[m] = derive_axis_of<Arch>(noise.has_gradients, m, has_k(m + 1));
  }
  if constexpr (N > 1)
    remove_y_ = remove_y_of<Arch, rows_at_once<Arch>>(noise.has_gradients, has_k(2));
}

template <class Arch, int N>
void GridFill<Arch, N>::lend(const model::Arena& arena) noexcept {
  const int block = rows_at_once<Arch> * set_lines(1) * block_pitch;
  const int single = (lines(1) + 1) * pitch_;  // and k, in one dimension
  const int floats = block > single ? block : single;
  const int words = columns_.count + row_words_room<Arch>;
  x_rows_ = borrow<Arch, float>(arena, floats + columns_.width + words);
  nothing_ = x_rows_ + floats;
  word_ = reinterpret_cast<std::uint32_t*>(nothing_ + columns_.width);
}

// The rows beside sample_[m], at lattice points place[1 .. m-1].
template <class Arch, int N>
template <int m>
Beside GridFill<Arch, N>::rows_beside(const int* place) noexcept {
  int beside[4] = {};
  for (int axis = 1; axis < m; ++axis) beside[axis] = place[axis];
  beside[m] = rows_.axes().axis[m].place[sample_[m]];
  const float* low = row<m + 1>(beside);
  ++beside[m];
  return {low, row<m + 1>(beside)};
}

// The row at lattice points place[1 .. m-1] and samples sample_[m] and so on.
template <class Arch, int N>
template <int m>
const float* GridFill<Arch, N>::row(const int* place) noexcept {
  if constexpr (m == N) {
    return rows_.at(place, [&](const std::uint32_t* cell, float* to) { draw_row(cell, to); });
  } else {
    return kept_[m].template at<m - 1>(rows_.axes(), place, sample_, [&](float* to) {
      make_row<m>(rows_beside<m>(place), to, pitch_);
    });
  }
}

template <class Arch, int N>
void GridFill<Arch, N>::draw_row(const std::uint32_t* cell, float* to) noexcept {
  noise_.words->row_words(*noise_.placement.lattice, N, columns_.lattice, columns_.count, cell,
                          word_);
  noise_.draw(noise_.noise, N, word_, round_up_to_lanes<Arch>(columns_.count), to, pitch_);
}

template <class Arch, int N>
RowSamples GridFill<Arch, N>::samples(int m) const noexcept {
  const RowAxis& axis = rows_.axes().axis[m];
  const int at = sample_[m];
  return {axis.f + at, axis.f_minus_1 + at, axis.s + at,
          has_derivatives_ ? axis.slope + at : nullptr};
}

// Removes axis m from the rows beside sample_[m].
template <class Arch, int N>
template <int m>
void GridFill<Arch, N>::make_row(const Beside& beside, float* to, int pitch) noexcept {
  const RowSamples at = samples(m);
  const RowShape shape{columns_.count, pitch_, pitch, 0};
  remove_[m](at, beside.low, beside.high, shape, to);
  if (!has_derivatives_) return;
  // The derivatives along axis m, and then those along the axes that are removed already.
  const std::ptrdiff_t set = std::ptrdiff_t{set_lines(m)} * pitch;
  derive_[m](at, beside.low, beside.high, shape, to + set);
  const RemoveAxis remove = remove_axis_of<Arch>(noise_.has_gradients, m, true);
  for (int i = 1; i < sets(m + 1); ++i) {
    const std::ptrdiff_t derived = std::ptrdiff_t{i} * set_lines(m + 1) * pitch_;
    remove(at, beside.low + derived, beside.high + derived, shape, to + (i + 1) * set);
  }
}

// Chooses a row of samples of the tile.
template <class Arch, int N>
void GridFill<Arch, N>::select_row(const model::Tile& tile, int y, int z, int w) noexcept {
  sample_[1] = y;
  sample_[2] = z;
  sample_[3] = w;
  if constexpr (N > 1) sample_[N - 1] += tile.offset;
}

// The same as for the row of samples before, more often than not.
template <class Arch, int N>
Beside GridFill<Arch, N>::rows_beside_y() noexcept {
  const int place = rows_.axes().axis[1].place[sample_[1]];
  if (place != last_[1] || (N > 2 && sample_[2] != last_[2]) ||
      (N > 3 && sample_[3] != last_[3])) {
    beside_y_ = rows_beside<1>(none);
    last_[1] = place;
    last_[2] = sample_[2];
    last_[3] = sample_[3];
  }
  return beside_y_;
}

// Makes rows_at_once rows that only x is left of.
template <class Arch, int N>
void GridFill<Arch, N>::make_block() noexcept {
  constexpr int R = rows_at_once<Arch>;
  const std::ptrdiff_t distance = std::ptrdiff_t{set_lines(1)} * block_pitch;
  const int* place = rows_.axes().axis[1].place + sample_[1];
  bool is_same = true;
  for (int r = 1; r < R; ++r) is_same = is_same && place[r] == place[0];
  if (is_same) {
    const Beside beside = rows_beside_y();
    remove_y_(samples(1), beside.low, beside.high,
              {columns_.count, pitch_, block_pitch, distance}, x_rows_);
  } else {
    for (int r = 0; r < R; ++r, ++sample_[1])
      make_row<1>(rows_beside_y(), x_rows_ + r * distance, block_pitch);
  }
}

// Makes one such row.
template <class Arch, int N>
void GridFill<Arch, N>::make_x_row() noexcept {
  if constexpr (N > 1) {
    make_row<1>(rows_beside_y(), x_rows_, pitch_);
  } else {
    constexpr std::uint32_t cell[4] = {};
    draw_row(cell, x_rows_);
    if (!noise_.has_gradients) return;
    // Adding -0 changes nothing.
    for (int i = 0; i < pitch_; i += lanes<Arch>)
      Floats<Arch>(-0.0f).store_aligned(x_rows_ + pitch_ + i);
  }
}

template <class Arch, int N>
void GridFill<Arch, N>::fill(const model::Tile& tile, const model::Fold& fold,
                             const model::Sink& sink) noexcept {
  constexpr int R = rows_at_once<Arch>;
  constexpr bool has_blocks = N > 1 && R > 1;
  const bool is_buffer = sink.buffer != nullptr;
  const bool is_sum = fold.accumulation != Accumulation::none;
  const auto collapse_block = collapse_block_of<Arch>(noise_.has_gradients, is_sum, is_buffer);
  const auto collapse_one =
      noise_.has_gradients ? collapse_row<Arch, true> : collapse_row<Arch, false>;
  const int height = tile.axis[1].count;
  const bool adds_nothing = fold.accumulation != Accumulation::add;
  // Adding to -0 changes nothing, and neither does a multiplication by 1.
  if (fold.accumulation == Accumulation::scale || (!is_sum && !(has_blocks && height % R == 0))) {
    for (int i = 0; i < columns_.width; i += lanes<Arch>)
      Floats<Arch>(-0.0f).store_aligned(nothing_ + i);
  }
  Extremes<Arch> extremes = is_buffer ? Extremes<Arch>() : Extremes<Arch>(sink);
  for (int w = 0; w < tile.axis[3].count; ++w) {
    for (int z = 0; z < tile.axis[2].count; ++z) {
      RowsTo to = rows_to<Arch>(tile, fold, sink, 0, z, w);
      if (adds_nothing) {
        to.sum = nothing_;
        to.sum_stride = 0;
      }
      const auto advance = [&](int rows) {
        to.sum += rows * to.sum_stride;
        to.to += rows * to.stride;
      };
      int y = 0;
      if constexpr (has_blocks) {
        for (; y + R <= height; y += R, advance(R)) {
          select_row(tile, y, z, w);
          make_block();
          collapse_block(columns_, x_rows_, to, extremes);
        }
      }
      if (!is_sum) to.amplitude = 1;
      if (is_buffer) {
        to.begin = 0;
        to.end = columns_.width;
      }
      for (; y < height; ++y, advance(1)) {
        select_row(tile, y, z, w);
        make_x_row();
        collapse_one(columns_, x_rows_, pitch_, to, extremes);
      }
    }
  }
  if (!is_buffer) extremes.finish(sink);
}

template <class Arch, int N>
void GridFill<Arch, N>::differentiate(const model::Tile& tile, float* const* planes) noexcept {
  const auto differentiate =
      noise_.has_gradients ? differentiate_row<Arch, true> : differentiate_row<Arch, false>;
  const auto frequency = static_cast<float>(noise_.placement.frequency);
  std::ptrdiff_t row = 0;
  for_each_row(tile, [&](int y, int z, int w) {
    select_row(tile, y, z, w);
    make_x_row();
    differentiate(columns_, N, x_rows_, pitch_, frequency, planes, row);
    row += tile.pitch;
  });
}

}  // namespace perlane::kernels
