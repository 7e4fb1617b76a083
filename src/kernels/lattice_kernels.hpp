#pragma once
// The kernels of a noise that is drawn at the points of a lattice and blended between them. Its file
// says what is drawn, in a specialisation of LatticeDrawing:
//
//   gradients                       whether a lattice point has a gradient, or a value
//   draw                            what words draw, see kernels/lattice_noise.hpp
//   Drawn<N>                        for cells of points: reads what `draw` has drawn
//   Usual<N>, is_usual(noise, N)    for cells of points: draws as the cell collapses
//
// An instruction set that only looks up words in a way of its own takes the rest from its Base.

#include "kernels/lattice_noise.hpp"
#include "kernels/noise_kernels.hpp"

namespace perlane::kernels {

template <class Arch, class Noise>
struct LatticeDrawing;

// What all noises of a lattice share; defined in kernels/lattice.hpp.
template <class Arch>
struct Lattice {
  using Noise = LatticeNoise<Arch>;
  static void fill(const Noise&, const model::Tile&, const model::Fold&, const model::Sink&,
                   model::State&) noexcept;
  static void differentiate(const Noise&, const model::Tile&, float* const* planes,
                            model::State&) noexcept;
  static void sample(const Noise&, const model::Tile&, bool derivatives,
                     float* const* planes) noexcept;
};

template <class Arch>
const WordStages& word_stages() noexcept;

template <class Arch, class Noise>
struct LatticeKernels {
  using Base = typename Backend<Arch>::Base;
  static constexpr bool looks_up_words = true;

  // The noise as the stages see it, but for `words`; defined in kernels/lattice.hpp.
  static LatticeNoise<Arch> describe(const Noise&, int dimensions, bool derivatives) noexcept;

  static LatticeNoise<Base> noise_of(const Noise& noise, const model::Tile& tile,
                                     bool derivatives) noexcept {
    LatticeNoise<Base> result =
        LatticeKernels<Base, Noise>::describe(noise, tile.dimensions, derivatives);
    result.words = &word_stages<Arch>();
    return result;
  }

  static void fill(const Noise& noise, const model::Tile& tile, const model::Fold& fold,
                   const model::Sink& sink, model::State& state) noexcept {
    Lattice<Base>::fill(noise_of(noise, tile, false), tile, fold, sink, state);
  }
  static void differentiate(const Noise& noise, const model::Tile& tile, float* const* planes,
                            model::State& state) noexcept {
    Lattice<Base>::differentiate(noise_of(noise, tile, true), tile, planes, state);
  }
  static void sample(const Noise& noise, const model::Tile& tile, float* const* planes) noexcept {
    Lattice<Base>::sample(noise_of(noise, tile, false), tile, false, planes);
  }
  static void sample_derivatives(const Noise& noise, const model::Tile& tile,
                                 float* const* planes) noexcept {
    Lattice<Base>::sample(noise_of(noise, tile, true), tile, true, planes);
  }

  // The number of dimensions is the tile's.
  static constexpr NoiseTable<Noise> table{
      true,
      {fill, fill, fill, fill},
      {differentiate, differentiate, differentiate, differentiate},
      {sample, sample, sample, sample},
      {sample_derivatives, sample_derivatives, sample_derivatives, sample_derivatives}};
};

}  // namespace perlane::kernels
