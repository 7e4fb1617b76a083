#pragma once
// Where the samples of a tile lie in the lattice, axis by axis: mirror of reference/lattice.cpp,
// `locate`, `fade` and `fade_slope`.

#include "model/noises.hpp"
#include "kernels/convert.hpp"
#include "kernels/lanes.hpp"

namespace perlane::kernels {

// The fade of f and its slope; NaN where f is.
template <class Arch>
XSIMD_INLINE Floats<Arch> fade_of(Fade fade, Floats<Arch> f) noexcept {
  using F = Floats<Arch>;
  switch (fade) {
    case Fade::quintic: {
      const F t = f - F(0.5f);
      const F q = t * t;
      return ((q * F(6.0f) - F(5.0f)) * q + F(1.875f)) * t + F(0.5f);
    }
    case Fade::cubic:
      return (F(3.0f) - F(2.0f) * f) * (f * f);
    case Fade::linear:
      return f;
  }
  return f * F(0.0f);  // model::no_fade
}

template <class Arch>
XSIMD_INLINE Floats<Arch> fade_slope_of(Fade fade, Floats<Arch> f) noexcept {
  using F = Floats<Arch>;
  switch (fade) {
    case Fade::quintic: {
      const F t = f - F(0.5f);
      const F q = t * t;
      return (q * F(30.0f) - F(15.0f)) * q + F(1.875f);
    }
    case Fade::cubic:
      return (f - f * f) * F(6.0f);
    case Fade::linear:
      return f * F(0.0f) + F(1.0f);
  }
  return f * F(0.0f);
}

// f - 1, the fade of `f`, and unless null its slope; all for `count` samples, a multiple of the
// lanes.
template <class Arch>
void fade_all(Fade fade, const float* f, float* f_minus_1, float* s, float* slope,
              int count) noexcept {
  using F = Floats<Arch>;
  for (int i = 0; i < count; i += lanes<Arch>) {
    const F x = F::load_aligned(f + i);
    (x - F(1.0f)).store_aligned(f_minus_1 + i);
    fade_of<Arch>(fade, x).store_aligned(s + i);
    if (slope != nullptr) fade_slope_of<Arch>(fade, x).store_aligned(slope + i);
  }
}

// The outermost of some cells. Those of evenly spaced samples are in order.
struct Span {
  double lowest, highest;
};
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

// Cell (as a whole binary64) and fraction of samples first .. first + count - 1 of an axis. Writes
// whole vectors.
template <class Arch>
void locate_all(const model::Axis& axis, std::int64_t first, int count, double frequency,
                double* cell, float* f) noexcept {
  using D = Doubles<Arch>;
  constexpr int step = static_cast<int>(D::size);
  alignas(64) double index[step];
  // Up to 2^52 the indices of neighbours are exact in binary64, and adding to the first is
  // converting each.
  constexpr std::int64_t exact = std::int64_t{1} << 52;
  const bool is_exact = first > -exact && first < exact - count;
  const double* given = axis.position == nullptr ? nullptr : axis.position + (first - axis.first);
  for (int lane = 0; lane < step; ++lane) index[lane] = static_cast<double>(lane);
  const D lane_index = D::load_aligned(index);
  const D origin(axis.origin), distance(axis.step), factor(frequency);
  for (int i = 0; i < count; i += lanes<Arch>) {
    D fraction[2];
    for (int half = 0; half < 2; ++half) {
      const int begin = i + half * step;
      D position;
      if (given != nullptr) {
        position = D::load_unaligned(given + begin);
      } else if (is_exact) {
        position = origin + (D(static_cast<double>(first + begin)) + lane_index) * distance;
      } else {
        for (int lane = 0; lane < step; ++lane)
          index[lane] = static_cast<double>(first + begin + lane);
        position = origin + D::load_aligned(index) * distance;
      }
      const D s = position * factor;
      const D whole = floor_of<Arch>(s);
      whole.store_aligned(cell + begin);
      fraction[half] = s - whole;
    }
    narrow<Arch>(fraction[0], fraction[1]).store_aligned(f + i);
  }
}

// Lattice coordinates of an axis, from cells.
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

