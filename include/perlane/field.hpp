#pragma once
/// \file
/// What to evaluate: sources of noise, and what is made of them.

#include <perlane/lattice.hpp>

#include <cstdint>
#include <memory>

namespace perlane {

namespace engine {
class Node;
}

/// A scalar function of 1 to 4 coordinates. Immutable, cheap to copy, safe to share between threads.
/// Made by the functions below, evaluated by `fill` and `sample`.
class Field {
 public:
  // No move operations: a moved-from field would be a field that cannot be evaluated.
  Field(const Field&) noexcept = default;
  Field& operator=(const Field&) noexcept = default;
  ~Field() = default;

  /// For perlane itself: the node behind this field.
  explicit Field(std::shared_ptr<const engine::Node> node) noexcept;
  const engine::Node& node() const noexcept { return *node_; }
  const std::shared_ptr<const engine::Node>& shared_node() const noexcept { return node_; }

 private:
  std::shared_ptr<const engine::Node> node_;
};

/// Bounds of a set of values, both included.
struct Range {
  float min;
  float max;

  friend constexpr bool operator==(const Range&, const Range&) = default;
};

/// Gradient noise (K. Perlin, "An Image Synthesizer", SIGGRAPH 1985; "Improving Noise", SIGGRAPH 2002), scaled so
/// that its largest value is 1. It is 0 at every lattice point.
struct Perlin {
  /// Another seed, another noise. Any value.
  std::uint64_t seed = 0;
  /// Cells per unit of coordinate: a cell spans 1 / frequency. Positive and finite.
  double frequency = 1.0 / 64;
  /// Hashed (repeats after 2^32 cells) or a permutation table.
  Lattice lattice{};
  /// The ease curve within a cell.
  Fade fade = Fade::quintic;
};

/// \throws std::invalid_argument  a member is out of its range
Field perlin(const Perlin& parameters = {});

/// Ken Perlin's improved noise exactly as published: his permutation table, his gradients, a cell per unit of coordinate,
/// unscaled. It is 0 wherever all coordinates are integers. Repeats after 256 cells. In 1D and 2D it is the plane
/// y = z = 0 of the published 3D noise; in 4D the gradients are the 32 edges of the hypercube.
Field perlin2002();

/// A sum of octaves, each finer and weaker than the one before (fractional Brownian motion).
struct Fractal {
  /// Layers of noise, 1 to 32.
  int octaves = 6;
  /// Frequency of an octave over that of the octave before. Positive and finite; mostly 2.
  double lacunarity = 2.0;
  /// Amplitude of an octave over that of the octave before. Finite; mostly 0.5.
  double gain = 0.5;
};

/// Octaves of `source` with amplitudes that add up to 1, so the sum stays within the range of its source. Octave 0
/// is `source` itself; each further octave draws a seed of its own from the seed of `source`.
/// An octave whose cells are smaller than two samples aliases: choose octaves to suit the sample spacing.
/// \throws std::invalid_argument  a member is out of its range
Field fbm(Field source, const Fractal& parameters = {});

/// Proven bounds: no sample of `field` in so many dimensions is outside.
/// \param dimensions  1 to 4
/// \throws std::invalid_argument  any other number of dimensions
Range range(const Field& field, int dimensions);

}  // namespace perlane
