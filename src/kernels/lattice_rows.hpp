#pragma once
// The axes y, z and w of a stack of tiles, and rows of lattice points that are kept from row to row
// of samples until they are left behind.
//
// `reach` is how many lattice points to each side of a sample are of use: 1 for those of its cell,
// which is what axis collapse asks for; more for noises that look farther.

#include "kernels/arena.hpp"
#include "kernels/axis.hpp"
#include "kernels/fade.hpp"

namespace perlane::kernels {

// The samples of one axis: how to blend the lattice points beside each, and at which places the
// lattice points are. Those in reach of a sample have 2 * reach places in a row.
struct RowAxis {
  float* f;
  float* f_minus_1;
  float* s;
  float* slope;            // of the fade; null unless asked for
  int* place;              // of the first lattice point in reach of the sample
  std::uint32_t* lattice;  // coordinate of the lattice point at each place, modulo 2^32
  int places;
  bool is_dense;  // each sample has places of its own
};

template <class Arch>
RowAxis locate_row_axis(const model::Axis& axis, int number, const Placement& placement, int reach,
                        bool with_slopes, model::Arena& arena) noexcept {
  const Coordinates<Arch> coordinates(*placement.lattice, number);
  const int count = axis.count, padded = round_up_to_lanes<Arch>(count), side = 2 * reach;
  RowAxis result;
  result.f = take<Arch, float>(arena, padded);
  result.f_minus_1 = take<Arch, float>(arena, padded);
  result.s = take<Arch, float>(arena, padded);
  result.slope = with_slopes ? take<Arch, float>(arena, padded) : nullptr;
  result.place = take<Arch, int>(arena, count);
  result.lattice = take<Arch, std::uint32_t>(arena, side * count);
  double* cell = borrow<Arch, double>(arena, padded);
  locate_samples<Arch>(axis, axis.first, count, placement.frequency, cell, result.f);
  for (int i = count; i < padded; ++i) result.f[i] = 0;
  fade_all<Arch>(placement.fade, result.f, result.f_minus_1, result.s, result.slope,
                 padded);

  // Every lattice point between the outermost, or some for each sample where that is fewer.
  const auto [lowest, highest] = span_of<Arch>(axis, cell, count);
  const double before = reach - 1;
  result.is_dense = highest - lowest + side > static_cast<double>(side) * count;
  if (!result.is_dense) {
    result.places = static_cast<int>(highest - lowest) + side;
    for (int i = 0; i < count; ++i) result.place[i] = static_cast<int>(cell[i] - lowest);
    coordinates.run(lowest - before, result.places, result.lattice);
  } else {
    result.places = side * count;
    for (int i = 0; i < count; ++i) {
      result.place[i] = side * i;
      coordinates.run(cell[i] - before, side, result.lattice + side * i);
    }
  }
  return result;
}

// The axes y, z and w of a stack.
template <class Arch, int N, int reach>
struct RowAxes {
  RowAxis axis[4];
  int slots[4];  // for kept rows, along an axis that is not the last of theirs

  RowAxes(const model::Tile& tile, const Placement& placement, bool with_slopes,
          model::Arena& arena) noexcept {
    // Where no two samples share a lattice point along any axis, nothing that is kept is of use to
    // the next: then it takes no more of the caches than it must.
    bool is_dense = true;
    for (int a = 1; a < N; ++a) {
      axis[a] = locate_row_axis<Arch>(a == N - 1 ? tile.stack : tile.axis[a], a, placement, reach,
                                      with_slopes, arena);
      is_dense = is_dense && axis[a].is_dense;
    }
    for (int a = 1; a < N; ++a) slots[a] = is_dense ? 2 * reach : axis[a].places;
  }
};

// Rows at places of the axes from y up to `last`, and at samples of those beyond it. Kept are the
// places of the last axis that are in use, and all of the axes below it.
template <class Arch, int N, int reach>
class KeptRows {
  using Axes = RowAxes<Arch, N, reach>;
  static constexpr int in_use = 2 * reach;

 public:
  KeptRows() = default;

  // `floats` for each row.
  KeptRows(const Axes& axes, int last, int floats, model::Arena& arena) noexcept : floats_(floats) {
    int slots = in_use;
    for (int axis = 1; axis < last; ++axis) slots *= axes.slots[axis];
    row_ = take<Arch, float>(arena, slots * floats);
    key_ = take<Arch, std::uint64_t>(arena, slots);
    for (int i = 0; i < slots; ++i) key_[i] = 0;
  }

  // The row at place[1], place[2] and so on, and at the samples of the axes beyond the last; made by
  // make(row) if it is not there.
  template <int last, class Make>
  XSIMD_INLINE const float* at(const Axes& axes, const int* place, const int* sample,
                               const Make& make) const noexcept {
    int slot = place[last] % in_use;
    std::uint64_t key = static_cast<std::uint64_t>(place[last]) + 1;  // 0: nothing
    for (int axis = last - 1; axis >= 1; --axis) {
      const int of_axis = place[axis] < axes.slots[axis] ? place[axis] : place[axis] % in_use;
      slot = slot * axes.slots[axis] + of_axis;
      key = joined(key, place[axis]);
    }
    for (int axis = last + 1; axis < N; ++axis) key = joined(key, sample[axis]);
    float* row = row_ + std::ptrdiff_t{slot} * floats_;
    if (key_[slot] != key) {
      make(row);
      key_[slot] = key;
    }
    return row;
  }

 private:
  XSIMD_INLINE static std::uint64_t joined(std::uint64_t key, int number) noexcept {
    constexpr int bits = 20;  // three numbers fit
    assert(number < 1 << bits);
    return key << bits | static_cast<std::uint64_t>(number);
  }

  int floats_ = 0;
  float* row_ = nullptr;
  std::uint64_t* key_ = nullptr;
};

// Rows of lattice points in reach of the samples of a stack, each made once by make(cell, row),
// where `cell` has the lattice coordinates of y, z and w at 1, 2 and 3.
template <class Arch, int N, int reach>
class LatticeRows {
 public:
  LatticeRows(const model::Tile& tile, const Placement& placement, bool with_slopes,
              model::Arena& arena) noexcept
      : axes_(tile, placement, with_slopes, arena) {}

  // Sets how many floats a row has, and takes memory for as many rows as will be kept.
  void keep(int floats, model::Arena& arena) noexcept {
    kept_ = KeptRows<Arch, N, reach>(axes_, N - 1, floats, arena);
  }

  const RowAxes<Arch, N, reach>& axes() const noexcept { return axes_; }

  template <class Make>
  XSIMD_INLINE const float* at(const int* place, const Make& make) const noexcept {
    return kept_.template at<N - 1>(axes_, place, nullptr, [&](float* row) {
      std::uint32_t cell[4] = {};
      for (int a = 1; a < N; ++a) cell[a] = axes_.axis[a].lattice[place[a]];
      make(cell, row);
    });
  }

 private:
  RowAxes<Arch, N, reach> axes_;
  KeptRows<Arch, N, reach> kept_;
};

}  // namespace perlane::kernels
