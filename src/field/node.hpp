#pragma once
// The nodes of the field graph. They know nothing of instruction sets: a node evaluates a whole
// tile, by calling kernels or other nodes.

#include "kernels/table.hpp"
#include "engine/workspace.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>

namespace perlane::field {

// Bounds in binary64, before they are rounded outwards to a Range.
struct Bounds {
  double min;
  double max;
};

// Numbers of dimensions that a node can be evaluated in.
struct Dimensions {
  int least = 1;
  int most = 4;
};

class Node {
 public:
  Node() = default;
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  virtual ~Node() = default;

  // One point, by the scalar reference. Derivatives by axis, unless null.
  virtual float sample(const model::Point&, float* derivative) const noexcept = 0;

  // A tile, by the kernels of an instruction set.
  virtual void fill(const kernels::Kernels&, const model::Tile&, const model::Output&,
                    engine::Workspace&) const noexcept = 0;

  // The value and the derivatives of a tile, a tile buffer each: Tile::dimensions + 1 of them.
  virtual void differentiate(const kernels::Kernels&, const model::Tile&, float* const* planes,
                             engine::Workspace&) const noexcept = 0;

  // Tile buffers that are taken at the same time, for so many planes: 1 by `fill`, more by
  // `differentiate`.
  virtual int buffers(int planes) const noexcept = 0;

  // No value, rounding included, lies outside.
  virtual Bounds bounds(int dimensions) const noexcept = 0;

  // The highest frequency that a coordinate is multiplied by.
  virtual double highest_frequency() const noexcept = 0;

  // Values times frequencies, roughly: every derivative, and everything that it is computed from,
  // stays below a hundred times this.
  virtual double steepness(int dimensions) const noexcept {
    const auto [low, high] = bounds(dimensions);
    return std::max({-low, high, 1.0}) * highest_frequency();
  }

  virtual Dimensions dimensions() const noexcept { return {}; }

  // Nodes within nodes.
  virtual int levels() const noexcept { return 1; }

  // The value of what is the same everywhere, for an Input; null for everything else.
  virtual const float* constant() const noexcept { return nullptr; }

  // This node as octave `index` > 0 of a fractal: another seed, and all frequencies times `factor`.
  // Throws std::invalid_argument if that would break a period.
  virtual std::shared_ptr<const Node> octave(std::uint64_t index, double factor) const = 0;
};

}  // namespace perlane::field
