#pragma once
// Where the samples of a grid go.

#include <perlane/destination.hpp>
#include <perlane/field.hpp>

#include "engine/box.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace perlane::api {

template <class T>
inline constexpr model::ElementType type_of = model::ElementType::float32;
template <>
inline constexpr model::ElementType type_of<std::uint16_t> = model::ElementType::uint16;
template <>
inline constexpr model::ElementType type_of<std::uint8_t> = model::ElementType::uint8;

// What the caller gave: strides may be 0, and nothing is checked yet.
struct GivenStrides {
  std::array<std::int64_t, 3> stride{};
  std::int64_t first = 0;
};

// Strides without zeros. Throws std::invalid_argument, by the names of the members of Strided, if a
// sample would lie outside of so many elements, or two in one element.
std::array<std::int64_t, 3> validate_strides(const GivenStrides& given, const engine::Box& box,
                                             std::size_t size);

// Throws std::invalid_argument if an array without gaps has not one element per sample.
void validate_size(const char* name, std::size_t elements, const engine::Box& box);

// Throws std::invalid_argument if derivatives of the field might leave the range of floats.
void validate_planes(const Field& field, int dimensions);

// The range of a field for codes, or one about it where that is a single value.
Range default_codes(const Field& field, int dimensions);

// The range of codes; throws std::invalid_argument.
void set_codes(engine::Destination& destination, const Range& codes);

}  // namespace perlane::api
