#pragma once
/// \file
/// The instruction sets that the library can run on this CPU. They all give the same bits.

#include <perlane/detail/cxx20.hpp>

#include <string_view>
#include <vector>

namespace perlane {

/// Instruction sets that run here, best first: of "avx512vbmi", "avx512", "avx2", "sse4_1",
/// "neon64" those that this CPU has, then "scalar".
std::vector<std::string_view> isas();

/// The instruction set in use: the best one, unless the environment variable PERLANE_ISA names
/// another.
/// \throws std::invalid_argument  PERLANE_ISA names none of `isas()`. So do `fill`, and `sample` of
/// arrays.
std::string_view active_isa();

}  // namespace perlane
