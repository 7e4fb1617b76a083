#pragma once
/// \file
/// Sums and products of octaves.

#include <perlane/detail/cxx20.hpp>
#include <perlane/field.hpp>

#include <concepts>
#include <utility>

namespace perlane {

struct Cascade;
struct Damped;

/// A sum of octaves, each finer and weaker than the one before.
struct Fractal {
  /// The most octaves there can be.
  static constexpr int octave_limit = 32;

  /// Layers of noise, 1 to octave_limit.
  int octaves = 6;
  /// Frequency of an octave over that of the octave before. Positive and finite; usually 2. A whole
  /// number if the source has a period: octave k then has that period times lacunarity^k, and the
  /// sum tiles as its source does. (Tables and explicit lattices repeat by themselves; sums of
  /// their octaves do so if it is a whole number.)
  double lacunarity = 2.0;
  /// Amplitude of an octave over that of the octave before. Finite; usually 0.5.
  double gain = 0.5;
  /// Leaves the lattice points of all octaves where published sums have them. Gradient noise
  /// is 0 at its lattice points; if the lacunarity is a whole number, all aligned octaves are 0 at
  /// those of the first, which shows as a regular grid in ridges and coasts. Otherwise each octave
  /// but the first is moved along every axis by a part of its cell that it draws from its seed.
  bool aligned = false;
  /// Weakens further octaves where an octave is low, 0 to 1: 0 leaves them as they are; with 1 they
  /// vanish where its signal, n of `fbm` and 1 - 2 |n| of `ridged`, is -1. Valleys become smooth
  /// and peaks stay rough. (The weighted strength of J. Peck's FastNoiseLite.) Signals beyond -1
  /// and 1 count as -1 and 1.
  double weight = 0;
  /// The share of one more octave, 0 to 1, so that detail can be faded in: 0 adds nothing, and 1
  /// adds a whole octave.
  double fraction = 0;
  /// The distance between samples, in units of the coordinates that the fractal is evaluated at:
  /// octaves that are too fine for them fade out, in place of aliasing. Finite, 0 or more; 0
  /// leaves all octaves as they are. If the cells of an octave span c footprints, the part
  /// 3t^2 - 2t^3 of it is left, where t is c - 1, clamped to 0 .. 1: all of it from two footprints
  /// on, and nothing up to one. The rest of it becomes its mean, so that values agree in the mean
  /// whatever the footprint is, and amplitudes stay those of the whole sum. Octaves that are gone
  /// cost next to nothing. (Norton, Rockwood and Skolmoski, "Clamping", SIGGRAPH 1982.) Fields
  /// without noise have no cells and do not fade. See `with_footprint`, which sets this in a whole
  /// field.
  double footprint = 0;

