#pragma once
// Turns the rows of a tile buffer into columns.

#include "kernels/lanes.hpp"

#include <cstddef>

namespace perlane::kernels {

// A block of as many rows as a vector has lanes. Rows in the lower half and the upper one are
// zipped until all are columns, as cards are that are shuffled perfectly.
template <class Arch>
void transpose_block(const float* from, std::ptrdiff_t from_pitch, float* to,
                     std::ptrdiff_t to_pitch) noexcept {
  using F = Floats<Arch>;
  constexpr int n = lanes<Arch>;
  F row[n];
  for (int i = 0; i < n; ++i) row[i] = F::load_unaligned(from + i * from_pitch);
  for (int done = 1; done < n; done *= 2) {
    F zipped[n];
    for (int i = 0; i < n / 2; ++i) {
      zipped[2 * i] = xsimd::zip_lo(row[i], row[i + n / 2]);
      zipped[2 * i + 1] = xsimd::zip_hi(row[i], row[i + n / 2]);
    }
    for (int i = 0; i < n; ++i) row[i] = zipped[i];
  }
  for (int i = 0; i < n; ++i) row[i].store_unaligned(to + i * to_pitch);
}

// to[column * to_pitch + row] = from[row * from_pitch + column]
template <class Arch>
void transpose(const float* from, std::ptrdiff_t from_pitch, float* to, std::ptrdiff_t to_pitch,
               int rows, int columns) noexcept {
  constexpr int n = lanes<Arch>;
  const int whole_rows = rows / n * n, whole_columns = columns / n * n;
  for (int column = 0; column < whole_columns; column += n) {
    for (int row = 0; row < whole_rows; row += n) {
      transpose_block<Arch>(from + row * from_pitch + column, from_pitch,
                            to + column * to_pitch + row, to_pitch);
    }
  }
  // What is left of columns, and of rows.
  for (int column = 0; column < columns; ++column) {
    for (int row = column < whole_columns ? whole_rows : 0; row < rows; ++row)
      to[column * to_pitch + row] = from[row * from_pitch + column];
  }
}

}  // namespace perlane::kernels
