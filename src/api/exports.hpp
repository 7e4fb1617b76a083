#pragma once
// Exports from a shared library the functions that the public headers declare. The build includes
// this file ahead of every source file but those of the instruction sets; everything else is hidden
// (cmake/shared.cmake). With PERLANE_EXPORT_C_ALONE, the C interface is all.

namespace perlane::graph {
class [[gnu::visibility("hidden")]] Node;
}

#pragma GCC visibility push(default)
#include <perlane/perlane.h>
#ifndef PERLANE_EXPORT_C_ALONE
#include <perlane/perlane.hpp>
#endif
#pragma GCC visibility pop
