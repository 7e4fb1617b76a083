#pragma once
/// \file
/// perlane: coherent noise on grids, with the same bits on every CPU. This header includes all the
/// others.

#include <perlane/detail/cxx20.hpp>

#include <perlane/arithmetic.hpp>
#include <perlane/chunk.hpp>
#include <perlane/coordinates.hpp>
#include <perlane/derivatives.hpp>
#include <perlane/destination.hpp>
#include <perlane/evaluate.hpp>
#include <perlane/fade.hpp>
#include <perlane/field.hpp>
#include <perlane/fractal.hpp>
#include <perlane/grid.hpp>
#include <perlane/integers.hpp>
#include <perlane/isa.hpp>
#include <perlane/lattice.hpp>
#include <perlane/mdspan.hpp>
#include <perlane/noise.hpp>
#include <perlane/normals.hpp>
#include <perlane/operand.hpp>
#include <perlane/per_axis.hpp>
#include <perlane/progress.hpp>
#include <perlane/published.hpp>
#include <perlane/self_test.hpp>
#include <perlane/terrain.hpp>
#include <perlane/text.hpp>
#include <perlane/version.hpp>
#include <perlane/world.hpp>

/// All of the C++ interface. The headers have its functions by subject.
namespace perlane {}
