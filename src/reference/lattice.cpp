// The lattice. K. Perlin, "An Image Synthesizer", SIGGRAPH 1985; "Improving Noise", SIGGRAPH 2002.

#include "reference/lattice.hpp"

#include <bit>
#include <cmath>

namespace perlane::reference {
namespace {

// Cell and fraction, in the precision of the coordinate. False beyond the limit, and for NaN.
template <class Real>
bool split(Real coordinate, Real frequency, Real shift, Real limit, std::int64_t& cell,
           float& f) noexcept {
  const Real s = coordinate * frequency + shift;
  if (!(std::abs(s) < limit)) return false;
  const Real whole = std::floor(s);
  cell = static_cast<std::int64_t>(whole);
  f = static_cast<float>(s - whole);
  return true;
}

}  // namespace

bool locate(const model::Point& point, int axis, double frequency,
            const model::LatticePoints& lattice, Position& position) noexcept {
  std::int64_t cell;
  const bool is_within =
      point.is_single
          ? split(static_cast<float>(point.coordinate[axis]), static_cast<float>(frequency),
                  static_cast<float>(lattice.shift[axis]), model::coordinate_limit_single, cell,
                  position.f)
          : split(point.coordinate[axis], frequency, lattice.shift[axis], model::coordinate_limit,
                  cell, position.f);
  if (!is_within) return false;
  if (point.is_displaced) {
    const float factor = model::single_factor<void>(frequency * point.displacement_factor[axis]);
    const float from = position.f;
    std::int64_t moved;
    if (!split(point.displacement[axis], factor, from, model::coordinate_limit_single, moved,
               position.f))
      return false;
    cell += moved;
  }
  const std::int64_t period = lattice.period[axis];
  if (period == 0) {
    position.cell[0] = static_cast<std::uint32_t>(cell);
    position.cell[1] = position.cell[0] + 1;
  } else {
    const std::int64_t remainder = (cell + lattice.offset[axis]) % period;
    position.cell[0] = static_cast<std::uint32_t>(remainder < 0 ? remainder + period : remainder);
    position.cell[1] = position.cell[0] + 1 == period ? 0 : position.cell[0] + 1;
  }
  return true;
}

float fade(model::Fade fade, float f) noexcept {
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

float fade_slope(model::Fade fade, float f) noexcept {
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

// Each axis has a word of its own. Multiples of a constant are spread evenly (H. Weyl, 1916), which
// the exclusive or with their upper bits breaks up; a lattice point draws from the product of the
// words of its axes. On a grid, rows and columns share the words of the axes, so that a lattice
// point costs one multiplication; and the word of the next lattice coordinate is one addition away.
//
// Why a shift by 9: with more, less of the upper bits is broken up, and where a row multiplies by
// little, its lattice points resemble those some cells along. With less, the words of neighbours
// differ by few numbers, and so do the products on the sides of a rectangle.
std::uint32_t hash(const model::HashKey& key, std::span<const std::uint32_t> cell) noexcept {
  const auto axis_word = [&](std::size_t axis) {
    const std::uint32_t a = cell[axis] * model::hash_multiplier[axis] + key.axis[axis];
    return a ^ a >> model::hash_shift;
  };
  std::uint32_t v = axis_word(0);
  if (cell.size() == 1) return last_round(v * (key.line | 1));
  for (std::size_t axis = 1; axis < cell.size(); ++axis) v *= axis_word(axis) | 1;
  return v;
}

std::uint32_t last_round(std::uint32_t v) noexcept {
  v ^= v >> 15;
  return v * model::last_round_multiplier;
}

std::uint32_t exclusive_value(std::uint32_t word) noexcept {
  const std::uint32_t square = word * word;
  return square ^ square << 19;
}

// B. Jenkins, "lookup3", 2006: the last round.
std::uint32_t jenkins(std::uint32_t first, std::span<const std::uint32_t> cell) noexcept {
  std::uint32_t state[3];
  auto& [a, b, c] = state;
  a = b = c = model::jenkins_state(static_cast<int>(cell.size()));
  for (std::size_t axis = 0; axis < cell.size() && axis < 3; ++axis) state[axis] += cell[axis];
  a += first;
  const auto stir = [](std::uint32_t& to, std::uint32_t from, int turn) {
    to ^= from;
    to -= std::rotl(from, turn);
  };
  stir(c, b, 14);
  stir(a, c, 11);
  stir(b, a, 25);
  stir(c, b, 16);
  stir(a, c, 4);
  stir(b, a, 14);
  stir(c, b, 24);
  return c;
}

std::uint32_t word(const model::LatticePoints& lattice,
                   std::span<const std::uint32_t> cell) noexcept {
  const int dimensions = static_cast<int>(cell.size());
  switch (lattice.kind) {
    case model::LatticePoints::hashed:
      return hash(lattice.key, cell);
    case model::LatticePoints::permutation: {
      // Perlin's table, chained: p[p[p[x] + y] + z].
      std::uint32_t h = lattice.start;
      for (int axis = 0; axis < lattice.look_ups || axis < dimensions; ++axis) {
        const std::uint32_t coordinate =
            axis < dimensions ? cell[static_cast<std::size_t>(axis)] : 0;
        h = lattice.table[(h + coordinate) % lattice.length];
      }
      return h;
    }
    case model::LatticePoints::classic: {
      // M. Zucker, "The Perlin noise math FAQ", 2001: x + p[y + p[z]].
      std::uint32_t h = lattice.start;
      for (int axis = dimensions - 1; axis > 0; --axis)
        h = lattice.table[(h + cell[static_cast<std::size_t>(axis)]) % lattice.length];
      return (h + cell[0]) % lattice.length;
    }
    case model::LatticePoints::jenkins:
      return jenkins(lattice.start, cell);
    case model::LatticePoints::exclusive: {
      std::uint32_t h = 0;
      for (std::size_t axis = 0; axis < cell.size(); ++axis)
        h ^= cell[axis] * model::exclusive_multiplier[axis] ^ lattice.key.axis[axis];
      return h * model::exclusive_last_multiplier;
    }
    case model::LatticePoints::array:
      break;
  }
  std::uint32_t index = 0;
  for (int axis = 0; axis < dimensions; ++axis)
    index += cell[static_cast<std::size_t>(axis)] * lattice.stride[axis];
  return index;
}

// The uppermost bits of a hash choose. If the set is mirrored, the first of them is the sign along
// x; the next three choose the vector, and then come the other signs, the last axis first. So the
// bits that a component depends on lie side by side, or nearly so.
std::uint32_t gradient_of(const model::LatticePoints& lattice, const model::GradientSet& set,
                          int dimensions, std::uint32_t word) noexcept {
  if (lattice.kind == model::LatticePoints::exclusive)
    return (word ^ word >> 15) >> (dimensions - 1) & (set.count - 1);
  if (lattice.kind != model::LatticePoints::hashed) return word % set.count;
  if (!set.mirrored) return (word >> 8) * set.count >> 24;
  const std::uint32_t sign_of_x = word >> 31;
  const std::uint32_t others = (word & 0x7fffffff) >> (29 - dimensions);
  return others << 1 | sign_of_x;
}

}  // namespace perlane::reference
