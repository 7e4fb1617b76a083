// Chunk noise. Fractal Block World, "Perlin Noise"; paths and tail seeds as described in
// include/perlane/chunk.hpp.

#include <perlane/chunk.hpp>
#include <perlane/operators.hpp>

#include "engine/environment.hpp"
#include "engine/refuse.hpp"
#include "field/draw.hpp"
#include "field/lattice.hpp"

#include "reference/lattice.hpp"

#include <algorithm>
#include <cmath>

namespace perlane {
namespace {

using engine::refuse;

// Each position halves a chunk so many times.
constexpr int halvings = 4;
// Levels of halves that a seed depends on.
constexpr std::size_t tail = 32;

constexpr std::array<std::array<float, 2>, 16> gradients_2d{{
    {-0.740233f, 0.67235f},
    {0.837073f, 0.547091f},
    {-0.948447f, -0.316936f},
    {-0.683452f, -0.729995f},
    {-0.909245f, 0.416261f},
    {0.431214f, -0.90225f},
    {0.990217f, -0.139538f},
    {0.978472f, -0.20638f},
    {-0.950965f, 0.309299f},
    {0.690884f, -0.722966f},
    {0.210842f, 0.97752f},
    {0.986295f, -0.164991f},
    {0.828223f, 0.560398f},
    {0.421108f, -0.90701f},
    {0.0248632f, -0.999691f},
    {-0.940438f, 0.339966f},
}};

constexpr std::array<std::array<float, 3>, 32> gradients_3d{{
    {-0.489851f, 0.444929f, -0.749723f}, {0.673811f, 0.440387f, -0.593329f},
    {-0.622205f, -0.207918f, 0.754739f}, {-0.551831f, -0.58941f, -0.589982f},
    {-0.549751f, 0.251681f, -0.796512f}, {0.399894f, -0.836718f, 0.374151f},
    {0.803786f, -0.113267f, -0.584036f}, {0.977822f, -0.206243f, -0.0364279f},
    {-0.95093f, 0.309288f, 0.00854616f}, {0.688933f, -0.720925f, 0.0750848f},
    {0.131953f, 0.611769f, -0.779954f},  {0.284032f, -0.0475139f, -0.957637f},
    {0.584857f, 0.39573f, 0.708054f},    {0.283696f, -0.611043f, 0.739015f},
    {0.016353f, -0.657514f, 0.753265f},  {-0.752473f, 0.272017f, 0.599826f},
    {0.862066f, 0.286175f, -0.418265f},  {0.63215f, -0.629253f, 0.452136f},
    {-0.212415f, -0.550622f, 0.807277f}, {0.821132f, -0.500229f, 0.274798f},
    {0.887219f, 0.449819f, -0.1025f},    {-0.819412f, -0.533291f, 0.210155f},
    {-0.648608f, 0.513027f, 0.562238f},  {-0.685061f, -0.537699f, 0.491499f},
    {-0.617783f, 0.697558f, -0.362983f}, {-0.128589f, 0.405483f, 0.905013f},
    {-0.499459f, 0.325154f, 0.803004f},  {0.826998f, -0.202922f, -0.524307f},
    {0.417892f, -0.462326f, -0.782062f}, {0.298697f, -0.596288f, 0.745131f},
    {0.0563963f, -0.66715f, -0.742785f}, {-0.523338f, -0.539075f, 0.659936f},
}};

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

// What stands at the corners, in the order of a lattice.
template <int N, class Value, class Choose>
std::array<Value, std::size_t{1} << N> at_corners(const CornerSeeds<N>& seeds, Choose choose) {
  const auto drawn = rands(seeds);
  std::array<Value, std::size_t{1} << N> result;
  for (std::size_t point = 0; point < result.size(); ++point)
    result[point] = choose(drawn[corner<N>(point)]);
  return result;
}

template <int N>
constexpr std::array<std::int64_t, std::size_t{N}> two_each() {
  std::array<std::int64_t, std::size_t{N}> result{};
  result.fill(2);
  return result;
}

template <int N>
Lattice gradients_of(const CornerSeeds<N>& seeds) {
  using Vector = std::array<float, std::size_t{N}>;
  const auto vectors = at_corners<N, Vector>(seeds, [](std::uint32_t drawn) {
    if constexpr (N == 2) return gradients_2d[drawn % gradients_2d.size()];
    if constexpr (N == 3) return gradients_3d[drawn % gradients_3d.size()];
  });
  // All chunks have one range.
  static const double longest = [] {
    double most = 0;
    const auto see = [&](const auto& table) {
      for (const auto& vector : table) most = std::max(most, field::length(vector));
    };
    if constexpr (N == 2) see(gradients_2d);
    if constexpr (N == 3) see(gradients_3d);
    return most;
  }();
  return field::within(
      Lattice::explicit_gradients<N>(std::span<const Vector>(vectors), two_each<N>()), longest, {});
}

void validate(const Path& path, const Chunk& chunk) {
  const std::size_t halves = halvings * path.depth();
  if (chunk.chop < 0 || chunk.chop > Chunk::chop_limit ||
      static_cast<std::size_t>(chunk.chop) > halves) {
    refuse("Chunk::chop is ", chunk.chop, "; use 0 to ",
           std::min<std::size_t>(halves, Chunk::chop_limit), " with a path of ", path.depth(),
           " positions");
  }
}

// Where the chunk of the first `depth` positions lies among those of its level, as far as the last
// `positions` of these say.
std::uint64_t place(const Path& path, int axis, std::size_t depth, std::size_t positions) noexcept {
  std::uint64_t result = 0;
  for (std::size_t level = depth - std::min(depth, positions); level < depth; ++level) {
    result = result << halvings | (path.digits()[level] >> (halvings * axis) & 15u);
  }
  return result;
}

// A field of the virtual chunk, as seen from the chunk.
template <int N>
Field seen_from(const Path& path, int chop, const Field& field) {
  if (chop == 0) return field;
  std::array<double, 4> distance{};
  for (int axis = 0; axis < N; ++axis) {
    const std::uint64_t chunks = place(path, axis, path.depth(), Chunk::chop_limit / halvings) &
                                 ((std::uint64_t{1} << chop) - 1);
    distance[static_cast<std::size_t>(axis)] = -static_cast<double>(chunks);
  }
  return translate(field, distance);
}

std::uint16_t digit(const Path::Position& position) {
  unsigned digit = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (position[axis] < 0 || position[axis] >= Path::width) {
      refuse("Path: a position has ", position[axis], " along axis ", axis, "; use 0 to ",
             Path::width - 1);
    }
    digit |= static_cast<unsigned>(position[axis]) << (halvings * axis);
  }
  return static_cast<std::uint16_t>(digit);
}

}  // namespace

