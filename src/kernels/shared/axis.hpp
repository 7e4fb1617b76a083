#pragma once
// Computes the positions of the samples of one axis of a tile, and finds them in a lattice; mirror
// of reference/lattice.hpp, `locate`.

#include "model/noises.hpp"
#include "model/tile.hpp"
#include "kernels/lanes/lanes.hpp"
#include "kernels/lanes/layout.hpp"
#include "kernels/lanes/locate.hpp"

namespace perlane::kernels {

// Computes the positions of the samples of an axis, a vector of doubles at a time.
template <class Arch>
class AxisPositions {
  using D = Doubles<Arch>;

 public:
  static constexpr int step = static_cast<int>(D::size);

  // There are `count` samples from `first` on. They may lie before or beyond those of the axis, as
  // the padding of a tile row does.
  AxisPositions(const model::Axis& axis, std::int64_t first, int count) noexcept
      : first_(first), origin_(axis.origin), distance_(axis.step) {
    if (axis.position != nullptr) given_ = axis.position + (first - axis.first);
    // Up to 2^52 indices are exact in binary64, so adding to the first gives the same as converting
    // each.
    constexpr std::int64_t exact = std::int64_t{1} << 52;
    is_exact_ = first > -exact && first < exact - count;
    alignas(64) double index[step];
    for (int lane = 0; lane < step; ++lane) index[lane] = static_cast<double>(lane);
    lane_ = D::load_aligned(index);
  }

  // Returns the positions of samples first + i, first + i + 1 and so on.
  XSIMD_INLINE D operator()(int i) const noexcept {
    if (given_ != nullptr) return D::load_unaligned(given_ + i);
    if (is_exact_) {
      const D index = D(static_cast<double>(first_ + i)) + lane_;
      return model::position_at<Arch>(origin_, index, distance_);
    }
    alignas(64) double index[step];
    for (int lane = 0; lane < step; ++lane) index[lane] = static_cast<double>(first_ + i + lane);
    return model::position_at<Arch>(origin_, D::load_aligned(index), distance_);
  }

  // Returns the positions of samples of the axis in any order, by their whole numbers.
  XSIMD_INLINE D at(D sample) const noexcept {
    if (given_ == nullptr && is_exact_) {
      const D index = D(static_cast<double>(first_)) + sample;
      return model::position_at<Arch>(origin_, index, distance_);
    }
    alignas(64) double lane[step];
    sample.store_aligned(lane);
    for (double& each : lane) {
      const auto i = static_cast<std::int64_t>(each);
      each = given_ != nullptr ? given_[i] : static_cast<double>(first_ + i);
    }
    const D found = D::load_aligned(lane);
    return given_ != nullptr ? found : model::position_at<Arch>(origin_, found, distance_);
  }

 private:
  const double* given_ = nullptr;
  std::int64_t first_;
  bool is_exact_;
  D origin_, distance_, lane_;
};

// Writes the cells (whole numbers in binary64) and the fractions of `count` samples of an axis from
// `first` on, in whole vectors.
template <class Arch>
void locate_samples(const model::Axis& axis, std::int64_t first, int count, double frequency,
                    double shift, double* cell, float* f) noexcept {
  using D = Doubles<Arch>;
  const AxisPositions<Arch> position(axis, first, count);
  const D factor(frequency), moved(shift);
  constexpr int half = AxisPositions<Arch>::step;
  for (int i = 0; i < count; i += lanes<Arch>) {
    const D low = position(i) * factor + moved, high = position(i + half) * factor + moved;
    const D low_cell = floor_of<Arch>(low), high_cell = floor_of<Arch>(high);
    low_cell.store_aligned(cell + i);
    high_cell.store_aligned(cell + i + half);
    narrow<Arch>(low - low_cell, high - high_cell).store_aligned(f + i);
  }
}

// Returns the outermost of the cells of samples. Only given positions may be out of order.
template <class Arch>
XSIMD_INLINE Span span_of(const model::Axis& axis, const double* cell, int count) noexcept {
  const double first = cell[0], last = cell[count - 1];
  Span span = first < last ? Span{first, last} : Span{last, first};
  if (axis.position != nullptr) {
    for (int i = 0; i < count; ++i) {
      span.lowest = cell[i] < span.lowest ? cell[i] : span.lowest;
      span.highest = cell[i] > span.highest ? cell[i] : span.highest;
    }
  }
  return span;
}

// Turns cells into lattice coordinates along one axis. This is scalar code, but a template on Arch:
// see "There are no ODR traps" in docs/architecture.md.
template <class Arch>
class Coordinates {
 public:
  Coordinates(const model::LatticePoints& lattice, int axis) noexcept
      : period_(lattice.period[axis]), offset_(lattice.offset[axis]) {}

