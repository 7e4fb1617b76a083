#pragma once
// Value noise; mirror of reference/value.cpp. This file draws values from hashes; all noises of a
// lattice share everything else.

#include "kernels/lattice/draw.hpp"
#include "kernels/lattice/kernels.hpp"
#include "kernels/shared/hashes.hpp"

namespace perlane::kernels::lattice {

// Draws from evenly spaced values.
template <class Arch>
class ValueLevels {
  using W = Words<Arch>;

 public:
  static constexpr int components = 0;

  using Source = WithAmplitude<model::ValueNoise>;

  explicit ValueLevels(const Source& source) noexcept
      : shift_(source.noise.shift), least_(source.noise.least), scale_(source.noise.scale) {}

  XSIMD_INLINE Floats<Arch> operator()(W hash) const noexcept {
    const W level = (hash << shift_) + least_;
    return xsimd::to_float(xsimd::bitwise_cast<std::int32_t>(level)) * scale_;
  }

 private:
  int shift_;
  W least_;
  Floats<Arch> scale_;
};

// Draws from hashes: all of a hash is a level.
template <class Arch>
class HashedValues {
 public:
  static constexpr int components = 0;

  using Source = WithAmplitude<model::ValueNoise>;

  XSIMD_INLINE explicit HashedValues(const Source& source) noexcept : scale_(source.noise.scale) {}

  XSIMD_INLINE Floats<Arch> operator()(Words<Arch> hash) const noexcept {
    const Words<Arch> level = last_round<Arch>(hash);
    return xsimd::to_float(xsimd::bitwise_cast<std::int32_t>(level)) * scale_;
  }

 private:
  Floats<Arch> scale_;
};

// Draws from an array of values.
template <class Arch>
class GivenValues {
 public:
  static constexpr int components = 0;

  using Source = WithAmplitude<model::ValueNoise>;

  explicit GivenValues(const Source& source) noexcept
      : value_(source.noise.value), amplitude_(source.amplitude) {}

  XSIMD_INLINE Floats<Arch> operator()(Words<Arch> hash) const noexcept {
    return gather<Arch>(value_, hash) * amplitude_;
  }

 private:
  const float* value_;
  Floats<Arch> amplitude_;
};

}  // namespace perlane::kernels::lattice

namespace perlane::kernels {

template <class Arch>
struct LatticeDrawing<Arch, model::ValueNoise> {
  using Noise = model::ValueNoise;
  enum Drawing { levels, given };
  template <int N>
  using Drawn = DrawnList<lattice::ValueLevels<Arch>, lattice::GivenValues<Arch>>;
  template <int>
  using Hashed = lattice::HashedValues<Arch>;

  static Drawing drawing_of(const Noise& noise, int) noexcept {
    return noise.lattice.kind == LatticePoints::array ? given : levels;
  }
  static bool can_hash_and_draw(const Noise& noise, int) noexcept {
    return noise.lattice.kind == LatticePoints::hashed;
  }
  static void choose(const void* noise, int, std::uint32_t* hash, int count) noexcept {
    const auto kind = static_cast<const Noise*>(noise)->lattice.kind;
    const auto replace = [&](const auto& formula) {
      for (int i = 0; i < count; i += lanes<Arch>)
        formula(Words<Arch>::load_aligned(hash + i)).store_aligned(hash + i);
    };
    if (kind == LatticePoints::hashed) replace(last_round<Arch>);
    if (kind == LatticePoints::xor_hashed) replace(xor_value<Arch>);
  }
};

template <class Arch>
struct NoiseKernels<Arch, model::ValueNoise> : LatticeKernels<Arch, model::ValueNoise> {};

}  // namespace perlane::kernels
