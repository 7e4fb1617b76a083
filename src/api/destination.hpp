#pragma once
// Where the samples of a grid go.

#include <perlane/detail/doors.hpp>
#include <perlane/field.hpp>

#include "model/tile.hpp"
#include "engine/tiles.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace perlane::api {

// The extremes of no values at all.
inline constexpr Range nothing_seen{std::numeric_limits<float>::infinity(),
                                    -std::numeric_limits<float>::infinity()};

struct Destination {
  model::ElementType type;
  std::byte* data;                     // of the first sample
  std::size_t size;                    // bytes of an element
  std::array<std::int64_t, 3> stride;  // elements from row to row, slice to slice, volume to volume
  Range codes{};  // of values, if it has codes

  // Elements between the last border of row_alignment elements and the first sample.
  int elements_past_border() const noexcept;
  // Whether it is written past the caches: it is larger than they are, and its rows start as far
  // past a border as the first.
  bool is_streamed(const engine::Box& box) const noexcept;
  // For a tile whose first sample is so far into the grid.
  void set(model::Output& output, const std::array<std::int64_t, 4>& start) const noexcept;
};

// Where the samples of a box go in an array of the caller's. Throws std::invalid_argument, by the
// names of the members of Strided, if a sample would lie outside the array, or two would share an
// element.
Destination destination_of(const detail::Elements& elements, const detail::Layout& layout,
                           const engine::Box& box);

// Throws std::invalid_argument if an array without gaps has not one element per sample.
void validate_size(const char* name, std::size_t elements, const engine::Box& box);

// Throws std::invalid_argument if derivatives of the field might leave the range of floats.
void validate_planes(const Field& field, int dimensions);

// The range of a field for codes, or one about it where that is a single value.
Range default_codes(const Field& field, int dimensions);

// The range of codes; throws std::invalid_argument.
void set_codes(Destination& destination, const Range& codes);

}  // namespace perlane::api
