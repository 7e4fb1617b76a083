#include "graph/noise/open_simplex_gradients.hpp"

#include "graph/noise/gradients.hpp"

namespace perlane::graph {
namespace {

using model::GradientSet;

// The cosines of 7.5, 22.5, 37.5, 52.5, 67.5 and 82.5 degrees.
constexpr float cosine[6] = {0.99144486137381f,  0.923879532511287f, 0.793353340291235f,
                             0.608761429008721f, 0.38268343236509f,  0.130526192220052f};

// The cosine of 7.5 degrees and `steps` of 15.
float cosine_of(int steps) {
  const int within = ((steps % 24) + 24) % 24;
  const int quarter = within / 6, rest = within % 6;
  const float magnitude = quarter % 2 == 0 ? cosine[rest] : cosine[5 - rest];
  return quarter == 1 || quarter == 2 ? -magnitude : magnitude;
}

// 24 directions, from 82.5 degrees on clockwise, five times over; and then eight that are 45
// degrees apart.
void set_directions(GradientSet& set, float scale) {
  set.count = 128;
  for (int i = 0; i < 128; ++i) {
    const int steps = i < 120 ? 5 - i : 4 - 3 * (i - 120);
    set.component[0][i] = cosine_of(steps) * scale;
    set.component[1][i] = cosine_of(steps - 6) * scale;
  }
}

// The edges of the cube in Perlin's order, five times over, and four of them again.
void set_edges(GradientSet& set, float scale) {
  constexpr int again[4] = {8, 1, 9, 3};
  set.count = 64;
  for (int i = 0; i < 64; ++i) {
    const int edge = i < 60 ? i % 12 : again[i - 60];
    const int zero = edge / 4, first = zero == 0 ? 1 : 0, second = zero == 2 ? 1 : 2;
    set.component[zero][i] = 0;
    set.component[first][i] = (edge & 1) != 0 ? -scale : scale;
    set.component[second][i] = (edge & 2) != 0 ? -scale : scale;
  }
}

// The eight that are 45 degrees apart, and those between, over and over; clockwise.
void set_directions_in_turn(GradientSet& set, double normalizer) {
  set.count = 128;
  for (int i = 0; i < 128; ++i) {
    const int turn = i % 24;
    const int steps = turn < 8 ? 4 - 3 * turn : 5 - (3 * (turn - 8) + 1) / 2;
    set.component[0][i] = static_cast<float>(cosine_of(steps) / normalizer);
    set.component[1][i] = static_cast<float>(cosine_of(steps - 6) / normalizer);
  }
}

// 48 vectors towards the faces of a rhombicuboctahedron that is expanded, in his order: numbers of
// their components, with signs.
constexpr float magnitude[5] = {0, 1, 2.22474487139f, 3.0862664687972017f, 1.1721513422464978f};
constexpr int solid[48][3] = {
    {2, 2, -1},  {2, 2, 1},    {3, 4, 0},    {4, 3, 0},   {-2, 2, -1}, {-2, 2, 1},  {-4, 3, 0},
    {-3, 4, 0},  {-1, -2, -2}, {1, -2, -2},  {0, -3, -4}, {0, -4, -3}, {-1, -2, 2}, {1, -2, 2},
    {0, -4, 3},  {0, -3, 4},   {-2, -2, -1}, {-2, -2, 1}, {-3, -4, 0}, {-4, -3, 0}, {-2, -1, -2},
    {-2, 1, -2}, {-4, 0, -3},  {-3, 0, -4},  {-2, -1, 2}, {-2, 1, 2},  {-3, 0, 4},  {-4, 0, 3},
    {-1, 2, -2}, {1, 2, -2},   {0, 4, -3},   {0, 3, -4},  {-1, 2, 2},  {1, 2, 2},   {0, 3, 4},
    {0, 4, 3},   {2, -2, -1},  {2, -2, 1},   {4, -3, 0},  {3, -4, 0},  {2, -1, -2}, {2, 1, -2},
    {3, 0, -4},  {4, 0, -3},   {2, -1, 2},   {2, 1, 2},   {4, 0, 3},   {3, 0, 4}};
void set_solid(GradientSet& set, double normalizer) {
  set.count = 256;
  for (int i = 0; i < 256; ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      const int number = solid[i % 48][axis];
      const double component = number < 0 ? -magnitude[-number] : magnitude[number];
      set.component[axis][i] = static_cast<float>(component / normalizer);
    }
  }
}

// 160 vectors in 4D, in 20 groups of eight, in his order. A group has large components along two
// axes, of which the first is negative; or along one, where the two below are the same: a negative
// one, and in the last four groups a positive one. Rows have these and then the others, as numbers
// of components with signs.
constexpr float magnitude_4d[21] = {0,
                                    0.6740059517812944f,
                                    0.5794684678643381f,
                                    0.3239847771997537f,
                                    0.7504883828755602f,
                                    0.5029860367700724f,
                                    0.4004672082940195f,
                                    0.15296486218853164f,
                                    0.8828161875373585f,
                                    0.4553054119602712f,
                                    0.08164729285680945f,
                                    0.753341017856078f,
                                    0.37968289875261624f,
                                    0.7821684431180708f,
                                    0.4321472685365301f,
                                    0.12128480194602098f,
                                    0.8586508742123365f,
                                    0.508629699630796f,
                                    0.044802370851755174f,
                                    0.9982828964265062f,
                                    0.03381941603233842f};
constexpr int large_axes[20][2] = {{0, 3}, {0, 2}, {0, 1}, {1, 0}, {0, 0}, {1, 1}, {2, 2},
                                   {3, 3}, {1, 3}, {2, 3}, {1, 2}, {3, 2}, {2, 1}, {3, 1},
                                   {2, 0}, {3, 0}, {3, 3}, {2, 2}, {1, 1}, {0, 0}};
constexpr int two_large[8][4] = {{-1, 2, -3, -3},   {-4, 5, -6, 7}, {-4, 5, 7, -6}, {-8, 9, 10, 10},
                                 {-9, 8, -10, -10}, {-5, 4, -7, 6}, {-5, 4, 6, -7}, {-2, 1, 3, 3}};
constexpr int one_large[8][4] = {{-11, -12, -12, -12}, {-13, -14, -14, 15}, {-13, -14, 15, -14},
                                 {-13, 15, -14, -14},  {-16, -17, 18, 18},  {-16, 18, -17, 18},
                                 {-16, 18, 18, -17},   {-19, -20, -20, -20}};
void set_4d(GradientSet& set, double normalizer) {
  constexpr int row_if_positive[8] = {7, 6, 5, 3, 4, 2, 1, 0};
  set.count = 160;
  for (int i = 0; i < 160; ++i) {
    const int group = i / 8;
    const auto [first, second] = large_axes[group];
    const bool is_positive = group >= 16;
    const int(&row)[4] = first != second ? two_large[i % 8]
                                         : one_large[is_positive ? row_if_positive[i % 8] : i % 8];
    int other = first != second ? 2 : 1;
    for (int axis = 0; axis < 4; ++axis) {
      const int number = row[axis == first ? 0 : axis == second ? 1 : other++];
      const double component = number < 0 ? -magnitude_4d[-number] : magnitude_4d[number];
      set.component[axis][i] =
          static_cast<float>((is_positive ? -component : component) / normalizer);
    }
  }
  set.component[1][137] = -set.component[1][137];  // as published
}

}  // namespace

GradientSets<2> fastnoise_lite_gradients(const float (&scale)[2]) {
  GradientSets<2> sets{};
  set_directions(sets[0], scale[0]);
  set_edges(sets[1], scale[1]);
  for (GradientSet& set : sets) set_longest(set);
  return sets;
}

GradientSets<3> open_simplex_gradients(const double (&normalizer)[3]) {
  GradientSets<3> sets{};
  set_directions_in_turn(sets[0], normalizer[0]);
  set_solid(sets[1], normalizer[1]);
  set_4d(sets[2], normalizer[2]);
  for (GradientSet& set : sets) set_longest(set);
  return sets;
}

}  // namespace perlane::graph
