#pragma once
// The kernels of every noise, a line each as in model/noises.hpp.

#include "kernels/cellular/cellular.hpp"
#include "kernels/cubic/cubic.hpp"
#include "kernels/open_simplex/open_simplex.hpp"
#include "kernels/lattice/perlin.hpp"
#include "kernels/ramp/ramp.hpp"
#include "kernels/simplex/simplex.hpp"
#include "kernels/lattice/value.hpp"
