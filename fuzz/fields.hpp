#pragma once
// Makes any field that a program could make.

#include "bytes.hpp"

#include <perlane/perlane.hpp>

#include <array>
#include <random>
#include <vector>

namespace perlane::fuzz {

inline Fade fade(Bytes& bytes) { return static_cast<Fade>(bytes.choice(3)); }

inline std::array<std::int64_t, 4> period(Bytes& bytes) {
  std::array<std::int64_t, 4> cells{};
  if (bytes.choice(3) != 0) return cells;
  for (std::int64_t& of_axis : cells)
    of_axis = bytes.choice(2) == 0 ? bytes.choice(20) : bytes.take<std::int64_t>();
  return cells;
}

inline Gradients gradients(Bytes& bytes) {
  switch (bytes.choice(8)) {
    case 0:
      return Gradients::edges();
    case 1:
      return Gradients::axes();
    case 2:
      return Gradients::diagonals();
    case 3:
      return Gradients::random(bytes.take<std::uint64_t>());
    case 4: {
      std::vector<std::array<float, 2>> vectors(static_cast<std::size_t>(bytes.choice(20)));
      for (auto& vector : vectors)
        vector = {static_cast<float>(bytes.number()), static_cast<float>(bytes.number())};
      return Gradients::vectors<2>(vectors);
    }
    default:
      return {};
  }
}

// Makes a lattice from a table, from the user's gradients
// (if `has_gradients`) or values, or a hashed one.
inline Lattice lattice(Bytes& bytes, bool has_gradients) {
  static constexpr int odd[] = {0, 3, 5, 7, 100, 127, 129, 200, 255, 257, 1000, 65535};
  const int drawn = bytes.choice(24);
  const int size = drawn < 12 ? 1 << drawn : odd[drawn - 12];
  std::minstd_rand random(bytes.take<std::uint8_t>());
  switch (bytes.choice(8)) {
    case 0:
      return Lattice::permutation(size);
    case 1:
      return Lattice::classic(size);
    case 2: {
      std::vector<int> table(static_cast<std::size_t>(size));
      for (int& entry : table) entry = static_cast<int>(random() % static_cast<unsigned>(size));
      return Lattice::classic(table);
    }
    case 3: {
      const std::array<std::int64_t, 3> extents{bytes.choice(9), bytes.choice(9), bytes.choice(9)};
      return has_gradients ? Lattice::random_gradients<3>(extents, random)
                           : Lattice::random_values<3>(extents, random);
    }
    case 4: {
      const std::array<std::int64_t, 2> extents{bytes.choice(40), bytes.choice(9)};
      return has_gradients ? Lattice::random_gradients<2>(extents, random)
                           : Lattice::random_values<2>(extents, random);
    }
    default:
      return {};
  }
}

inline Path path(Bytes& bytes) {
  std::vector<Path::Position> positions(static_cast<std::size_t>(bytes.choice(20)));
  for (auto& position : positions)
    position = {bytes.choice(17), bytes.choice(16), bytes.choice(16)};
  return Path(positions).neighbour(
      {bytes.take<std::int64_t>(), bytes.take<std::int8_t>(), bytes.take<std::int8_t>()});
}

inline Cellular cells(Bytes& bytes) {
  return {.seed = bytes.take<std::uint16_t>(),
          .frequency = bytes.number(),
          .jitter = bytes.choice(4) == 0 ? bytes.number() : bytes.choice(9) / 8.0,
          .distance = static_cast<Distance>(bytes.choice(4)),
          .returns = static_cast<CellularReturn>(bytes.choice(9)),
          .period = period(bytes)};
}

inline Multifractal multifractal_of(Bytes& bytes) {
  return {.octaves = bytes.choice(10),
          .lacunarity = bytes.number(),
          .gain = bytes.number(),
          .offset = bytes.number(),
          .feedback = bytes.number()};
}

inline Warp warp_of(Bytes& bytes) {
  return {.seed = bytes.take<std::uint16_t>(),
          .frequency = bytes.number(),
          .amplitude = bytes.number(),
          .octaves = bytes.choice(4),
          .lacunarity = bytes.number(),
          .gain = bytes.number()};
}

// Throws std::invalid_argument if a parameter is out of its range.
inline Field field(Bytes& bytes, int depth = 0) {
  const int kinds = depth < 3 && !bytes.is_empty() ? 65 : 10;
  const auto real = [&] { return static_cast<float>(bytes.number()); };
  const auto operand = [&] { return field(bytes, depth + 1); };
  switch (bytes.choice(kinds)) {
    case 1:
      return value({.seed = bytes.take<std::uint16_t>(),
                    .frequency = bytes.number(),
                    .lattice = lattice(bytes, false),
                    .fade = fade(bytes),
                    .period = period(bytes)});
    case 2:
      return white({.seed = bytes.take<std::uint16_t>(),
                    .frequency = bytes.number(),
                    .lattice = lattice(bytes, false),
                    .period = period(bytes)});
    case 3:
      return constant(static_cast<float>(bytes.number()));
    case 4:
      return coordinate({.axis = bytes.choice(5), .frequency = bytes.number()});
    case 5:
      return perlin2002();
    case 6: {
      const Path at = path(bytes);
      const std::uint64_t world_seed = bytes.take<std::uint64_t>();
      const int chop = bytes.choice(100);
      if (chop < 50) return chunk_noise<2>(at, {.world_seed = world_seed, .chop = chop});
      return chunk_layers<2>(
          at, {.world_seed = world_seed, .chop = chop % 3},
          {.octaves = chop % 11, .gain = bytes.number(), .left_out = bytes.choice(3)});
    }
    case 7:
      return chunk_value<3>(
          path(bytes), {.salt = bytes.take<std::uint64_t>(), .chop = bytes.choice(50)},
          {static_cast<float>(bytes.number()), static_cast<float>(bytes.number())}, fade(bytes));
    case 8:
      return simplex({.seed = bytes.take<std::uint16_t>(),
                      .frequency = bytes.number(),
                      .gradients = gradients(bytes)});
    case 9:
      return simplex2012(bytes.number());
    case 10:
      return fbm(operand(), {.octaves = bytes.choice(8),
                             .lacunarity = bytes.number(),
                             .gain = bytes.number(),
                             .weight = bytes.choice(5) / 4.0,
                             .fraction = bytes.choice(9) / 8.0,
                             .footprint = bytes.choice(3) * std::abs(bytes.number())});
    case 11:
      return ridged(operand(), {.octaves = bytes.choice(7), .weight = bytes.choice(5) / 4.0});
    case 12:
      return billow(operand(),
                    {.octaves = bytes.choice(5), .lacunarity = 2, .gain = bytes.number()});
    case 13:
      return operand() + operand();
    case 14:
      return operand() - static_cast<float>(bytes.number());
    case 15:
      return operand() * operand();
    case 16:
      return min(operand(), operand());
    case 17:
      return max(static_cast<float>(bytes.number()), operand());
    case 18:
      return mix(operand(), static_cast<float>(bytes.number()), operand());
    case 19:
      return smoothstep(static_cast<float>(bytes.number()), static_cast<float>(bytes.number()),
                        operand());
    case 20:
      return sqrt(abs(operand()));
    case 21:
      return sine(operand());
    case 22:
      return translate(operand(), {bytes.number(), bytes.number(), bytes.number()});
    case 23:
      return scale(operand(), {bytes.number(), bytes.number(), 1, 1});
    case 24:
      return loop(operand(), bytes.choice(4), bytes.number());
    case 25:
      return tile(operand(), {bytes.number(), bytes.number()});
    case 26:
      return operand() / operand();
    case 27:
      return operand() / max(operand(), real());
    case 28:
      return pow(operand(), real());
    case 29:
      return smooth_min(operand(), operand(), real());
    case 30:
      return smooth_max(real(), operand(), real());
    case 31:
      return terrace(operand(), real(), real());
    case 32: {
      std::vector<std::array<float, 2>> points(static_cast<std::size_t>(bytes.choice(20)));
      for (auto& point : points) point = {real(), real()};
      return curve(operand(), points);
    }
    case 33:
      return remap(operand(), {real(), real()}, {real(), real()});
    case 34:
      return select(operand(), real(), fraction(operand()), step(real(), operand()));
    case 35:
      return distance({bytes.number(), bytes.number()}, bytes.choice(5), bytes.number());
    case 36:
      return ping_pong(
          operand(),
          {.octaves = bytes.choice(7), .gain = bytes.number(), .weight = bytes.choice(5) / 4.0},
          bytes.number());
    case 37:
      return multifractal(operand(), multifractal_of(bytes));
    case 38:
      return hybrid_multifractal(operand(), multifractal_of(bytes));
    case 39:
      return ridged_multifractal(operand(), multifractal_of(bytes));
    case 40:
      return hetero_terrain(operand(), multifractal_of(bytes));
    case 41:
      return warp(operand(), {operand()});
    case 42:
      return warp(operand(), {static_cast<float>(bytes.number()), operand()});
    case 43:
      return domain_warp(operand(), warp_of(bytes));
    case 44:
      return domain_warp_progressive(operand(), warp_of(bytes));
    case 45:
      return rotate(operand(), bytes.number(), bytes.choice(4), bytes.choice(4));
    case 46: {
      std::array<std::array<double, 5>, 4> affine{};
      for (auto& row : affine) {
        for (double& number : row) number = bytes.choice(2) == 0 ? bytes.choice(3) : bytes.number();
      }
      return transform(operand(), affine);
    }
    case 47:
      return derivative(operand(), bytes.choice(3));
    case 48:
      return slope(operand(), 1 + bytes.choice(3));
    case 49:
      return curl(operand())[0] + curl(std::array<Field, 3>{operand(), operand(), perlin()})[2];
    case 50:
      return damped(operand(), {.octaves = bytes.choice(6), .gain = bytes.number()},
                    bytes.number());
    case 51:
      return cellular(cells(bytes));
    case 52: {
      using Lite = FastNoiseLite;
      return fastnoise_lite({.seed = bytes.take<std::int16_t>(),
                             .frequency = bytes.number(),
                             .noise_type = static_cast<Lite::NoiseType>(bytes.choice(6)),
                             .fractal_type = static_cast<Lite::FractalType>(bytes.choice(5)),
                             .octaves = bytes.choice(6),
                             .lacunarity = bytes.number(),
                             .gain = bytes.number(),
                             .weighted_strength = bytes.number(),
                             .ping_pong_strength = bytes.number()});
    }
    case 53: {
      const OpenSimplex2 parameters{.seed = bytes.take<std::int16_t>(),
                                    .frequency = bytes.number(),
                                    .orientation = static_cast<Orientation>(bytes.choice(9))};
      return bytes.choice(2) == 0 ? opensimplex2(parameters) : opensimplex2s(parameters);
    }
    case 54:
      return bytes.choice(2) == 0 ? mx_noise(bytes.number()) : mx_cell_noise(bytes.number());
    case 55:
      return erode(operand(), {.seed = bytes.take<std::uint16_t>(),
                               .scale = bytes.number(),
                               .strength = bytes.number(),
                               .octaves = bytes.choice(6),
                               .lacunarity = bytes.number(),
                               .gain = bytes.number()});
    case 56:
      return pow(operand(), bytes.choice(2) == 0 ? operand() : max(operand(), real()));
    case 57:
      return exp(bytes.choice(2) == 0 ? operand() : min({operand(), operand(), Operand(real())}));
    case 58:
      return log(bytes.choice(2) == 0 ? operand() : max({operand(), operand(), Operand(real())}));
    case 59:
      return perlane::floor(operand());
    case 60:
      return reseed(operand(), bytes.take<std::uint16_t>());
    case 61:
      return with_footprint(operand(), bytes.choice(3) * std::abs(bytes.number()));
    case 62:
      return cellular_lookup(operand(), cells(bytes));
    case 63:
      return differences(operand(), bytes.number());
    case 64:
      return extrude(operand(), bytes.choice(4));
    default:
      return perlin({.seed = bytes.take<std::uint16_t>(),
                     .frequency = bytes.number(),
                     .lattice = lattice(bytes, true),
                     .gradients = gradients(bytes),
                     .fade = fade(bytes),
                     .period = period(bytes)});
  }
}

}  // namespace perlane::fuzz
