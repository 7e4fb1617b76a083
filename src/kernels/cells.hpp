#pragma once
// Finds what stands at the lattice columns to the left and to the right of a vector of samples, in
// a way for each Reach. The columns have lines of floats, `pitch` apart.

#include "kernels/collapse.hpp"
#include "kernels/columns.hpp"

namespace perlane::kernels {

// All samples have the same two columns. The lines are unrolled, so that they can be kept in
// registers.
template <class Arch, int lines, int pitch>
struct SameCell {
  Floats<Arch> vertex[lines][2];

  XSIMD_INLINE explicit SameCell(const float* from) noexcept { broadcast<0>(from); }

  XSIMD_INLINE Pair<Floats<Arch>> operator()(int line) const noexcept {
    return {vertex[line][0], vertex[line][1]};
  }

 private:
  template <int line>
  XSIMD_INLINE void broadcast(const float* from) noexcept {
    vertex[line][0] = Floats<Arch>(from[line * pitch]);
    vertex[line][1] = Floats<Arch>(from[line * pitch + 1]);
    if constexpr (line + 1 < lines) broadcast<line + 1>(from);
  }
};

// `Pitch` is int, or a constant that converts to it.
template <class Arch, class Pitch>
struct NearCells {
  const float* from;
  Pitch pitch;
  Words<Arch> lane;

  XSIMD_INLINE NearCells(const Columns& columns, const float* lines, Pitch distance, int i) noexcept
      : from(lines + columns.base[i / lanes<Arch>]),
        pitch(distance),
        lane(Words<Arch>::load_aligned(columns.lane + i)) {}

  XSIMD_INLINE Pair<Floats<Arch>> operator()(int line) const noexcept {
    const float* left = from + line * pitch;
    return {permute<Arch>(Floats<Arch>::load_unaligned(left), lane),
            permute<Arch>(Floats<Arch>::load_unaligned(left + 1), lane)};
  }
};

template <class Arch, class Pitch>
struct WideCells {
  const float* from;
  Pitch pitch;
  Words<Arch> lane, next;

  XSIMD_INLINE WideCells(const Columns& columns, const float* lines, Pitch distance, int i) noexcept
      : from(lines + columns.base[i / lanes<Arch>]),
        pitch(distance),
        lane(Words<Arch>::load_aligned(columns.lane + i)),
        next(lane + Words<Arch>(1)) {}

  XSIMD_INLINE Pair<Floats<Arch>> operator()(int line) const noexcept {
    const auto low = Floats<Arch>::load_unaligned(from + line * pitch),
               high = Floats<Arch>::load_unaligned(from + line * pitch + lanes<Arch>);
    return {Backend<Arch>::permute_wide(low, high, lane),
            Backend<Arch>::permute_wide(low, high, next)};
  }
};

template <class Arch, class Pitch>
struct OwnCells {
  const float* from;
  Pitch pitch;
  int width;

  XSIMD_INLINE OwnCells(const Columns& columns, const float* lines, Pitch distance, int i) noexcept
      : from(lines + i), pitch(distance), width(columns.width) {}

  XSIMD_INLINE Pair<Floats<Arch>> operator()(int line) const noexcept {
    const float* left = from + line * pitch;
    return {Floats<Arch>::load_aligned(left), Floats<Arch>::load_aligned(left + width)};
  }
};

}  // namespace perlane::kernels
