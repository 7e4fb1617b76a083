#pragma once
// The noises as the reference and the kernels see them: plain data, ready to be evaluated.

#include "model/operations.hpp"
#include "model/small_module.hpp"
#include "model/strict.hpp"

#include <cstdint>
#include <limits>
#include <type_traits>

namespace perlane::model {

// Coordinates times frequency stay below this, so that cells convert exactly: 2^51, and 2^31 for
// coordinates of binary32.
inline constexpr double coordinate_limit = 2251799813685248.0;
inline constexpr float float_coordinate_limit = 2147483648.0f;

// The blending of noise between lattice points: the public Fade, by the same numbers, or none.
// White noise does not fade: within a cell, it is the value of the cell's first lattice point.
enum class Fade : std::uint8_t { quintic, cubic, linear, none };

// The key of a hashed lattice, drawn from its seed.
struct HashKey {
  std::uint32_t axis[4];  // of an xor-hashed one, the seed and zeros
  std::uint32_t line;  // in one dimension, in place of the other axes
};

// The hash multiplies lattice coordinates by these, and hashes in its last round: odd numbers
// without a pattern. Those of the axes are from xxHash (Y. Collet, 2012), the other is from
// lowbias32 (C. Wellons, "Prospecting for Hash Functions", 2018). (Not inline: instruction sets
// share no symbol.)
constexpr std::uint32_t hash_multiplier[4] = {0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f};
inline constexpr std::uint32_t last_round_multiplier = 0x846ca68b;
inline constexpr int hash_shift = 9;

// FastNoiseLite multiplies lattice coordinates by these before it combines them by exclusive or,
// and the result in the last step. It has no fourth axis.
constexpr std::uint32_t xor_multiplier[4] = {501125321, 1136930381, 1720413743, 0};
inline constexpr std::uint32_t xor_last_multiplier = 0x27d4eb2d;

// The state that B. Jenkins' hash begins with, of a number of dimensions.
constexpr std::uint32_t jenkins_state(int dimensions) noexcept {
  return 0xdeadbeef + (static_cast<std::uint32_t>(dimensions) << 2) + 13;
}

// The rule that gives each point of a lattice the hash from which its noise is drawn.
struct LatticePoints {
  enum Kind {
    hashed,  // a hash
    permutation,  // the last entry of a chain through a table, x first
    classic,  // the sum of x and of such an entry of the other axes, the last axis first
    array,  // an index
    xor_hashed,  // a hash as FastNoiseLite has it
    jenkins,  // a hash as OSL and MaterialX have it, in up to 3 dimensions
  } kind;

  // Lattice coordinates are taken modulo the period; first, the offset is added. Offsets are 0
  // unless there is a period.
  std::uint32_t period[4];  // 0: 2^32
  std::uint32_t offset[4];
  // Cells that are added to coordinates times the frequency, so that octaves of a sum do not align.
  double shift[4];

  HashKey key;

  // Numbers below `length`. Index i means entry i modulo `length`. If the length is a power of two,
  // look-ups take a number modulo the length by the mask. Otherwise there is a period along every
  // axis, the table is repeated as far as the sum of an entry and a coordinate reaches, and the
  // mask has all bits.
  const std::uint32_t* table;
  // The table in bytes, repeated to 256 entries, 64-byte aligned; null if it does not fit.
  const std::uint8_t* bytes;
  // The numbers 0, 1 ... modulo the length, as many as the table has entries, for classic tables;
  // null if the length is a power of two.
  const std::uint32_t* remainders;
  std::uint32_t length;
  std::uint32_t mask;
  std::uint32_t start;  // added to the first coordinate
  int look_ups;  // at least this many, also in fewer dimensions (further coordinates are 0)

