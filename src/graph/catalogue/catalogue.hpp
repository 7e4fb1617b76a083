#pragma once
// The lists of sources and fractals that the command line, the tests and the benchmarks walk.

#include <perlane/fractal.hpp>

#include <cstdint>
#include <span>
#include <string_view>

namespace perlane::graph {

struct Factory;

// A factory of noise, by its name and help, or with some of its members set.
struct Source {
  std::string_view name;
  std::string_view description;
  const Factory* factory;
  void (*set)(void* arguments);  // null: all members but seed and frequency have their defaults

  Field make(std::uint64_t seed, double frequency) const;  // cells per unit of coordinate
};

// A factory of a sum or a product of octaves.
struct FractalKind {
  std::string_view name;
  std::string_view description;
  const Factory* factory;
  // Octaves are multiplied by each other, so it throws if only coordinates bound the source.
  bool is_product = false;

  Field make(const Field& source, const Fractal&) const;
};

std::span<const Source> sources();
std::span<const FractalKind> fractals();

}  // namespace perlane::graph
