#pragma once
// Evaluates the distances to borders in a box, when the nearest point of each sample is known. The
// distance to the border between points p and q, (2 x - p - q) (p - q) / (2 |p - q|), is linear in
// the sample x: its bounds in a box tell which points q can have the nearest border of p, and it
// costs an addition, a division and a minimum for each of them and vector.

#include "kernels/cellular/bounds.hpp"
#include "kernels/cellular/rows.hpp"

namespace perlane::kernels::cellular {

// Pairs of points of a box, one of which is the nearest of some samples: their contributions to the
// distance from their border, along x by column and along the other axes by row, and the divisor of
// these.
struct BoxBorders {
  static constexpr int most = 256;
  alignas(
      64) float nearest[box_rows][box_columns];  // by sample of a slice: the number of the point
  alignas(64) float twice_length[most];
  alignas(64) float column[most][box_columns];
  alignas(64) float row[most][box_rows];
  alignas(64) float other[4][most], between[4][most];  // by axis
  alignas(64) float slice[most];
  // By point of the box: its pairs, and the last slice for which `row` was set, or -1.
  struct {
    int begin, end, slice;
  } pairs[BoxPoints::most];
};

template <class Arch, int N>
class BoxBorderRows {
  using F = Floats<Arch>;

 public:
  // The list has the points that can be the nearest, and those that can be beyond a border.
  BoxBorderRows(const BoxBounds<N>& box, int width, int height, const PointList<N>& all,
                BoxBorders& borders) noexcept
      : box_(box), width_(width), height_(height), all_(all), borders_(borders) {
    forget();
  }

  // Enters the next slice.
  void enter(const CoordinateArrays<N>& samples) noexcept {
    samples_ = samples;
    ++slice_;
  }

  // Evaluates a vector of columns of a row. Returns false if there is no room for the borders of a
  // point.
  XSIMD_INLINE bool evaluate(int row, int column, F& n) noexcept {
    const float* number = borders_.nearest[row] + column;
    const F nearest = F::load_aligned(number);
    auto is_done = nearest == F(number[0]);
    if (!prepare(static_cast<int>(number[0]))) return false;
    n = least_of(static_cast<int>(number[0]), row, column);
    for (int lane = 1; !xsimd::all(is_done); ++lane) {
      if ((is_done.mask() >> lane & 1) != 0) continue;
      const auto is_this = nearest == F(number[lane]);
      if (!prepare(static_cast<int>(number[lane]))) return false;
      n = xsimd::select(is_this, least_of(static_cast<int>(number[lane]), row, column), n);
      is_done = is_done | is_this;
    }
    return true;
  }

 private:
  void forget() noexcept {
    for (int k = 0; k < all_.nearest_count; ++k) borders_.pairs[k] = {0, 0, -1};
    count_ = 0;
  }

  // Returns the least distance from the borders of a point.
  XSIMD_INLINE F least_of(int number, int row, int column) const noexcept {
    F least(std::numeric_limits<float>::infinity());
    const int end = borders_.pairs[number].end;
    for (int k = borders_.pairs[number].begin; k < end; ++k) {
      const F product = F::load_aligned(borders_.column[k] + column) + F(borders_.row[k][row]);
      least = xsimd::min(least, quotient<Arch>(product, F(borders_.twice_length[k])));
    }
    return xsimd::max(least, F(0.0f));
  }

  XSIMD_INLINE bool prepare(int number) noexcept {
    if (borders_.pairs[number].slice == slice_) [[likely]]
      return true;
    return prepare_slice(number);
  }
  PERLANE_NOINLINE bool prepare_slice(int number) noexcept {
    auto& pairs = borders_.pairs[number];
    if (pairs.slice < 0) {
      if (!list_pairs(number)) {
        // Now there is room, unless this point alone has too many.
        forget();
        if (!list_pairs(number)) return false;
      }
      set_pairs(number);
      set_columns(number);
    }
    set_rows(number);
    pairs.slice = slice_;
    return true;
  }

