#pragma once
// The kernels of a noise that is drawn at the points of a lattice and blended between them. Its file
// says what is drawn, in a specialisation of LatticeDrawing:
//
//   gradients                       whether a lattice point has a gradient, or a value
//   draw                            what words draw, see kernels/lattice_noise.hpp
//   Drawn<N>                        for cells of points: reads what `draw` has drawn
//   Usual<N>, is_usual(noise, N)    for cells of points: draws as the cell collapses
//
// Only what is declared here is compiled for each such noise. `Base` is the instruction set that all
// stages are taken from but those that look up words.

#include "kernels/lattice_noise.hpp"
#include "kernels/noise_kernels.hpp"

namespace perlane::kernels {

template <class Arch, class Noise>
struct LatticeDrawing;

// Defined in kernels/lattice.hpp.
template <class Arch>
void fill_lattice(const LatticeNoise<Arch>&, const model::Tile&, const model::Fold&,
                  const model::Sink&, model::State&) noexcept;
template <class Arch>
void differentiate_lattice(const LatticeNoise<Arch>&, const model::Tile&, float* const* planes,
                           model::State&) noexcept;
template <class Arch>
void sample_lattice(const LatticeNoise<Arch>&, const model::Tile&, bool derivatives,
                    float* const* planes) noexcept;
template <class Arch, class Noise>
LatticeNoise<Arch> lattice_noise(const Noise&, int dimensions, bool derivatives) noexcept;
template <class Arch>
const WordStages& word_stages() noexcept;

template <class Arch, class Noise, class Base = Arch>
struct LatticeKernels {
  static LatticeNoise<Base> describe(const Noise& noise, const model::Tile& tile,
                                     bool derivatives) noexcept {
    LatticeNoise<Base> result = lattice_noise<Base>(noise, tile.dimensions, derivatives);
    result.words = &word_stages<Arch>();
    return result;
  }

  static void fill(const Noise& noise, const model::Tile& tile, const model::Fold& fold,
                   const model::Sink& sink, model::State& state) noexcept {
    fill_lattice<Base>(describe(noise, tile, false), tile, fold, sink, state);
  }
  static void differentiate(const Noise& noise, const model::Tile& tile, float* const* planes,
                            model::State& state) noexcept {
    differentiate_lattice<Base>(describe(noise, tile, true), tile, planes, state);
  }
  template <bool derivatives>
  static void sample(const Noise& noise, const model::Tile& tile, float* const* planes) noexcept {
    sample_lattice<Base>(describe(noise, tile, derivatives), tile, derivatives, planes);
  }

  // The number of dimensions is the tile's.
  static constexpr NoiseTable<Noise> table{
      true,
      {fill, fill, fill, fill},
      {differentiate, differentiate, differentiate, differentiate},
      {sample<false>, sample<false>, sample<false>, sample<false>},
      {sample<true>, sample<true>, sample<true>, sample<true>}};
};

}  // namespace perlane::kernels
