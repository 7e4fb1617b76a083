#pragma once
// Simplex noise on grids. The noise is a plain sum over the vertices in reach, so a box of samples
// needs no simplices: it adds up the vertices that reach into it, the same ones for every sample.
// The contribution of a vertex depends on the row through two numbers, which are computed once per
// box, and on x through two vectors, which stay in registers for all rows. Seven operations are
// left per vertex and vector of samples, whatever the number of dimensions.
//
// Vertices out of reach of a sample add +0 or -0, and a sum that starts at +0 stays the same.

#include "kernels/simplex/samples.hpp"

#include <limits>

namespace perlane::kernels::simplex {

// The terms of a vertex for each row: support_squared - dy^2 - dz^2 - dw^2, and gy dy + gz dz + gw
// dw.
struct SimplexRows {
  float falloff[simplex_rows], projection[simplex_rows];
};

// Positions and gradients of vertices along x.
struct SimplexAlongX {
  const std::uint32_t* quanta;
  const float* gradient;
};

// Adds `count` vertices, whose indices are `chosen` in the box and vertex[chosen] in the list, to
// rows; these have no values yet if `is_first`.
template <class Arch, int count>
PERLANE_NOINLINE void add_vertices(const SimplexAlongX& along, const std::uint32_t* vertex,
                                   const SimplexRows* vertex_rows, const std::uint32_t* chosen,
                                   Words<Arch> position, bool is_first, int rows, float* to,
                                   std::ptrdiff_t pitch) noexcept {
  using F = Floats<Arch>;
  F square[count], projection[count];
  const SimplexRows* row[count];
  for (int i = 0; i < count; ++i) {
    const std::uint32_t v = vertex[chosen[i]];
    const Words<Arch> quanta = position - Words<Arch>(along.quanta[v]);
    const F d = xsimd::to_float(xsimd::bitwise_cast<std::int32_t>(quanta)) * F(0x1p-24f);
    square[i] = d * d;
    projection[i] = F(along.gradient[v]) * d;
    row[i] = vertex_rows + chosen[i];
  }
  alignas(64) static constexpr float nothing[lanes<Arch>] = {};
  const float* from = is_first ? nothing : to;
  const std::ptrdiff_t from_pitch = is_first ? 0 : pitch;
  for (int r = 0; r < rows; ++r, to += pitch, from += from_pitch) {
    F n = F::load_unaligned(from);
    for (int i = 0; i < count; ++i) {
      F a = xsimd::max(F(row[i]->falloff[r]) - square[i], F(0.0f));
      a = a * a;
      n = n + a * a * (projection[i] + F(row[i]->projection[r]));
    }
    n.store_unaligned(to);
  }
}

template <class Arch>
using AddVertices = void (*)(const SimplexAlongX&, const std::uint32_t*, const SimplexRows*,
                             const std::uint32_t*, Words<Arch>, bool, int, float*,
                             std::ptrdiff_t) noexcept;
inline constexpr int most_at_once = 6;
template <class Arch>
inline constexpr AddVertices<Arch> add_some[most_at_once] = {
    add_vertices<Arch, 1>, add_vertices<Arch, 2>, add_vertices<Arch, 3>,
    add_vertices<Arch, 4>, add_vertices<Arch, 5>, add_vertices<Arch, 6>};

// A box of rows.
template <class Arch, int N>
class SimplexBoxes {
  using F = Floats<Arch>;
  using W = Words<Arch>;

 public:
  SimplexBoxes(const SimplexVertices<Arch, N>& vertices, float support_squared,
               std::ptrdiff_t pitch) noexcept
      : vertices_(vertices), support_squared_(support_squared), pitch_(pitch) {}

  // Collects the vertices that reach into a box, and computes their terms for its rows. Returns
  // false if there are too many.
  bool begin(const SimplexBox& box, const std::uint32_t (&position)[4][simplex_rows],
             int rows) noexcept;
  // Evaluates the columns of a box from `low` to `high`; x has their positions.
  void fill(const std::uint32_t* x, double low, double high, float* to) const noexcept;

 private:
  static constexpr int most = 192;

  // Returns the distances of numbers from the range from low to high.
  XSIMD_INLINE static F away(F number, F low, F high) noexcept {
    return xsimd::max(xsimd::max(low - number, number - high), F(0.0f));
  }

