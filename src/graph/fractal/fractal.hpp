#pragma once
// Sums of octaves that are given one by one.

#include <perlane/field.hpp>

#include "model/octaves.hpp"

#include <vector>

namespace perlane::graph {

// The octaves, each as the shape has it and times its amplitude, added up. As an octave of another
// sum, each of them is one.
Field sum_of_octaves(model::Shape shape, const std::vector<Field>& octaves,
                     std::vector<float> amplitude);

}  // namespace perlane::graph
