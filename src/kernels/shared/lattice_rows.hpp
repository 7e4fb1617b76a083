#pragma once
// Finds where the samples of a stack of tiles lie along y, z and w, and caches rows of lattice
// points until all samples have passed them. `reach` is the number of lattice points to each side
// of a sample that a noise needs. Axis collapse needs those of the sample's cell, which is a reach
// of 1; other noises need more.

#include "kernels/lanes/arena.hpp"
#include "kernels/shared/axis.hpp"
#include "kernels/shared/fade.hpp"

namespace perlane::kernels {

// Finds where the samples of one axis lie; `number` is that of the axis.
template <class Arch>
RowAxis locate_row_axis(const model::Axis& axis, int number, const LatticeParameters& parameters,
                        int reach, bool with_derivatives, model::Arena& arena) noexcept {
  const Coordinates<Arch> coordinates(*parameters.lattice, number);
  const int count = axis.count, padded = round_up_to_lanes<Arch>(count), side = 2 * reach;
  RowAxis result{};
  allocate_weighed<Arch>(result, padded, with_derivatives, arena);
  result.index = allocate<Arch, int>(arena, count);
  result.lattice = allocate<Arch, std::uint32_t>(arena, side * count);
  double* cell = scratch_memory<Arch, double>(arena, padded);
  locate_samples<Arch>(axis, axis.first, count, parameters.frequency,
                       parameters.lattice->shift[number], cell, result.f);
  for (int i = count; i < padded; ++i) result.f[i] = 0;
  weigh<Arch>(parameters.fade, result.f, result.weights, result.derivatives, padded);

  // Every lattice point between the outermost gets an index, unless listing those of each sample
  // takes fewer.
  const auto [lowest, highest] = span_of<Arch>(axis, cell, count);
  const double before = reach - 1;
  result.is_in_order = axis.position == nullptr;
  result.is_per_sample = highest - lowest + side > static_cast<double>(side) * count;
  if (!result.is_per_sample) {
    result.count = static_cast<int>(highest - lowest) + side;
    const Doubles<Arch> first(lowest);
    for (int i = 0; i < count; i += lanes<Arch>) {
      const auto index = [&](int at) { return Doubles<Arch>::load_aligned(cell + at) - first; };
      to_words<Arch>(index(i), index(i + lanes<Arch> / 2))
          .store_aligned(reinterpret_cast<std::uint32_t*>(result.index + i));
    }
    coordinates.run(lowest - before, result.count, result.lattice);
  } else {
    result.count = side * count;
    for (int i = 0; i < count; ++i) {
      result.index[i] = side * i;
      coordinates.run(cell[i] - before, side, result.lattice + side * i);
    }
  }
  return result;
}

// Along an axis with more lattice points, only the rows beside a sample are cached.
inline constexpr int most_cached_points = 36;

// The samples of a stack along y, z and w, located.
template <class Arch, int N, int reach>
struct RowAxes {
  RowAxis axis[4];
  // The number of lattice points of an axis that cached rows have room for, unless it is their last
  // axis.
  int slots[4];

  RowAxes(const model::Tile& tile, const LatticeParameters& parameters, bool with_derivatives,
          model::Arena& arena) noexcept
      : axis{{},
             located<1>(tile, parameters, with_derivatives, arena),
             located<2>(tile, parameters, with_derivatives, arena),
             located<3>(tile, parameters, with_derivatives, arena)} {
    // If no two samples share a lattice point along any axis, the next sample needs none of the
    // rows that have been made. Then the rows take no more of the CPU's caches than they must. If
    // few samples share one along an axis, the rows along it would not fit there.
    bool is_per_sample = true;
    for (int a = 1; a < N; ++a) is_per_sample = is_per_sample && axis[a].is_per_sample;
    for (int a = 1; a < N; ++a) {
      const bool are_cached = !is_per_sample && axis[a].count <= most_cached_points;
      slots[a] = are_cached ? axis[a].count : 2 * reach;
    }
  }

 private:
  // Constructed in place: copying what has just been written would stall.
  template <int a>
  static RowAxis located(const model::Tile& tile, const LatticeParameters& parameters,
                         bool with_derivatives, model::Arena& arena) noexcept {
    if constexpr (a >= N) {
      return {};
    } else {
      return locate_row_axis<Arch>(a == N - 1 ? tile.stack : tile.axis[a], a, parameters, reach,
                                   with_derivatives, arena);
    }
  }
};

// Identifies a row: along each of y, z and w, it has the index of a lattice point (RowAxis), or the
// number of a sample. All three are in one number, which is passed in a register.
class RowKey {
 public:
  constexpr RowKey() noexcept = default;
  XSIMD_INLINE RowKey(int y, int z, int w) noexcept
      : bits_(static_cast<std::uint64_t>(y) | static_cast<std::uint64_t>(z) << width |
              static_cast<std::uint64_t>(w) << 2 * width) {
    assert(y < 1 << width && z < 1 << width && w < 1 << width);
  }

