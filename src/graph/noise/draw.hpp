#pragma once
// Random numbers, and vectors drawn from them.

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace perlane::graph {

// SplitMix64: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA
// 2014.
class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t state) noexcept : state_(state) {}

  std::uint64_t operator()() noexcept {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }

 private:
  std::uint64_t state_;
};

template <std::size_t N>
double length(const std::array<float, N>& vector) noexcept {
  double square = 0;
  for (const float component : vector) square += double{component} * double{component};
  return std::sqrt(square);
}

// A vector of length 1, every direction as likely: drawn from the ball, and made longer. `draw`
// gives 32 random bits.
template <std::size_t N, class Draw>
void set_unit_vector(std::array<float, N>& vector, Draw&& draw) {
  std::array<double, N> drawn;
  double square;
  do {
    square = 0;
    for (double& component : drawn) {
      component = static_cast<double>(static_cast<std::int32_t>(draw())) * 0x1p-31;
      square += component * component;
    }
  } while (square > 1 || square < 0x1p-20);
  const double length = std::sqrt(square);
  for (std::size_t axis = 0; axis < N; ++axis)
    vector[axis] = static_cast<float>(drawn[axis] / length);
}

}  // namespace perlane::graph
