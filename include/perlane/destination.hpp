#pragma once
/// \file
/// Where values go: arrays with gaps, and planes of derivatives.

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

namespace perlane {

/// What values can be written as: `float`, or codes of 16 or 8 bits to which a range of values is
/// mapped.
template <class T>
concept Element =
    std::same_as<T, float> || std::same_as<T, std::uint16_t> || std::same_as<T, std::uint8_t>;

/// Elements from row to row, slice to slice and volume to volume of an N-dimensional array; the
/// samples of a row lie next to each other. 0 stands for as many as it takes to step over all that
/// the axis below covers: all zeros, an array without gaps. Any order and sign will do (an image
/// from the bottom up, slices side by side), as long as each stride steps over all that the shorter
/// ones cover: then no two samples share an element.
template <int N>
using Strides = std::array<std::int64_t, std::size_t{N - 1}>;

/// An array with gaps.
///
///     perlane::Strided<2> tile{.elements = atlas, .stride = {4096}, .first = 256};  // columns
///     256, 257, ... of an image 4096 wide
template <int N, Element T = float>
struct Strided {
  std::span<T> elements{};
  /// In elements; of an axis with one sample, anything.
  Strides<N> stride{};
  /// Element of the grid's first sample.
  std::int64_t first = 0;
};

/// The field and its partial derivatives, each in an array of its own, all alike, and none over
/// another. Units: value per unit of coordinate. An empty array is not wanted and is left out.
///
///     perlane::Planes<2>{.value = height, .derivative = {slope_x, slope_y}}
template <int N>
struct Planes {
  std::span<float> value{};
  /// By axis: d/dx, d/dy, d/dz, d/dw.
  std::array<std::span<float>, std::size_t{N}> derivative{};
  /// As in Strided, for every plane.
  Strides<N> stride{};
  /// As in Strided, for every plane.
  std::int64_t first = 0;
};

}  // namespace perlane
