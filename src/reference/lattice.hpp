#pragma once
// The lattice, one point at a time: the cells of coordinates, and the hashes and gradients of
// lattice points. K. Perlin, "An Image Synthesizer", SIGGRAPH 1985; "Improving Noise", SIGGRAPH
// 2002.
//
// These functions are inline, and their callers have the number of dimensions as a constant:
// evaluating single points consists mostly of these calls.

#include "model/noises.hpp"
#include "model/tile.hpp"

#include <cstdint>
#include <span>

namespace perlane::reference {

// A coordinate that has been located in the lattice, along one axis.
struct Located {
  std::uint32_t cell[2];  // lattice coordinates on both sides
  float f;                // fraction within the cell, 0 to 1
};

// std::floor, which is not an instruction on every CPU.
inline std::int64_t floor_of(double s) noexcept {
  const auto whole = static_cast<std::int64_t>(s);
  return whole - (static_cast<double>(whole) > s ? 1 : 0);
}

// Cell and fraction of a coordinate in cells. False beyond the limit, and for NaN.
inline bool split(double s, double limit, std::int64_t& cell, float& f) noexcept {
  if (!(s < limit && s > -limit)) return false;
  cell = floor_of(s);
  f = static_cast<float>(s - static_cast<double>(cell));
  return true;
}

// Adds the displacement of a point to its position in the lattice. False beyond the limit.
bool displace(const model::Point& point, int axis, double frequency, std::int64_t& cell,
              float& f) noexcept;
// The cell modulo the period, and the next one.
void repeat(const model::LatticePoints& lattice, int axis, std::int64_t cell,
            Located& located) noexcept;

// Finds the cell of a point along an axis, counted from the origin, and the fraction within it.
// Returns false beyond the coordinate limit.
inline bool locate(const model::Point& point, int axis, double frequency,
                   const model::LatticePoints& lattice, std::int64_t& cell, float& f) noexcept {
  double s = point.coordinate[axis] * frequency + lattice.shift[axis];
  double limit = model::coordinate_limit;
  if (point.is_float) {
    s = static_cast<float>(point.coordinate[axis]) * static_cast<float>(frequency) +
        static_cast<float>(lattice.shift[axis]);
    limit = model::float_coordinate_limit;
  }
  return split(s, limit, cell, f) &&
         (!point.is_displaced || displace(point, axis, frequency, cell, f));
}

// Locates a point within the lattice.
inline bool locate(const model::Point& point, int axis, double frequency,
                   const model::LatticePoints& lattice, Located& located) noexcept {
  std::int64_t cell;
  if (!locate(point, axis, frequency, lattice, cell, located.f)) return false;
  located.cell[0] = static_cast<std::uint32_t>(cell);
  located.cell[1] = located.cell[0] + 1;
  if (lattice.period[axis] != 0) repeat(lattice, axis, cell, located);
  return true;
}

inline float fade(model::Fade fade, float f) noexcept {
  switch (fade) {
    case model::Fade::quintic: {
      // 6f^5 - 15f^4 + 10f^3 about the centre of the cell.
      const float t = f - 0.5f;
      const float q = t * t;
      return ((q * 6.0f - 5.0f) * q + 1.875f) * t + 0.5f;
    }
    case model::Fade::cubic:
      return (3.0f - 2.0f * f) * (f * f);
    case model::Fade::linear:
      return f;
    case model::Fade::none:
      return 0.0f;
  }
  return 0.0f;
}

inline float fade_derivative(model::Fade fade, float f) noexcept {
  switch (fade) {
    case model::Fade::quintic: {
      // 30f^4 - 60f^3 + 30f^2, likewise.
      const float t = f - 0.5f;
      const float q = t * t;
      return (q * 30.0f - 15.0f) * q + 1.875f;
    }
    case model::Fade::cubic:
      return (f - f * f) * 6.0f;
    case model::Fade::linear:
      return 1.0f;
    case model::Fade::none:
      return 0.0f;
  }
  return 0.0f;
}

// A hash is best in its uppermost bits. A draw of more than 8 bits takes a last round first.
inline std::uint32_t last_round(std::uint32_t v) noexcept {
  v ^= v >> 15;
  return v * model::last_round_multiplier;
}

// Each axis has a hash of its own. Multiples of a constant are spread evenly (H. Weyl, 1916), which
// the exclusive or with their upper bits breaks up; a lattice point draws from the product of the
// hashes of its axes. On a grid, rows and columns share the hashes of the axes, so that a lattice
// point costs one multiplication; and the hash of the next lattice coordinate is one addition away.
//
// The shift is by 9. With more, fewer of the upper bits are broken up, and where a row multiplies
// by a small number, its lattice points resemble those some cells along. With less, the hashes of
// neighbours differ by few numbers, and so do the products on the sides of a rectangle.
inline std::uint32_t axis_hash(const model::HashKey& key, int axis, std::uint32_t cell) noexcept {
  const std::uint32_t a = cell * model::hash_multiplier[axis] + key.axis[axis];
  return (a ^ a >> model::hash_shift) | (axis == 0 ? 0 : 1);
}
inline std::uint32_t hash(const model::HashKey& key, std::span<const std::uint32_t> cell) noexcept {
  std::uint32_t v = axis_hash(key, 0, cell[0]);
  if (cell.size() == 1) return last_round(v * (key.line | 1));
  for (std::size_t axis = 1; axis < cell.size(); ++axis)
    v *= axis_hash(key, static_cast<int>(axis), cell[axis]);
  return v;
}

// The hash of FastNoiseLite, and the number with a sign that a hash draws its value from.
inline std::uint32_t xor_axis(const model::HashKey& key, int axis, std::uint32_t cell) noexcept {
  return cell * model::xor_multiplier[axis] ^ key.axis[axis];
}
inline std::uint32_t xor_hash(const model::HashKey& key,
                              std::span<const std::uint32_t> cell) noexcept {
  std::uint32_t h = 0;
  for (std::size_t axis = 0; axis < cell.size(); ++axis)
    h ^= xor_axis(key, static_cast<int>(axis), cell[axis]);
  return h * model::xor_last_multiplier;
}
inline std::uint32_t xor_value(std::uint32_t hash) noexcept {
  const std::uint32_t square = hash * hash;
  return square ^ square << 19;
}

// The hash of a lattice point.
std::uint32_t hash(const model::LatticePoints&, std::span<const std::uint32_t> cell) noexcept;

// Returns the index of the gradient that a hash chooses from the set, by its uppermost bits. If the
// set is sign-symmetric, the first of them is the sign along x; the next three choose the vector,
// and then come the other signs, the last axis first. So the bits that a component depends on lie
// side by side, or nearly so.
inline std::uint32_t gradient_index(const model::LatticePoints& lattice,
                                    const model::GradientSet& set, int dimensions,
                                    std::uint32_t hash) noexcept {
  if (lattice.kind == model::LatticePoints::xor_hashed)
    return (hash ^ hash >> 15) >> (dimensions - 1) & (set.count - 1);
  if (lattice.kind != model::LatticePoints::hashed) return hash % set.count;
  if (!set.sign_symmetric) return (hash >> 8) * set.count >> 24;
  const std::uint32_t sign_of_x = hash >> 31;
  const std::uint32_t others = (hash & 0x7fffffff) >> (29 - dimensions);
  return others << 1 | sign_of_x;
}

}  // namespace perlane::reference