  // Lists the points that can be beyond the nearest border of a point.
  bool list_pairs(int number) noexcept {
    F least, greatest, smallest(std::numeric_limits<float>::infinity());
    for (int i = 0; i < all_.count; i += lanes<Arch>) {
      bounds_of(number, i, least, greatest);
      smallest = xsimd::min(smallest, greatest);
    }
    Smallest<Arch> of_lanes;
    of_lanes.add(smallest);
    const F limit(of_lanes.get(false) + model::border_margin);
    int count = count_;
    for (int i = 0; i < all_.count; i += lanes<Arch>) {
      const auto is_other = bounds_of(number, i, least, greatest);
      const auto is_chosen = is_other & (least <= limit);
      if (!xsimd::any(is_chosen)) continue;
      if (count + 2 * lanes<Arch> > BoxBorders::most) return false;
      int added = 0;
      for (int axis = 0; axis < N; ++axis) {
        added = Backend<Arch>::compress(borders_.other[axis] + count,
                                        F::load_unaligned(all_.at(axis) + i), is_chosen);
      }
      count += added;
    }
    borders_.pairs[number].begin = count_;
    borders_.pairs[number].end = count;
    count_ = round_up_to_lanes<Arch>(count);
    return true;
  }

  XSIMD_INLINE auto bounds_of(int number, int i, F& least, F& greatest) const noexcept {
    F point[N], other[N];
    for (int axis = 0; axis < N; ++axis) {
      point[axis] = F(all_.at(axis)[number]);
      other[axis] = F::load_unaligned(all_.at(axis) + i);
    }
    return distances_of_borders<Arch, N>(box_, point, other, least, greatest);
  }

  void set_pairs(int number) noexcept {
    const auto& pairs = borders_.pairs[number];
    for (int k = pairs.begin; k < pairs.end; k += lanes<Arch>) {
      F square(0.0f);
      for (int axis = N - 1; axis >= 0; --axis) {
        const F between = F(all_.at(axis)[number]) - F::load_aligned(borders_.other[axis] + k);
        between.store_aligned(borders_.between[axis] + k);
        square = between * between + square;
      }
      const F length = Backend<Arch>::root(square);
      (length + length).store_aligned(borders_.twice_length + k);
    }
  }

  void set_columns(int number) noexcept {
    const auto& pairs = borders_.pairs[number];
    const F point(all_.at(0)[number]);
    for (int i = 0; i < width_; i += lanes<Arch>) {
      const F position = F::load_aligned(samples_.at[0] + i), from = position - point;
      for (int k = pairs.begin; k < pairs.end; ++k) {
        const F sum = from + (position - F(borders_.other[0][k]));
        (sum * F(borders_.between[0][k])).store_aligned(borders_.column[k] + i);
      }
    }
  }

  void set_rows(int number) noexcept {
    const auto& pairs = borders_.pairs[number];
    for (int k = pairs.begin; k < pairs.end; k += lanes<Arch>) {
      F beyond(0.0f);
      for (int axis = N - 1; axis > 1; --axis) {
        const F position(*samples_.at[axis]);
        const F sum = (position - F(all_.at(axis)[number])) +
                      (position - F::load_aligned(borders_.other[axis] + k));
        beyond = sum * F::load_aligned(borders_.between[axis] + k) + beyond;
      }
      beyond.store_aligned(borders_.slice + k);
    }
    const F point(all_.at(1)[number]);
    for (int i = 0; i < height_; i += lanes<Arch>) {
      const F position = F::load_unaligned(samples_.at[1] + i), from = position - point;
      for (int k = pairs.begin; k < pairs.end; ++k) {
        const F sum = from + (position - F(borders_.other[1][k]));
        (sum * F(borders_.between[1][k]) + F(borders_.slice[k])).store_aligned(borders_.row[k] + i);
      }
    }
  }

  const BoxBounds<N>& box_;
  int width_, height_;
  const PointList<N>& all_;
  BoxBorders& borders_;
  CoordinateArrays<N> samples_{};
  int slice_ = -1;
  int count_ = 0;  // of pairs
};

}  // namespace perlane::kernels::cellular