  // Those of `count` lattice points from the cell on.
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

// The axes y, z and w of a tile: per sample, the two lattice points beside it and how to blend
// them. Neighbouring lattice points have places of different parity, and so have the two of a
// sample.
struct Rows {
  float* f;
  float* f_minus_1;
  float* s;
  float* slope;             // of the fade; null unless asked for
  int* place;  // of the lattice point below the sample; the one above is at the next place
  std::uint32_t* lattice;  // coordinate of the lattice point at each place, modulo 2^32
  int places;
  bool is_dense;  // each sample has its own two places
};

template <class Arch, class Noise>
Rows locate_rows(const model::Axis& axis, int number, const Noise& noise, bool with_slopes,
                 model::Arena& arena) noexcept {
  const Coordinates<Arch> coordinates(noise.lattice, number);
  const int count = axis.count;
  const int padded = round_up_to_lanes<Arch>(count);
  Rows rows;
  rows.f = take<Arch, float>(arena, padded);
  rows.f_minus_1 = take<Arch, float>(arena, padded);
  rows.s = take<Arch, float>(arena, padded);
  rows.slope = with_slopes ? take<Arch, float>(arena, padded) : nullptr;
  rows.place = take<Arch, int>(arena, count);
  rows.lattice = take<Arch, std::uint32_t>(arena, 2 * count);
  double* cell = borrow<Arch, double>(arena, padded);
  locate_all<Arch>(axis, axis.first, count, noise.frequency, cell, rows.f);
  for (int i = count; i < padded; ++i) rows.f[i] = 0;
  fade_all<Arch>(noise.fade, rows.f, rows.f_minus_1, rows.s, rows.slope, padded);

  // Every lattice point between the outermost, or two for each sample where that is fewer.
  const auto [lowest, highest] = span_of<Arch>(axis, cell, count);
  rows.is_dense = highest - lowest + 2 > 2.0 * count;
  if (!rows.is_dense) {
    rows.places = static_cast<int>(highest - lowest) + 2;
    for (int i = 0; i < count; ++i) rows.place[i] = static_cast<int>(cell[i] - lowest);
    coordinates.run(lowest, rows.places, rows.lattice);
  } else {
    rows.places = 2 * count;
    for (int i = 0; i < count; ++i) {
      rows.place[i] = 2 * i;
      rows.lattice[2 * i] = coordinates.of(cell[i]);
      rows.lattice[2 * i + 1] = coordinates.after(rows.lattice[2 * i]);
    }
  }
  return rows;
}

// Where the samples of a vector find the lattice columns beside them. Lattice columns lie side by
// side, unless they are finer than a vector can permute: then each sample has its own two, that on
// its left at its own index and that on its right `Columns::width` later.
enum class Reach {
  same,  // all samples lie in one cell
  near,  // a vector of columns has those of a side
  wide,  // two vectors have those of both sides; only with has_wide_permute
  own,
};

// Consecutive vectors of the same reach, and if that is `same`, in the same cell.
struct Stretch {
  int begin, end;  // samples
  Reach reach;
};

// The axis x of a tile.
struct Columns {
  float* f;
  float* f_minus_1;
  float* s;
  float* slope;  // of the fade; null unless asked for
  int width;  // samples, padding included
  Stretch* stretches;
  Stretch* stretches_end;
  int* base;  // per vector: its first lattice column
  std::uint32_t* lane;  // per sample: its lattice column, counted from `base`
  std::uint32_t* lattice;  // coordinate of each lattice column; room for three vectors more
  int count;  // of lattice columns
};

template <class Arch>
XSIMD_INLINE Reach reach_of(double span) noexcept {
  if (span == 0) return Reach::same;
  if (span < lanes<Arch>) return Reach::near;
  return has_wide_permute<Arch> && span + 2 <= 2 * lanes<Arch> ? Reach::wide : Reach::own;
}

// The stretches of vectors whose cells are `cell`.
template <class Arch>
void find_stretches(const model::Axis& axis, const double* cell, Columns& columns) noexcept {
  constexpr int step = lanes<Arch>;
  // All cells may lie farther apart than those of each vector: where samples are out of order, and
  // where a vector just reaches as far as it may.
  const Span whole = span_of<Arch>(axis, cell, columns.width);
  const bool is_scattered = whole.highest - whole.lowest + 2 > 2.0 * columns.width;
  columns.stretches_end = columns.stretches;
  double last = 0;
  for (int i = 0; i < columns.width; i += step) {
    const Span span = span_of<Arch>(axis, cell + i, step);
    const Reach reach = reach_of<Arch>(span.highest - span.lowest);
    if (reach == Reach::own || is_scattered) {
      columns.stretches[0] = {0, columns.width, Reach::own};
      columns.stretches_end = columns.stretches + 1;
      return;
    }
    const bool goes_on = i > 0 && columns.stretches_end[-1].reach == reach &&
                         (reach != Reach::same || span.lowest == last);
    if (!goes_on) *columns.stretches_end++ = {i, i, reach};
    columns.stretches_end[-1].end = i + step;
    last = span.lowest;
  }
}

template <class Arch, class Noise>
Columns locate_columns(const model::Tile& tile, const Noise& noise, bool with_slopes,
                       model::Arena& arena) noexcept {
  using D = Doubles<Arch>;
  constexpr int step = lanes<Arch>;
  const model::Axis& axis = tile.axis[0];
  const Coordinates<Arch> coordinates(noise.lattice, 0);
  const int width = tile.columns;
  Columns columns;
  columns.f = take<Arch, float>(arena, width);
  columns.f_minus_1 = take<Arch, float>(arena, width);
  columns.s = take<Arch, float>(arena, width);
  columns.slope = with_slopes ? take<Arch, float>(arena, width) : nullptr;
  columns.width = width;
  columns.stretches = take<Arch, Stretch>(arena, width / step);
  columns.base = take<Arch, int>(arena, width / step);
  columns.lane = take<Arch, std::uint32_t>(arena, width);
  double* cell = borrow<Arch, double>(arena, width);

  // The padding before and after the samples repeats the outermost of them.
  float* f = columns.f + tile.left_padding;
  locate_all<Arch>(axis, axis.first - tile.left_padding, width, noise.frequency, cell, columns.f);
  for (int i = 0; i < tile.left_padding; ++i) {
    columns.f[i] = f[0];
    cell[i] = cell[tile.left_padding];
  }
  for (int i = tile.left_padding + axis.count; i < width; ++i) {
    columns.f[i] = f[axis.count - 1];
    cell[i] = cell[tile.left_padding + axis.count - 1];
  }
  fade_all<Arch>(noise.fade, columns.f, columns.f_minus_1, columns.s, columns.slope, width);
  find_stretches<Arch>(axis, cell, columns);

  if (columns.stretches->reach == Reach::own) {
    columns.count = 2 * width;
    columns.lattice = take<Arch, std::uint32_t>(arena, columns.count + 3 * step);
    for (int i = 0; i < width; ++i) {
      columns.lattice[i] = coordinates.of(cell[i]);
      columns.lattice[width + i] = coordinates.after(columns.lattice[i]);
    }
    return columns;
  }

  const auto [lowest, highest] = span_of<Arch>(axis, cell, width);
  for (int i = 0; i < width; i += step) {
    const double left = span_of<Arch>(axis, cell + i, step).lowest;
    columns.base[i / step] = static_cast<int>(left - lowest);
    to_words<Arch>(D::load_aligned(cell + i) - D(left),
                   D::load_aligned(cell + i + step / 2) - D(left))
        .store_aligned(columns.lane + i);
  }
  columns.count = static_cast<int>(highest - lowest) + 2;
  columns.lattice = take<Arch, std::uint32_t>(arena, columns.count + 4 * step);
  coordinates.run(lowest, columns.count, columns.lattice);
  for (int i = columns.count; i < round_up_to_lanes<Arch>(columns.count); ++i)
    columns.lattice[i] = 0;
  return columns;
}

}  // namespace perlane::kernels
