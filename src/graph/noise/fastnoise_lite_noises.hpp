#pragma once
// The noises of FastNoiseLite, before fractals.

#include <perlane/published.hpp>

#include <cstdint>

namespace perlane::graph {

// The parameters are valid.
Field fastnoise_lite_noise(FastNoiseLite::NoiseType type, std::uint32_t seed, double frequency);

}  // namespace perlane::graph
