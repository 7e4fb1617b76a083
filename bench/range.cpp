// Bounds of a cube that moves through a world from call to call, as the chunks of a world do.

#include <perlane/perlane.hpp>

#include "field_of.hpp"
#include "work.hpp"

#include <algorithm>
#include <vector>

namespace perlane::bench {
namespace {

class Ranges final : public Work {
 public:
  explicit Ranges(const Case& measured) : field_(field_of(measured)) {
    std::ranges::copy(measured.shape, grid_.shape.begin());
    grid_.first = {3, 5, 1};
  }

  void run() override {
    grid_.first[0] += grid_.shape[0];
    bounds_ = perlane::range(field_, grid_);
  }

  void verify() override {
    std::vector<float> values(
        static_cast<std::size_t>(grid_.shape[0] * grid_.shape[1] * grid_.shape[2]));
    Range seen;
    perlane::fill(values, grid_, field_, {.seen = &seen});
    require(bounds_.min <= seen.min && seen.max <= bounds_.max);
  }

 private:
  Field field_;
  Grid<3> grid_;
  Range bounds_{};
};

}  // namespace

std::unique_ptr<Work> make_range(const Case& measured) {
  return std::make_unique<Ranges>(measured);
}

}  // namespace perlane::bench
