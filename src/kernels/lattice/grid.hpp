#pragma once
// Fills the tiles of a stack by axis collapse; mirror of reference/cell.hpp. It removes x once per
// lattice row, w and z once per slice, and y once per sample.
//
// A row is a run of the columns of samples, at lattice points or samples of y, z and w; see
// kernels/lattice/collapse_rows.hpp. With derivatives it has a set of lines for the noise, and one
// more for the derivative along each axis that is removed, in the order in which they are. Rows are
// made when they are first needed, and kept until they are left behind.

#include "kernels/lattice/collapse_y.hpp"
#include "kernels/shared/lattice_noise.hpp"
#include "kernels/shared/lattice_rows.hpp"
#include "kernels/write/row_target.hpp"
#include "kernels/shared/row_words.hpp"
#include "kernels/write/write.hpp"

namespace perlane::kernels::lattice {

template <class Arch, int N>
class GridFill {
  using F = Floats<Arch>;

 public:
  // Returns what is kept for the stack of this tile, and works it out if it is not there yet.
  static GridFill& of(const DescribedBy<Arch>& noise, const model::Tile& tile, bool has_derivatives,
                      int before, model::State& state) noexcept {
    if (state.kept == nullptr) {
      void* place = take<Arch, GridFill>(state.arena, 1);
      state.kept = new (place) GridFill(noise, tile, has_derivatives, before, state.arena);
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

  GridFill(const DescribedBy<Arch>& noise, const model::Tile& tile, bool has_derivatives,
           int before, model::Arena& arena) noexcept;

  // A row from which x and the axes m, m + 1 and so on are removed has these: lines of a set, the
  // floats of a set, and the sets.
  int lines(int m) const noexcept { return noise_.has_gradients ? m : 1; }
  int set_size(int m) const noexcept { return lines(m) * pitch_; }
  int sets(int m) const noexcept { return has_derivatives_ ? N - m + 2 : 1; }
  int row_size(int m) const noexcept { return sets(m) * set_size(m); }

  // Points to memory that is used for the moment.
  void lend(const model::Arena& arena) noexcept;

  template <int m>
  PERLANE_OUT_OF_LINE Beside rows_beside(RowKey key) noexcept;
  template <int m>
  const float* row(RowKey key) noexcept;
  void draw_row(const std::uint32_t* cell, float* to) noexcept;
  template <int m>
  void make_row(RowKey samples, float* to) noexcept;
  template <int m, class R>
  void remove(const R& removal, const Beside& beside, float* to) noexcept;

  // A stage is no larger than half of the first-level cache.
  static int staged_rows(int width) noexcept {
    constexpr int at_once = rows_at_once<Arch>, most = 4096;
    return width * at_once < most ? most / (width * at_once) * at_once : at_once;
  }

  RowKey key_of(const model::Tile& tile, int y, int z, int w) const noexcept;
  const RowAxis& axis(int number) const noexcept { return rows_.axes().axis[number]; }
  int rows_in_cell(int y, int end) const noexcept;

  LatticeNoise<Arch> noise_;
  bool has_derivatives_;
  Columns columns_;
  LatticeRows<Arch, N, 1> rows_;  // from which x is removed
  KeptRows<Arch, N, 1> kept_[4];  // from which further axes are removed, by the last of them
  struct Found {
    RowKey key;
    Beside beside;
  };
  Found found_[2];  // the last rows beside a slice, by the parity of their place along y
  int pitch_, drawn_pitch_;  // of the lines of rows, and of what is drawn
  int stage_rows_;  // that the stage has room for
  float* drawn_ = nullptr;
  float* line_ = nullptr;  // a row on its way
  float* stage_ = nullptr;
  std::uint32_t* word_ = nullptr;
};

template <class Arch, int N>
GridFill<Arch, N>::GridFill(const DescribedBy<Arch>& noise, const model::Tile& tile,
                            bool has_derivatives, int before, model::Arena& arena) noexcept
    : noise_(noise.describe(noise.noise, N)),
      has_derivatives_(has_derivatives),
      columns_(locate_columns<Arch>(tile, noise_.placement, has_derivatives, before,
                                    noise_.remove_x_hashed != nullptr, arena)),
      rows_(tile, noise_.placement, has_derivatives, arena),
      pitch_(columns_.width + model::row_gap),
      drawn_pitch_(round_up_to_lanes<Arch>(columns_.count) + 2 * lanes<Arch>),
      stage_rows_(staged_rows(pitch_)) {
  const LatticePoints& lattice = *noise_.placement.lattice;
  noise_.words->prepare_axis(lattice, 0, columns_.lattice, columns_.count);
  for (int m = 1; m < N; ++m)
    noise_.words->prepare_axis(lattice, m, axis(m).lattice, axis(m).places);
  if constexpr (N > 1) rows_.keep(row_size(N), arena);
  for (int m = 2; m < N; ++m)
    kept_[m] = KeptRows<Arch, N, 1>(rows_.axes(), m - 1, row_size(m), arena);
}

template <class Arch, int N>
void GridFill<Arch, N>::lend(const model::Arena& arena) noexcept {
  const int drawn = (noise_.has_gradients ? N : 1) * drawn_pitch_;
  const int stage = RowTarget<Arch>::stage_size(stage_rows_, columns_.width);
  const int words = columns_.count + row_words_room<Arch>;
  drawn_ = borrow<Arch, float>(arena, drawn + 2 * pitch_ + stage + words);
  line_ = drawn_ + drawn;
  stage_ = line_ + 2 * pitch_;
  word_ = reinterpret_cast<std::uint32_t*>(stage_ + stage);
}

// Finds the rows beside a sample of axis m. `key` has places for the axes below m, and samples for
// the others.
template <class Arch, int N>
template <int m>
Beside GridFill<Arch, N>::rows_beside(RowKey key) noexcept {
  const int sample = key.at<m>();
  const RowKey below = key.plus<m>(axis(m).place[sample] - sample);
  const auto find = [&]() -> Beside {
    const float* low = row<m + 1>(below);
    return {low, row<m + 1>(below.plus<m>(1))};
  };
  if constexpr (m == 2) {
    // Slices between the same lattice points find the same rows. A row that takes the place of
    // another has its parity along y, so what is found here is still there.
    Found& found = found_[below.template at<1>() % 2];
    if (!(found.key == below)) found = {below, find()};
    return found.beside;
  } else {
    return find();
  }
}

// Finds the row at places of the axes below m, and at samples of the others.
template <class Arch, int N>
template <int m>
const float* GridFill<Arch, N>::row(RowKey key) noexcept {
  if constexpr (m == N) {
    return rows_.at(key, [&](const std::uint32_t* cell, float* to) { draw_row(cell, to); });
  } else {
    return kept_[m].template at<m - 1>(rows_.axes(), key, [&](float* to) { make_row<m>(key, to); });
  }
}

// Draws a lattice row, and removes x.
template <class Arch, int N>
void GridFill<Arch, N>::draw_row(const std::uint32_t* cell, float* to) noexcept {
  const LatticePoints& lattice = *noise_.placement.lattice;
  const int count = columns_.count, components = noise_.has_gradients ? N : 1;
  if (noise_.remove_x_hashed != nullptr && columns_.stretches->reach == Reach::per_sample) {
    const std::uint32_t key = row_key<Arch>(lattice, N, cell);
    noise_.remove_x_hashed(noise_.noise, columns_, key, to, pitch_);
    if (has_derivatives_)
      noise_.differentiate_x_hashed(noise_.noise, columns_, key, to + set_size(N), pitch_);
    return;
  }
  if (noise_.draw_hashed != nullptr) {
    const std::uint32_t key = row_key<Arch>(lattice, N, cell);
    noise_.draw_hashed(noise_.noise, columns_.lattice, key, count, drawn_, drawn_pitch_);
  } else {
    noise_.words->row_words(lattice, N, columns_.lattice, count, cell, word_);
    noise_.choose(noise_.noise, N, word_, count);
    noise_.draw(noise_.noise, word_, count, drawn_, drawn_pitch_);
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
  if (has_derivatives_) remove(RemovalSlope<F>(), columns_.slopes, to + set_size(N));
}

template <class Arch, int N>
template <int m, class R>
void GridFill<Arch, N>::remove(const R& removal, const Beside& beside, float* to) noexcept {
  const int width = columns_.width;
  if (noise_.has_gradients) {
    remove_axis<Arch, m>(removal, beside, pitch_, to, pitch_, width);
  } else {
    remove_axis<Arch, 0>(removal, beside, pitch_, to, pitch_, width);
  }
}

// Removes axis m at a sample.
template <class Arch, int N>
template <int m>
void GridFill<Arch, N>::make_row(RowKey samples, float* to) noexcept {
  const Beside beside = rows_beside<m>(samples);
  const int sample = samples.at<m>(), count = sets(m + 1), from = set_size(m + 1);
  const auto removal = removal_of<Removal<F>, F>(axis(m).weights, sample);
  for (int set = 0; set < count; ++set)
    remove<m>(removal, {beside.low + set * from, beside.high + set * from}, to + set * set_size(m));
  if (has_derivatives_)
    remove<m>(removal_of<RemovalSlope<F>, F>(axis(m).slopes, sample), beside,
              to + count * set_size(m));
}

// The key of a row of samples of the tile.
template <class Arch, int N>
RowKey GridFill<Arch, N>::key_of(const model::Tile& tile, int y, int z, int w) const noexcept {
  return RowKey(y + (N == 2 ? tile.offset : 0), z + (N == 3 ? tile.offset : 0),
                w + (N == 4 ? tile.offset : 0));
}

// How many rows of samples from y on, before `end`, lie between the same rows.
template <class Arch, int N>
int GridFill<Arch, N>::rows_in_cell(int y, int end) const noexcept {
  const int* place = axis(1).place;
  if (axis(1).is_in_order && place[end - 1] == place[y]) return end - y;
  int rows = 1;
  while (y + rows < end && place[y + rows] == place[y]) ++rows;
  return rows;
}

}  // namespace perlane::kernels::lattice