  XSIMD_INLINE std::uint32_t of(double cell) const noexcept {
    const auto whole = static_cast<std::int64_t>(cell);
    if (period_ == 0) return static_cast<std::uint32_t>(whole);
    const std::int64_t remainder = (whole + offset_) % period_;
    return static_cast<std::uint32_t>(remainder < 0 ? remainder + period_ : remainder);
  }

  XSIMD_INLINE std::uint32_t after(std::uint32_t coordinate) const noexcept {
    return coordinate + 1 == period_ ? 0 : coordinate + 1;
  }

  // Returns true if coordinates are those of the cells.
  XSIMD_INLINE bool is_endless() const noexcept { return period_ == 0; }

  // Writes the coordinates of `count` lattice points from the cell on.
  XSIMD_INLINE void run(double cell, int count, std::uint32_t* coordinate) const noexcept {
    coordinate[0] = of(cell);
    if (period_ == 0) {
      for (int i = 1; i < count; ++i) coordinate[i] = coordinate[0] + static_cast<std::uint32_t>(i);
    } else {
      for (int i = 1; i < count; ++i) coordinate[i] = after(coordinate[i - 1]);
    }
  }

 private:
  std::int64_t period_, offset_;
};

template <class Arch>
PointAxis point_axis(const LatticeParameters& parameters, int axis) noexcept {
  const model::LatticePoints& lattice = *parameters.lattice;
  return {parameters.frequency, lattice.shift[axis], static_cast<double>(lattice.period[axis]),
          static_cast<double>(lattice.offset[axis])};
}

// Wraps cells at the period. All numbers are whole and below 2^53, so every operation but the
// division is exact; and the quotient is too far from the next whole number to be rounded to it.
template <class Arch>
XSIMD_INLINE Doubles<Arch> wrapped(const PointAxis& axis, Doubles<Arch> cell) noexcept {
  using D = Doubles<Arch>;
  const D period(axis.period), moved = cell + D(axis.offset);
  return moved - period * floor_of<Arch>(quotient<Arch>(moved, period));
}

// Locates a vector of samples along an axis of a lattice that may have a period.
template <class Arch>
XSIMD_INLINE Located<Arch> locate(const PointAxis& axis, Widened<Arch> coordinate) noexcept {
  using D = Doubles<Arch>;
  const Widened<Arch> s = scaled<Arch>(coordinate, axis.frequency, axis.shift);
  const Limited<D> low = within_limit(s.low, model::coordinate_limit);
  const Limited<D> high = within_limit(s.high, model::coordinate_limit);
  Widened<Arch> cell{floor_of<Arch>(low.inside), floor_of<Arch>(high.inside)};
  const Floats<Arch> f =
      narrow<Arch>(low.or_nan(low.inside - cell.low), high.or_nan(high.inside - cell.high));
  if (axis.period != 0) cell = {wrapped<Arch>(axis, cell.low), wrapped<Arch>(axis, cell.high)};
  return {to_words<Arch>(cell.low, cell.high), f};
}
template <class Arch>
XSIMD_INLINE Located<Arch> locate(const PointAxis& axis, Floats<Arch> coordinate) noexcept {
  const Floats<Arch> s = scaled<Arch>(coordinate, axis.frequency, axis.shift);
  Located<Arch> at = Backend<Arch>::locate(s);
  if (axis.period != 0) {
    const auto limited = within_limit(s, model::float_coordinate_limit);
    const Widened<Arch> cell = widen<Arch>(floor_of<Arch>(limited.inside));
    at.cell = to_words<Arch>(wrapped<Arch>(axis, cell.low), wrapped<Arch>(axis, cell.high));
  }
  return at;
}

}  // namespace perlane::kernels
