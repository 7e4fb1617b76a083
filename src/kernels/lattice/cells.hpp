#pragma once
// Finds the gradients or values at the lattice columns to the left and to the right of a vector of
// samples. The columns have lines of floats, `pitch` apart.

#include "kernels/shared/collapse.hpp"
#include "kernels/shared/columns.hpp"

namespace perlane::kernels::lattice {

// Columns that lie side by side.
template <class Arch>
struct SharedCells {
  const float* from;
  int pitch;
  Words<Arch> lane;

  XSIMD_INLINE SharedCells(const Columns& columns, const float* lines, int distance, int i) noexcept
      : from(lines + columns.base[i / lanes<Arch>]),
        pitch(distance),
        lane(Words<Arch>::load_aligned(columns.lane + i)) {}

  XSIMD_INLINE Pair<Floats<Arch>> operator()(int line) const noexcept {
    const float* left = from + line * pitch;
    return {permute<Arch>(Floats<Arch>::load_unaligned(left), lane),
            permute<Arch>(Floats<Arch>::load_unaligned(left + 1), lane)};
  }
};

// So few columns that a vector has them all. It is loaded as it was stored, because a load that
// spans two pending stores waits for both.
template <class Arch>
struct FewCells {
  const float* from;
  int pitch;
  Words<Arch> left, right;

  XSIMD_INLINE FewCells(const Columns& columns, const float* lines, int distance, int i) noexcept
      : from(lines),
        pitch(distance),
        left(Words<Arch>::load_aligned(columns.lane + i) +
             Words<Arch>(static_cast<std::uint32_t>(columns.base[i / lanes<Arch>]))),
        right(left + Words<Arch>(1)) {}

  XSIMD_INLINE Pair<Floats<Arch>> operator()(int line) const noexcept {
    const Floats<Arch> all = Floats<Arch>::load_unaligned(from + line * pitch);
    return {permute<Arch>(all, left), permute<Arch>(all, right)};
  }
};

// Columns of which each sample has its own two.
template <class Arch>
struct OwnCells {
  const float* from;
  int pitch;
  int width;

  XSIMD_INLINE OwnCells(const Columns& columns, const float* lines, int distance, int i) noexcept
      : from(lines + i), pitch(distance), width(columns.width) {}

  XSIMD_INLINE Pair<Floats<Arch>> operator()(int line) const noexcept {
    const float* left = from + line * pitch;
    return {Floats<Arch>::load_aligned(left), Floats<Arch>::load_aligned(left + width)};
  }
};

// Calls visit(i, cells) for every vector of samples; `cells` looks up the lines `from`.
template <class Arch, class Visit>
XSIMD_INLINE void for_each_cells(const Columns& columns, const float* from, int pitch,
                                 const Visit& visit) noexcept {
  const int width = columns.width;
  if (columns.segments->layout == ColumnLayout::per_sample) {
    for (int i = 0; i < width; i += lanes<Arch>) visit(i, OwnCells<Arch>(columns, from, pitch, i));
  } else if (columns.count <= lanes<Arch>) {
    for (int i = 0; i < width; i += lanes<Arch>) visit(i, FewCells<Arch>(columns, from, pitch, i));
  } else {
    for (int i = 0; i < width; i += lanes<Arch>)
      visit(i, SharedCells<Arch>(columns, from, pitch, i));
  }
}

}  // namespace perlane::kernels::lattice
