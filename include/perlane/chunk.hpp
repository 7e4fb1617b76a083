#pragma once
/// \file
/// Noise for worlds of endlessly nested chunks: each chunk has noise of its own, from seeds at its
/// corners, which neighbours share. (Fractal Block World, "Perlin Noise".)

#include <perlane/detail/cxx20.hpp>
#include <perlane/fade.hpp>
#include <perlane/field.hpp>
#include <perlane/integers.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <tuple>
#include <vector>

namespace perlane {

/// The address of a chunk. Every chunk is divided into 16 x 16 x 16 smaller ones, and a path holds
/// the position at each level, the outermost first. It may have any number of levels.
///
///     const perlane::Path path{{3, 0, 9}, {15, 15, 2}};
class Path {
 public:
  /// The number of chunks along each edge of the chunk that they divide.
  static constexpr int width = 16;

  /// x, y and z, 0 to 15 each.
  using Position = std::array<int, 3>;

  /// The outermost chunk.
  Path() = default;
  /// \throws std::invalid_argument  a position is out of range; likewise `child`
  Path(std::initializer_list<Position> positions)
      : Path(std::span<const Position>(positions.begin(), positions.size())) {}
  /// As many positions as the span has.
  /// \throws std::invalid_argument  a position is out of range
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
  /// The chunk on the same level that is `chunks` away; positions carry to the levels above. The
  /// outermost chunk is its own neighbour: beyond its borders the world repeats.
  Path neighbour(const Integers<3>& chunks) const;

  /// True if both are the same chunk.
  friend bool operator==(const Path&, const Path&) = default;

 private:
  friend struct detail::Access;

  // Each position as one number, x + 16 (y + 16 z).
  std::vector<std::uint16_t> digits_;
};

/// The parameters of the noise of a chunk, besides the chunk itself.
struct Chunk {
  /// The largest `chop`.
  static constexpr int chop_limit = 48;

  /// Different seeds make different worlds. Any value is allowed.
  Seed world_seed = 0;
  /// Different salts make different layers of noise in the same world. Any value is allowed.
  Seed salt = 0;
  /// 0 selects the noise of the chunk itself; k selects that of the virtual chunk, 2^k chunks wide,
  /// that the chunk is a part of, so 4 selects its parent. It is 0 to 4 * depth, and at most
  /// chop_limit.
  int chop = 0;
};

/// Seeds at the corners of a chunk: (0, 0), (0, 1), (1, 0), (1, 1), and in 3D (0, 0, 0), (0, 0, 1),
/// (0, 1, 0), (0, 1, 1), (1, 0, 0),... It is a `std::array<std::uint32_t, 4>`, or 8 in 3D, that can
/// be initialised with integers of any type, variables included, without a cast. Negative seeds are
/// taken modulo 2^32, as `std::mt19937` takes them.
///
///     const std::array<int, 4> seeds{-5, 12, 0, 7};
///     const perlane::Field noise = perlane::chunk_noise<2>(perlane::CornerSeeds<2>(seeds));
template <int N>
class CornerSeeds : public std::array<std::uint32_t, std::size_t{1} << N> {
  using Base = std::array<std::uint32_t, std::size_t{1} << N>;

 public:
  /// All of them are 0.
  constexpr CornerSeeds() noexcept : Base{} {}

  /// \param seeds  one for each corner
  template <detail::IntegerLike... T>
    requires(sizeof...(T) == std::size_t{1} << N)
  constexpr CornerSeeds(T... seeds) noexcept  // NOLINT(google-explicit-constructor)
      : Base{detail::to_integer<std::uint32_t>(seeds)...} {}

