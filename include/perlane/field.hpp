#pragma once
/// \file
/// Fields, and the values that they can have.

#include <perlane/detail/cxx20.hpp>

#include <memory>

namespace perlane {

namespace graph {
class Node;
}
namespace detail {
struct Access;
}

/// A scalar function of 1 to 4 coordinates. Immutable, cheap to copy, safe to share between
/// threads. Made by functions such as `perlin` and `fbm`, evaluated by `fill` and `sample`.
///
/// A field that is constructed by itself, or that another was moved from, is empty. It can be
/// assigned to; every other use of it throws std::invalid_argument.
class Field {
 public:
  /// Empty.
  Field() noexcept = default;

 private:
  friend struct detail::Access;

  std::shared_ptr<const graph::Node> node_;
};

/// Bounds of a set of values, both included.
struct Range {
  float min;
  float max;

  friend constexpr bool operator==(const Range&, const Range&) = default;
};

/// Proven bounds: no sample of `field` in so many dimensions is outside.
/// \param dimensions  1 to 4
/// \throws std::invalid_argument  any other number of dimensions, or one that the field does not
/// have (explicit lattices, gradients of the user, `coordinate`)
Range range(const Field& field, int dimensions);

}  // namespace perlane
