#pragma once
// The numbers of OpenSimplex2 noise. K. Spencer, "OpenSimplex2", 2022.

#include <cstdint>

namespace perlane::model {

// Hashes combine products of lattice coordinates by exclusive or, and end with this factor. (Not
// inline: instruction sets share no symbol.)
constexpr std::uint64_t long_multiplier[4] = {0x5205402b9270c86f, 0x598cd327003817b5,
                                              0x5bcc226e9fa0bacb, 0x56cc5227e58f554b};
inline constexpr std::uint64_t long_last_multiplier = 0x53a3f72deec546f5;
// Then `hash ^= hash >> long_hash_shift`, arithmetically. The bits above the lowest one or two
// choose a gradient.
constexpr int long_hash_shift(int dimensions) noexcept { return dimensions == 4 ? 57 : 58; }
constexpr int choice_shift(int dimensions) noexcept { return dimensions == 2 ? 1 : 2; }
// In 4D they choose from 160 gradients, which are repeated to make 512 choices.
inline constexpr std::uint32_t choices_4d = 512, gradients_4d = 160;

// Coordinates of 2D are skewed by F times their sum, those of vertices unskewed by G; F = (sqrt(3)
// - 1) / 2, G = (3 - sqrt(3)) / 6.
inline constexpr double open_simplex_skew = 0.36602540378443864676;
inline constexpr float open_simplex_unskew = 0.21132486540518711775f;
// Those of 3D are reflected: r - x, where r is the sum times this.
inline constexpr double open_simplex_reflection = 2.0 / 3.0;
// In 4D, one of these skews and the other unskews: (sqrt(5) - 1) / 4 skews smooth noise, (sqrt(5) -
// 5) / 20 the other. They are numbers of binary32, as published.
inline constexpr float larger_skew_4d = 0.309016994374947f, smaller_skew_4d = -0.138196601125011f;
constexpr double open_simplex_skew_4d(bool is_smooth) noexcept {
  return double{is_smooth ? larger_skew_4d : smaller_skew_4d};
}
// The square of the distance beyond which a vertex contributes nothing.
constexpr float open_simplex_support_squared(int dimensions, bool is_smooth) noexcept {
  if (dimensions == 2) return is_smooth ? 2.0f / 3.0f : 0.5f;
  if (dimensions == 3) return is_smooth ? 0.75f : 0.6f;
  return is_smooth ? 0.8f : 0.6f;
}

// OpenSimplex2 in 4D has five lattices. Each lies a fifth of a cell's diagonal beyond the one
// before it, and its seed is larger by seed_offset_4d.
inline constexpr float lattice_offset_4d = 0.2f;
inline constexpr std::uint64_t seed_offset_4d = 0xe83dc3e0da7164d;

// A vertex around a cell: the steps to it, and what they contribute to the offset from it.
struct NearVertex {
  int step[4];
  float d[4];
};

// For OpenSimplex2S in 4D, all that contribute in the simplex of those points of the cell whose
// coordinates do not rise from axis to axis. Seen from each of its five vertices, the simplex is
// the same: (i, j, k, l) to (j - i, k - i, l - i, -i) + 1 takes each vertex to the next. There are
// six sets of five, of its own vertices and of those whose squared distance from it is at least
// 1/2, 2/3 (two sets), and 3/4 (two).
struct NearVertices {
  static constexpr int count = 30;
  NearVertex at[count];

  constexpr NearVertices() noexcept : at{} {
    constexpr int first[6][4] = {{0, 0, 0, 0}, {0, 1, 0, 0},  {0, 0, 1, 0},
                                 {0, 1, 1, 0}, {0, -1, 0, 0}, {0, 0, 0, 1}};
    for (int i = 0; i < count; ++i) {
      const int* const before = i % 5 == 0 ? first[i / 5] : at[i - 1].step;
      for (int axis = 0; axis < 4; ++axis) {
        at[i].step[axis] =
            i % 5 == 0 ? before[axis] : (axis < 3 ? before[axis + 1] : 0) - before[0] + 1;
      }
      const auto& [x, y, z, w] = at[i].step;
      const float unskewed = static_cast<float>(x + y + z + w) * smaller_skew_4d;
      for (int axis = 0; axis < 4; ++axis)
        at[i].d[axis] = -static_cast<float>(at[i].step[axis]) - unskewed;
    }
  }
};
constexpr NearVertices near_vertices;

// A sorting network. Swap each of these pairs in turn if its first number is less than its second;
// then the numbers are in descending order.
constexpr int sorting_of_four[5][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}, {1, 2}};

}  // namespace perlane::model
