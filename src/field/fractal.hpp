#pragma once
// The octaves of a sum, for fractals that have nodes of their own.

#include <perlane/field.hpp>

#include "field/node.hpp"

#include <vector>

namespace perlane::field {

struct OctavesOfSum {
  std::vector<NodePointer> octaves;
  std::vector<float> amplitude;  // they add up to 1
};

// Throws std::invalid_argument if parameters are out of their ranges, or octaves would not be
// fields; `name` is that of the function.
OctavesOfSum octaves_of_sum(const char* name, const Field& source, const Fractal& parameters);

}  // namespace perlane::field
