#pragma once
// Lists the vertices of simplices that reach into a box, in the order of the reference: the last
// axis first, ascending.

#include "kernels/lanes/arena.hpp"
#include "kernels/simplex/sum.hpp"

namespace perlane::kernels::simplex {

// Returns the largest whole number that is not above a number of a magnitude below 2^53.
template <class Arch>
XSIMD_INLINE double whole_below(double number) noexcept {
  const auto whole = static_cast<double>(static_cast<std::int64_t>(number));
  return whole > number ? whole - 1 : whole;
}

// The outermost samples along each axis, in cells.
struct SimplexBox {
  double low[4], high[4];
};

// Returns an estimate of the number of vertices that reach into a box.
template <int N>
constexpr double vertices_in_reach(const SimplexBox& box) noexcept {
  double size = N == 2 ? 1.732 : N == 3 ? 2 : 2.236;  // vertices per cell: sqrt(N + 1)
  for (int axis = 0; axis < N; ++axis) size *= box.high[axis] - box.low[axis] + 1.2;
  return size;
}

// i, i + 1, i + 2 ...
template <class Arch>
XSIMD_INLINE Words<Arch> numbers_from(int i) noexcept {
  return Words<Arch>(static_cast<std::uint32_t>(i)) + lane_numbers<Arch>();
}

// Vertices contribute within less than `support_bound`; the difference exceeds the rounding of
// bounds in binary32.
inline constexpr float support_bound_squared = 0.5f;
inline constexpr double support_bound = 0.7072;

// The origin from which positions and vertices of a box are counted: a cell near it, and a lattice
// point near that.
template <class Arch, int N>
struct SimplexAnchor {
  double cell[N];
  std::uint32_t point[N];
  double skew;  // the skewed coordinates of the cell are those of the lattice point and this
  std::uint32_t quanta;  // from the cell to the vertex of the lattice point, along each axis

  SimplexAnchor() = default;
  explicit SimplexAnchor(const SimplexBox& box) noexcept {
    constexpr double g = model::unskew_quanta[N - 1], m = 0x1p24 - N * g;
    double cells = 0;
    for (int axis = 0; axis < N; ++axis) {
      cell[axis] = whole_below<Arch>(box.low[axis]);
      cells += cell[axis];
    }
    const double quotient = whole_below<Arch>(cells / m);
    const double shift = (cells - quotient * m) * exact_skew<N>;
    const double whole = whole_below<Arch>(shift);
    skew = shift - whole;
    const auto skewed = static_cast<std::uint32_t>(static_cast<std::int64_t>(quotient)) *
                            model::unskew_quanta[N - 1] +
                        static_cast<std::uint32_t>(static_cast<std::int64_t>(whole));
    std::uint32_t sum = 0;
    for (int axis = 0; axis < N; ++axis) {
      point[axis] = static_cast<std::uint32_t>(static_cast<std::int64_t>(cell[axis])) + skewed;
      sum += point[axis];
    }
    quanta = (skewed << 24) - sum * model::unskew_quanta[N - 1];
  }
};

// By axis: where vertices lie from the anchor in cells, where they lie in quanta, modulo 2^32, and
// their gradients.
template <class Arch, int N>
struct SimplexVertices {
  int count = 0, most = 0;
  SimplexAnchor<Arch, N> anchor;
  float* at[N];
  std::uint32_t* quanta[N];
  float* gradient[N];
};

template <class Arch, int N>
class SimplexLister {
  using F = Floats<Arch>;
  using W = Words<Arch>;

 public:
  SimplexLister(const model::SimplexNoise& noise, const SimplexBox& box) noexcept
      : noise_(noise), box_(box), drawn_(noise) {}

  // Returns false if there are more than the list has room for.
  bool list(SimplexVertices<Arch, N>& to) noexcept {
    to.count = 0;
    to.anchor = SimplexAnchor<Arch, N>(box_);
    double low = 0, high = 0;
    for (int axis = 0; axis < N; ++axis) {
      low_[axis] = box_.low[axis] - to.anchor.cell[axis];
      high_[axis] = box_.high[axis] - to.anchor.cell[axis];
      low += low_[axis];
      high += high_[axis];
    }
    for (int axis = 0; axis < N; ++axis) {
      // Vertices that contribute lie within 1 of the box along each skewed axis.
      const double first = low_[axis] + low * exact_skew<N> + to.anchor.skew - 0x1p-10;
      const double last = high_[axis] + high * exact_skew<N> + to.anchor.skew + 1 + 0x1p-10;
      first_[axis] = static_cast<int>(whole_below<Arch>(first));
      last_[axis] = static_cast<int>(whole_below<Arch>(last));
    }
    int offset[N] = {};
    const bool is_complete = list_along<N - 1>(offset, to);
    for (float* const at : to.at) F(1e9f).store_unaligned(at + to.count);  // padding, out of reach
    return is_complete;
  }

