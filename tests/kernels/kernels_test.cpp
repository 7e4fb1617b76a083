// Compares every instruction set with the scalar reference, bit for bit. The results are invariant,
// so these tests deliberately compare floats exactly.

#include "support/reference.hpp"

#include <cmath>
#include <limits>

namespace perlane::testing {
namespace {

// Widths around the lanes of every instruction set and around tile borders.
constexpr std::int64_t widths[] = {1,  2,  3,  4,  5,  7,   8,   9,   15,  16, 17,
                                   31, 32, 33, 63, 65, 127, 129, 255, 257, 300};

// Samples per cell from very sparse to several cells per sample, forwards and backwards.
constexpr double steps[] = {1.0 / 512, 0.01, 0.125, 0.3,        0.7,   1.0,   1.05, 1.3,
                            1.9,       2.5,  17.25, 1e6 + 0.37, -0.01, -0.77, -1.2, -9.5};

constexpr double origins[] = {0.0,    -0.0,       0.5,        -1e-9,         -1.0,
                              1e-300, 123456.789, -8388608.0, 2147483647.75, 1e12 + 0.125};

TEST(Kernels, EqualTheReferenceAtEveryWidth) {
  for (const NamedField& named : every_field(1.0)) {
    for (const std::int64_t width : widths) {
      expect_reference<1>({.shape = {width}, .step = {0.07}, .origin = {-1.5}}, named);
      expect_reference<2>({.shape = {width, 5}, .step = {0.07, 0.3}, .origin = {-1.5, 7.25}},
                          named);
      expect_reference<3>(
          {.shape = {width, 3, 2}, .step = {0.07, 0.3, 0.4}, .origin = {-1.5, 7.25, -3.125}},
          named);
      expect_reference<4>({.shape = {width, 2, 1, 2}, .step = {0.07, 0.3, 0.4, 0.2}}, named);
    }
  }
}

TEST(Kernels, EqualTheReferenceAtEveryStep) {
  for (const NamedField& named : every_field(1.0)) {
    for (const double step : steps) {
      expect_reference<1>({.shape = {2100}, .step = {step}, .origin = {0.01}}, named);
      expect_reference<2>({.shape = {40, 37}, .step = {step, step * 1.1}, .origin = {0.01, 0.02}},
                          named);
      expect_reference<3>(
          {.shape = {21, 7, 6}, .step = {step, -step, step * 0.9}, .origin = {0.01, 0.02, 0.03}},
          named);
      expect_reference<4>({.shape = {18, 3, 3, 5},
                           .step = {step, step, step * 1.3, -step},
                           .origin = {0.01, 0.02, 0.03, 0.04}},
                          named);
    }
  }
}

// These grids have as many lattice columns as a row of a tile can have.
TEST(Kernels, AboutTwoCellsPerSample) {
  for (int i = 230; i <= 290; ++i) {
    const NamedField named{
        "fbm", fbm(perlin({.frequency = i / 128.0}), {.octaves = 2, .lacunarity = 1.0})};
    expect_reference<1>({.shape = {4500}, .origin = {0.01}}, named);
    expect_reference<2>({.shape = {1100, 2}, .step = {1, -0.5}, .origin = {-0.01, 0}}, named);
    expect_reference<3>({.shape = {600, 2, 2}, .step = {-1, 1, 1}}, named);
    expect_reference<4>({.shape = {150, 2, 1, 2}, .origin = {0.2, 0, 0, 0}}, named);
  }
}

// The axes differ, so that the kernels meet dense and
// sparse axes together, and a kernel that swaps axes fails.
TEST(Kernels, DenseAndSparseAxes) {
  for (const NamedField& named : every_field(1.0)) {
    expect_reference<2>({.shape = {300, 40}, .step = {3.3, 0.01}}, named);
    expect_reference<2>({.shape = {300, 40}, .step = {0.01, 3.3}}, named);
    expect_reference<3>({.shape = {140, 9, 9}, .step = {2.3, 0.1, 7.1}}, named);
    expect_reference<3>({.shape = {140, 9, 9}, .step = {0.1, 7.1, 0.1}}, named);
    expect_reference<4>({.shape = {66, 3, 3, 5}, .step = {2.3, 3.1, 2.2, 7.1}}, named);
    expect_reference<4>({.shape = {66, 3, 3, 5}, .step = {0.1, 3.1, 0.2, 7.1}}, named);
  }
}

TEST(Kernels, EqualTheReferenceAtEveryOrigin) {
  for (const NamedField& named : every_field(1.0)) {
    for (const double origin : origins) {
      expect_reference<1>({.shape = {40}, .step = {0.25}, .origin = {origin}}, named);
      expect_reference<2>({.shape = {20, 9}, .step = {0.25, 0.125}, .origin = {origin, -origin}},
                          named);
      expect_reference<3>(
          {.shape = {20, 3, 3}, .step = {0.25, 0.125, 1}, .origin = {0.5, origin, -origin}}, named);
      expect_reference<4>({.shape = {20, 2, 2, 2},
                           .step = {0.25, 0.5, 0.5, 0.5},
                           .origin = {origin, 0.25, origin, -origin}},
                          named);
    }
  }
}

// The samples lie on lattice points, one unit in the last place beside them, and 1e-9 below them.
TEST(Kernels, AroundLatticePoints) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const NamedField& named : every_field(1.0)) {
    for (const double at :
         {0.0, 1.0, -1.0, 255.0, 256.0, -257.0, 8388608.0, 2147483648.0, -2147483649.0}) {
      for (const double x :
           {at, std::nextafter(at, infinity), std::nextafter(at, -infinity), at - 1e-9}) {
        expect_reference<1>({.shape = {5}, .origin = {x}}, named);
        expect_reference<2>({.shape = {3, 3}, .step = {0.5, 0.5}, .origin = {x, x}}, named);
        expect_reference<3>({.shape = {3, 2, 2}, .step = {1, 0.5, 0.5}, .origin = {0.25, x, x}},
                            named);
        expect_reference<4>(
            {.shape = {2, 2, 2, 2}, .step = {0.5, 1, 0.5, 0.5}, .origin = {x, x, 0.75, x}}, named);
      }
    }
  }
}

