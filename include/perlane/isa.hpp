#pragma once
/// \file
/// The instruction sets that the library can run on this CPU. They all give the same bits.

#include <perlane/detail/cxx20.hpp>

#include <string_view>
#include <vector>

namespace perlane {

/// Returns the instruction sets that this CPU runs, best first: those of "avx512vbmi", "avx512",
/// "avx2", "sse4_1", "neon64" and "wasm" that it has, then "scalar". There may be none if the
/// library was built without "scalar".
///
///     const bool has_avx2 = [] {
///       for (const std::string_view name : perlane::isas())
///         if (name == "avx2") return true;
///       return false;
///     }();
std::vector<std::string_view> isas();

/// Returns the instruction set in use: the best one, unless the environment variable PERLANE_ISA
/// names another. An empty variable counts as not set.
/// \throws std::invalid_argument  PERLANE_ISA names none of `isas()`, or there are none; `fill`,
/// and `sample` of arrays, throw it too
std::string_view active_isa();

}  // namespace perlane
