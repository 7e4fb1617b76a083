#include "text/golden.hpp"

#include "base/fnv.hpp"

#include <perlane/derivatives.hpp>
#include <perlane/evaluate.hpp>
#include <perlane/grid.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace perlane::text {

namespace {

// FNV-1a over the bits of values, the lowest byte first on every CPU.
class GoldenHash {
 public:
  void add(const std::vector<float>& values) {
    for (const float value : values) {
      const auto bits = std::bit_cast<std::uint32_t>(value);
      for (int shift = 0; shift < 32; shift += 8) hash_ = base::fnv(hash_, bits >> shift & 255);
    }
  }
  std::string text() const {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash_));
    return text;
  }

 private:
  std::uint64_t hash_ = base::fnv_of_nothing;
};

template <int N>
std::string hashes_on(const Field& field, const Grid<N>& grid) {
  std::size_t samples = 1;
  for (const std::int64_t size : grid.shape) samples *= static_cast<std::size_t>(size);
  std::vector<float> value(samples);
  fill<N>(value, grid, field);
  GoldenHash values, derivatives;
  values.add(value);
  if (!has_derivatives(field)) return values.text() + ",";
  std::array<std::vector<float>, N> plane;
  Planes<N> planes;
  for (std::size_t axis = 0; axis < N; ++axis) {
    plane[axis].resize(samples);
    planes.derivative[axis] = plane[axis];
  }
  fill(planes, grid, field);
  for (const std::vector<float>& of_axis : plane) derivatives.add(of_axis);
  return values.text() + "," + derivatives.text();
}

}  // namespace

// Positions are on both sides of the origin, a row takes several vectors and a part of one, and
// one axis runs backwards.
std::string golden_hashes_of(const Field& field, int dimensions) {
  switch (dimensions) {
    case 1:
      return hashes_on<1>(field, {.shape = {2500}, .step = {0.37}, .first = {-1000}});
    case 2:
      return hashes_on<2>(field, {.shape = {150, 40}, .step = {0.37, 1.1}, .first = {-70, 3}});
    case 3:
      return hashes_on<3>(
          field, {.shape = {45, 17, 9}, .step = {0.9, -0.37, 4.3}, .first = {-20, 3, 100}});
    default:
      return hashes_on<4>(
          field,
          {.shape = {21, 6, 5, 9}, .step = {0.9, 0.37, 4.3, 0.21}, .first = {-9, 3, 100, -5}});
  }
}

}  // namespace perlane::text
