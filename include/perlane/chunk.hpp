#pragma once
/// \file
/// Noise for worlds of nested chunks without a bottom: each chunk has noise of its own, from seeds
/// at its corners, which neighbours share. (Fractal Block World, "Perlin Noise".)

#include <perlane/detail/cxx20.hpp>
#include <perlane/fade.hpp>
#include <perlane/field.hpp>
#include <perlane/integers.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

namespace perlane {

/// The address of a chunk. Every chunk is divided into 16 x 16 x 16 smaller ones; a path holds the
/// position at each level, the outermost first. It may have any number of levels.
///
///     const perlane::Path path{{3, 0, 9}, {15, 15, 2}};
class Path {
 public:
  /// Chunks along each edge of the chunk that they divide.
  static constexpr int width = 16;

  /// x, y and z, 0 to 15 each.
  using Position = std::array<int, 3>;

  /// The outermost chunk.
  Path() = default;
  /// \throws std::invalid_argument  a position is out of range; likewise `child`
  Path(std::initializer_list<Position> positions)
      : Path(std::span<const Position>(positions.begin(), positions.size())) {}
  explicit Path(std::span<const Position> positions);

  /// Levels below the outermost chunk.
  std::size_t depth() const noexcept { return digits_.size(); }
  /// \param level  0, the outermost, to depth() - 1
  Position operator[](std::size_t level) const noexcept;

  /// The chunk at a position within this one.
  Path child(const Position& position) const;
  /// The chunk that this one divides.
  /// \throws std::invalid_argument  this is the outermost chunk
  Path parent() const;
  /// The chunk on the same level that is so many chunks away; positions carry to the levels above.
  /// The outermost chunk is its own neighbour: beyond its borders the world repeats.
  Path neighbour(const Integers<3>& chunks) const;

  friend bool operator==(const Path&, const Path&) = default;

  /// For perlane itself: each position as one number, x + 16 (y + 16 z).
  const std::vector<std::uint16_t>& digits() const noexcept { return digits_; }

 private:
  std::vector<std::uint16_t> digits_;
};

/// What the noise of a chunk depends on, besides the chunk itself.
struct Chunk {
  /// The most that can be chopped.
  static constexpr int chop_limit = 48;

  /// Each seed makes another world. Any value will do.
  Seed world_seed = 0;
  /// Each salt makes another layer of noise in the same world. Any value will do.
  Seed salt = 0;
  /// 0 stands for the noise of the chunk itself; k stands for that of the virtual chunk, 2^k chunks
  /// wide, that the chunk is a part of, so 4 is its parent. It is 0 to 4 * depth, and no more than
  /// chop_limit.
  int chop = 0;
};

/// Seeds at the corners of a chunk: (0, 0), (0, 1), (1, 0), (1, 1), and in 3D (0, 0, 0), (0, 0, 1),
/// (0, 1, 0), (0, 1, 1), (1, 0, 0), ...
template <int N>
using CornerSeeds = std::array<std::uint32_t, std::size_t{1} << N>;

/// The seeds at the corners of the chunk of `path`. A corner's seed is drawn from the world's seed,
/// the salt, the number of halvings (4 per level, less `chop`), and the corner's place within the
/// last 32 levels of halves (eight positions). So drawing takes the same time at any depth, and
/// chunks that share a corner draw the same seed for it. In 2D, z does not count.
/// \tparam N  2 or 3
/// \throws std::invalid_argument  Chunk::chop is out of its range
template <int N>
CornerSeeds<N> corner_seeds(const Path& path, const Chunk& chunk = {});

/// Gradient noise within one chunk, exactly as published: a seed is fed to `std::mt19937`, whose
/// first number, modulo 32767, chooses one of 16 (2D) or 32 (3D) unit vectors. Quintic fade, values
/// within +-0.7072 in 2D and +-0.8661 in 3D. Coordinates go from 0 to 1 across the chunk; a chunk
/// of n x n blocks is
///
///     const perlane::Path path{{3, 0, 9}, {15, 15, 2}};
///     constexpr int n = 32;
///     std::vector<float> out(n * n);
///     perlane::fill(out, {.shape = {n, n}, .step = {1.0 / n, 1.0 / n}},
///                   perlane::chunk_noise<2>(path));
///
/// The noise is 0 at the corners, and continuous from chunk to chunk. The field has N dimensions,
/// no other number.
/// \tparam N  2 or 3
template <int N>
Field chunk_noise(const CornerSeeds<N>& seeds);

/// The same by path. Coordinates go from 0 to 1 across the chunk of `path`, also where it is a part
/// of a virtual chunk: noise of several sizes can be added, and a chunk and the chunks within it
/// can show the same noise, with the same bits at the samples that they have in common.
/// \throws std::invalid_argument  Chunk::chop is out of its range
template <int N>
Field chunk_noise(const Path& path, const Chunk& chunk = {});

/// A parameter that varies continuously from chunk to chunk: a value drawn for each corner, evenly
/// spread over `values`, and interpolated.
/// \tparam N  2 or 3, the dimensions of the field
/// \param values  bounds of the values, -1e30 to 1e30; the smaller one first, or both the same
/// \throws std::invalid_argument  `values` or `fade` is out of its range, or Chunk::chop
template <int N>
Field chunk_value(const Path& path, const Chunk& chunk, const Range& values,
                  Fade fade = Fade::quintic);

}  // namespace perlane
