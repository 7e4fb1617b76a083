#pragma once
// Fills tiles whose positions are axes with simplex noise: cuts them into boxes, and decides how
// each is evaluated.

#include "kernels/simplex/boxes.hpp"

namespace perlane::kernels::simplex {

// Samples of an axis: where they lie, rounded, in cells; and the same in quanta, modulo 2^32.
struct SimplexAxis {
  double* cells;
  std::uint32_t* quanta;
};

// Works out where samples at some positions lie, in whole vectors.
template <class Arch>
SimplexAxis place_axis(const model::SimplexNoise& noise, int axis, const double* position,
                       int count, model::Arena& arena) noexcept {
  using D = Doubles<Arch>;
  const SimplexAxis to{take<Arch, double>(arena, count), take<Arch, std::uint32_t>(arena, count)};
  const D frequency(noise.frequency), shift(noise.lattice.shift[axis]), end(0x1.8p28);
  constexpr int half = static_cast<int>(D::size);
  for (int i = 0; i < count; i += lanes<Arch>) {
    D whole[2], f[2];
    for (int part = 0; part < 2; ++part) {
      const D s = D::load_aligned(position + i + part * half) * frequency + shift;
      const D rounded = xsimd::select(xsimd::abs(s) < D(0x1p27), (s + end) - end, s);
      rounded.store_aligned(to.cells + i + part * half);
      whole[part] = floor_of<Arch>(rounded);
      f[part] = rounded - whole[part];
    }
    ((to_words<Arch>(whole[0], whole[1]) << 24) + to_quanta<Arch>(f[0], f[1]))
        .store_aligned(to.quanta + i);
  }
  return to;
}

// The outermost of every `step`th of some numbers.
template <class Arch>
void set_outermost(const double* number, int step, int count, double& low, double& high) noexcept {
  low = high = number[0];
  for (int i = step; i < count; i += step) {
    low = number[i] < low ? number[i] : low;
    high = number[i] > high ? number[i] : high;
  }
}

// What is kept for a stack of tiles: where columns lie, and the vertices that reach into the stack.
template <class Arch, int N>
class SimplexStack {
 public:
  int groups;  // of simplex_columns
  SimplexAxis x;
  double* low;  // the outermost of each group
  double* high;
  bool has_vertices;
  SimplexVertices<Arch, N> vertices;

  static const SimplexStack& of(const model::SimplexNoise& noise, const model::Tile& tile,
                                model::State& state) noexcept {
    if (state.kept == nullptr) {
      auto* stack = take<Arch, SimplexStack>(state.arena, 1);
      state.kept = new (stack) SimplexStack(noise, tile, state.arena);
    }
    return *static_cast<const SimplexStack*>(state.kept);
  }

 private:
  static constexpr double most_vertices = 2048;
  // Quanta modulo 2^32 tell vertices apart that are less than 128 cells from the anchor.
  static constexpr double widest_box = 120;

  SimplexStack(const model::SimplexNoise& noise, const model::Tile& tile,
               model::Arena& arena) noexcept
      : groups(tile.columns / simplex_columns) {
    double* position = borrow<Arch, double>(arena, tile.columns);
    row_positions<Arch>(tile, position);
    x = place_axis<Arch>(noise, 0, position, tile.columns, arena);
    low = take<Arch, double>(arena, groups);
    high = take<Arch, double>(arena, groups);
    // Only given positions may be out of order.
    const int step = tile.axis[0].position == nullptr ? simplex_columns - 1 : 1;
    for (int i = 0; i < groups; ++i)
      set_outermost<Arch>(x.cells + i * simplex_columns, step, simplex_columns, low[i], high[i]);
    list_vertices(noise, tile, arena);
  }

