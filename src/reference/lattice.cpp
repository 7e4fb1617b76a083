// The rarer kinds of lattices: periods, tables, arrays, and hashes of other libraries.

#include "reference/lattice.hpp"

#include <bit>

namespace perlane::reference {
namespace {

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

}  // namespace

bool displace(const model::Point& point, int axis, double frequency, std::int64_t& cell,
              float& f) noexcept {
  const float factor = model::float_factor<void>(frequency * point.displacement_factor[axis]);
  const float s = point.displacement[axis] * factor + f;
  std::int64_t moved;
  if (!split(s, model::float_coordinate_limit, moved, f)) return false;
  cell += moved;
  return true;
}

void repeat(const model::LatticePoints& lattice, int axis, std::int64_t cell,
            Located& located) noexcept {
  const std::int64_t period = lattice.period[axis];
  const std::int64_t remainder = (cell + lattice.offset[axis]) % period;
  located.cell[0] = static_cast<std::uint32_t>(remainder < 0 ? remainder + period : remainder);
  located.cell[1] = located.cell[0] + 1 == period ? 0 : located.cell[0] + 1;
}

std::uint32_t hash(const model::LatticePoints& lattice,
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
    case model::LatticePoints::xor_hashed:
      return xor_hash(lattice.key, cell);
    case model::LatticePoints::jenkins:
      return jenkins(lattice.start, cell);
    case model::LatticePoints::array:
      break;
  }
  std::uint32_t index = 0;
  for (int axis = 0; axis < dimensions; ++axis)
    index += cell[static_cast<std::size_t>(axis)] * lattice.stride[axis];
  return index;
}

}  // namespace perlane::reference
