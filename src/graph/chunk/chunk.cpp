// Chunk noise. Fractal Block World, "Perlin Noise"; paths and tail seeds as described in
// include/perlane/chunk.hpp.

#include <perlane/chunk.hpp>
#include <perlane/coordinates.hpp>
#include <perlane/noise.hpp>

#include "base/error.hpp"
#include "graph/call.hpp"
#include "graph/chunk/chunk_gradients.hpp"
#include "graph/noise/draw.hpp"
#include "graph/properties.hpp"
#include "graph/noise/lattice.hpp"
#include "graph/chunk/path.hpp"
#include "graph/with_properties.hpp"
#include "reference/lattice.hpp"

#include <algorithm>
#include <cmath>

namespace perlane {
namespace {

using base::throw_invalid;
using graph::gradients_2d;
using graph::gradients_3d;

using graph::halvings;

// Levels of halves that a seed depends on.
constexpr std::size_t tail = 32;

// RandCore::Rand of the article.
constexpr std::uint32_t rand_count = 32767;

// The first number of std::mt19937 after each seed, modulo rand_count. It depends on three of the
// generator's 624 words (M. Matsumoto, T. Nishimura, "Mersenne Twister", 1998), and the words of
// all seeds are worked out side by side: each waits for the one before.
template <std::size_t Count>
std::array<std::uint32_t, Count> rands(const std::array<std::uint32_t, Count>& seeds) noexcept {
  constexpr std::uint32_t distant = 397;
  std::array<std::uint32_t, Count> word = seeds, second{};
  for (std::uint32_t i = 1; i <= distant; ++i) {
    for (std::uint32_t& x : word) x = 1812433253u * (x ^ x >> 30) + i;
    if (i == 1) second = word;
  }
  for (std::size_t seed = 0; seed < Count; ++seed) {
    const std::uint32_t joined = (seeds[seed] & 0x80000000u) | (second[seed] & 0x7fffffffu);
    std::uint32_t y = word[seed] ^ joined >> 1 ^ (joined % 2 == 0 ? 0 : 0x9908b0dfu);
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680u;
    y ^= y << 15 & 0xefc60000u;
    word[seed] = (y ^ y >> 18) % rand_count;
  }
  return word;
}

// The corner of a CornerSeeds that lies at lattice point `point` of the chunk, x fastest.
template <int N>
std::size_t corner(std::size_t point) noexcept {
  std::size_t result = 0;
  for (int axis = 0; axis < N; ++axis) result = 2 * result + (point >> axis & 1);
  return result;
}

// The gradients or values at the corners, in the order of a lattice.
template <int N, class Value, class Choose>
std::array<Value, std::size_t{1} << N> at_corners(const CornerSeeds<N>& seeds, Choose choose) {
  const auto drawn = rands(seeds);
  std::array<Value, std::size_t{1} << N> result;
  for (std::size_t point = 0; point < result.size(); ++point)
    result[point] = choose(drawn[corner<N>(point)]);
  return result;
}

// A lattice of two points along each axis. All chunks state the same bounds, whatever they have
// drawn, so that neighbours map values to the same codes.
template <int N>
graph::ExplicitLattice two_each() {
  graph::ExplicitLattice lattice{N, {1, 1, 1, 1}, {}, 0, {}, {}};
  for (std::size_t axis = 0; axis < N; ++axis) lattice.extent[axis] = 2;
  return lattice;
}

template <int N>
constexpr const auto& gradients() noexcept {
  if constexpr (N == 2) return gradients_2d;
  if constexpr (N == 3) return gradients_3d;
}

template <int N>
Lattice gradients_of(const CornerSeeds<N>& seeds) {
  static const double longest = [] {
    double most = 0;
    for (const auto& vector : gradients<N>()) most = std::max(most, graph::length(vector));
    return most;
  }();
  using Vector = std::array<float, std::size_t{N}>;
  const auto vectors = at_corners<N, Vector>(
      seeds, [](std::uint32_t drawn) { return gradients<N>()[drawn % gradients<N>().size()]; });
  graph::ExplicitLattice lattice = two_each<N>();
  lattice.longest = longest;
  for (std::size_t axis = 0; axis < N; ++axis) {
    lattice.component[axis].reserve(vectors.size());
    for (const Vector& vector : vectors) lattice.component[axis].push_back(vector[axis]);
  }
  return graph::lattice_of(std::move(lattice));
}

// The index, among the chunks of its level, of the chunk at the first `depth` positions, as far as
// the last `positions` of these determine it.
std::uint64_t place(const Path& path, int axis, std::size_t depth, std::size_t positions) noexcept {
  std::uint64_t result = 0;
  for (std::size_t level = depth - std::min(depth, positions); level < depth; ++level) {
    result = result << halvings | (graph::digits_of(path)[level] >> (halvings * axis) & 15u);
  }
  return result;
}

// A field of one of the functions below: noise between the corners of the virtual chunk, moved
// to where the chunk lies within it.
template <class Arguments, class Make>
Field field_of(std::string_view function, const Arguments& arguments, Make make) {
  return graph::call(function, {}, arguments, [&] {
    return graph::with_properties({graph::pointer_of(make())},
                                  [](graph::Properties& properties, auto, double) {
                                    properties.is_within_chunk = true;
                                    properties.chunk_origin = {};
                                  });
  });
}

// A field of the virtual chunk, as seen from the chunk.
template <int N>
Field seen_from(const Path& path, int chop, const Field& field) {
  if (chop == 0) return field;
  const Integers<3> chunks = place_in_virtual_chunk(path, chop);
  std::array<double, 4> distance{};
  for (std::size_t axis = 0; axis < N; ++axis) distance[axis] = -static_cast<double>(chunks[axis]);
  return translate(field, distance);
}

}  // namespace

Integers<3> place_in_virtual_chunk(const Path& path, int chop) {
  graph::validated_chop("place_in_virtual_chunk: chop", path, chop);
  Integers<3> result;
  for (int axis = 0; axis < 3; ++axis) {
    const std::uint64_t chunks = place(path, axis, path.depth(), Chunk::chop_limit / halvings) &
                                 ((std::uint64_t{1} << chop) - 1);
    result[static_cast<std::size_t>(axis)] = static_cast<std::int64_t>(chunks);
  }
  return result;
}

// As in exports.hpp: GCC takes the visibility of a template from its definition.
#if defined(__GNUC__) && !defined(PERLANE_EXPORT_C_ALONE)
#pragma GCC visibility push(default)
#endif

template <int N>
CornerSeeds<N> corner_seeds(const Path& path, const Chunk& chunk) {
  graph::validated_chop("Chunk::chop", path, chunk.chop);
  const std::size_t halves = halvings * path.depth() - static_cast<std::size_t>(chunk.chop);
  const std::uint32_t mask =
      halves >= tail ? ~0u : (1u << halves) - 1;  // of the places that there are
  const std::uint64_t layer = graph::octave_seed(chunk.world_seed, chunk.salt);
  const model::HashKey key = graph::hash_key(graph::octave_seed(layer, halves));
  // There is one position more, because the last may be chopped in part.
  const auto chop = static_cast<std::size_t>(chunk.chop);
  std::array<std::uint32_t, std::size_t{N}> first;
  for (int axis = 0; axis < N; ++axis) {
    const std::uint64_t last =
        place(path, axis, path.depth() - chop / halvings, tail / halvings + 1) >> chop % halvings;
    first[static_cast<std::size_t>(axis)] = static_cast<std::uint32_t>(last);
  }
  CornerSeeds<N> seeds;
  for (std::size_t point = 0; point < seeds.size(); ++point) {
    std::array<std::uint32_t, std::size_t{N}> cell;
    for (std::size_t axis = 0; axis < cell.size(); ++axis) {
      cell[axis] = (first[axis] + static_cast<std::uint32_t>(point >> axis & 1)) & mask;
    }
    seeds[corner<N>(point)] = reference::last_round(reference::hash(key, cell));
  }
  return seeds;
}

template <int N>
Field chunk_noise(const CornerSeeds<N>& seeds) {
  return field_of("chunk_noise_of_seeds", graph::OfSeeds{N, {seeds.begin(), seeds.end()}},
                  [&] { return perlin({.frequency = 1, .lattice = gradients_of<N>(seeds)}); });
}

template <int N>
Field chunk_noise(const Path& path, const Chunk& chunk) {
  return field_of("chunk_noise", graph::OfPath{chunk, N, path}, [&] {
    const Lattice lattice = gradients_of<N>(corner_seeds<N>(path, chunk));
    const double frequency = std::ldexp(1.0, -chunk.chop);
    return seen_from<N>(path, chunk.chop, perlin({.frequency = frequency, .lattice = lattice}));
  });
}

template <int N>
Field chunk_value(const Path& path, const Chunk& chunk, const BracedRange& braced, Fade fade) {
  const Range values = braced;
  return field_of("chunk_value", graph::ChunkValue{{chunk, N, path}, values, fade}, [&] {
    if (!graph::is_usable(values.min) || !graph::is_usable(values.max) || values.min > values.max) {
      throw_invalid("chunk_value: values are from ", values.min, " to ", values.max,
                    "; use two numbers from -1e30 to 1e30, the smaller one first");
    }
    const auto corners =
        at_corners<N, float>(corner_seeds<N>(path, chunk), [&](std::uint32_t drawn) {
          const double part = static_cast<double>(drawn) / (rand_count - 1);
          return static_cast<float>(double{values.min} * (1 - part) + double{values.max} * part);
        });
    graph::ExplicitLattice lattice = two_each<N>();
    lattice.value.assign(corners.begin(), corners.end());
    lattice.range = values;
    const Field noise = value({.frequency = std::ldexp(1.0, -chunk.chop),
                               .lattice = graph::lattice_of(std::move(lattice)),
                               .fade = fade});
    return seen_from<N>(path, chunk.chop, noise);
  });
}

template CornerSeeds<2> corner_seeds<2>(const Path&, const Chunk&);
template CornerSeeds<3> corner_seeds<3>(const Path&, const Chunk&);
template Field chunk_noise<2>(const CornerSeeds<2>&);
template Field chunk_noise<3>(const CornerSeeds<3>&);
template Field chunk_noise<2>(const Path&, const Chunk&);
template Field chunk_noise<3>(const Path&, const Chunk&);
template Field chunk_value<2>(const Path&, const Chunk&, const BracedRange&, Fade);
template Field chunk_value<3>(const Path&, const Chunk&, const BracedRange&, Fade);

#if defined(__GNUC__) && !defined(PERLANE_EXPORT_C_ALONE)
#pragma GCC visibility pop
#endif

}  // namespace perlane
