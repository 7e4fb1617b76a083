#pragma once
// Where the samples of a tile lie in the lattice, axis by axis: mirror of reference/lattice.cpp, `locate` and `fade`.

#include "field/noises.hpp"
#include "kernels/lanes.hpp"

namespace perlane::kernels {

// The fade of `f`, and f - 1; both for `count` samples, a multiple of the lanes.
template <class Arch>
void fade_all(Fade fade, const float* f, float* f_minus_1, float* s, int count) noexcept {
  using F = Floats<Arch>;
  for (int i = 0; i < count; i += lanes<Arch>) {
    const F x = F::load_aligned(f + i);
    (x - F(1.0f)).store_aligned(f_minus_1 + i);
    F result = x;
    switch (fade) {
      case Fade::quintic: {
        const F t = x - F(0.5f);
        const F q = t * t;
        result = ((q * F(6.0f) - F(5.0f)) * q + F(1.875f)) * t + F(0.5f);
        break;
      }
      case Fade::cubic:
        result = (F(3.0f) - F(2.0f) * x) * (x * x);
        break;
      case Fade::linear:
        break;
    }
    result.store_aligned(s + i);
  }
}

// Cell (as a whole binary64) and fraction of samples first .. first + count - 1 of an axis. Writes whole vectors.
template <class Arch>
void locate_all(const engine::Axis& axis, std::int64_t first, int count, double frequency, double* cell,
                float* f) noexcept {
  using D = Doubles<Arch>;
  constexpr int step = static_cast<int>(D::size);
  alignas(64) double index[step];
  alignas(64) double fraction[step];
  // Up to 2^52 the indices of neighbours are exact in binary64, and adding to the first is converting each.
  constexpr std::int64_t exact = std::int64_t{1} << 52;
  const bool is_exact = first > -exact && first < exact - count;
  for (int lane = 0; lane < step; ++lane) index[lane] = static_cast<double>(lane);
  const D lane_index = D::load_aligned(index);
  const D origin(axis.origin), distance(axis.step), factor(frequency);
  for (int i = 0; i < count; i += step) {
    D position;
    if (is_exact) {
      position = D(static_cast<double>(first + i)) + lane_index;
    } else {
      for (int lane = 0; lane < step; ++lane) index[lane] = static_cast<double>(first + i + lane);
      position = D::load_aligned(index);
    }
    const D s = (origin + position * distance) * factor;
    const D whole = xsimd::floor(s);
    whole.store_aligned(cell + i);
    (s - whole).store_aligned(fraction);
    for (int lane = 0; lane < step; ++lane) f[i + lane] = static_cast<float>(fraction[lane]);
  }
}

// The axes y, z and w of a tile: per sample, the two lattice points beside it and how to blend them. Neighbouring lattice
// points have places of different parity, and so have the two of a sample.
struct Rows {
  float* f;
  float* f_minus_1;
  float* s;
  int* place;               // of the lattice point below the sample; the one above is at the next place
  std::uint32_t* lattice;   // coordinate of the lattice point at each place, modulo 2^32
  int places;
};

template <class Arch>
Rows locate_rows(const engine::Axis& axis, double frequency, Fade fade, engine::Arena& arena) noexcept {
  const int count = axis.count;
  const int padded = round_up_to_lanes<Arch>(count);
  Rows rows;
  rows.f = take<Arch, float>(arena, padded);
  rows.f_minus_1 = take<Arch, float>(arena, padded);
  rows.s = take<Arch, float>(arena, padded);
  rows.place = take<Arch, int>(arena, count);
  rows.lattice = take<Arch, std::uint32_t>(arena, 2 * count);
  double* cell = take<Arch, double>(arena, padded);
  locate_all<Arch>(axis, axis.first, count, frequency, cell, rows.f);
  for (int i = count; i < padded; ++i) rows.f[i] = 0;
  fade_all<Arch>(fade, rows.f, rows.f_minus_1, rows.s, padded);

  // Every lattice point between the outermost, or two for each sample where that is fewer.
  const double lowest = cell[0] < cell[count - 1] ? cell[0] : cell[count - 1];
  const double highest = cell[0] < cell[count - 1] ? cell[count - 1] : cell[0];
  if (highest - lowest + 2 <= 2.0 * count) {
    rows.places = static_cast<int>(highest - lowest) + 2;
    for (int i = 0; i < count; ++i) rows.place[i] = static_cast<int>(cell[i] - lowest);
    const auto base = static_cast<std::uint32_t>(static_cast<std::int64_t>(lowest));
    for (int i = 0; i < rows.places; ++i) rows.lattice[i] = base + static_cast<std::uint32_t>(i);
  } else {
    rows.places = 2 * count;
    for (int i = 0; i < count; ++i) {
      const auto base = static_cast<std::uint32_t>(static_cast<std::int64_t>(cell[i]));
      rows.place[i] = 2 * i;
      rows.lattice[2 * i] = base;
      rows.lattice[2 * i + 1] = base + 1;
    }
  }
  return rows;
}

// The axis x of a tile. Lattice columns lie side by side, and a vector of samples permutes them, as long as the vector
// spans no more of them than it has lanes. Finer lattices are `dense`: each sample has its own two columns, that on its left
// at its own index and that on its right `columns` later.
struct Columns {
  float* f;
  float* f_minus_1;
  float* s;
  bool dense;
  int* base;               // per vector: its first lattice column
  bool* uniform;           // per vector: all samples lie in the cell right of `base`
  std::uint32_t* lane;     // per sample: its lattice column, counted from `base`
  std::uint32_t* lattice;  // coordinate of each lattice column, modulo 2^32
  int count;               // of lattice columns
};

template <class Arch>
Columns locate_columns(const engine::Tile& tile, double frequency, Fade fade, engine::Arena& arena) noexcept {
  constexpr int step = lanes<Arch>;
  const engine::Axis& axis = tile.axis[0];
  const int width = tile.columns;
  Columns columns;
  columns.f = take<Arch, float>(arena, width);
  columns.f_minus_1 = take<Arch, float>(arena, width);
  columns.s = take<Arch, float>(arena, width);
  columns.base = take<Arch, int>(arena, width / step);
  columns.uniform = take<Arch, bool>(arena, width / step);
  columns.lane = take<Arch, std::uint32_t>(arena, width);
  double* cell = take<Arch, double>(arena, width);

  // The padding before and after the samples repeats the outermost of them.
  float* f = columns.f + tile.lead;
  locate_all<Arch>(axis, axis.first - tile.lead, width, frequency, cell, columns.f);
  for (int i = 0; i < tile.lead; ++i) {
    columns.f[i] = f[0];
    cell[i] = cell[tile.lead];
  }
  for (int i = tile.lead + axis.count; i < width; ++i) {
    columns.f[i] = f[axis.count - 1];
    cell[i] = cell[tile.lead + axis.count - 1];
  }
  fade_all<Arch>(fade, columns.f, columns.f_minus_1, columns.s, width);

  columns.dense = false;
  for (int i = 0; i < width; i += step) {
    const double span = cell[i + step - 1] - cell[i];
    if (span > step - 1 || span < 1 - step) columns.dense = true;
  }

  if (columns.dense) {
    columns.count = 2 * width;
    columns.lattice = take<Arch, std::uint32_t>(arena, columns.count);
    for (int i = 0; i < width; ++i) {
      columns.lattice[i] = static_cast<std::uint32_t>(static_cast<std::int64_t>(cell[i]));
      columns.lattice[width + i] = columns.lattice[i] + 1;
    }
    return columns;
  }

  const double lowest = cell[0] < cell[width - 1] ? cell[0] : cell[width - 1];
  const double highest = cell[0] < cell[width - 1] ? cell[width - 1] : cell[0];
  for (int i = 0; i < width; i += step) {
    const double left = cell[i] < cell[i + step - 1] ? cell[i] : cell[i + step - 1];
    columns.base[i / step] = static_cast<int>(left - lowest);
    columns.uniform[i / step] = cell[i] == cell[i + step - 1];
    for (int lane = 0; lane < step; ++lane) columns.lane[i + lane] = static_cast<std::uint32_t>(static_cast<int>(cell[i + lane] - left));
  }
  columns.count = static_cast<int>(highest - lowest) + 2;
  columns.lattice = take<Arch, std::uint32_t>(arena, round_up_to_lanes<Arch>(columns.count));
  const auto first = static_cast<std::uint32_t>(static_cast<std::int64_t>(lowest));
  for (int i = 0; i < columns.count; ++i) columns.lattice[i] = first + static_cast<std::uint32_t>(i);
  return columns;
}

}  // namespace perlane::kernels
