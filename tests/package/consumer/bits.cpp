// Prints hashes of the bits that perlane writes. They are the same whatever flags this file and its
// program are built with, for there is no floating-point arithmetic in here.

#include <perlane/perlane.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <type_traits>
#include <vector>

namespace {

// FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo), by elements in place of bytes.
class Hash {
 public:
  template <class T>
  void add(T value) {
    if constexpr (std::is_same_v<T, float>) {
      add(std::bit_cast<std::uint32_t>(value));
    } else {
      state_ = (state_ ^ value) * 0x100000001b3;
    }
  }

  template <class T>
  void add(const std::vector<T>& values) {
    for (const T value : values) add(value);
  }

  void add(const perlane::Range& range) {
    add(range.min);
    add(range.max);
  }

  void print(const char* what, int dimensions) const {
    std::printf("%-12s %dd %016llx\n", what, dimensions, static_cast<unsigned long long>(state_));
  }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325;
};

template <int N>
std::size_t samples(const perlane::Grid<N>& grid) {
  std::size_t count = 1;
  for (const std::int64_t extent : grid.shape) count *= static_cast<std::size_t>(extent);
  return count;
}

template <class T, int N>
void print_fill(const char* what, const perlane::Grid<N>& grid, const perlane::Field& field) {
  std::vector<T> out(samples(grid));
  Hash hash;
  perlane::Range seen{};
  perlane::fill<N>(out, grid, field, {.seen = &seen});
  hash.add(seen);
  hash.add(out);
  hash.print(what, N);
}

template <int N>
void print_derivatives(const perlane::Grid<N>& grid, const perlane::Field& field) {
  std::array<std::vector<float>, N + 1> arrays;
  for (std::vector<float>& array : arrays) array.resize(samples(grid));
  perlane::Planes<N> planes{.value = arrays[N]};
  for (std::size_t axis = 0; axis < N; ++axis) planes.derivative[axis] = arrays[axis];
  Hash hash;
  perlane::Range seen{};
  perlane::fill<N>(planes, grid, field, {.seen = &seen});
  hash.add(seen);
  for (const std::vector<float>& array : arrays) hash.add(array);
  hash.print("derivatives", N);
}

template <int N>
void print_grid(const perlane::Grid<N>& grid) {
  const perlane::Field fbm = perlane::fbm(perlane::perlin({.seed = 42, .frequency = 1.0 / 50}),
                                          {.octaves = 7, .lacunarity = 1.9});
  print_fill<float>("fbm", grid, fbm);
  print_fill<std::uint16_t>("codes", grid, fbm);
  print_fill<std::uint8_t>("bytes", grid, fbm);
  print_derivatives(grid, fbm);
  print_fill<float>("ridged", grid,
                    perlane::ridged(perlane::value({.seed = 7, .fade = perlane::Fade::cubic})));
  print_fill<float>("billow", grid,
                    perlane::billow(perlane::perlin(
                        {.gradients = perlane::Gradients::edges(), .period = {8, 8, 8, 8}})));
  print_fill<float>("perlin2002", grid, perlane::perlin2002());
  print_fill<float>("white", grid, perlane::white());
  print_fill<float>("denormals", grid, perlane::coordinate({.frequency = 1e-42}));
}

void print_points() {
  const std::vector<double> x{0, -0.0, 0.1, 1e-310, -31.25, 1e9, 123456789.125};
  const std::vector<double> y{3.5, 1e-3, 64, -0.5, 1e-20, 7, -987654321.5};
  const perlane::Field field = perlane::fbm(perlane::perlin({.seed = 3}));
  std::vector<float> values(x.size());
  perlane::sample(values, field, x, y);
  Hash hash;
  hash.add(values);
  for (std::size_t i = 0; i < x.size(); ++i) hash.add(perlane::sample(field, x[i], y[i]));
  hash.add(perlane::range(field, 2));

  const std::vector<float> x32{0, -0.0F, 0.1F, 1e-40F, -31.25F};
  const std::vector<float> y32{3.5F, 1e-3F, 64, -0.5F, 1e-20F};
  values.resize(x32.size());
  perlane::sample(values, field, x32, y32);
  hash.add(values);

  std::vector<float> normal_x = x32;
  std::vector<float> normal_y = y32;
  perlane::normals(normal_x, normal_y, values, 1);
  hash.add(normal_x);
  hash.add(normal_y);
  hash.add(values);
  hash.print("points", 2);
}

}  // namespace

int main() {
  print_grid<1>({.shape = {100003}, .step = {0.37}, .origin = {0.1}, .first = {-500000000}});
  print_grid<2>(
      {.shape = {613, 407}, .step = {0.37, 1.5}, .origin = {0.1, -3}, .first = {-500000000, 12}});
  print_grid<3>({.shape = {67, 53, 41}, .step = {0.37, 1.5, 2}, .first = {5, -6, 7}});
  print_grid<4>({.shape = {23, 19, 17, 13}, .step = {0.37, 1.5, 2, 3}});
  print_points();
}
