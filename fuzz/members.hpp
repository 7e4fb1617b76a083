#pragma once
// Gives members of parameters any values. Most are within the limits that the catalogue states.

#include "bytes.hpp"

#include <perlane/perlane.hpp>

#include "graph/catalogue/factories.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <utility>
#include <vector>

namespace perlane::fuzz {

struct SetMember {
  Bytes& bytes;
  const graph::Factory& factory;
  const graph::Member& member;
  bool is_outermost;  // only there are whole numbers as large as they may be: octaves multiply

  void operator()(bool* to) const { *to = bytes.choice(2) == 1; }
  void operator()(int* to) const { *to = static_cast<int>(integer()); }
  void operator()(std::int64_t* to) const {
    *to = bytes.choice(2) == 0 ? integer() : bytes.take<std::int64_t>();
  }
  void operator()(Seed* to) const {
    *to = bytes.choice(4) == 0 ? bytes.take<std::uint64_t>() : bytes.take<std::uint8_t>();
  }
  void operator()(double* to) const { *to = number(); }
  void operator()(float* to) const { *to = real(); }
  void operator()(const graph::Choice& choice) const {
    const auto count = static_cast<int>(choice.names.size());
    const int drawn = bytes.choice(256);
    choice.set(choice.at, drawn == 255 ? count : drawn % count);  // there is no such name
  }
  void operator()(Lattice* to) const { *to = lattice(); }
  void operator()(Gradients* to) const { *to = gradients(); }
  void operator()(PerAxis<std::int64_t>* to) const {
    *to = per_axis<std::int64_t>([&] {
      return bytes.choice(4) == 0 ? bytes.take<std::int64_t>() : std::int64_t{bytes.choice(20)};
    });
  }
  void operator()(PerAxis<double>* to) const {
    *to = per_axis<double>([&] { return bytes.choice(4) == 0 ? 0 : number(); });
  }
  void operator()(std::array<std::array<double, 5>, 4>* to) const {
    const bool mixes_axes = bytes.choice(4) != 0;
    for (std::size_t a = 0; a < 4; ++a) {
      for (std::size_t b = 0; b < 5; ++b) {
        const bool is_kept = mixes_axes || b == a || b == 4;
        (*to)[a][b] = !is_kept ? 0 : bytes.choice(2) == 0 ? bytes.choice(3) : number();
      }
    }
  }
  void operator()(Range* to) const {
    const float a = real(), b = real();
    *to = bytes.choice(8) == 0 ? Range{a, b} : Range{std::min(a, b), std::max(a, b)};
  }
  void operator()(Path* to) const {
    std::vector<Path::Position> positions(static_cast<std::size_t>(bytes.choice(20)));
    for (auto& position : positions)
      position = {bytes.choice(16), bytes.choice(16), bytes.choice(16)};
    *to = Path(positions);
    if (bytes.choice(4) == 0)
      *to = to->neighbour(
          {bytes.take<std::int64_t>(), bytes.take<std::int8_t>(), bytes.take<std::int8_t>()});
  }
  void operator()(std::vector<std::array<float, 2>>* to) const {
    to->resize(static_cast<std::size_t>(bytes.choice(20)));
    for (auto& point : *to) point = {real(), real()};
    if (bytes.choice(16) != 0) std::ranges::sort(*to);
  }
  void operator()(std::vector<ChunkLayer>* to) const {
    to->resize(static_cast<std::size_t>(1 + bytes.choice(6)));
    for (ChunkLayer& layer : *to) layer = {bytes.choice(Chunk::chop_limit + 1), number()};
  }
  void operator()(std::vector<std::uint32_t>* to) const {
    to->resize(bytes.choice(2) == 0 ? 4 : 8);
    for (std::uint32_t& seed : *to) seed = bytes.take<std::uint32_t>();
  }

 private:
  std::int64_t integer() const {
    const auto least = static_cast<std::int64_t>(std::max(member.limits.least, -0x1p31));
    const auto most = static_cast<std::int64_t>(std::min(member.limits.most, 0x1p31 - 1));
    const int drawn = bytes.choice(256);
    if (drawn == 255) return std::max(least - 1, std::int64_t{-0x80000000ll});
    if (drawn == 254) return std::min(most + 1, std::int64_t{0x7fffffff});
    if (is_outermost && drawn >= 250) return most;
    if (most - least > 1000) return bytes.take<std::int16_t>();
    return least + drawn % std::min<std::int64_t>(most - least + 1, 6);
  }

  bool is_allowed(double number) const {
    return number >= member.limits.least && number <= member.limits.most;
  }
  double number() const {
    const double drawn = bytes.number();
    if (is_allowed(drawn) || bytes.choice(64) == 63) return drawn;
    if (is_allowed(-drawn) && drawn != 0) return -drawn;
    const double usual = bytes.choice(8) == 0 ? drawn : 1.0 / (1 + bytes.choice(64));
    return std::clamp(usual, member.limits.least, member.limits.most);
  }
  float real() const { return static_cast<float>(number()); }

