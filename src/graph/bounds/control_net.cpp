#include "graph/bounds/control_net.hpp"

namespace perlane::graph {
namespace {

double exact_fade(model::Fade fade, double f) noexcept {
  switch (fade) {
    case model::Fade::quintic:
      return ((6 * f - 15) * f + 10) * f * f * f;
    case model::Fade::cubic:
      return (3 - 2 * f) * f * f;
    case model::Fade::linear:
      return f;
    case model::Fade::none:
      break;
  }
  return 0;
}

// The largest magnitude of the fourth derivatives of s(f) and of f * s(f) within a part of a cell.
struct FourthDerivatives {
  double of_fade, of_product;
};
FourthDerivatives fourth_derivatives(model::Fade fade, const CellPart& part) noexcept {
  const auto most = [&](auto derivative) {
    return std::max(std::abs(derivative(double{part.low})),
                    std::abs(derivative(double{part.high})));
  };
  switch (fade) {
    case model::Fade::quintic:
      // The derivative of the product is least between the ends: -135.
      return {most([](double f) { return 720 * f - 360; }),
              std::max(most([](double f) { return (2160 * f - 1800) * f + 240; }), 135.0)};
    case model::Fade::cubic:
      return {0, 48};
    case model::Fade::linear:
    case model::Fade::none:
      break;
  }
  return {0, 0};
}

// The control points of the cubic through four evenly spaced points.
void control(const double (&y)[4], double (&to)[4]) noexcept {
  to[0] = y[0];
  constexpr double sixth = 1.0 / 6;
  to[1] = (-5 * y[0] + 18 * y[1] - 9 * y[2] + 2 * y[3]) * sixth;
  to[2] = (2 * y[0] - 9 * y[1] + 18 * y[2] - 5 * y[3]) * sixth;
  to[3] = y[3];
}

}  // namespace

ControlAxis::ControlAxis(model::Fade kind, const CellPart& part) noexcept {
  const double low = double{part.low}, high = double{part.high};
  const double width = high - low, centre = low + width / 2;
  middle = static_cast<float>(centre);
  half = static_cast<float>(width / 2);
  double s[points], product[points], of_fade[points], of_product[points];
  for (int k = 0; k < points; ++k) {
    const double f = low + width * (k * (1.0 / (points - 1)));
    position[k] = static_cast<float>(f);
    offset[k] = static_cast<float>(f - double{middle});
    s[k] = exact_fade(kind, f);
    product[k] = f * s[k];
  }
  control(s, of_fade);
  control(product, of_product);
  for (int k = 0; k < points; ++k) {
    fade[k] = static_cast<float>(of_fade[k]);
    faded_offset[k] = static_cast<float>(of_product[k] - double{middle} * of_fade[k]);
  }
  // The remainder of interpolation is a fourth derivative, over 4!, times the product of the
  // distances from the points, which is (w / 2)^4 * 16 / 81 at most.
  const auto [fade_4, product_4] = fourth_derivatives(kind, part);
  const double square = width * width / 4, size = square * square / 121.5;
  fade_error = static_cast<float>(fade_4 * size);
  product_error = static_cast<float>(product_4 * size);
}

}  // namespace perlane::graph
