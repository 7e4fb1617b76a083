// A map of random values on a square, which wraps at all four borders. After "Perlin Noise" by
// Jordan Savant.

#include "image.hpp"
#include "run.hpp"

#include <perlane/perlane.hpp>

#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

namespace {

using Random = std::mt19937;

class PerlinMap2D {
 public:
  // There are `size` random values on a square, and `subdivisions` samples from each to the next.
  // If the size is not a square number, there are fewer values: 15 x 15 for 250.
  explicit PerlinMap2D(int size = 256, int subdivisions = 10, Random random = Random())
      : map_(make(static_cast<std::int64_t>(std::sqrt(size)), subdivisions, random)) {}

  float GetValueAtPoint(double x, double y) const { return perlane::sample(map_, x, y); }

  const perlane::Field& field() const { return map_; }

 private:
  static perlane::Field make(std::int64_t row_size, int subdivisions, Random& random) {
    return perlane::value(
        {.frequency = 1.0 / subdivisions,
         .lattice = perlane::Lattice::random_values<2>({row_size, row_size}, random),
         .fade = perlane::Fade::cubic});
  }

  perlane::Field map_;
};

void draw(const char* path) {
  PerlinMap2D map(256, 10, Random());

  float arbitraryX = 765.33f;
  float arbitraryY = -17;
  float heightAtLocation = map.GetValueAtPoint(arbitraryX, arbitraryY);
  std::printf("height at (%g, %g): %g\n", static_cast<double>(arbitraryX),
              static_cast<double>(arbitraryY), static_cast<double>(heightAtLocation));

  // The picture shows two widths of the map, from -160 to 160, and one height.
  std::vector<std::uint8_t> pixels(320 * 160);
  perlane::fill<2>(pixels, {.shape = {320, 160}, .first = {-160, 0}}, map.field(),
                   perlane::Range{0, 1});
  write_png(path, pixels, 320, 160);
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, "value_map.png", draw); }
