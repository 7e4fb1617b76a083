#pragma once

#include <perlane/chunk.hpp>

namespace perlane::bench {

// Returns chunk noise at one place, by the functions of the article ("Perlin Noise", Fractal Block
// World) as they stand there. Coordinates are 0 to 1 along each axis.
float published_chunk_noise(const CornerSeeds<2>& seeds, float x, float y);
float published_chunk_noise(const CornerSeeds<3>& seeds, float x, float y, float z);

}  // namespace perlane::bench
