#pragma once
/// \file
/// Destinations of values: arrays with gaps, and planes of derivatives.

#include <perlane/detail/cxx20.hpp>
#include <perlane/integers.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

namespace perlane {

/// The types that values can be written as: `float`, or codes of 16 or 8 bits, which are quantised
/// values of a range.
template <class T>
concept Element =
    std::same_as<T, float> || std::same_as<T, std::uint16_t> || std::same_as<T, std::uint8_t>;

/// The distances, in elements, from row to row, from slice to slice and from volume to volume of an
/// N-dimensional array. 0 stands for the size of the axis below, so zeros mean an array without
/// gaps. Strides may have any order and sign (an image from the bottom up, slices side by side), as
/// long as each stride is at least the extent that the shorter ones cover: then no two samples
/// share an element.
template <int N>
using Strides = Integers<N - 1>;

/// An array with gaps.
///
///     std::vector<float> atlas(4096 * 4096);
///     // Columns 256, 257, ... of an image that is 4096 elements wide.
///     const perlane::Strided<2> tile{.elements = atlas, .stride = {4096}, .first = 256};
///     perlane::fill(tile, {.shape = {256, 256}}, perlane::perlin());
template <int N, Element T = float>
struct Strided {
  /// The array that holds all samples, and the gaps between them.
  std::span<T> elements{};
  /// In elements. The stride of an axis with one sample does not matter, also to a 0 above it: give
  /// the stride of rows if an image with channels may be one sample wide.
  Strides<N> stride{};
  /// The index in `elements` of the grid's first sample.
  std::int64_t first = 0;
  /// The distance, in elements, from sample to sample of a row: the number of channels of an image,
  /// or the height of a transposed array, whose stride from row to row is 1. 0 stands for 1, with
  /// which rows are written fastest.
  std::int64_t stride_x = 0;
};

/// The field and its partial derivatives. Each has an array of its own; the arrays are laid out
/// alike, and no two samples of them share an element. Derivatives are in units of value per unit
/// of coordinate. An array that is empty is left out.
///
///     std::vector<float> height(64 * 64), dx(64 * 64), dy(64 * 64);
///     const perlane::Planes<2> planes{.value = height, .derivative = {dx, dy}};
///     perlane::fill(planes, {.shape = {64, 64}}, perlane::perlin());
template <int N = 0>
struct Planes {
  // N is 0 where it is left out.
  static_assert(N >= 1 && N <= 4,
                "perlane: a grid has 1 to 4 dimensions; write Planes<2> for two of them");

  /// The values of the field.
  std::span<float> value{};
  /// By axis: d/dx, d/dy, d/dz, d/dw.
  std::array<std::span<float>, std::size_t{N}> derivative{};
  /// As in Strided, for every plane.
  Strides<N> stride{};
  /// As in Strided, for every plane.
  std::int64_t first = 0;
  /// As in Strided, for every plane.
  std::int64_t stride_x = 0;
};

}  // namespace perlane