  template <std::integral T>
  constexpr CornerSeeds(  // NOLINT(google-explicit-constructor)
      const std::array<T, std::size_t{1} << N>& seeds) noexcept
      : Base{} {
    for (std::size_t corner = 0; corner < seeds.size(); ++corner)
      (*this)[corner] = detail::to_integer<std::uint32_t>(seeds[corner]);
  }
};

/// Returns the seeds at the corners of the chunk of `path`. The seed of a corner is drawn from the
/// seed of the world, the salt, the number of halvings (4 per level, less `chop`), and the place of
/// the corner within the last 32 levels of halves (eight positions). So drawing takes the same time
/// at any depth, and chunks that share a corner draw the same seed for it. In 2D, z does not count.
/// \tparam N  2 or 3
/// \throws std::invalid_argument  Chunk::chop is out of its range
template <int N>
CornerSeeds<N> corner_seeds(const Path& path, const Chunk& chunk = {});

/// Returns the place of the chunk of `path` within its virtual chunk, which is 2^chop chunks wide:
/// 0 to 2^chop - 1 along x, y and z. Coordinate c of the chunk, from 0 to 1, is coordinate (place +
/// c) / 2^chop of the virtual chunk.
///
///     const perlane::Path path{{3, 0, 9}, {15, 6, 2}};
///     const auto [x, y, z] = perlane::place_in_virtual_chunk(path, 2);  // 3, 2, 2
///
/// \param chop  as Chunk::chop
/// \throws std::invalid_argument  `chop` is out of its range
Integers<3> place_in_virtual_chunk(const Path& path, int chop);

// ---- noise ------------------------------------------------------------------
//
// The noise of a chunk equals that of its neighbours, to the bit, where their coordinates are 0 or
// 1. The same holds for arithmetic on such noise, and for its derivatives unless they jump at
// corners (those of chunk_value with Fade::linear). It does not hold for functions that look beyond
// the chunk. So `fbm`, `ridged`, `billow`, `scale`, `loop` and `tile` reject all fields that hold
// noise of a chunk (std::invalid_argument), and arithmetic rejects two of them that `translate` has
// moved to different places. Other noises, and the gullies of `erode`, match from chunk to chunk
// only if `translate` puts each chunk at its place first. For terrain with detail of many sizes,
// use chunk_layers.

/// Gradient noise within one chunk, exactly as published: each seed is fed to `std::mt19937`, whose
/// first number, modulo 32767, chooses one of 16 (2D) or 32 (3D) unit vectors. It has the quintic
/// fade, and values within +-0.7072 in 2D and +-0.8661 in 3D. Coordinates go from 0 to 1 across the
/// chunk. This fills a chunk of n x n blocks:
///
///     const perlane::Path path{{3, 0, 9}, {15, 15, 2}};
///     constexpr int n = 32;
///     std::vector<float> out(n * n);
///     perlane::fill(out, {.shape = {n, n}, .step = {1.0 / n, 1.0 / n}},
///                   perlane::chunk_noise<2>(path));
///
/// The noise is 0 at the corners, and continuous from chunk to chunk. The field has exactly N
/// dimensions, and is meant for coordinates from 0 to 1.
/// \tparam N  2 or 3
template <int N>
Field chunk_noise(const CornerSeeds<N>& seeds);

/// The same for a path. Coordinates go from 0 to 1 across the chunk of `path`, even with the noise
/// of a virtual chunk. So noises of several sizes can be added, and a chunk and the chunks within
/// it can show the same noise, with the same bits at the samples that they have in common.
/// \throws std::invalid_argument  Chunk::chop is out of its range
template <int N>
Field chunk_noise(const Path& path, const Chunk& chunk = {});

/// A parameter that varies continuously from chunk to chunk: it draws a value for each corner,
/// evenly distributed over `values`, and interpolates between them.
/// \tparam N  2 or 3, the dimensions of the field
/// \param values  bounds of the values, -1e30 to 1e30; the smaller one first, or both equal
/// \throws std::invalid_argument  `values` or `fade` is out of its range, or Chunk::chop
template <int N>
Field chunk_value(const Path& path, const Chunk& chunk, const BracedRange& values,
                  Fade fade = Fade::quintic);

/// One layer of chunk_layers.
struct ChunkLayer {
  /// Selects the virtual chunk, 2^chop chunks wide, as Chunk::chop does.
  int chop = 0;
  /// The factor of the noise: -1e30 to 1e30.
  double weight = 1;
};

/// Layers of noise, each half as wide as the one before, and weaker, like the octaves of `fbm`.
struct ChunkLayers {
  /// The number of layers: 1 to 49. The narrowest one has Chunk::chop, and the widest one has
  /// Chunk::chop + octaves - 1, which must not be more than the path allows.
  int octaves = 4;
  /// The weight of a layer over that of the layer twice as wide. It is finite, and usually 0.5.
  double gain = 0.5;
  /// The number of narrowest layers to leave out, 0 to octaves - 1; the others keep their weights.
  /// So a chunk can show the terrain of the smaller chunks within it, without details that are too
  /// small to be seen. Chunk::chop is then that of the narrowest layer that is left. A chunk that
  /// leaves out 4 layers more than its children shows the same hills.
  int left_out = 0;
};

/// A weighted sum of the noises of different virtual chunks ("Multiple Layer Perlin Noise" in the
/// article). Like each of the layers, it is continuous at the borders of the chunks and of all
/// virtual chunks, and so are its derivatives.
///
///     // The article's n1 + 0.5 * n2: the noise of the chunk, and that of the 2 x 2 around it.
///     const perlane::Path path{{3, 0, 9}, {15, 15, 2}};
///     const perlane::Field height =
///         perlane::chunk_layers<2>(path, {.world_seed = 7}, {{.chop = 0, .weight = 1},
///                                                            {.chop = 1, .weight = 0.5}});
///
/// The field has exactly N dimensions, and the same range in all chunks.
/// \tparam N  2 or 3
/// \param chunk   the world and the salt of all layers. Layers of different `chop` draw different
///                seeds. Chunk::chop is added to that of each layer
/// \param layers  1 to 49 layers, which are added up in this order
/// \throws std::invalid_argument  there is another number of layers, a weight is out of its range,
/// or a layer has a `chop` that the path does not have
template <int N>
Field chunk_layers(const Path& path, const Chunk& chunk, std::span<const ChunkLayer> layers);
/// \overload
template <int N>
Field chunk_layers(const Path& path, const Chunk& chunk, std::initializer_list<ChunkLayer> layers) {
  return chunk_layers<N>(path, chunk, std::span<const ChunkLayer>(layers.begin(), layers.size()));
}

/// The same with weights that are powers of a gain. They are divided by the sum of their
/// magnitudes, so that the sum has the range of one layer, except for rounding.
///
///     const perlane::Path path{{3, 0, 9}, {15, 15, 2}};
///     const perlane::Field here = perlane::chunk_layers<2>(path, {}, {.octaves = 6});
///     // The parent shows the same hills: of the 16 x 16 chunks within it, the widest two layers.
///     const perlane::Field from_parent =
///         perlane::chunk_layers<2>(path.parent(), {}, {.octaves = 6, .left_out = 4});
///
/// \param chunk   the world, the salt, and the narrowest layer
/// \throws std::invalid_argument  a member of `layers` is out of its range, powers of the gain
/// overflow, or the path is too short for the widest layer
template <int N>
Field chunk_layers(const Path& path, const Chunk& chunk = {}, const ChunkLayers& layers = {});

}  // namespace perlane

/// \cond
// For structured bindings.
template <int N>
struct std::tuple_size<perlane::CornerSeeds<N>>
    : std::integral_constant<std::size_t, std::size_t{1} << N> {};
template <std::size_t I, int N>
struct std::tuple_element<I, perlane::CornerSeeds<N>> {
  using type = std::uint32_t;
};
/// \endcond