  void list_vertices(const model::SimplexNoise& noise, const model::Tile& tile,
                     model::Arena& arena) noexcept {
    SimplexBox box;
    box.low[0] = low[0];
    box.high[0] = high[0];
    for (int i = 1; i < groups; ++i) {
      box.low[0] = low[i] < box.low[0] ? low[i] : box.low[0];
      box.high[0] = high[i] > box.high[0] ? high[i] : box.high[0];
    }
    for (int axis = 1; axis < N; ++axis) {
      const model::Axis& samples = axis == N - 1 ? tile.stack : tile.axis[axis];
      for (int i = 0; i < samples.count; ++i) {
        const double s =
            model::position_of<Arch>(samples, i) * noise.frequency + noise.lattice.shift[axis];
        box.low[axis] = i == 0 || s < box.low[axis] ? s : box.low[axis];
        box.high[axis] = i == 0 || s > box.high[axis] ? s : box.high[axis];
      }
    }
    const double expected = vertices_in_reach<N>(box) * 1.2 + 64;
    has_vertices = expected < most_vertices;
    for (int axis = 0; axis < N; ++axis)
      has_vertices = has_vertices && box.high[axis] - box.low[axis] < widest_box;
    if (!has_vertices) return;
    vertices.most = static_cast<int>(expected);
    for (int axis = 0; axis < N; ++axis) {
      vertices.at[axis] = take<Arch, float>(arena, vertices.most);
      vertices.quanta[axis] = take<Arch, std::uint32_t>(arena, vertices.most);
      vertices.gradient[axis] = take<Arch, float>(arena, vertices.most);
    }
    has_vertices = SimplexLister<Arch, N>(noise, box).list(vertices);
  }
};

// Where some rows of a tile lie along y, z and w.
struct SimplexRowPlaces {
  double cells[4][simplex_rows];
  alignas(64) std::uint32_t quanta[4][simplex_rows];
};

// A tile of a stack.
template <class Arch, int N>
class SimplexTile {
 public:
  SimplexTile(const model::SimplexNoise& noise, const model::Tile& tile,
              model::State& state) noexcept
      : noise_(noise),
        tile_(tile),
        drawn_(noise),
        stack_(SimplexStack<Arch, N>::of(noise, tile, state)) {
    // What is in front of the scratch memory may be kept for other noises.
    int bytes = 0;
    for (int axis = 1; axis < N; ++axis)
      bytes += round_up_to_lanes<Arch>(tile.axis[axis].count) * 20 + 3 * 128;
    model::Arena arena{borrow<Arch, std::byte>(state.arena, bytes), state.arena.end};
    for (int axis = 1; axis < N; ++axis) {
      const int count = tile.axis[axis].count, whole = round_up_to_lanes<Arch>(count);
      double* position = take<Arch, double>(arena, whole);
      for (int i = 0; i < whole; ++i)
        position[i] = model::position_of<Arch>(tile.axis[axis], i < count ? i : count - 1);
      axis_[axis] = place_axis<Arch>(noise, axis, position, whole, arena);
    }
  }

  // False if that would be slower than sample by sample; the buffer then has anything.
  bool fill(float* to) const noexcept {
    const int rows = tile_.axis[1].count * tile_.axis[2].count * tile_.axis[3].count;
    SimplexBoxes<Arch, N> boxes(stack_.vertices, noise_.reach[N - 1], tile_.pitch);
    for (int row = 0; row < rows; row += simplex_rows) {
      const int count = rows - row < simplex_rows ? rows - row : simplex_rows;
      if (!fill_rows(row, count, boxes, to + std::ptrdiff_t{row} * tile_.pitch)) return false;
    }
    return true;
  }

 private:
  // Where boxes and single samples cost the same: vertices in reach of a group of columns.
  static constexpr double most_in_reach = N == 2 ? 12 : N == 3 ? 20 : 30;
  // Several groups of columns take vertices together as long as they are within so many cells.
  static constexpr double widest = 8;
  static constexpr int most_groups = 16;

  // Of rows from `first` on; beyond `count`, the last is repeated.
  void set_places(int first, int count, SimplexRowPlaces& places, SimplexBox& box) const noexcept {
    int sample[N] = {};
    for (int axis = 1; axis < N; ++axis) {
      sample[axis] = axis == N - 1 ? first : first % tile_.axis[axis].count;
      first /= tile_.axis[axis].count;
    }
    for (int r = 0; r < simplex_rows; ++r) {
      for (int axis = 1; axis < N; ++axis) {
        const double cells = axis_[axis].cells[sample[axis]];
        places.cells[axis][r] = cells;
        places.quanta[axis][r] = axis_[axis].quanta[sample[axis]];
        box.low[axis] = r == 0 || cells < box.low[axis] ? cells : box.low[axis];
        box.high[axis] = r == 0 || cells > box.high[axis] ? cells : box.high[axis];
      }
      if (r + 1 >= count) continue;
      ++sample[1];
      for (int axis = 1; axis < N - 1 && sample[axis] == tile_.axis[axis].count; ++axis) {
        sample[axis] = 0;
        ++sample[axis + 1];
      }
    }
  }

