#pragma once
// Simplex noise on grids. The noise is a plain sum over the vertices in reach, so a box of samples
// needs no simplices: it lists the vertices that reach into it, and adds them up, the same ones for
// every sample. What a vertex adds to a row of samples depends on the row by two numbers, which are
// worked out once per box, and on x by two vectors, which stay in registers while the rows pass.
// Seven operations are left per vertex and vector of samples, whatever the number of dimensions.
//
// Vertices that are listed in vain add +0 or -0, and a sum that starts at +0 stays the same. They
// are listed in the order of the reference: the last axis first, ascending.

#include "kernels/arena.hpp"
#include "kernels/simplex_sum.hpp"

namespace perlane::kernels {

// The largest whole number that is not above a number of a magnitude below 2^53.
template <class Arch>
XSIMD_INLINE double whole_below(double number) noexcept {
  const auto whole = static_cast<double>(static_cast<std::int64_t>(number));
  return whole > number ? whole - 1 : whole;
}

// Samples of an axis: where they lie, rounded, in cells; and the same in quanta, modulo 2^32.
struct SimplexAxis {
  double* cells;
  std::uint32_t* quanta;
};

// Positions are those of samples `first` and after, `count` of them, in whole vectors.
template <class Arch>
void place_axis(const model::SimplexNoise& noise, int axis, const double* position, int count,
                const SimplexAxis& to) noexcept {
  using D = Doubles<Arch>;
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
}

// The rows of a box, and the columns that are evaluated with one list of vertices.
inline constexpr int simplex_rows = 16;
inline constexpr int simplex_columns = 16;

// The outermost samples along each axis, in cells.
struct SimplexBox {
  double low[4], high[4];
};

// The vertices that reach into a box of rows, and what they add to each row: reach - dy^2 - dz^2 -
// dw^2, and gy dy + gz dz + gw dw.
template <class Arch, int N>
struct SimplexVertices {
  static constexpr int most = 192;

  struct Row {
    float rest[simplex_rows], slope[simplex_rows];
  };
  int count = 0;
  alignas(64) float at[most + 16];  // along x, from the anchor of the box
  alignas(64) float beside[most + 16];  // square of the least distance, without x
  alignas(64) std::uint32_t quanta[N][most + 16];
  alignas(64) float gradient[N][most + 16];
  alignas(64) Row row[most];
};

// Adds up to `count` vertices, of which d along x and gx are kept in registers, to all rows.
template <class Arch, int count, bool is_first, class Vertices>
PERLANE_OUT_OF_LINE void add_vertices(const Vertices& vertices, const int* kept,
                                      Words<Arch> position, int rows, float* to,
                                      std::ptrdiff_t pitch) noexcept {
  using F = Floats<Arch>;
  F square[count], slope[count];
  const float* row[count];
  for (int i = 0; i < count; ++i) {
    const int v = kept[i];
    const Words<Arch> quanta = position - Words<Arch>(vertices.quanta[0][v]);
    const F d = xsimd::to_float(xsimd::bitwise_cast<std::int32_t>(quanta)) * F(0x1p-24f);
    square[i] = d * d;
    slope[i] = F(vertices.gradient[0][v]) * d;
    row[i] = vertices.row[v].rest;
  }
  for (int r = 0; r < rows; ++r, to += pitch) {
    F n = is_first ? F(0.0f) : F::load_aligned(to);
    for (int i = 0; i < count; ++i) {
      F a = xsimd::max(F(row[i][r]) - square[i], F(0.0f));
      a = a * a;
      n = n + a * a * (slope[i] + F(row[i][simplex_rows + r]));
    }
    n.store_aligned(to);
  }
}

template <class Arch, bool is_first, class Vertices>
void add_some(int count, const Vertices& vertices, const int* kept, Words<Arch> position, int rows,
              float* to, std::ptrdiff_t pitch) noexcept {
  switch (count) {
    case 1:
      return add_vertices<Arch, 1, is_first>(vertices, kept, position, rows, to, pitch);
    case 2:
      return add_vertices<Arch, 2, is_first>(vertices, kept, position, rows, to, pitch);
    case 3:
      return add_vertices<Arch, 3, is_first>(vertices, kept, position, rows, to, pitch);
    case 4:
      return add_vertices<Arch, 4, is_first>(vertices, kept, position, rows, to, pitch);
    case 5:
      return add_vertices<Arch, 5, is_first>(vertices, kept, position, rows, to, pitch);
    default:
      return add_vertices<Arch, 6, is_first>(vertices, kept, position, rows, to, pitch);
  }
}

// How far vertices are felt, with a margin for what rounding does to bounds.
inline constexpr float felt_square = 0.5f;
inline constexpr double felt = 0.7072;

template <class Arch, int N>
class SimplexBoxes {
  using F = Floats<Arch>;
  using W = Words<Arch>;
  using Vertices = SimplexVertices<Arch, N>;

 public:
  SimplexBoxes(const model::SimplexNoise& noise, const model::Tile& tile) noexcept
      : noise_(noise), tile_(tile), drawn_(noise) {}

