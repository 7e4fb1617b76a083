#pragma once
// The rules by which fractals join their octaves, where that is more than a sum: plain data that
// the reference and the kernels compute from.

#include "model/strict.hpp"

namespace perlane::model {

// The formula that turns the value n of an octave into a signal s.
enum class Shape {
  plain,  // n
  ridged,  // 1 - 2 |n|
  billow,  // 2 |n| - 1
  ping_pong,  // 1 - 4 |r - 1/2|, where r is (n + 1) * half_strength above the whole number below it
};

// The formula that joins the octaves so far, the value v, and the signal s of the next, whose
// amplitude is a. Some formulas also pass a weight w to the next octave.
enum class Join {
  sum,  // v + s * a
  weighted,  // v + s * w * a, and w * (weight_base + weight_slope * s)
  multifractal,  // v * (s * a + offset)
  hetero,  // v + (s + offset) * a * v, and s + offset at first
  hybrid,  // v + w * t, where t is (s + offset) * a; and w * t * feedback, 1 at most, or 0 if it
           // is 0.001 or below
  ridges,  // v + t * a, where t is (offset - |s|)^2 * w; and t * feedback, 0 to 1
};

inline constexpr float least_weight = 0.001f;  // of a hybrid multifractal

constexpr bool has_weight(Join join) noexcept {
  return join == Join::weighted || join == Join::hybrid || join == Join::ridges;
}

struct OctaveRule {
  Shape shape = Shape::plain;
  Join join = Join::sum;
  float half_strength = 1;
  float weight_base = 1, weight_slope = 0;
  // Set for a ping-pong whose half_strength is 1 and whose n is within -1 and 1.
  bool is_plain_turn = false;
  // Set if s may be beyond -1 .. 1, so that weights have to clamp it.
  bool is_clamped = false;
  float offset = 1, feedback = 1;
};

// The number of octaves that are joined at a time: the joined value is read and written once for
// these.
inline constexpr int octaves_at_once = 4;

struct Octaves {
  const OctaveRule* rule;
  int count;
  float amplitude[octaves_at_once];
};

// Tile buffers of the octaves, and of the value and weight so far, which are null if there are
// none. The new weight is written to `weight_to`, unless that is null.
struct OctaveBuffers {
  const float* octave[octaves_at_once];
  const float* value;
  const float* weight;
  float* weight_to;
};

}  // namespace perlane::model
