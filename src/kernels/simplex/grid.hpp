#pragma once
// Fills tiles whose positions are axes with simplex noise: cuts them into boxes, and decides how
// each is evaluated.

#include "kernels/lanes/output.hpp"
#include "kernels/simplex/boxes.hpp"

namespace perlane::kernels::simplex {

// The places of samples along an axis: rounded, in cells; and in quanta, modulo 2^32.
struct SimplexAxis {
  double* cells;
  std::uint32_t* quanta;
};

// Computes where samples at some positions lie, in whole vectors.
template <class Arch>
SimplexAxis place_axis(const model::SimplexNoise& noise, int axis, const double* position,
                       int count, model::Arena& arena) noexcept {
  using D = Doubles<Arch>;
  const SimplexAxis to{allocate<Arch, double>(arena, count),
                       allocate<Arch, std::uint32_t>(arena, count)};
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

// Finds the outermost of some numbers: the first and the last if they are in order.
template <class Arch>
void set_outermost(const double* number, int count, bool are_in_order, double& low,
                   double& high) noexcept {
  low = high = number[0];
  for (int i = are_in_order ? count - 1 : 1; i < count; ++i) {
    low = number[i] < low ? number[i] : low;
    high = number[i] > high ? number[i] : high;
  }
}

// The tiles of a stack share the places of columns, and the vertices that reach into the stack.
template <class Arch, int N>
class SimplexStack {
 public:
  int groups;  // of simplex_columns
  bool are_in_order;  // only given positions may not be
  SimplexAxis x;
  double* low;  // the outermost of each group
  double* high;
  bool has_vertices;
  SimplexVertices<Arch, N> vertices;

  static const SimplexStack& of(const model::SimplexNoise& noise, const model::Tile& tile,
                                model::State& state) noexcept {
    if (state.cached == nullptr) {
      auto* stack = allocate<Arch, SimplexStack>(state.arena, 1);
      state.cached = new (stack) SimplexStack(noise, tile, state.arena);
    }
    return *static_cast<const SimplexStack*>(state.cached);
  }

 private:
  static constexpr double most_vertices = 2048;
  // Quanta modulo 2^32 distinguish vertices that are less than 128 cells from the anchor.
  static constexpr double widest_box = 120;

  SimplexStack(const model::SimplexNoise& noise, const model::Tile& tile,
               model::Arena& arena) noexcept
      : groups(tile.columns / simplex_columns) {
    double* position = scratch_memory<Arch, double>(arena, tile.columns);
    row_positions<Arch>(tile, position);
    x = place_axis<Arch>(noise, 0, position, tile.columns, arena);
    low = allocate<Arch, double>(arena, groups);
    high = allocate<Arch, double>(arena, groups);
    are_in_order = tile.axis[0].position == nullptr;
    for (int i = 0; i < groups; ++i)
      set_outermost<Arch>(x.cells + i * simplex_columns, simplex_columns, are_in_order, low[i],
                          high[i]);
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
      vertices.at[axis] = allocate<Arch, float>(arena, vertices.most);
      vertices.quanta[axis] = allocate<Arch, std::uint32_t>(arena, vertices.most);
      vertices.gradient[axis] = allocate<Arch, float>(arena, vertices.most);
    }
    has_vertices = SimplexLister<Arch, N>(noise, box).list(vertices);
  }
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
    // Other noises may have caches before the scratch memory.
    int bytes = 0;
    for (int axis = 1; axis < N; ++axis)
      bytes += round_up_to_lanes<Arch>(tile.axis[axis].count) * 20 + 3 * 128;
    model::Arena arena{scratch_memory<Arch, std::byte>(state.arena, bytes), state.arena.end};
    for (int axis = 1; axis < N; ++axis) {
      const int count = tile.axis[axis].count, whole = round_up_to_lanes<Arch>(count);
      double* position = allocate<Arch, double>(arena, whole);
      for (int i = 0; i < whole; ++i)
        position[i] = model::position_of<Arch>(tile.axis[axis], i < count ? i : count - 1);
      axis_[axis] = place_axis<Arch>(noise, axis, position, whole, arena);
    }
  }

  // Returns false if samples are too far from each other for boxes of them.
  bool has_boxes() const noexcept {
    for (int i = 0; i < stack_.groups; ++i) {
      if (!(stack_.high[i] - stack_.low[i] < Samples::widest)) return false;
    }
    return for_each_strip([](const SimplexRowPlaces&, const SimplexBox& box, int, int) {
      for (int axis = 1; axis < N; ++axis) {
        if (!(box.high[axis] - box.low[axis] < Samples::widest)) return false;
      }
      return true;
    });
  }

