// Evaluates chunk noise of 10 000 chunks in turn, deep down in a world: paths, seeds, field and
// fill.

#include <perlane/perlane.hpp>

#include "array.hpp"
#include "published_chunk.hpp"
#include "work.hpp"

#include <cmath>
#include <vector>

namespace perlane::bench {
namespace {

template <int N>
class Chunks final : public Work {
 public:
  explicit Chunks(const Case& measured) : measured_(measured) {
    const Path first(std::vector<Path::Position>(100, {7, 15, 3}));
    for (std::int64_t i = 0; i < 10000; ++i)
      paths_.push_back(first.neighbour({i % 100, i / 100, 0}));
    for (std::size_t axis = 0; axis < N; ++axis) {
      grid_.shape[axis] = measured.shape[axis];
      grid_.step[axis] = 1.0 / static_cast<double>(measured.shape[axis]);
    }
  }

  void run() override {
    next_ = (next_ + 1) % paths_.size();
    if (measured_.source == "path") {
      perlane::fill(array_of<float>(measured_), grid_, chunk_noise<N>(paths_[next_]),
                    {.parallel = false});
      return;
    }
    const CornerSeeds<N> seeds = corner_seeds<N>(paths_[next_]);
    visit([&](float& out, auto... at) {
      out = published_chunk_noise(seeds, static_cast<float>(at)...);
    });
  }

  // The published functions are not fused or reordered here, but they use binary32 all the way.
  void verify() override {
    const Field field = chunk_noise<N>(paths_[next_]);
    const float tolerance = measured_.source == "path" ? 0 : 1e-6f;
    visit([&](const float& out, auto... at) {
      require(std::abs(out - sample(field, at...)) <= tolerance);
    });
  }

 private:
  template <class Visit>
  void visit(Visit visit) const {
    std::size_t index = 0;
    const std::span<float> out = array_of<float>(measured_);
    const auto at = [&](std::size_t axis, std::int64_t i) {
      return static_cast<double>(i) * grid_.step[axis];
    };
    if constexpr (N == 2) {
      for (std::int64_t y = 0; y < grid_.shape[1]; ++y) {
        for (std::int64_t x = 0; x < grid_.shape[0]; ++x) visit(out[index++], at(0, x), at(1, y));
      }
    } else {
      for (std::int64_t z = 0; z < grid_.shape[2]; ++z) {
        for (std::int64_t y = 0; y < grid_.shape[1]; ++y) {
          for (std::int64_t x = 0; x < grid_.shape[0]; ++x)
            visit(out[index++], at(0, x), at(1, y), at(2, z));
        }
      }
    }
  }

  Case measured_;
  Grid<N> grid_;
  std::vector<Path> paths_;
  std::size_t next_ = 0;
};

}  // namespace

std::unique_ptr<Work> make_chunk(const Case& measured) {
  if (measured.shape.size() == 2) return std::make_unique<Chunks<2>>(measured);
  return std::make_unique<Chunks<3>>(measured);
}

}  // namespace perlane::bench