  std::uint32_t stride[4];  // of an array's index
};

// The gradients to choose from in one number of dimensions: 1 to 256 of them.
struct GradientSet {
  std::uint32_t count;
  alignas(64) float component[4][256];  // [axis][choice]
  // A sign-symmetric set is 8 vectors and all their mirror images: bit a of the choice is the sign
  // of component a, the bits above choose the vector.
  bool sign_symmetric;
  alignas(64) float magnitude[4][16];  // the 8 vectors, twice over: a full vector of 16 lanes
  alignas(64) float vector[128][4];  // all of them, by the upper bits of a hash
  // By fade, without `none`: no value of the noise, rounding included, is beyond +- this.
  double largest[3];
  double largest_simplex;  // the bound of simplex noise, before scaling and rounding
  double longest;  // no gradient is longer than this
};

// Gradient and value noise multiply each component or value that they draw by an amplitude, so that
// a sum of octaves only adds.
struct PerlinNoise {
  double frequency;
  Fade fade;
  LatticePoints lattice;
  const GradientSet* gradients[4];  // by dimensions - 1
  const float* component[4];  // explicit gradients, by axis: of an array
  float amplitude = 1;
};

struct ValueNoise {
  double frequency;
  Fade fade;
  LatticePoints lattice;
  // Values are the level (hash << shift) + least, as an integer with a sign, rounded to binary32,
  // times scale: evenly spaced, those of tables about 0. On a hashed lattice, the hash has had its
  // last round.
  int shift;
  std::uint32_t least;
  float scale;
  const float* value;  // explicit values: of an array
  float amplitude = 1;  // of these; of others, the scale has it
};

// The public Distance and CellularReturn, by the same numbers.
enum class Distance : std::uint8_t { euclidean, squared, manhattan, chebyshev };
enum class CellularReturn : std::uint8_t {
  f1,
  f2,
  f2_minus_f1,
  value,
  edge,
  offset_x,
  offset_y,
  offset_z,
  offset_w
};

// The axis of an offset; -1 for all else. The engine and the reference take void for Arch.
template <class Arch>
constexpr int offset_axis(CellularReturn returns) noexcept {
  return returns < CellularReturn::offset_x
             ? -1
             : static_cast<int>(returns) - static_cast<int>(CellularReturn::offset_x);
}

// One point in each cell of a hashed lattice.
struct CellularNoise {
  double frequency;
  LatticePoints lattice;
  Distance distance;
  CellularReturn returns;
  // Along an axis, 16 bits n of a hash place a point in its cell: at n * spread + first -
  // point_origin. The sum with `first` is rounded to a multiple of 2^-21, for it is between 4 and
  // 8.
  float spread;
  float first;
  float cell_size;  // units of coordinate, for offsets
  // No sample is farther than this from its nearest point along an axis, in cells; by dimensions -
  // 1.
  float farthest[4];
  // The number of cells to each side of a sample's that can have its nearest and second nearest
  // points, by dimensions - 1: beyond them, points are at least so far away.
  int reach[4];
  // The number of cells that can have the points beyond the nearest border.
  int border_reach[4];
};
// The margin for rounding in distances from borders: points that lie farther away than a bound by
// this much cannot have the nearest border.
inline constexpr float border_margin = 0x1p-6f;
inline constexpr float point_origin = 5.5f;
// The levels of a cell's value, of 23 bits of a hash: (2 hash + 1 - 2^23) * 2^-23.
inline constexpr int cell_value_shift = 9;
inline constexpr std::int32_t cell_value_levels = 1 << 23;

// The vertices of simplices in N dimensions are the points of the lattice, moved towards the origin
// along the diagonal: that of the point (i, j, k) lies at (i - t, j - t, k - t), where t = (i + j +
// k) G and G = (1 - 1 / sqrt(N + 1)) / N. These are multiples of 2^-24 that make G, by dimensions -
// 1; reference/simplex.cpp says why.
inline constexpr std::uint32_t unskew_quanta[4] = {4913933, 3545443, 2796203, 2318554};

struct SimplexNoise {
  double frequency;
  LatticePoints lattice;
  const GradientSet* gradients[4];  // by dimensions - 1, like all members below
  float scale[4];  // of the gradients
  // The square of the distance beyond which a vertex contributes nothing.
  float support_squared[4];
  // Set for the published noise: binary64 computes where vertices lie, with these constants.
  bool is_published;
  double skew[4], unskew[4];
};

// Values at the points of an xor-hashed lattice, blended by cubics through four of them along each
// axis; in 2 and 3 dimensions.
struct CubicNoise {
  double frequency;
  LatticePoints lattice;
  float scale[4];  // by dimensions - 1: of the numbers that hashes draw
};

// OpenSimplex2 and OpenSimplex2S: gradients at the vertices of triangles; of two cubic lattices,
// one of which has its points where the other has the centres of its cubes; and in 4 dimensions, of
// five lattices, which together are those of simplices.
struct OpenSimplexNoise {
  double frequency;
  LatticePoints lattice;  // of which only the shift counts
  bool is_smooth;  // OpenSimplex2S, whose vertices reach farther
  // Set if hashes have 64 bits, as in K. Spencer's code. FastNoiseLite's have 32, and no fourth
  // axis.
  bool is_long;
  std::uint64_t seed[2];  // of the first lattice, and of the second of 3D
  // By dimensions - 1: a power of two of them, or in 4D the 160 that are repeated up to 512 times;
  // scaled.
  const GradientSet* gradients[4];
};

// A field that depends on one coordinate at most.
struct Ramp {
  enum Kind {
    constant,  // `value`
    coordinate,  // the coordinate times `frequency`
    phase,  // how far the coordinate is within its turn of wrap.by, from 0 to 1
  } kind;
  int axis;  // of the coordinate
  float value;  // of a constant
  // 0 for a constant. The ramp is NaN where the coordinate times this reaches the limit.
  double frequency;
  AxisMap wrap;  // of a phase
};

// ---- the list of noises: one line each --------------------------------------
template <class... Noise>
struct NoiseList {};

using AllNoises = NoiseList<  //
    PerlinNoise,  // reference/perlin.cpp, kernels/lattice/perlin.hpp
    ValueNoise,  // reference/value.cpp, kernels/lattice/value.hpp
    CellularNoise,  // reference/cellular.cpp, kernels/cellular/cellular.hpp
    SimplexNoise,  // reference/simplex.cpp, kernels/simplex/simplex.hpp
    CubicNoise,  // reference/cubic.cpp, kernels/cubic/cubic.hpp
    OpenSimplexNoise,  // reference/open_simplex.cpp, kernels/open_simplex/open_simplex.hpp
    Ramp  // reference/ramp.cpp, kernels/ramp/ramp.hpp
    >;
using FewNoises = NoiseList<PerlinNoise, ValueNoise, SimplexNoise, Ramp>;
using Noises = std::conditional_t<is_small_module, FewNoises, AllNoises>;

// True for a noise that locates the sample of a warp in its lattice before it is moved, and then
// adds the displacement in binary32. All other noises get the sums, in binary64.
template <class Noise>
inline constexpr bool takes_displacements = false;
template <>
inline constexpr bool takes_displacements<PerlinNoise> = true;
template <>
inline constexpr bool takes_displacements<ValueNoise> = true;

// Returns a frequency or a factor in binary32, clamped to finite numbers, so that 0 times it is 0
// and not NaN. The engine and the reference take void for Arch.
template <class Arch>
constexpr float float_factor(double factor) noexcept {
  constexpr double largest = std::numeric_limits<float>::max();
  return static_cast<float>(factor < -largest ? -largest : factor > largest ? largest : factor);
}

}  // namespace perlane::model
