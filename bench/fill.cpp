// Fills a grid that begins within a cell, as those of users do, and compares some of its samples
// with the scalar reference.

#include <perlane/perlane.hpp>

#include "array.hpp"
#include "graph/node.hpp"
#include "field_of.hpp"
#include "reference/code.hpp"
#include "work.hpp"

#include <limits>
#include <random>

namespace perlane::bench {
namespace {

template <int N>
class Fill final : public Work {
 public:
  explicit Fill(const Case& measured) : measured_(measured), field_(field_of(measured)) {
    constexpr std::int64_t first[4] = {3, 5, 1, 2};
    for (std::size_t axis = 0; axis < N; ++axis) {
      grid_.shape[axis] = measured.shape[axis];
      grid_.first[axis] = first[axis];
    }
    options_.parallel = measured.threads > 1;
  }

  void run() override {
    switch (measured_.element) {
      case Element::float32:
        perlane::fill(array_of<float>(measured_), grid_, field_, options_);
        return;
      case Element::uint16:
        perlane::fill<N>(array_of<std::uint16_t>(measured_), grid_, field_, codes, options_);
        return;
      case Element::uint8:
        perlane::fill<N>(array_of<std::uint8_t>(measured_), grid_, field_, codes, options_);
        return;
      case Element::derivatives:
        break;
    }
    Planes<N> planes;
    planes.value = plane(0);
    for (std::size_t axis = 0; axis < N; ++axis) planes.derivative[axis] = plane(axis + 1);
    perlane::fill(planes, grid_, field_, options_);
  }

  void verify() override {
    std::mt19937_64 random(1);
    for (int i = 0; i < 1000; ++i) {
      model::Point point{N, false, {}};
      std::size_t index = 0, stride = 1;
      for (std::size_t axis = 0; axis < N; ++axis) {
        const auto extent = static_cast<std::uint64_t>(grid_.shape[axis]);
        const std::uint64_t place = random() % extent;
        point.coordinate[axis] =
            static_cast<double>(grid_.first[axis] + static_cast<std::int64_t>(place));
        index += place * stride;
        stride *= extent;
      }
      verify(point, index);
    }
  }

 private:
  static constexpr Range codes{-1, 1};

  std::span<float> plane(std::size_t number) const {
    const auto samples = static_cast<std::size_t>(measured_.samples());
    return array_of<float>(measured_).subspan(number * samples, samples);
  }

  void verify(const model::Point& point, std::size_t index) const {
    float derivative[4];
    const bool has_derivatives = measured_.element == Element::derivatives;
    const float n = graph::node_of(field_).sample(point, has_derivatives ? derivative : nullptr);
    switch (measured_.element) {
      case Element::float32:
        return require(same(array_of<float>(measured_)[index], n));
      case Element::uint16:
        return require(array_of<std::uint16_t>(measured_)[index] == code<std::uint16_t>(n));
      case Element::uint8:
        return require(array_of<std::uint8_t>(measured_)[index] == code<std::uint8_t>(n));
      case Element::derivatives:
        break;
    }
    require(same(plane(0)[index], n));
    for (std::size_t axis = 0; axis < N; ++axis)
      require(same(plane(axis + 1)[index], derivative[axis]));
  }

  template <class Code>
  static std::uint32_t code(float n) {
    constexpr std::uint32_t largest = std::numeric_limits<Code>::max();
    return reference::code(n, reference::coding(codes.min, codes.max, largest));
  }

  Case measured_;
  Field field_;
  Grid<N> grid_;
  Options options_;
};

}  // namespace

std::unique_ptr<Work> make_fill(const Case& measured) {
  switch (measured.shape.size()) {
    case 1:
      return std::make_unique<Fill<1>>(measured);
    case 2:
      return std::make_unique<Fill<2>>(measured);
    case 3:
      return std::make_unique<Fill<3>>(measured);
    default:
      return std::make_unique<Fill<4>>(measured);
  }
}

}  // namespace perlane::bench
