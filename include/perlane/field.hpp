#pragma once
/// \file
/// Fields, and the values that they can have.

#include <perlane/detail/cxx20.hpp>

#include <cstdint>
#include <memory>
#include <type_traits>

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
/// A default-constructed field, and one that has been moved from, is empty. It can be assigned to;
/// every other use of it throws std::invalid_argument.
class Field {
 public:
  /// Empty.
  Field() noexcept = default;

 private:
  friend struct detail::Access;

  std::shared_ptr<const graph::Node> node_;
};

namespace detail {

// A float that is initialised with a number of any type, variables included.
class Float {
 public:
  template <class T>
    requires std::is_arithmetic_v<T>
  constexpr Float(T value) noexcept  // NOLINT(google-explicit-constructor)
      : value_(static_cast<float>(value)) {}
  constexpr operator float() const noexcept {  // NOLINT(google-explicit-constructor)
    return value_;
  }

 private:
  float value_;
};

}  // namespace detail

struct BracedRange;

/// Bounds of a set of values, both included. Functions take them in braces, too, as BracedRange.
struct Range {
  /// The lower bound.
  float min;
  /// The upper bound.
  float max;

  /// Converts, so that functions take a Range where they take braces.
  constexpr operator BracedRange() const noexcept;  // NOLINT(google-explicit-constructor)

  /// True if both bounds are equal.
  friend constexpr bool operator==(const Range&, const Range&) = default;
};

/// A range as functions take it in braces: `{low, high}` or `{.min = low, .max = high}`. The
/// numbers may be of any arithmetic type, variables included; they become floats.
///
///     const double low = -0.5;
///     const int high = 2;
///     const perlane::Field field = perlane::remap(perlane::perlin(), {-1, 1}, {low, high});
struct BracedRange {
  /// The lower bound.
  detail::Float min;
  /// The upper bound.
  detail::Float max;

  /// The same numbers as floats.
  constexpr operator Range() const noexcept {  // NOLINT(google-explicit-constructor)
    return {min, max};
  }
};

constexpr Range::operator BracedRange() const noexcept { return {min, max}; }

/// Proven bounds: no sample of `field` in that many dimensions is outside.
/// \param dimensions  1 to 4
/// \throws std::invalid_argument  any other number of dimensions, or one that the field does not
/// have (explicit lattices, gradients of the user, `coordinate`)
Range range(const Field& field, int dimensions);

/// The same recipe, another world: every seed in `field` is drawn anew from the old one and `seed`,
/// as docs/numerics.md says, and the calls that made the field are made again. So the result is a
/// field like any other, and its text has the new seeds. Seeds that were equal stay equal, and so
/// do fields. Tables, arrays and vectors of the user keep their content, but a seed beside a table
/// or an array moves it. The chunks of one world, reseeded alike, match at their borders.
///
///     const perlane::Field hills = perlane::fbm(perlane::perlin({.seed = 7}));
///     const perlane::Field others = perlane::reseed(hills, 1);
///
/// \param seed  any; another seed makes another world, though seeds of 32 bits may coincide
/// \throws std::invalid_argument  if a call throws with the new seeds: the range of octaves that
/// have faded depends on them, so a divisor made of it might reach 0
Field reseed(const Field& field, std::uint64_t seed);

/// The field for samples that are `width` apart: octaves of fractals that are too fine for these
/// fade out. All fractals in the field get this Fractal::footprint, unless theirs is wider, in
/// units of their own coordinates (`scale` and `transform` change those; of several axes, the one
/// that is shrunk most counts). Warps, erosion, `fastnoise_lite` and noise of chunks have octaves
/// of their own, which stay. For levels of detail, pass the distance between the samples of each
/// level:
///
///     const perlane::Field hills = perlane::fbm(perlane::perlin(), 12);
///     const perlane::Field seen_from_afar = perlane::with_footprint(hills, 16);
///
/// \param width  in units of coordinate: finite, 0 or more; 0 changes nothing
/// \throws std::invalid_argument  the width is out of its range, the field is empty, or maps
/// magnify its parts in so many different ways that they would have more than 2^17 nodes more
Field with_footprint(const Field& field, double width);

}  // namespace perlane