TEST(Kernels, EqualTheReferenceFarAway) {
  // These grids reach the end of the range of coordinates,
  // and indices beyond the integers that binary64 has.
  const double last = std::nextafter(0x1p51, 0.0);
  for (const NamedField& named : every_field(1.0)) {
    if (named.name.find('/') != std::string::npos) continue;  // higher octaves end earlier
    expect_reference<2>({.shape = {20, 3}, .step = {0.25, 0.25}, .origin = {last - 8, -last}},
                        named);
    expect_reference<2>({.shape = {20, 3},
                         .step = {0x1p-20, 0x1p-20},
                         .first = {(std::int64_t{1} << 61) + 12345, -(std::int64_t{1} << 55)}},
                        named);
    expect_reference<1>({.shape = {40}, .step = {0x1p-3}, .first = {(std::int64_t{1} << 52) - 20}},
                        named);
    expect_reference<1>({.shape = {40}, .step = {0x1p-3}, .first = {-(std::int64_t{1} << 52) - 20}},
                        named);
  }
}

TEST(Kernels, LatticesAndFades) {
  for (const Fade fade : {Fade::quintic, Fade::cubic, Fade::linear}) {
    for (const int size : {0, 2, 16, 256, 1024, 65536}) {
      const Lattice lattice = size == 0 ? Lattice::hashed() : Lattice::permutation(size);
      const Field field =
          perlin({.seed = 0xfedcba9876543210, .frequency = 0.37, .lattice = lattice, .fade = fade});
      const NamedField named{
          "fade " + std::to_string(static_cast<int>(fade)) + ", table " + std::to_string(size),
          field};
      expect_reference<1>({.shape = {200}}, named);
      expect_reference<2>({.shape = {50, 9}, .first = {-25, -4}}, named);
      expect_reference<3>({.shape = {40, 4, 4}, .first = {-25, -4, 1000}}, named);
      expect_reference<4>({.shape = {30, 3, 3, 3}, .first = {-25, -4, 1000, 9}}, named);
    }
  }
}

TEST(Kernels, FractalsOfFractals) {
  const Field field = fbm(fbm(perlin({.seed = 5, .frequency = 0.05}), {.octaves = 3}),
                          {.octaves = 4, .lacunarity = 1.7, .gain = -0.6});
  expect_reference<2>({.shape = {300, 20}}, {"fbm of fbm", field});
  expect_reference<3>({.shape = {40, 5, 5}}, {"fbm of fbm", field});
}

}  // namespace
}  // namespace perlane::testing
