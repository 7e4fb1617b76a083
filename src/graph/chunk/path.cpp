// The addresses of nested chunks. Fractal Block World, "Perlin Noise".

#include <perlane/chunk.hpp>

#include "base/error.hpp"
#include "graph/chunk/path.hpp"

namespace perlane {
namespace {

using base::throw_invalid;
using graph::halvings;

std::uint16_t digit(const Path::Position& position) {
  unsigned digit = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (position[axis] < 0 || position[axis] >= Path::width) {
      throw_invalid("Path: a position has ", position[axis], " along axis ", axis, "; use 0 to ",
                    Path::width - 1);
    }
    digit |= static_cast<unsigned>(position[axis]) << (halvings * axis);
  }
  return static_cast<std::uint16_t>(digit);
}

}  // namespace

Path::Path(std::span<const Position> positions) {
  digits_.reserve(positions.size());
  for (const Position& position : positions) digits_.push_back(digit(position));
}

Path::Position Path::operator[](std::size_t level) const noexcept {
  const int digit = digits_[level];
  return {digit & 15, digit >> halvings & 15, digit >> (2 * halvings)};
}

Path Path::child(const Position& position) const {
  Path result = *this;
  result.digits_.push_back(digit(position));
  return result;
}

Path Path::parent() const {
  if (digits_.empty())
    throw_invalid(
        "Path::parent: this is the outermost chunk; use a path with one position or more");
  Path result = *this;
  result.digits_.pop_back();
  return result;
}

Path Path::neighbour(const Integers<3>& chunks) const {
  Path result = *this;
  std::array<std::int64_t, 3> carry = chunks;
  for (std::size_t level = depth(); level-- > 0 && carry != std::array<std::int64_t, 3>{};) {
    Position position = (*this)[level];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      // Both parts are shifted by themselves, because their sum might overflow. Right shifts of
      // negative numbers round down.
      const std::int64_t sum = position[axis] + (carry[axis] & (width - 1));
      carry[axis] = (carry[axis] >> halvings) + (sum >> halvings);
      position[axis] = static_cast<int>(sum & (width - 1));
    }
    result.digits_[level] = digit(position);
  }
  return result;
}

int graph::validated_chop(const char* name, const Path& path, int chop) {
  const int most = most_chop(path);
  if (chop < 0 || chop > most) {
    throw_invalid(name, " is ", chop, "; use 0 to ", most, " with a path of ", path.depth(),
                  " positions");
  }
  return most;
}

}  // namespace perlane
