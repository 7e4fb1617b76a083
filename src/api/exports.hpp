#pragma once
// Exports from a shared library what the public headers declare. The build includes this file ahead
// of every source file but those of the instruction sets; everything else is hidden
// (cmake/shared.cmake).

namespace perlane::graph {
class [[gnu::visibility("hidden")]] Node;
}

#pragma GCC visibility push(default)
#include <perlane/perlane.h>
#include <perlane/perlane.hpp>
#pragma GCC visibility pop
