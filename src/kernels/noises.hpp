#pragma once
// The kernels of every noise, a line each as in model/noises.hpp.

#include "kernels/cellular.hpp"
#include "kernels/cubic.hpp"
#include "kernels/open_simplex.hpp"
#include "kernels/perlin.hpp"
#include "kernels/ramp.hpp"
#include "kernels/simplex.hpp"
#include "kernels/value.hpp"