  // Lists the vertices that reach into a box. False if there are too many.
  bool list(const SimplexBox& box) noexcept;
  // Works out what each vertex adds to the rows, which lie there.
  void make_rows(const std::uint32_t (&position)[4][simplex_rows], int rows) noexcept;
  // Evaluates the columns of a box from `low` to `high`; x has their positions.
  void fill(const std::uint32_t* x, double low, double high, int rows, float* to) const noexcept;

 private:
  template <int axis>
  bool list_along(const SimplexBox& box, int (&offset)[N]) noexcept;
  bool list_row(const SimplexBox& box, const int (&offset)[N]) noexcept;

  const model::SimplexNoise& noise_;
  const model::Tile& tile_;
  HashedSimplex<Arch, N> drawn_;
  Vertices vertices_;
  // The lattice point that offsets are counted from, and where its vertex lies from the anchor, in
  // quanta; cells of the anchor, and offsets in reach.
  std::uint32_t base_[N];
  std::uint32_t base_quanta_;
  double anchor_[N];
  int first_[N], last_[N];
};

template <class Arch, int N>
bool SimplexBoxes<Arch, N>::list(const SimplexBox& box) noexcept {
  vertices_.count = 0;
  constexpr double g = model::unskew_quanta[N - 1], m = 0x1p24 - N * g;
  double cells = 0, low = 0, high = 0;
  for (int axis = 0; axis < N; ++axis) {
    anchor_[axis] = whole_below<Arch>(box.low[axis]);
    cells += anchor_[axis];
    low += box.low[axis] - anchor_[axis];
    high += box.high[axis] - anchor_[axis];
  }
  const double turns = whole_below<Arch>(cells / m);
  const double rest = (cells - turns * m) * exact_skew<N>;
  const double whole = whole_below<Arch>(rest), part = rest - whole;
  const auto skew =
      static_cast<std::uint32_t>(static_cast<std::int64_t>(turns)) * model::unskew_quanta[N - 1] +
      static_cast<std::uint32_t>(static_cast<std::int64_t>(whole));
  std::uint32_t sum = 0;
  for (int axis = 0; axis < N; ++axis) {
    base_[axis] = static_cast<std::uint32_t>(static_cast<std::int64_t>(anchor_[axis])) + skew;
    sum += base_[axis];
    // What is in reach lies within 1 of the box along each skewed axis.
    first_[axis] = static_cast<int>(
        whole_below<Arch>(box.low[axis] - anchor_[axis] + low * exact_skew<N> + part - 0x1p-10));
    last_[axis] = static_cast<int>(whole_below<Arch>(box.high[axis] - anchor_[axis] +
                                                     high * exact_skew<N> + part + 1 + 0x1p-10));
  }
  base_quanta_ = (skew << 24) - sum * model::unskew_quanta[N - 1];
  int offset[N] = {};
  return list_along<N - 1>(box, offset);
}

template <class Arch, int N>
template <int axis>
bool SimplexBoxes<Arch, N>::list_along(const SimplexBox& box, int (&offset)[N]) noexcept {
  if constexpr (axis == 0) {
    return list_row(box, offset);
  } else {
    for (int i = first_[axis]; i <= last_[axis]; ++i) {
      offset[axis] = i;
      if (!list_along<axis - 1>(box, offset)) return false;
    }
    return true;
  }
}

// Lists the vertices of a row of lattice points along x.
template <class Arch, int N>
bool SimplexBoxes<Arch, N>::list_row(const SimplexBox& box, const int (&offset)[N]) noexcept {
  constexpr double unskew = model::unskew_quanta[N - 1] * 0x1p-24;
  int others = 0;
  for (int axis = 1; axis < N; ++axis) others += offset[axis];
  const double base =
      static_cast<double>(static_cast<std::int32_t>(base_quanta_)) * 0x1p-24 - others * unskew;
  const double low = box.low[0] - anchor_[0], high = box.high[0] - anchor_[0];
  const int first = static_cast<int>(whole_below<Arch>((low - felt - base) / (1 - unskew))) + 1;
  const int last = static_cast<int>(whole_below<Arch>((high + felt - base) / (1 - unskew)));
  if (first > last) return true;
  alignas(64) static constexpr std::int32_t numbers[16] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                           8, 9, 10, 11, 12, 13, 14, 15};
  std::uint32_t side[N];
  for (int axis = 1; axis < N; ++axis) {
    const std::uint32_t a =
        (base_[axis] + static_cast<std::uint32_t>(offset[axis])) * model::hash_multiplier[axis] +
        noise_.lattice.key.axis[axis];
    side[axis] = (a ^ a >> model::hash_shift) | 1;
  }
  for (int i = first; i <= last; i += lanes<Arch>) {
    const W along =
        W(static_cast<std::uint32_t>(i)) +
        xsimd::bitwise_cast<std::uint32_t>(xsimd::batch<std::int32_t, Arch>::load_aligned(numbers));
    const W unskewed =
        (along + W(static_cast<std::uint32_t>(others))) * W(model::unskew_quanta[N - 1]);
    W quanta[N];
    F at_x, beside(0.0f), distance;
    for (int axis = N - 1; axis >= 0; --axis) {
      const W index = axis == 0 ? along : W(static_cast<std::uint32_t>(offset[axis]));
      quanta[axis] = W(base_quanta_) + (index << 24) - unskewed;
      const F at = xsimd::to_float(xsimd::bitwise_cast<std::int32_t>(quanta[axis])) * F(0x1p-24f);
      const F below = F(static_cast<float>(box.low[axis] - anchor_[axis])) - at;
      const F above = at - F(static_cast<float>(box.high[axis] - anchor_[axis]));
      const F away = xsimd::max(xsimd::max(below, above), F(0.0f));
      if (axis == 0) {
        at_x = at;
        distance = beside + away * away;
      } else {
        beside = beside + away * away;
      }
    }
    const int count = last - i + 1 < lanes<Arch> ? last - i + 1 : lanes<Arch>;
    std::uint64_t mask = (distance < F(felt_square)).mask() & ((std::uint64_t{1} << count) - 1);
    if (mask == 0) continue;
    if (vertices_.count + count > Vertices::most) return false;
    W sides[N];
    sides[0] = mixed<Arch>(spread_axis<Arch>(W(base_[0]) + along, noise_.lattice, 0));
    for (int axis = 1; axis < N; ++axis) sides[axis] = W(side[axis]);
    F gradient[N];
    drawn_.draw(sides, gradient);
    alignas(64) float lane_at[lanes<Arch>], lane_beside[lanes<Arch>], lane_g[N][lanes<Arch>];
    alignas(64) std::uint32_t lane_quanta[N][lanes<Arch>];
    at_x.store_aligned(lane_at);
    beside.store_aligned(lane_beside);
    for (int axis = 0; axis < N; ++axis) {
      // Modulo 2^32, from the origin.
      (quanta[axis] + W(static_cast<std::uint32_t>(static_cast<std::int64_t>(anchor_[axis])) << 24))
          .store_aligned(lane_quanta[axis]);
      gradient[axis].store_aligned(lane_g[axis]);
    }
    for (int lane = 0; lane < count; ++lane) {
      if ((mask >> lane & 1) == 0) continue;
      const int v = vertices_.count++;
      vertices_.at[v] = lane_at[lane];
      vertices_.beside[v] = lane_beside[lane];
      for (int axis = 0; axis < N; ++axis) {
        vertices_.quanta[axis][v] = lane_quanta[axis][lane];
        vertices_.gradient[axis][v] = lane_g[axis][lane];
      }
    }
  }
  return true;
}

