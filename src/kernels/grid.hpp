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

template <class Arch>
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
           model::Arena& arena) noexcept
      : noise_(noise),
        dimensions_(tile.dimensions),
        has_derivatives_(has_derivatives),
        columns_(locate_columns<Arch>(tile, noise.placement, has_derivatives, arena)),
        rows_(tile, noise.placement, has_derivatives, arena),
        pitch_(round_up_to_lanes<Arch>(columns_.count) + 2 * lanes<Arch>) {
    assert(dimensions_ == 1 || pitch_ <= block_pitch);
    noise.words->prepare_columns(*noise.placement.lattice, columns_.lattice, columns_.count);
    if (dimensions_ > 1) rows_.keep(lines(dimensions_) * pitch_, arena);
    for (int m = 2; m < dimensions_; ++m)
      kept_[m] = KeptRows<Arch, 1>(rows_.axes(), m - 1, lines(m) * pitch_, arena);
  }

  // What a row has from which the axes m, m + 1 and so on are removed: the lines of a set, and those
  // of all its sets. No k stands at a lattice point that has a gradient.
  int gradients(int m) const noexcept { return noise_.has_gradients ? m : 0; }
  bool has_k(int m) const noexcept { return !noise_.has_gradients || m < dimensions_; }
  int set_lines(int m) const noexcept { return gradients(m) + (has_k(m) ? 1 : 0); }
  int sets(int m) const noexcept { return has_derivatives_ ? dimensions_ - m + 1 : 1; }
  int lines(int m) const noexcept { return set_lines(m) * sets(m); }

  // Memory for the moment.
  void lend(const model::Arena& arena) noexcept;

  const float* row(int m, const int* place) noexcept;
  void draw_row(const std::uint32_t* cell, float* to, int pitch) noexcept;
  template <int R>
  void make_rows(int m, const int* place, float* to, int pitch, std::ptrdiff_t distance) noexcept;
  template <int R>
  void remove(int m, const float* low, const float* high, const Lines& to, int pitch) noexcept;
  void derive(int m, const RowSamples& samples, const LinePair& from, float* to,
              int pitch) noexcept;

  void select_row(const model::Tile& tile, int y, int z, int w) noexcept;
  void make_block(const model::Tile& tile, int y, int z, int w) noexcept;
  void make_x_row() noexcept;

  static constexpr int block_pitch = CollapseX<Arch, true, false, Place::buffer>::pitch;

  LatticeNoise<Arch> noise_;
  int dimensions_;
  bool has_derivatives_;
  Columns columns_;
  LatticeRows<Arch, 1> rows_;  // of lattice points
  KeptRows<Arch, 1> kept_[4];  // from which axes are removed, by the first of them
  int pitch_;
  int sample_[4] = {};
  // Rows that only x is left of, a line of -0, and the words of a row.
  float* x_rows_ = nullptr;
  float* nothing_ = nullptr;
  std::uint32_t* word_ = nullptr;
};

template <class Arch>
void GridFill<Arch>::lend(const model::Arena& arena) noexcept {
  const int block = rows_at_once<Arch> * set_lines(1) * block_pitch;
  const int single = (lines(1) + 1) * pitch_;  // and k, in one dimension
  const int floats = block > single ? block : single;
  const int words = columns_.count + row_words_room<Arch>;
  x_rows_ = borrow<Arch, float>(arena, floats + columns_.width + words);
  nothing_ = x_rows_ + floats;
  word_ = reinterpret_cast<std::uint32_t*>(nothing_ + columns_.width);
}

// The row at lattice points place[1 .. m-1] and samples sample_[m] and so on.
template <class Arch>
const float* GridFill<Arch>::row(int m, const int* place) noexcept {
  if (m == dimensions_) {
    return rows_(place, [&](const std::uint32_t* cell, float* to) { draw_row(cell, to, pitch_); });
  }
  return kept_[m](rows_.axes(), place, sample_,
                  [&](float* to) { make_rows<1>(m, place, to, pitch_, 0); });
}

template <class Arch>
void GridFill<Arch>::draw_row(const std::uint32_t* cell, float* to, int pitch) noexcept {
  noise_.words->row_words(*noise_.placement.lattice, dimensions_, columns_.lattice, columns_.count,
                          cell, word_);
  noise_.draw(noise_.noise, dimensions_, word_, round_up_to_lanes<Arch>(columns_.count), to, pitch);
}

// Makes the rows of samples sample_[m] to sample_[m] + R - 1, which lie in the same cell.
template <class Arch>
template <int R>
void GridFill<Arch>::make_rows(int m, const int* place, float* to, int pitch,
                               std::ptrdiff_t distance) noexcept {
  int beside[4] = {};
  for (int axis = 1; axis < m; ++axis) beside[axis] = place[axis];
  beside[m] = rows_.axes().axis[m].place[sample_[m]];
  const float* low = row(m + 1, beside);
  ++beside[m];
  const float* high = row(m + 1, beside);
  remove<R>(m, low, high, {to, distance}, pitch);
}

