#include "graph/coordinates/affine.hpp"

#include <algorithm>
#include <cmath>

namespace perlane::graph {

// The root of the largest eigenvalue of a = matrix times its transpose. That is no more than the
// root of the sum of the squares of a, and is the root of that times the root of the largest
// eigenvalue of (a / that)^2, and so on; each step halves the error. The result is rounded to 40
// bits, so that it is 1 for rotations.
double largest_stretch(const Matrix& matrix, std::size_t axes) noexcept {
  using Square = std::array<std::array<double, 4>, 4>;
  const auto product = [axes](const auto& left, const auto& right) {
    Square result{};
    for (std::size_t i = 0; i < axes; ++i) {
      for (std::size_t j = 0; j < axes; ++j) {
        for (std::size_t k = 0; k < axes; ++k) result[i][j] += left[i][k] * right(k, j);
      }
    }
    return result;
  };
  Square a = product(matrix, [&](std::size_t k, std::size_t j) { return matrix[j][k]; });
  std::array<double, 48> sizes{};
  for (double& size : sizes) {
    for (const auto& row : a) {
      for (const double element : row) size += element * element;
    }
    size = std::sqrt(size);
    if (size == 0) break;
    for (auto& row : a) {
      for (double& element : row) element /= size;
    }
    a = product(a, [&](std::size_t k, std::size_t j) { return a[k][j]; });
  }
  double stretch = 1;
  for (auto size = sizes.rbegin(); size != sizes.rend(); ++size)
    stretch = std::sqrt(*size * stretch);
  int exponent = 0;
  const double mantissa = std::frexp(stretch, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(mantissa, 40)), exponent - 40);
}

double largest_row(const Matrix& matrix) noexcept {
  double largest = 0;
  for (const auto& row : matrix) {
    double sum = 0;
    for (std::size_t b = 0; b < 4; ++b) sum += std::abs(row[b]);
    largest = std::max(largest, sum);
  }
  return largest;
}

AffineChain AffineChain::of(const Properties& field) noexcept {
  AffineChain chain;
  for (std::size_t a = 0; a < 4; ++a) chain.product[a][a] = 1;
  chain.frequency = field.highest_frequency;
  chain.derivative_scale = field.derivative_scale;
  return chain;
}

AffineChain AffineChain::then(const Matrix& matrix) const noexcept {
  AffineChain chain = *this;
  chain.product = {};
  for (std::size_t a = 0; a < 4; ++a) {
    for (std::size_t b = 0; b < 4; ++b) {
      for (std::size_t k = 0; k < 4; ++k) chain.product[a][b] += product[a][k] * matrix[k][b];
    }
  }
  chain.stretch *= std::max(1.0, largest_stretch(matrix, 4) * (1 + 0x1p-40));
  chain.maps += 1;
  return chain;
}

double AffineChain::largest_factor() const noexcept {
  // Each map adds less than 2^-47 of a vector's length, which is twice its largest coordinate at
  // most.
  return std::max(1.0, largest_row(product)) + maps * 0x1p-46 * stretch;
}

}  // namespace perlane::graph