 private:
  // Goes through the lattice points at all offsets from the anchor along an axis and those below
  // it.
  template <int axis>
  bool list_along(int (&offset)[N], SimplexVertices<Arch, N>& to) const noexcept {
    if constexpr (axis == 0) {
      return list_row(offset, to);
    } else {
      for (int i = first_[axis]; i <= last_[axis]; ++i) {
        offset[axis] = i;
        if (!list_along<axis - 1>(offset, to)) return false;
      }
      return true;
    }
  }

  bool list_row(const int (&offset)[N], SimplexVertices<Arch, N>& to) const noexcept;

  const model::SimplexNoise& noise_;
  SimplexBox box_;
  HashedSimplex<Arch, N> drawn_;
  double low_[N], high_[N];
  int first_[N], last_[N];
};

// Lists a row of lattice points along x, if one of them is in reach.
template <class Arch, int N>
bool SimplexLister<Arch, N>::list_row(const int (&offset)[N],
                                      SimplexVertices<Arch, N>& to) const noexcept {
  constexpr double unskew = model::unskew_quanta[N - 1] * 0x1p-24;
  int others = 0;
  for (int axis = 1; axis < N; ++axis) others += offset[axis];
  // Along x, vertices lie 1 - G apart; along the other axes each lies G before the last.
  const double base =
      static_cast<double>(static_cast<std::int32_t>(to.anchor.quanta)) * 0x1p-24 - others * unskew;
  double begin = (low_[0] - support_bound - base) / (1 - unskew),
         end = (high_[0] + support_bound - base) / (1 - unskew);
  for (int axis = 1; axis < N; ++axis) {
    const double from = (base + offset[axis] - (high_[axis] + support_bound)) / unskew,
                 until = (base + offset[axis] - (low_[axis] - support_bound)) / unskew;
    begin = from > begin ? from : begin;
    end = until < end ? until : end;
  }
  if (begin > end) return true;
  const int first = static_cast<int>(whole_below<Arch>(begin)) + 1;
  const int last = static_cast<int>(whole_below<Arch>(end));
  if (first > last) return true;
  if (to.count + last - first + 1 > to.most) return false;
  W side[N];
  for (int axis = 1; axis < N; ++axis) {
    const W point(to.anchor.point[axis] + static_cast<std::uint32_t>(offset[axis]));
    side[axis] = mixed_factor<Arch>(spread_axis<Arch>(point, noise_.lattice, axis));
  }
  for (int i = first; i <= last; i += lanes<Arch>) {
    const W along = numbers_from<Arch>(i);
    const W unskewed =
        (along + W(static_cast<std::uint32_t>(others))) * W(model::unskew_quanta[N - 1]);
    W quanta[N];
    F at[N], distance(0.0f);
    for (int axis = 0; axis < N; ++axis) {
      const W index = axis == 0 ? along : W(static_cast<std::uint32_t>(offset[axis]));
      quanta[axis] = W(to.anchor.quanta) + (index << 24) - unskewed;
      at[axis] = xsimd::to_float(xsimd::bitwise_cast<std::int32_t>(quanta[axis])) * F(0x1p-24f);
      const F away = xsimd::max(xsimd::max(F(static_cast<float>(low_[axis])) - at[axis],
                                           at[axis] - F(static_cast<float>(high_[axis]))),
                                F(0.0f));
      distance = distance + away * away;
    }
    if (!xsimd::any(distance < F(support_bound_squared))) continue;
    side[0] = mixed<Arch>(spread_axis<Arch>(W(to.anchor.point[0]) + along, noise_.lattice, 0));
    F gradient[N];
    drawn_.draw(side, gradient);
    for (int axis = 0; axis < N; ++axis) {
      const auto cells =
          static_cast<std::uint32_t>(static_cast<std::int64_t>(to.anchor.cell[axis]));
      at[axis].store_unaligned(to.at[axis] + to.count);
      (quanta[axis] + W(cells << 24)).store_unaligned(to.quanta[axis] + to.count);
      gradient[axis].store_unaligned(to.gradient[axis] + to.count);
    }
    to.count += last - i + 1 < lanes<Arch> ? last - i + 1 : lanes<Arch>;
  }
  return true;
}

}  // namespace perlane::kernels::simplex
