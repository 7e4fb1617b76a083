// Five maps of a world on one grid, whose fields share a warp: in one call, or in a call for each.

#include <perlane/perlane.hpp>

#include "work.hpp"

#include <algorithm>
#include <vector>

namespace perlane::bench {
namespace {

class Maps final : public Work {
 public:
  explicit Maps(const Case& measured) : is_together_(measured.source == "together") {
    std::ranges::copy(measured.shape, grid_.shape.begin());
    const double frequency = 1 / measured.cell;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const Field hills = fbm(perlin({.seed = seed, .frequency = frequency}), {.octaves = 4});
      fields_.push_back(domain_warp(
          hills, {.seed = 9, .frequency = frequency, .amplitude = 0.3 / frequency, .octaves = 3}));
      maps_.emplace_back(static_cast<std::size_t>(measured.samples()));
    }
    for (std::size_t i = 0; i < fields_.size(); ++i) outputs_.push_back({maps_[i], fields_[i]});
  }

  void run() override {
    if (is_together_) return perlane::fill(outputs_, grid_, {.parallel = false});
    for (std::size_t i = 0; i < fields_.size(); ++i)
      perlane::fill(maps_[i], grid_, fields_[i], {.parallel = false});
  }

  void verify() override {
    std::vector<float> values(maps_.front().size());
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      perlane::fill(values, grid_, fields_[i]);
      require(values == maps_[i]);
    }
  }

 private:
  bool is_together_;
  Grid<2> grid_;
  std::vector<Field> fields_;
  std::vector<std::vector<float>> maps_;
  std::vector<Output> outputs_;
};

}  // namespace

std::unique_ptr<Work> make_maps(const Case& measured) { return std::make_unique<Maps>(measured); }

}  // namespace perlane::bench