  const SimplexVertices<Arch, N>& vertices_;
  float support_squared_;
  std::ptrdiff_t pitch_;
  int rows_ = 0, count_ = 0;
  std::uint32_t vertex_[most + 16];
  // By vertex: its position along x, from the anchor, and the square of its least distance from the
  // box along the other axes.
  alignas(64) float at_[most + 16];
  alignas(64) float beside_[most + 16];
  alignas(64) SimplexRows row_[most];
};

template <class Arch, int N>
bool SimplexBoxes<Arch, N>::begin(const SimplexBox& box,
                                  const std::uint32_t (&position)[4][simplex_rows],
                                  int rows) noexcept {
  rows_ = rows;
  count_ = 0;
  F low[N], high[N];
  for (int axis = 0; axis < N; ++axis) {
    low[axis] = F(static_cast<float>(box.low[axis] - vertices_.anchor.cell[axis]));
    high[axis] = F(static_cast<float>(box.high[axis] - vertices_.anchor.cell[axis]));
  }
  const F bound(support_bound_squared), support_squared(support_squared_);
  for (int v = 0; v < vertices_.count; v += lanes<Arch>) {
    const F x = F::load_aligned(vertices_.at[0] + v);
    F beside(0.0f);
    for (int axis = 1; axis < N; ++axis) {
      const F distance = away(F::load_aligned(vertices_.at[axis] + v), low[axis], high[axis]);
      beside = beside + distance * distance;
    }
    const F distance = away(x, low[0], high[0]);
    const auto is_in_reach = beside + distance * distance < bound;
    if (!xsimd::any(is_in_reach)) continue;
    if (count_ > most - lanes<Arch>) return false;
    Backend<Arch>::compress(at_ + count_, x, is_in_reach);
    Backend<Arch>::compress(beside_ + count_, beside, is_in_reach);
    count_ += Backend<Arch>::compress(vertex_ + count_, numbers_from<Arch>(v), is_in_reach);
  }
  // The padding of the last vector is out of reach.
  F(std::numeric_limits<float>::infinity()).store_unaligned(beside_ + count_);
  for (int i = 0; i < count_; ++i) {
    const std::uint32_t v = vertex_[i];
    for (int r = 0; r < rows; r += lanes<Arch>) {
      F square, projection;
      for (int axis = 1; axis < N; ++axis) {
        const W quanta = W::load_aligned(position[axis] + r) - W(vertices_.quanta[axis][v]);
        const F d = xsimd::to_float(xsimd::bitwise_cast<std::int32_t>(quanta)) * F(0x1p-24f);
        const F g(vertices_.gradient[axis][v]);
        square = axis == 1 ? d * d : square + d * d;
        projection = axis == 1 ? g * d : projection + g * d;
      }
      (support_squared - square).store_aligned(row_[i].falloff + r);
      projection.store_aligned(row_[i].projection + r);
    }
  }
  return true;
}

template <class Arch, int N>
void SimplexBoxes<Arch, N>::fill(const std::uint32_t* x, double low, double high,
                                 float* to) const noexcept {
  const F begin(static_cast<float>(low - vertices_.anchor.cell[0])),
      end(static_cast<float>(high - vertices_.anchor.cell[0])), bound(support_bound_squared);
  std::uint32_t chosen[most + lanes<Arch>];
  int count = 0;
  for (int i = 0; i < count_; i += lanes<Arch>) {
    const F distance = away(F::load_aligned(at_ + i), begin, end);
    const F beside = F::load_aligned(beside_ + i);
    count += Backend<Arch>::compress(chosen + count, numbers_from<Arch>(i),
                                     distance * distance + beside < bound);
  }
  const SimplexAlongX along{vertices_.quanta[0], vertices_.gradient[0]};
  for (int i = 0; i < simplex_columns; i += lanes<Arch>) {
    const W position = W::load_aligned(x + i);
    float* out = to + i;
    if (count == 0) {
      for (int r = 0; r < rows_; ++r) F(0.0f).store_unaligned(out + r * pitch_);
    }
    for (int done = 0; done < count; done += most_at_once) {
      const int more = count - done < most_at_once ? count - done : most_at_once;
      add_some<Arch>[more - 1](along, vertex_, row_, chosen + done, position, done == 0, rows_, out,
                               pitch_);
    }
  }
}

}  // namespace perlane::kernels::simplex
