// Evaluates random points, by one call for all of them or by a call for each.

#include <perlane/perlane.hpp>

#include "array.hpp"
#include "graph/node.hpp"
#include "field_of.hpp"
#include "points.hpp"
#include "work.hpp"

#include <type_traits>

namespace perlane::bench {
namespace {

template <class Real, std::size_t N>
class Points : public Work {
 public:
  explicit Points(const Case& measured) : measured_(measured), field_(field_of(measured)) {}

  void verify() final {
    const std::span<const float> out = array_of<float>(measured_);
    for (std::size_t i = 0; i < out.size(); i += 97) {
      model::Point point{N, std::is_same_v<Real, float>, {}};
      for (std::size_t axis = 0; axis < N; ++axis)
        point.coordinate[axis] = static_cast<double>(points_[axis][i]);
      require(same(out[i], graph::node_of(field_).sample(point, nullptr)));
    }
  }

 protected:
  Case measured_;
  Field field_;
  std::array<std::vector<Real>, N> points_ = random_points<Real, N>(measured_.samples());
};

template <class Real, std::size_t N>
class Together final : public Points<Real, N> {
 public:
  using Points<Real, N>::Points;

  void run() override {
    const Options options{.parallel = this->measured_.threads > 1};
    std::apply(
        [&](const auto&... axis) {
          sample(array_of<float>(this->measured_), this->field_, std::span<const Real>(axis)...,
                 options);
        },
        this->points_);
  }
};

template <class Real, std::size_t N>
class OneByOne final : public Points<Real, N> {
 public:
  using Points<Real, N>::Points;

  void run() override {
    const std::span<float> out = array_of<float>(this->measured_);
    for (std::size_t i = 0; i < out.size(); ++i) {
      std::apply([&](const auto&... axis) { out[i] = sample(this->field_, axis[i]...); },
                 this->points_);
    }
  }
};

}  // namespace

std::unique_ptr<Work> make_sample(const Case& measured) {
  if (measured.dimensions == 2) {
    if (measured.is_double) return std::make_unique<Together<double, 2>>(measured);
    return std::make_unique<Together<float, 2>>(measured);
  }
  if (measured.is_double) return std::make_unique<Together<double, 3>>(measured);
  return std::make_unique<Together<float, 3>>(measured);
}

std::unique_ptr<Work> make_single(const Case& measured) {
  if (measured.dimensions == 2) return std::make_unique<OneByOne<double, 2>>(measured);
  return std::make_unique<OneByOne<double, 3>>(measured);
}

}  // namespace perlane::bench