  template <int axis>
  XSIMD_INLINE int at() const noexcept {
    return static_cast<int>(bits_ >> (axis - 1) * width) & ((1 << width) - 1);
  }
  // Adds to the number for an axis; the sum may not be below 0.
  template <int axis>
  XSIMD_INLINE RowKey plus(int distance) const noexcept {
    RowKey result;
    result.bits_ = bits_ + (static_cast<std::uint64_t>(distance) << (axis - 1) * width);
    return result;
  }
  XSIMD_INLINE bool operator==(const RowKey& other) const noexcept { return bits_ == other.bits_; }

 private:
  static constexpr int width = 20;
  std::uint64_t bits_ = ~std::uint64_t{0};  // no row
};

// Caches rows at lattice points of the axes from y up to `last`, and at samples of the axes beyond
// it. It has room for the lattice points of the last axis that are in use, and for all of the axes
// below it.
template <class Arch, int N, int reach, class T = float>
class CachedRows {
  using Axes = RowAxes<Arch, N, reach>;
  static constexpr int in_use = 2 * reach;

 public:
  CachedRows() = default;

  // A row has `size` elements.
  CachedRows(const Axes& axes, int last, int size, model::Arena& arena) noexcept : size_(size) {
    int slots = in_use;
    for (int axis = 1; axis < last; ++axis) slots *= axes.slots[axis];
    row_ = allocate<Arch, T>(arena, slots * size);
    key_ = allocate<Arch, RowKey>(arena, slots);
    for (int i = 0; i < slots; ++i) key_[i] = RowKey();
  }

  // Returns a row, and calls make(row) for it if it is not there yet.
  template <int last, class Make>
  XSIMD_INLINE const T* at(const Axes& axes, RowKey key, const Make& make) const noexcept {
    int slot = key.at<last>() % in_use;
    if constexpr (last > 2) slot = slot * axes.slots[2] + along<2>(axes, key);
    if constexpr (last > 1) slot = slot * axes.slots[1] + along<1>(axes, key);
    T* row = row_ + std::ptrdiff_t{slot} * size_;
    if (!(key_[slot] == key)) {
      make(row);
      key_[slot] = key;
    }
    return row;
  }

 private:
  template <int axis>
  XSIMD_INLINE static int along(const Axes& axes, RowKey key) noexcept {
    const int index = key.at<axis>();
    return index < axes.slots[axis] ? index : index % in_use;
  }

  int size_ = 0;
  T* row_ = nullptr;
  RowKey* key_ = nullptr;
};

// Caches rows of lattice points in reach of the samples of a stack. Each is made once, by
// make(cell, row), where `cell` has what RowAxis::lattice has of y, z and w at 1, 2 and 3.
template <class Arch, int N, int reach, class T = float>
class LatticeRows {
 public:
  LatticeRows(const model::Tile& tile, const LatticeParameters& parameters, bool with_derivatives,
              model::Arena& arena) noexcept
      : axes_(tile, parameters, with_derivatives, arena) {}

  // Sets how many elements a row has, and allocates the rows.
  void keep(int size, model::Arena& arena) noexcept {
    cached_ = CachedRows<Arch, N, reach, T>(axes_, N - 1, size, arena);
  }

  const RowAxes<Arch, N, reach>& axes() const noexcept { return axes_; }

  // Returns a row, of which `key` has the indices along all axes.
  template <class Make>
  XSIMD_INLINE const T* at(RowKey key, const Make& make) const noexcept {
    return cached_.template at<N - 1>(axes_, key, [&](T* row) {
      std::uint32_t cell[4] = {};
      if constexpr (N > 1) cell[1] = axes_.axis[1].lattice[key.at<1>()];
      if constexpr (N > 2) cell[2] = axes_.axis[2].lattice[key.at<2>()];
      if constexpr (N > 3) cell[3] = axes_.axis[3].lattice[key.at<3>()];
      make(cell, row);
    });
  }

 private:
  RowAxes<Arch, N, reach> axes_;
  CachedRows<Arch, N, reach, T> cached_;
};

}  // namespace perlane::kernels
