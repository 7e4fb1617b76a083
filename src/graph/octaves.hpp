#pragma once
// The octaves of fractals: checks of what they have in common, their frequencies and amplitudes.

#include <perlane/field.hpp>

#include "graph/node.hpp"

#include <vector>

namespace perlane::graph {

// What all fractals have; `type` is the name of their parameters' type.
struct Powers {
  const char* type;
  int octaves;
  double lacunarity;
  double gain;
  bool aligned;
  bool has_part = false;  // whether the last octave is Fractal::fraction of one
};

// All of these throw std::invalid_argument; `name` is that of the function.
void validate(const Powers& powers);

// Powers of the gain by repeated multiplication in binary64.
std::vector<double> powers_of_gain(const Powers& powers);

// The source, and what it is as the further octaves.
std::vector<NodePointer> octaves_of(const char* name, const Field& source, const Powers& powers);

struct OctavesOfSum {
  std::vector<NodePointer> octaves;
  std::vector<float> amplitude;  // they add up to 1
};

OctavesOfSum octaves_of_sum(const char* name, const Field& source, const Fractal& parameters);

}  // namespace perlane::graph
