#pragma once
// Every kernel, for one instruction set.

#include "engine/kernels.hpp"
#include "kernels/perlin.hpp"

namespace perlane::kernels {

// Passes a tile buffer on.
template <class Arch>
void pass(const float* buffer, const engine::Tile& tile, const engine::Output& output) noexcept {
  with_output<Arch>(output, [&]<Accumulation accumulation, Place place>() {
    for (int w = 0; w < tile.axis[3].count; ++w) {
      for (int z = 0; z < tile.axis[2].count; ++z) {
        for (int y = 0; y < tile.axis[1].count; ++y) {
          alignas(64) float edge[rows_at_once * lanes<Arch>];
          OutputRows<Arch, accumulation, place> rows(tile, output, edge, y, z, w);
          for (int i = 0; i < tile.columns; i += lanes<Arch>) {
            rows.begin_vectors(i);
            rows.put(0, Floats<Arch>::load_aligned(buffer + i));
            rows.end_vectors(1);
          }
          rows.finish(output);
          buffer += tile.columns;
        }
      }
    }
  });
}

template <class Arch, class... Noise>
constexpr engine::NoiseTable<field::NoiseList<Noise...>> make_noises(field::NoiseList<Noise...>) noexcept {
  return {engine::NoiseKernels<Noise>{{fill<Arch, 1>, fill<Arch, 2>, fill<Arch, 3>, fill<Arch, 4>}}...};
}

template <class Arch>
constexpr engine::Kernels make_table(const char* name) noexcept {
  return {name, lanes<Arch>, make_noises<Arch>(field::Noises{}), pass<Arch>};
}

}  // namespace perlane::kernels
