#pragma once
// Exports from a shared library what the public headers declare. The build includes this file ahead
// of every source file but those of the instruction sets; everything else is hidden
// (cmake/shared.cmake). The library of the Python package exports the C interface alone.

namespace perlane::graph {
class [[gnu::visibility("hidden")]] Node;
}

#pragma GCC visibility push(default)
#include <perlane/perlane.h>
#ifndef PERLANE_EXPORTS_C_ALONE
#include <perlane/perlane.hpp>
#endif
#pragma GCC visibility pop
