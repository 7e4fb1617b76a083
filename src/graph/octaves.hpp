#pragma once
// The octaves of fractals: checks of their common parameters, their frequencies and amplitudes.

#include <perlane/fractal.hpp>

#include "graph/node.hpp"

#include <cmath>
#include <vector>

namespace perlane::graph {

// The parameters that all fractals have; `type` is the name of their type.
struct Powers {
  const char* type;
  int octaves;
  double lacunarity;
  double gain;
  bool aligned = false;
  bool has_part = false;  // whether the last octave is Fractal::fraction of one
};

// `first`, and that times powers of `base`, by repeated multiplication in binary64.
std::vector<double> powers(double base, int count, double first = 1);

// Adds in the order of the octaves, because rounding depends on it.
template <class Number>
Number sum_of_magnitudes(const std::vector<Number>& numbers) noexcept {
  Number sum = 0;
  for (const Number number : numbers) sum = sum + std::abs(number);
  return sum;
}

// These throw std::invalid_argument; `name` is that of the function.
std::vector<double> powers_of_gain(const Powers& powers);

// Frequencies of the octaves over that of the first, which is `first`, or 0 if it has none.
std::vector<double> powers_of_lacunarity(const Powers& powers, double first);

// The source, and the further octaves made from it.
std::vector<NodePointer> octaves_of(const char* name, const Field& source, const Powers& powers);

struct OctavesOfSum {
  std::vector<NodePointer> octaves;
  std::vector<float> amplitude;  // they add up to 1
};

// `type` is that of the parameters, for messages.
OctavesOfSum octaves_of_sum(const char* name, const char* type, const Field& source,
                            const Fractal& parameters);

}  // namespace perlane::graph
