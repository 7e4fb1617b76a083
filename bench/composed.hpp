#pragma once
// Fields made of others, one for each kind of node that is neither a noise nor a fractal.

#include <perlane/field.hpp>

#include <span>
#include <string_view>

namespace perlane::bench {

struct Composed {
  std::string_view name;
  // Makes one of noises whose cells span so many samples.
  Field (*make)(const Field& a, const Field& b, double cell);
  int least_dimensions = 1, most_dimensions = 4;
};

std::span<const Composed> composed() noexcept;

}  // namespace perlane::bench