  void fill(float* to) const noexcept {
    SimplexBoxes<Arch, N> boxes(stack_.vertices, noise_.support_squared[N - 1], tile_.pitch);
    for_each_strip([&](const SimplexRowPlaces& places, SimplexBox& box, int row, int rows) {
      fill_rows(places, box, rows, boxes, to + std::ptrdiff_t{row} * tile_.pitch);
      return true;
    });
  }

 private:
  using Samples = SimplexSamples<Arch, N>;

  // With so many vertices in reach of a group of columns, boxes and single samples cost the same.
  static constexpr double most_in_reach = N == 2 ? 12 : N == 3 ? 20 : 30;
  // Several groups of columns share vertices as long as they are within so many cells.
  static constexpr double widest_shared = 8;
  static constexpr int most_groups = 16;

  // Sets the places of rows from `first` on, and their bounds; it repeats the last of `count`.
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
        if (r == 0) box.low[axis] = box.high[axis] = cells;
        box.low[axis] = cells < box.low[axis] ? cells : box.low[axis];
        box.high[axis] = cells > box.high[axis] ? cells : box.high[axis];
      }
      if (r + 1 >= count) continue;
      ++sample[1];
      for (int axis = 1; axis < N - 1 && sample[axis] == tile_.axis[axis].count; ++axis) {
        sample[axis] = 0;
        ++sample[axis + 1];
      }
    }
  }

  // Calls visit(places, box, row, rows) for strips of rows, with boxes that lack x, until it
  // returns false; returns its last result.
  template <class Visit>
  bool for_each_strip(const Visit& visit) const noexcept {
    const int rows = model::row_count<Arch>(tile_);
    for (int row = 0; row < rows; row += simplex_rows) {
      const int count = rows - row < simplex_rows ? rows - row : simplex_rows;
      SimplexRowPlaces places;
      SimplexBox box{};
      set_places(row, count, places, box);
      if (!visit(places, box, row, count)) return false;
    }
    return true;
  }

  // Returns true if so few vertices reach into a group of columns that its samples share them.
  bool has_few_vertices(const SimplexBox& rows, int group) const noexcept {
    SimplexBox box = rows;
    box.low[0] = stack_.low[group];
    box.high[0] = stack_.high[group];
    return stack_.has_vertices && vertices_in_reach<N>(box) < most_in_reach;
  }

  void fill_rows(const SimplexRowPlaces& places, SimplexBox& box, int rows,
                 SimplexBoxes<Arch, N>& boxes, float* to) const noexcept {
    for (int i = 0; i < stack_.groups;) {
      const bool is_shared = has_few_vertices(box, i);
      const int most = is_shared ? most_groups : stack_.groups;
      const double widest = is_shared ? widest_shared : Samples::widest;
      box.low[0] = stack_.low[i];
      box.high[0] = stack_.high[i];
      int end = i + 1;
      for (; end < stack_.groups && end < i + most; ++end) {
        const double low = stack_.low[end] < box.low[0] ? stack_.low[end] : box.low[0];
        const double high = stack_.high[end] > box.high[0] ? stack_.high[end] : box.high[0];
        if (high - low > widest || has_few_vertices(box, end) != is_shared) break;
        box.low[0] = low;
        box.high[0] = high;
      }
      if (is_shared && boxes.begin(box, places.quanta, rows)) {
        for (int group = i; group < end; ++group) {
          const int column = group * simplex_columns;
          boxes.fill(stack_.x.quanta + column, stack_.low[group], stack_.high[group], to + column);
        }
      } else {
        const Samples samples(noise_, drawn_.gradients(), box, places, rows);
        for (int column = i * simplex_columns; column < end * simplex_columns;
             column += lanes<Arch>) {
          const double* cells = stack_.x.cells + column;
          double low, high;
          set_outermost<Arch>(cells, lanes<Arch>, stack_.are_in_order, low, high);
          samples.fill(cells, stack_.x.quanta + column, low, high, to + column, tile_.pitch);
        }
      }
      i = end;
    }
  }

  const model::SimplexNoise& noise_;
  const model::Tile& tile_;
  HashedSimplex<Arch, N> drawn_;
  const SimplexStack<Arch, N>& stack_;
  SimplexAxis axis_[N];
};

}  // namespace perlane::kernels::simplex
