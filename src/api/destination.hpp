#pragma once
// Destinations: the arrays that the samples of a grid go to.

#include <perlane/detail/entry_points.hpp>
#include <perlane/field.hpp>

#include "engine/box.hpp"
#include "engine/fill.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace perlane::api {

// Finds where the samples of a box go in an array of the caller's. Throws std::invalid_argument, by
// the names of the members of Strided, if a sample would lie outside the array, or two would share
// an element.
engine::Destination destination_of(const detail::Elements& elements, const detail::Layout& layout,
                                   const engine::Box& box);

// Throws std::invalid_argument if an array without gaps has not one element per sample.
void validate_size(const char* name, std::size_t elements, const engine::Box& box);

// The plane of a value, or of a derivative.
std::string name_of_plane(std::size_t plane);

// Throws std::invalid_argument if derivatives of the field might leave the range of floats, or if
// two of the planes that are there are one array.
void validate_planes(const Field& field, int dimensions, std::span<const void* const> planes);

// Throws std::invalid_argument if samples of two planes of floats share an element. The pointers
// are those to first samples, null of planes that are not there. Arrays may overlap while their
// samples do not: rows may take turns.
void validate_disjoint(std::span<const void* const> planes, const engine::Box& box,
                       const std::array<std::int64_t, 4>& stride);

// Throws std::invalid_argument if samples of different outputs share an element. Arrays that differ
// in strides or types of elements must not overlap at all.
void validate_disjoint(std::span<const engine::FieldOutput> outputs, const engine::Box& box);

// The range of codes; throws std::invalid_argument.
void set_codes(engine::Destination& destination, const Range& codes);

// A range of codes for values: theirs, or one around it if it is a single value.
Range range_of_codes(const Range& values);

// The default range of codes of a field.
Range default_codes(const Field& field, int dimensions);

// Sets the default range of codes of a destination. Throws std::invalid_argument if a coordinate in
// the field makes it so wide that nearly all grids would get one code.
void set_default_codes(engine::Destination& destination, const Field& field, int dimensions);

}  // namespace perlane::api