  /// The members that `damped` takes.
  /// \throws std::invalid_argument  there is a weight: slopes weaken octaves in its place
  operator Damped() const;
};

/// Octaves of `source` with amplitudes that add up to 1, so the sum stays within the range of its
/// source (fractional Brownian motion). Octave 0 is `source` itself; each further octave draws a
/// seed of its own from the seed of `source`.
///
/// An octave aliases where its cells are smaller than two samples: it then adds what no longer
/// depends on its neighbours, and looks like white noise. With `step` between samples that happens
/// from octave log(1 / (2 * frequency * step)) / log(lacunarity) on; choose octaves to suit the
/// sample spacing, or let `Fractal::footprint` fade those out that are too fine.
/// \throws std::invalid_argument  a member is out of its range; values might not be floats; the
/// source has a period that the lacunarity does not keep or makes longer than 2^32 cells; the
/// source holds noise of a chunk (use chunk_layers for that); powers of the gain overflow; a
/// frequency leaves the range of binary64; or all octaves together would have more than 2^17 nodes
/// (32 octaves of 32 of 32 of 32 octaves, for example)
Field fbm(Field source, const Fractal& parameters = {});

/// The same sum of 1 - 2 |n| for every octave n: crests where the octaves cross 0, as of mountains.
/// Within [-1, 1] if the source is.
Field ridged(Field source, const Fractal& parameters = {});

/// The same sum of 2 |n| - 1 for every octave n: creases where the octaves cross 0, between
/// billows. Within [-1, 1] if the source is.
Field billow(Field source, const Fractal& parameters = {});

namespace detail {
// A number that an int does not hold becomes one that is rejected.
template <std::integral Number>
constexpr Fractal octaves(Number number) noexcept {
  const int octaves = static_cast<int>(number);
  const bool is_same = static_cast<Number>(octaves) == number;
  return {.octaves = is_same ? octaves : Fractal::octave_limit + 1};
}
}  // namespace detail

/// The same sums of so many octaves.
template <std::integral Number>
Field fbm(Field source, Number octaves) {
  return fbm(std::move(source), detail::octaves(octaves));
}
/// \overload
template <std::integral Number>
Field ridged(Field source, Number octaves) {
  return ridged(std::move(source), detail::octaves(octaves));
}
/// \overload
template <std::integral Number>
Field billow(Field source, Number octaves) {
  return billow(std::move(source), detail::octaves(octaves));
}

/// The same sum of a ping-pong of every octave n, which goes up and down between -1 and 1:
/// 1 - 4 |r - 1/2|, where r is the fractional part of (n + 1) strength / 2. (J. Peck's
/// FastNoiseLite.)
/// \param strength  how often values from -1 to 1 rise and fall again: above 0, finite as a float
/// \throws std::invalid_argument  as fbm, and if the strength is out of its range
Field ping_pong(Field source, const Fractal& parameters = {}, double strength = 2);

/// Octaves that depend on those before them (F. K. Musgrave, in "Texturing and Modeling: A
/// Procedural Approach", 1994; as Blender states them): plains are smooth, and mountains rough.
/// Octave k has the amplitude gain^k; the sums are not scaled, but `range` says how far they go,
/// and `remap` takes them elsewhere. Octaves are out of step as those of `fbm`.
struct Cascade {
  /// As in Fractal.
  int octaves = 6;
  /// As in Fractal.
  double lacunarity = 2.0;
  /// Amplitude of an octave over that of the octave before (Blender's lacunarity^-H). Finite.
  double gain = 0.5;
  /// A number that is added to octaves of -1 to 1. Finite.
  double offset = 1;
  /// As in Fractal.
  bool aligned = false;
  /// As in Fractal.
  double footprint = 0;
};

/// The product of n gain^k + offset for all octaves n.
/// \throws std::invalid_argument  as fbm
Field multifractal(Field source, const Cascade& parameters = {});

/// Altitude v, which begins as n + offset of the first octave; each further one adds
/// (n + offset) gain^k v.
/// \throws std::invalid_argument  as fbm
Field hetero_terrain(Field source, const Cascade& parameters = {});

/// The same with a feedback of octaves on those after them.
struct Multifractal {
  /// As in Cascade.
  int octaves = 6;
  /// As in Cascade.
  double lacunarity = 2.0;
  /// As in Cascade.
  double gain = 0.5;
  /// As in Cascade.
  double offset = 1;
  /// Makes further octaves stronger where those before are (Blender's gain). Finite, 0 or
  /// more.
  double feedback = 1;
  /// As in Fractal.
  bool aligned = false;
  /// As in Fractal.
  double footprint = 0;

  /// The members that `multifractal` and `hetero_terrain` take.
  /// \throws std::invalid_argument  the feedback, which they have no use for, is not 1
  operator Cascade() const;
};

/// The sum of w (n + offset) gain^k, where w is 1 at first, and then the summand before times
/// `feedback`, 1 at most; or 0, once it is 0.001 or below.
/// \throws std::invalid_argument  as fbm
Field hybrid_multifractal(Field source, const Multifractal& parameters = {});

/// The sum of t gain^k, where t is (offset - |n|)^2 times a weight, which is 1 at first, and then
/// the t before times `feedback`, 1 at most. Crests where octaves cross 0.
/// \throws std::invalid_argument  as fbm
Field ridged_multifractal(Field source, const Multifractal& parameters = {});

/// The octaves of `damped`.
struct Damped {
  /// As in Fractal.
  int octaves = 6;
  /// As in Fractal.
  double lacunarity = 2.0;
  /// As in Fractal.
  double gain = 0.5;
  /// As in Fractal.
  bool aligned = false;
  /// As in Fractal.
  double fraction = 0;
  /// As in Fractal.
  double footprint = 0;
};

/// The same sum of n / (1 + damping |d|^2) for every octave n, where d is the sum of the gradients
/// of the octaves so far, each per cell of its own: detail fades where it is steep, which looks
/// eroded. (I. Quilez, "More noise", 2008; without the rotation of octaves.) The result has no
/// derivatives, see `has_derivatives`; each octave is evaluated with its own.
/// \param damping  finite, 0 or more
/// \throws std::invalid_argument  as fbm; also if the source has no derivatives, values of the
/// source times the frequency of an octave may be beyond 1e36, or the damping is out of its range
Field damped(Field source, const Damped& parameters = {}, double damping = 1);

}  // namespace perlane
