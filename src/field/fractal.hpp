#pragma once
// Sums of octaves, for fractals that have nodes of their own, and for octaves that are given one by
// one.

#include <perlane/field.hpp>

#include "field/node.hpp"
#include "model/sink.hpp"

#include <vector>

namespace perlane::field {

struct OctavesOfSum {
  std::vector<NodePointer> octaves;
  std::vector<float> amplitude;  // they add up to 1
};

// Throws std::invalid_argument if parameters are out of their ranges, or octaves would not be
// fields; `name` is that of the function.
OctavesOfSum octaves_of_sum(const char* name, const Field& source, const Fractal& parameters);

// The octaves, each as the shape has it and times its amplitude, added up. As an octave of another
// sum, each of them is one.
Field sum_of_octaves(model::Shape shape, const std::vector<Field>& octaves,
                     std::vector<float> amplitude);

}  // namespace perlane::field
