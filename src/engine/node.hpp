#pragma once
// The nodes of the field graph. They know nothing of instruction sets: a node evaluates a whole tile, by calling kernels or other
// nodes.

#include "engine/kernels.hpp"
#include "engine/workspace.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace perlane::engine {

// Bounds in binary64, before they are rounded outwards to a Range.
struct Bounds {
  double min;
  double max;
};

class Node {
 public:
  Node() = default;
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  virtual ~Node() = default;

  // One point, by the scalar reference; 1 to 4 coordinates.
  virtual float sample(std::span<const double> point) const noexcept = 0;

  // A tile, by the kernels of an instruction set.
  virtual void fill(const Kernels&, const Tile&, const Output&, Workspace&) const noexcept = 0;

  // Tile buffers that `fill` takes at the same time.
  virtual int buffers() const noexcept = 0;

  // No value, rounding included, lies outside.
  virtual Bounds bounds(int dimensions) const noexcept = 0;

  // The highest frequency that a coordinate is multiplied by.
  virtual double highest_frequency() const noexcept = 0;

  // This node as octave `index` > 0 of a fractal: another seed, and all frequencies times `factor`.
  virtual std::shared_ptr<const Node> octave(std::uint64_t index, double factor) const = 0;
};

}  // namespace perlane::engine
