#pragma once
// The noises as the reference and the kernels see them: plain data, ready to be evaluated.

#include <perlane/lattice.hpp>

#include "engine/strict.hpp"

#include <cstdint>

namespace perlane::field {

// Coordinates times frequency stay below this (2^51), so that cells convert exactly.
inline constexpr double coordinate_limit = 2251799813685248.0;

// The key of a hashed lattice: what is drawn from its seed.
struct HashKey {
  std::uint32_t axis[4];
  std::uint32_t all;
};

// Gradients of one dimension; 2^bits of them, chosen by the low bits of a lattice point's word.
struct GradientSet {
  int bits;
  alignas(64) float component[4][256];  // [axis][word]
  // A mirrored set is 8 vectors and all their mirror images: bit a of the word is the sign of component a, the bits above
  // choose the vector.
  bool mirrored;
  alignas(64) float magnitude[4][16];  // the 8 vectors, twice over: a full vector of 16 lanes
  double largest;          // no value of the noise, rounding included, is beyond +- this
};

struct PerlinNoise {
  double frequency;
  Fade fade;
  HashKey key;                 // of a hashed lattice
  const std::uint32_t* table;  // a permutation of 0 .. mask; null for a hashed lattice
  std::uint32_t mask;
  std::uint32_t start;  // added to x before the first look-up
  int look_ups;         // at least so many, also in fewer dimensions (further coordinates are 0)
  const GradientSet* gradients[4];  // by dimensions - 1
};

// ---- the list of noises: one line each --------------------------------------
template <class... Noise>
struct NoiseList {};

using Noises = NoiseList<  //
    PerlinNoise            // reference/perlin.cpp, kernels/perlin.hpp
    >;

}  // namespace perlane::field
