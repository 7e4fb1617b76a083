#pragma once
// The axes and the lists of boxes that the tiles of a stack share, in cellular noise.

#include "kernels/cellular/lists.hpp"
#include "kernels/cellular/tile.hpp"

namespace perlane::kernels::cellular {

template <class Arch, int N>
struct CellularStack {
  CutAxis axis[N];
  CachedLists<Arch, N> coarse, fine;

  static constexpr int coarse_floats = 8192, fine_floats = 8192;  // of the lists

  static CellularStack* make(const CellularTile<Arch, N>& tile, model::Arena& arena) noexcept {
    CellularStack* stack = allocate<Arch, CellularStack>(arena, 1);
    int coarse = 1, fine = 1;
    for (int axis = 0; axis < N; ++axis) {
      stack->axis[axis] = tile.cut_axis(axis, arena);
      if (axis == N - 1) break;
      coarse *= stack->axis[axis].coarse_count;
      fine *= stack->axis[axis].fine_count;
    }
    if constexpr (N > 2) {
      stack->coarse.begin(coarse, coarse_floats, arena);
      stack->fine.begin(fine, fine_floats, arena);
    }
    return stack;
  }
};

}  // namespace perlane::kernels::cellular
