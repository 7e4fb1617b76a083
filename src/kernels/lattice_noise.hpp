#pragma once
// A noise that is drawn at the points of a lattice and blended between them, as the kernels of grids
// and of points see it. They are compiled once for all such noises; what a noise brings are
// functions.

#include "kernels/axis.hpp"

namespace perlane::kernels {

// How words become what stands at lattice points: a gradient, of as many components as there are
// dimensions, or a value. Draws from `count` words, a multiple of the lanes, which may be
// overwritten; component c of word i becomes out[c * pitch + i].
using Draw = void (*)(const void* noise, int dimensions, std::uint32_t* word, int count, float* out,
                      std::ptrdiff_t pitch) noexcept;

// The stages that look up words, see kernels/row_words.hpp and kernels/vertex_words.hpp. An
// instruction set that only adds to another may replace these alone.
struct WordStages {
  void (*prepare_columns)(const model::LatticePoints&, std::uint32_t* column, int count) noexcept;
  void (*row_words)(const model::LatticePoints&, int dimensions, const std::uint32_t* column,
                    int count, const std::uint32_t* cell, std::uint32_t* word) noexcept;
  void (*vertex_words)(const model::LatticePoints&, int dimensions, const std::uint32_t* cell,
                       int vectors, std::uint32_t* word) noexcept;
};

template <class Arch>
struct PointBlock;

// Collapses the cells of a block of points, see kernels/collapse_points.hpp.
template <class Arch>
using CollapsePoints = void (*)(const PointBlock<Arch>&, const void* noise, int vectors,
                                float frequency, float* const* planes,
                                std::ptrdiff_t to) noexcept;

template <class Arch>
struct LatticeNoise {
  Placement placement;
  bool has_gradients;
  const void* noise;
  Draw draw;
  // By dimensions - 1, and whether derivatives are asked for. Those that draw as they collapse read
  // the words of a block; the others what is drawn before.
  bool draws_first;
  CollapsePoints<Arch> collapse;
  const WordStages* words;
};

}  // namespace perlane::kernels