  template <class T, class Draw>
  PerAxis<T> per_axis(Draw draw) const {
    std::array<T, 5> numbers{};
    const int drawn = bytes.choice(64), count = drawn == 63 ? 5 : drawn % 5;
    if (count == 0) return draw();  // the same for every axis
    std::generate_n(numbers.begin(), count, draw);
    return PerAxis<T>(std::span<const T>(numbers.data(), static_cast<std::size_t>(count)));
  }

  Gradients gradients() const {
    switch (bytes.choice(8)) {
      case 0:
        return Gradients::edges();
      case 1:
        return Gradients::axes();
      case 2:
        return Gradients::diagonals();
      case 3:
        return Gradients::random(bytes.take<std::uint64_t>());
      case 4:
        return Gradients::vectors<2>(vectors<2>(bytes.choice(20)));
      case 5:
        return Gradients::vectors<3>(vectors<3>(bytes.choice(20)));
      case 6:
        return Gradients::vectors<4>(vectors<4>(bytes.choice(20)));
      default:
        return Gradients::automatic();
    }
  }
  template <std::size_t N>
  std::vector<std::array<float, N>> vectors(int count) const {
    std::vector<std::array<float, N>> list(static_cast<std::size_t>(count));
    for (auto& vector : list) {
      for (float& component : vector) component = static_cast<float>(bytes.number());
    }
    return list;
  }

  Lattice lattice() const {
    switch (bytes.choice(8)) {
      case 0:
        return Lattice::permutation(table_size());
      case 1:
        return Lattice::permutation(table(true));
      case 2:
        return Lattice::classic(table_size());
      case 3:
        return Lattice::classic(table(false));
      case 4:
        return array<1>();
      case 5:
        return array<2>();
      case 6:
        return array<3>();
      default:
        return array<4>();
    }
  }
  int table_size() const {
    static constexpr int odd[] = {0, 3, 5, 7, 100, 127, 129, 200, 255, 257, 1000, 65535};
    const int drawn = bytes.choice(24);
    return drawn < 12 ? 1 << drawn : odd[drawn - 12];
  }
  std::vector<int> table(bool is_permutation) const {
    std::vector<int> entries(static_cast<std::size_t>(table_size()));
    std::minstd_rand random(bytes.take<std::uint8_t>());
    std::iota(entries.begin(), entries.end(), 0);
    for (std::size_t i = entries.size(); i > 1; --i) {
      const std::size_t other = random() % i;
      if (is_permutation) {
        std::swap(entries[i - 1], entries[other]);
      } else {
        entries[i - 1] = static_cast<int>(other);
      }
    }
    return entries;
  }

  // The user's own gradients or values, by the noise that they are for.
  template <int N>
  Lattice array() const {
    std::array<std::int64_t, std::size_t{N}> extents{};
    for (std::int64_t& extent : extents) extent = bytes.choice(N == 1 ? 200 : N == 2 ? 40 : 6);
    const bool has_gradients = factory.member("gradients") != nullptr;
    if (bytes.choice(2) == 0) {
      std::minstd_rand random(bytes.take<std::uint8_t>());
      if (!has_gradients) return Lattice::random_values<N>(extents, random);
      return Lattice::random_gradients<N>(extents, random);
    }
    const auto count = std::accumulate(extents.begin(), extents.end(), std::size_t{1},
                                       [](std::size_t product, std::int64_t extent) {
                                         return product * static_cast<std::size_t>(extent);
                                       });
    // A few numbers, again and again, would be too few to tell a place from another.
    std::vector<std::array<float, std::size_t{N}>> numbers(count);
    std::minstd_rand random(bytes.take<std::uint8_t>());
    const auto factor = static_cast<float>(bytes.number());
    for (auto& vector : numbers) {
      for (float& component : vector)
        component = factor * (static_cast<float>(random() % 2001) / 1000 - 1);
    }
    if (has_gradients) return Lattice::explicit_gradients<N>(numbers, extents);
    std::vector<float> values;
    for (const auto& vector : numbers) values.push_back(vector[0]);
    return Lattice::explicit_values<N>(values, extents);
  }
};

// Returns true if a number is beyond the limits that the catalogue states, or is none. Lists by
// axis may have such numbers for axes that do not count.
struct IsBeyond {
  const graph::Limits& limits;

  bool operator()(const int* number) const { return !is_allowed(*number); }
  bool operator()(const double* number) const { return !is_allowed(*number); }
  bool operator()(const float* number) const { return !is_allowed(*number); }
  bool operator()(const graph::Choice& choice) const {
    return choice.get(choice.at) >= static_cast<int>(choice.names.size());
  }
  bool operator()(const auto*) const { return false; }

 private:
  template <class Number>
  bool is_allowed(Number number) const {
    const bool is_too_small = number > 0 && number < static_cast<Number>(limits.smallest);
    return number >= static_cast<Number>(limits.least) &&
           number <= static_cast<Number>(limits.most) && !is_too_small;
  }
};

}  // namespace perlane::fuzz