// Removes axis m.
template <class Arch>
template <int R>
void GridFill<Arch>::remove(int m, const float* low, const float* high, const Lines& to,
                            int pitch) noexcept {
  const RowAxis& axis = rows_.axes().axis[m];
  const int at = sample_[m];
  const RowSamples samples{axis.f + at, axis.f_minus_1 + at, axis.s + at,
                           has_derivatives_ ? axis.slope + at : nullptr};
  for (int set = 0; set < sets(m + 1); ++set) {
    const LinePair from =
        LinePair{low, high, columns_.count} + std::ptrdiff_t{set} * set_lines(m + 1) * pitch_;
    // The derivatives along axis m come between the noise and those along other axes.
    float* result = to.first + std::ptrdiff_t{set == 0 ? 0 : set + 1} * set_lines(m) * pitch;
    for (int a = 0; a < gradients(m); ++a)
      blend_lines<Arch, R>(samples, from + a * pitch_, {result + a * pitch, to.distance});
    const Lines k{result + gradients(m) * pitch, to.distance};
    if (!noise_.has_gradients) {
      blend_lines<Arch, R>(samples, from, k);
    } else if (has_k(m + 1)) {
      collapse_lines<Arch, R, true>(samples, from + (m + 1) * pitch_, from + m * pitch_, k);
    } else {
      collapse_lines<Arch, R, false>(samples, {}, from + m * pitch_, k);
    }
  }
  if (has_derivatives_) {
    derive(m, samples, {low, high, columns_.count},
           to.first + std::ptrdiff_t{set_lines(m)} * pitch, pitch);
  }
}

// The derivatives along axis m, of what has the lines `from`.
template <class Arch>
void GridFill<Arch>::derive(int m, const RowSamples& samples, const LinePair& from, float* to,
                            int pitch) noexcept {
  for (int a = 0; a < gradients(m); ++a)
    derive_lines<Arch>(samples, from + a * pitch_, to + a * pitch);
  if (!noise_.has_gradients) return derive_lines<Arch>(samples, from, to);
  const LinePair k = has_k(m + 1) ? from + (m + 1) * pitch_ : LinePair{nullptr, nullptr, 0};
  derive_constant_lines<Arch>(samples, k, from + m * pitch_, to + m * pitch);
}

// Chooses a row of samples of the tile.
template <class Arch>
void GridFill<Arch>::select_row(const model::Tile& tile, int y, int z, int w) noexcept {
  sample_[1] = y;
  sample_[2] = z;
  sample_[3] = w;
  if (dimensions_ > 1) sample_[dimensions_ - 1] += tile.offset;
}

// Makes rows_at_once rows that only x is left of.
template <class Arch>
void GridFill<Arch>::make_block(const model::Tile& tile, int y, int z, int w) noexcept {
  constexpr int R = rows_at_once<Arch>;
  constexpr int none[4] = {};
  const int distance = set_lines(1) * block_pitch;
  select_row(tile, y, z, w);
  const int* place = rows_.axes().axis[1].place + sample_[1];
  bool is_same = true;
  for (int r = 1; r < R; ++r) is_same = is_same && place[r] == place[0];
  if (is_same) {
    make_rows<R>(1, none, x_rows_, block_pitch, distance);
  } else {
    for (int r = 0; r < R; ++r, ++sample_[1])
      make_rows<1>(1, none, x_rows_ + r * distance, block_pitch, 0);
  }
}

// Makes one such row.
template <class Arch>
void GridFill<Arch>::make_x_row() noexcept {
  constexpr int none[4] = {};
  if (dimensions_ > 1) return make_rows<1>(1, none, x_rows_, pitch_, 0);
  constexpr std::uint32_t cell[4] = {};
  draw_row(cell, x_rows_, pitch_);
  if (!noise_.has_gradients) return;
  // Adding -0 changes nothing.
  for (int i = 0; i < pitch_; i += lanes<Arch>)
    Floats<Arch>(-0.0f).store_aligned(x_rows_ + pitch_ + i);
}

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

template <class Arch>
void GridFill<Arch>::fill(const model::Tile& tile, const model::Fold& fold,
                          const model::Sink& sink) noexcept {
  constexpr int R = rows_at_once<Arch>;
  const bool is_buffer = sink.buffer != nullptr;
  const bool is_sum = fold.accumulation != Accumulation::none;
  const auto collapse_block = collapse_block_of<Arch>(noise_.has_gradients, is_sum, is_buffer);
  const auto collapse_one =
      noise_.has_gradients ? collapse_row<Arch, true> : collapse_row<Arch, false>;
  const int in_blocks = dimensions_ > 1 && R > 1 ? tile.axis[1].count / R * R : 0;
  // Adding to -0 changes nothing, and neither does a multiplication by 1.
  const bool adds_nothing = fold.accumulation != Accumulation::add;
  if (adds_nothing) {
    for (int i = 0; i < columns_.width; i += lanes<Arch>)
      Floats<Arch>(-0.0f).store_aligned(nothing_ + i);
  }
  Extremes<Arch> extremes = is_buffer ? Extremes<Arch>() : Extremes<Arch>(sink);
  for_each_row(tile, [&](int y, int z, int w) {
    if (y < in_blocks && y % R != 0) return;
    RowsTo to = rows_to<Arch>(tile, fold, sink, y, z, w);
    if (adds_nothing) {
      to.sum = nothing_;
      to.sum_stride = 0;
    }
    if (y < in_blocks) {
      make_block(tile, y, z, w);
      return collapse_block(columns_, x_rows_, to, extremes);
    }
    if (!is_sum) to.amplitude = 1;
    if (is_buffer) {
      to.begin = 0;
      to.end = columns_.width;
    }
    select_row(tile, y, z, w);
    make_x_row();
    collapse_one(columns_, x_rows_, pitch_, to, extremes);
  });
  if (!is_buffer) extremes.finish(sink);
}

template <class Arch>
void GridFill<Arch>::differentiate(const model::Tile& tile, float* const* planes) noexcept {
  const auto differentiate =
      noise_.has_gradients ? differentiate_row<Arch, true> : differentiate_row<Arch, false>;
  const auto frequency = static_cast<float>(noise_.placement.frequency);
  std::ptrdiff_t row = 0;
  for_each_row(tile, [&](int y, int z, int w) {
    select_row(tile, y, z, w);
    make_x_row();
    differentiate(columns_, dimensions_, x_rows_, pitch_, frequency, planes, row);
    row += tile.pitch;
  });
}

}  // namespace perlane::kernels
