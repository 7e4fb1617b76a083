#include "field/gradients.hpp"

#include <array>

namespace perlane::field {
namespace {

template <std::size_t N>
using Vector = std::array<float, N>;

// The 8 vectors and their mirror images.
template <std::size_t N>
consteval GradientSet mirror(const std::array<Vector<N>, 8>& vectors, double largest) {
  GradientSet set{};
  set.bits = 3 + static_cast<int>(N);
  set.mirrored = true;
  set.largest = largest;
  for (std::size_t axis = 0; axis < N; ++axis) {
    for (std::size_t i = 0; i < 16; ++i) set.magnitude[axis][i] = vectors[i % 8][axis];
    for (std::size_t word = 0; word < 8u << N; ++word) {
      const float component = vectors[word >> N][axis];
      set.component[axis][word] = (word >> axis & 1) != 0 ? -component : component;
    }
  }
  return set;
}

// The first N components of the vectors; a power of two of them.
template <std::size_t N, std::size_t M, std::size_t Count>
consteval GradientSet project(const std::array<Vector<M>, Count>& vectors, double largest) {
  GradientSet set{};
  while (1u << set.bits < Count) ++set.bits;
  set.largest = largest;
  for (std::size_t axis = 0; axis < N; ++axis) {
    for (std::size_t word = 0; word < Count; ++word) set.component[axis][word] = vectors[word][axis];
  }
  return set;
}

// TEMPORARY numbers
constexpr std::array<Vector<1>, 8> slopes{{{0.25f}, {0.5f}, {0.75f}, {1.f}, {1.25f}, {1.5f}, {1.75f}, {1.9999f}}};
constexpr std::array<Vector<2>, 8> directions_2d{{{1.4f, .1f}, {1.3f, .3f}, {1.2f, .5f}, {1.f, .9f}, {.9f, 1.f}, {.5f, 1.2f}, {.3f, 1.3f}, {.1f, 1.4f}}};
constexpr std::array<Vector<3>, 8> directions_3d{{{1.f, .1f, .1f}, {.1f, 1.f, .1f}, {.1f, .1f, 1.f}, {.7f, .7f, .2f}, {.7f, .2f, .7f}, {.2f, .7f, .7f}, {.6f, .6f, .6f}, {.5f, .6f, .7f}}};
constexpr std::array<Vector<4>, 8> directions_4d{{{.9f, .1f, .1f, .1f}, {.1f, .9f, .1f, .1f}, {.1f, .1f, .9f, .1f}, {.1f, .1f, .1f, .9f}, {.5f, .5f, .5f, .1f}, {.5f, .5f, .1f, .5f}, {.5f, .1f, .5f, .5f}, {.1f, .5f, .5f, .5f}}};

constexpr GradientSet automatic[4] = {mirror(slopes, 1), mirror(directions_2d, 1), mirror(directions_3d, 1), mirror(directions_4d, 1)};

// What `grad` of Perlin's code makes of the low 4 bits of a hash: 12 edges of the cube, of which four occur twice.
constexpr std::array<Vector<3>, 16> edges{{{1, 1, 0}, {-1, 1, 0}, {1, -1, 0}, {-1, -1, 0}, {1, 0, 1}, {-1, 0, 1},
                                          {1, 0, -1}, {-1, 0, -1}, {0, 1, 1}, {0, -1, 1}, {0, 1, -1}, {0, -1, -1},
                                          {1, 1, 0}, {0, -1, 1}, {-1, 1, 0}, {0, -1, -1}}};

// The same for 4D, where he takes the low 5 bits: two choose the axis that is left out, three are signs.
consteval std::array<Vector<4>, 32> hypercube_edges() {
  constexpr std::size_t axes[4][3] = {{0, 1, 2}, {3, 0, 1}, {2, 3, 0}, {1, 2, 3}};
  std::array<Vector<4>, 32> result{};
  for (std::size_t word = 0; word < 32; ++word) {
    for (std::size_t i = 0; i < 3; ++i) result[word][axes[word >> 3][i]] = (word & 4u >> i) != 0 ? 1.0f : -1.0f;
  }
  return result;
}

constexpr GradientSet published[4] = {project<1>(edges, 1), project<2>(edges, 1.0363539), project<3>(edges, 1.0363539),
                                      project<4>(hypercube_edges(), 1.6)};

}  // namespace

const GradientSet& automatic_gradients(int dimensions) noexcept { return automatic[dimensions - 1]; }
const GradientSet& perlin2002_gradients(int dimensions) noexcept { return published[dimensions - 1]; }

}  // namespace perlane::field