  bool fill_rows(int first, int count, SimplexBoxes<Arch, N>& boxes, float* to) const noexcept {
    SimplexRowPlaces places;
    SimplexBox box;
    set_places(first, count, places, box);
    for (int i = 0; i < stack_.groups;) {
      box.low[0] = stack_.low[i];
      box.high[0] = stack_.high[i];
      if (!stack_.has_vertices || !(vertices_in_reach<N>(box) < most_in_reach)) {
        if (!fill_each(places, count, box, i * simplex_columns, to)) return false;
        ++i;
        continue;
      }
      int end = i + 1;
      for (; end < stack_.groups && end < i + most_groups; ++end) {
        const double low = stack_.low[end] < box.low[0] ? stack_.low[end] : box.low[0];
        const double high = stack_.high[end] > box.high[0] ? stack_.high[end] : box.high[0];
        if (high - low > widest) break;
        box.low[0] = low;
        box.high[0] = high;
      }
      if (!boxes.begin(box, places.quanta, count)) return false;
      for (; i < end; ++i) {
        const int column = i * simplex_columns;
        boxes.fill(stack_.x.quanta + column, stack_.low[i], stack_.high[i], to + column);
      }
    }
    return true;
  }

  // Evaluates a box of one group of columns sample by sample. Positions are counted from a cell
  // near it, so that binary32 finds the simplex. False if the box is too large for that.
  bool fill_each(const SimplexRowPlaces& places, int count, const SimplexBox& box, int column,
                 float* to) const noexcept {
    for (int axis = 0; axis < N; ++axis) {
      if (box.high[axis] - box.low[axis] > 100) return false;
    }
    const SimplexAnchor<Arch, N> anchor(box);
    SimplexBlock<Arch, N> block;
    float* const planes[] = {to};
    for (int i = column; i < column + simplex_columns; i += lanes<Arch>) {
      using D = Doubles<Arch>;
      const D cell(anchor.cell[0]);
      const double* cells = stack_.x.cells + i;
      const Floats<Arch> x = narrow<Arch>(
          D::load_aligned(cells) - cell, D::load_aligned(cells + static_cast<int>(D::size)) - cell);
      const Words<Arch> quanta = Words<Arch>::load_aligned(stack_.x.quanta + i);
      for (int r = 0; r < count; ++r) {
        place_each(anchor, x, quanta, places, r, block.place[r]);
        block.at[r] = std::ptrdiff_t{r} * tile_.pitch + i;
      }
      block.count = count;
      sum_block<Arch, N, false, HashedSimplex<Arch, N>>(noise_, &drawn_, block, planes);
    }
    return true;
  }

  XSIMD_INLINE void place_each(const SimplexAnchor<Arch, N>& anchor, Floats<Arch> x,
                               Words<Arch> quanta, const SimplexRowPlaces& places, int row,
                               SimplexPlace<Arch, N>& place) const noexcept {
    using F = Floats<Arch>;
    using W = Words<Arch>;
    F at[N] = {x};
    W position[N] = {quanta};
    double sum = 0;
    for (int axis = 1; axis < N; ++axis) {
      const double cells = places.cells[axis][row] - anchor.cell[axis];
      at[axis] = F(static_cast<float>(cells));
      position[axis] = W(places.quanta[axis][row]);
      sum += cells;
    }
    const F skew = x * F(static_cast<float>(exact_skew<N>)) +
                   F(static_cast<float>(sum * exact_skew<N> + anchor.skew));
    for (int axis = 0; axis < N; ++axis) {
      const F skewed = at[axis] + skew, whole = floor_of<Arch>(skewed);
      place.vertex[axis] = W(anchor.point[axis]) + as_words<Arch>(whole);
      place.within[axis] = skewed - whole;
    }
    set_offsets<Arch, N>(position, place.vertex, place);
  }

  const model::SimplexNoise& noise_;
  const model::Tile& tile_;
  HashedSimplex<Arch, N> drawn_;
  const SimplexStack<Arch, N>& stack_;
  SimplexAxis axis_[N];
};

}  // namespace perlane::kernels::simplex
