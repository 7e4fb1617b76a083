#pragma once
// Describes a noise that is drawn at the points of a lattice and blended between them. The kernels
// of grids and of points are compiled once for all such noises, and call the functions that a noise
// adds.

#include "kernels/shared/axis.hpp"

namespace perlane::kernels::points {

template <class Arch>
struct PointBlock;
template <class Real>
struct GivenPoints;
struct DisplacedPoints;

}  // namespace perlane::kernels::points

namespace perlane::kernels {

// The kernels of kernels/points/fused.hpp, by kind of points; null where points go through stages.
template <class Arch>
struct FusedPoints {
  template <class Given>
  using Sample = void (*)(const LatticeParameters&, const void* noise, const Given&,
                          std::ptrdiff_t from, int count, const model::Fold&, float* to) noexcept;
  Sample<points::GivenPoints<double>> given;
  Sample<points::GivenPoints<float>> given_float;
  Sample<points::DisplacedPoints> displaced;

  auto of(const points::GivenPoints<double>&) const noexcept { return given; }
  auto of(const points::GivenPoints<float>&) const noexcept { return given_float; }
  auto of(const points::DisplacedPoints&) const noexcept { return displaced; }
};

// A noise in a given number of dimensions.
template <class Arch>
struct LatticeDescription {
  LatticeParameters parameters;
  bool has_gradients;  // a lattice point has a gradient if true, and else a value
  const void* noise;  // the noise itself, an argument of all the functions
  const HashStages* hashes;

  // Turns hashes into the numbers from which `draw` and `collapse` draw.
  void (*choose)(const void* noise, int dimensions, std::uint32_t* hash, int count) noexcept;
  // See kernels/lattice/draw.hpp.
  void (*draw)(const void* noise, const std::uint32_t* hash, int count, float* out,
               std::ptrdiff_t pitch) noexcept;
  void (*hash_and_draw)(const void* noise, const std::uint32_t* column, std::uint32_t key,
                        int count, float* out,
                        std::ptrdiff_t pitch) noexcept;  // null if `choose` must come first
  // Hashes, draws, and removes x, for columns that each sample has of its own.
  using RemoveX = void (*)(const void* noise, const Columns&, std::uint32_t key, float* to,
                           int pitch) noexcept;
  RemoveX remove_x_hashed, differentiate_x_hashed;
  FusedPoints<Arch> fused;
  // See kernels/points/staged.hpp; null where vertices are drawn to memory first.
  void (*collapse)(const points::PointBlock<Arch>&, const void* noise, int vectors, float* to,
                   std::ptrdiff_t at) noexcept;

  // Each component or value that is drawn is multiplied by this.
  float amplitude;
};

// A noise without its type, and the function that describes it, once for a stack of tiles.
template <class Arch>
struct ErasedNoise {
  const void* noise;
  LatticeDescription<Arch> (*describe)(const void* noise, int dimensions) noexcept;
};

}  // namespace perlane::kernels
