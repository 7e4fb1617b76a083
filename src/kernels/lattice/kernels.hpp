#pragma once
// Declares the kernels of a noise that is drawn at the points of a lattice and blended between
// them; kernels/lattice_definitions.hpp defines them. The file of the noise draws, in a
// specialisation of LatticeDrawing:
//
//   using Drawn<N> = DrawnList<...>     the classes that draw, see kernels/lattice/draw.hpp
//   int drawing_of(noise, N)            the index in that list of the class for a noise
//   void choose(noise, N, hash, count)  turns hashes into the numbers that this class draws from
//   using Hashed<N>                     the class that draws from hashes as they are
//   bool can_hash_and_draw(noise, N)    true if Hashed<N> serves a noise
// An instruction set that only looks up hashes differently takes everything else from its Base.

#include "kernels/lattice_description.hpp"
#include "kernels/shared/noise_kernels.hpp"

namespace perlane::kernels {

template <class Arch, class Noise>
struct LatticeDrawing;
template <class... Drawn>
struct DrawnList {};

// All noises of a lattice share these kernels.
template <class Arch>
struct SharedLatticeKernels {
  using Description = LatticeDescription<Arch>;
  using Source = ErasedNoise<Arch>;
  static void fill(const Source&, const model::Tile&, const model::Fold&, const model::Sink&,
                   model::State&) noexcept;
  static void differentiate(const Source&, const model::Tile&, float* const* planes,
                            model::State&) noexcept;
  static bool folds_points(const Description&, const model::Tile&) noexcept;
  static void sample(const Description&, const model::Tile&, bool derivatives, const model::Fold&,
                     float* const* planes) noexcept;
};

template <class Arch>
const HashStages& hash_stages() noexcept;

template <class Arch, class Noise>
struct LatticeKernels {
  using Base = typename Backend<Arch>::Base;
  static constexpr bool looks_up_hashes = true;

  // Describes the noise to the stages.
  static LatticeDescription<Arch> describe(const Noise&, int dimensions,
                                           const HashStages&) noexcept;

  static LatticeDescription<Base> description_of(const Noise& noise,
                                                 const model::Tile& tile) noexcept {
    return describe_any(&noise, tile.dimensions);
  }

  static LatticeDescription<Base> describe_any(const void* noise, int dimensions) noexcept {
    return LatticeKernels<Base, Noise>::describe(*static_cast<const Noise*>(noise), dimensions,
                                                 hash_stages<Arch>());
  }

  static void fill(const Noise& noise, const model::Tile& tile, const model::Fold& fold,
                   const model::Sink& sink, model::State& state) noexcept {
    SharedLatticeKernels<Base>::fill({&noise, describe_any}, tile, fold, sink, state);
  }
  static bool folds_points(const Noise& noise, const model::Tile& tile) noexcept {
    return SharedLatticeKernels<Base>::folds_points(description_of(noise, tile), tile);
  }
  static void sample(const Noise& noise, const model::Tile& tile, const model::Fold& fold,
                     float* const* planes, bool with_derivatives, model::State& state) noexcept {
    if (!model::is_small_module &&
        tile.kind == model::Tile::axes)  // and with derivatives: `fill` evaluates values
      return SharedLatticeKernels<Base>::differentiate({&noise, describe_any}, tile, planes, state);
    const bool derivatives = !model::is_small_module && with_derivatives;
    SharedLatticeKernels<Base>::sample(description_of(noise, tile), tile, derivatives, fold,
                                       planes);
  }

  // The tile says how many dimensions there are.
  using Table = NoiseTable<Noise>;
  static constexpr Table table{
      .sample = by_dimensions<typename Table::Sample, 1, 4>([]<int>() { return sample; }),
      .fill = by_dimensions<typename Table::Fill, 1, 4>([]<int>() { return fill; }),
      .folds = true,
      .folds_points = folds_points};
};

}  // namespace perlane::kernels