Path::Path(std::span<const Position> positions) {
  digits_.reserve(positions.size());
  for (const Position& position : positions) digits_.push_back(digit(position));
}

Path::Position Path::operator[](std::size_t level) const noexcept {
  const int digit = digits_[level];
  return {digit & 15, digit >> halvings & 15, digit >> (2 * halvings)};
}

Path Path::child(const Position& position) const {
  Path result = *this;
  result.digits_.push_back(digit(position));
  return result;
}

Path Path::parent() const {
  if (digits_.empty())
    refuse("Path::parent: this is the outermost chunk; use a path with one position or more");
  Path result = *this;
  result.digits_.pop_back();
  return result;
}

Path Path::neighbour(const Integers<3>& chunks) const {
  Path result = *this;
  std::array<std::int64_t, 3> carry = chunks;
  for (std::size_t level = depth(); level-- > 0 && carry != std::array<std::int64_t, 3>{};) {
    Position position = (*this)[level];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      // Both parts by themselves: their sum might overflow. Right shifts of what is negative round
      // down.
      const std::int64_t sum = position[axis] + (carry[axis] & (width - 1));
      carry[axis] = (carry[axis] >> halvings) + (sum >> halvings);
      position[axis] = static_cast<int>(sum & (width - 1));
    }
    result.digits_[level] = digit(position);
  }
  return result;
}

// As in exports.hpp: where a template is seen, GCC asks of its definition.
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

template <int N>
CornerSeeds<N> corner_seeds(const Path& path, const Chunk& chunk) {
  validate(path, chunk);
  const std::size_t halves = halvings * path.depth() - static_cast<std::size_t>(chunk.chop);
  const std::uint32_t mask =
      halves >= tail ? ~0u : (1u << halves) - 1;  // of the places that there are
  const std::uint64_t layer = field::octave_seed(chunk.world_seed, chunk.salt);
  const model::HashKey key = field::hash_key(field::octave_seed(layer, halves));
  // One position more, as some of the last may be chopped in part.
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
    for (std::size_t axis = 0; axis < cell.size(); ++axis)
      cell[axis] = (first[axis] + static_cast<std::uint32_t>(point >> axis & 1)) & mask;
    seeds[corner<N>(point)] = reference::hash(key, cell);
  }
  return seeds;
}

template <int N>
Field chunk_noise(const CornerSeeds<N>& seeds) {
  const engine::FloatEnvironment environment;
  return perlin({.frequency = 1, .lattice = gradients_of<N>(seeds)});
}

template <int N>
Field chunk_noise(const Path& path, const Chunk& chunk) {
  const engine::FloatEnvironment environment;
  const Lattice lattice = gradients_of<N>(corner_seeds<N>(path, chunk));
  return seen_from<N>(path, chunk.chop,
                      perlin({.frequency = std::ldexp(1.0, -chunk.chop), .lattice = lattice}));
}

template <int N>
Field chunk_value(const Path& path, const Chunk& chunk, const Range& values, Fade fade) {
  const engine::FloatEnvironment environment;
  if (!field::is_usable(values.min) || !field::is_usable(values.max) || values.min > values.max) {
    refuse("chunk_value: values are from ", values.min, " to ", values.max,
           "; use two numbers from -1e30 to 1e30, the smaller one first");
  }
  if (fade > Fade::linear)
    refuse("chunk_value: fade is ", static_cast<int>(fade), "; use Fade::quintic, cubic or linear");
  const auto corners = at_corners<N, float>(corner_seeds<N>(path, chunk), [&](std::uint32_t drawn) {
    const double part = static_cast<double>(drawn) / (rand_count - 1);
    return static_cast<float>(double{values.min} * (1 - part) + double{values.max} * part);
  });
  const Lattice lattice = field::within(Lattice::explicit_values<N>(corners, two_each<N>()), 0,
                                        values);  // all chunks have one range
  return seen_from<N>(
      path, chunk.chop,
      value({.frequency = std::ldexp(1.0, -chunk.chop), .lattice = lattice, .fade = fade}));
}

template CornerSeeds<2> corner_seeds<2>(const Path&, const Chunk&);
template CornerSeeds<3> corner_seeds<3>(const Path&, const Chunk&);
template Field chunk_noise<2>(const CornerSeeds<2>&);
template Field chunk_noise<3>(const CornerSeeds<3>&);
template Field chunk_noise<2>(const Path&, const Chunk&);
template Field chunk_noise<3>(const Path&, const Chunk&);
template Field chunk_value<2>(const Path&, const Chunk&, const Range&, Fade);
template Field chunk_value<3>(const Path&, const Chunk&, const Range&, Fade);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

}  // namespace perlane