template <class Arch, int N>
void SimplexBoxes<Arch, N>::make_rows(const std::uint32_t (&position)[4][simplex_rows],
                                      int rows) noexcept {
  const F reach(noise_.reach[N - 1]);
  for (int v = 0; v < vertices_.count; ++v) {
    for (int r = 0; r < rows; r += lanes<Arch>) {
      F square, slope;
      for (int axis = 1; axis < N; ++axis) {
        const W quanta = W::load_aligned(position[axis] + r) - W(vertices_.quanta[axis][v]);
        const F d = xsimd::to_float(xsimd::bitwise_cast<std::int32_t>(quanta)) * F(0x1p-24f);
        const F g(vertices_.gradient[axis][v]);
        square = axis == 1 ? d * d : square + d * d;
        slope = axis == 1 ? g * d : slope + g * d;
      }
      (reach - square).store_aligned(vertices_.row[v].rest + r);
      slope.store_aligned(vertices_.row[v].slope + r);
    }
  }
}

template <class Arch, int N>
void SimplexBoxes<Arch, N>::fill(const std::uint32_t* x, double low, double high, int rows,
                                 float* to) const noexcept {
  int kept[Vertices::most], count = 0;
  const F begin(static_cast<float>(low - anchor_[0])), end(static_cast<float>(high - anchor_[0]));
  for (int v = 0; v < vertices_.count; v += lanes<Arch>) {
    const F at = F::load_aligned(vertices_.at + v);
    const F away = xsimd::max(xsimd::max(begin - at, at - end), F(0.0f));
    const F distance = away * away + F::load_aligned(vertices_.beside + v);
    std::uint64_t mask = (distance < F(felt_square)).mask();
    for (int lane = 0; lane < lanes<Arch> && v + lane < vertices_.count; ++lane) {
      kept[count] = v + lane;
      count += static_cast<int>(mask >> lane & 1);
    }
  }
  const std::ptrdiff_t pitch = tile_.pitch;
  for (int i = 0; i < simplex_columns; i += lanes<Arch>) {
    const W position = W::load_aligned(x + i);
    float* out = to + i;
    if (count == 0) {
      for (int r = 0; r < rows; ++r) F(0.0f).store_aligned(out + r * pitch);
      continue;
    }
    constexpr int group = 6;
    add_some<Arch, true>(count < group ? count : group, vertices_, kept, position, rows, out,
                         pitch);
    for (int done = group; done < count; done += group) {
      const int more = count - done < group ? count - done : group;
      add_some<Arch, false>(more, vertices_, kept + done, position, rows, out, pitch);
    }
  }
}

}  // namespace perlane::kernels
