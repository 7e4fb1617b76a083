#include "cli/world/comparison.hpp"

#include "cli/formats/sample_sum.hpp"
#include "cli/samples/samples.hpp"

#include <algorithm>

namespace perlane::cli::world {
namespace {

// The library evaluates tiles of at least so many rows, so each of them has one that is compared.
constexpr std::int64_t most_step = 16;

// Beyond, indices are rounded to binary64, and those of every 16th row are rounded otherwise.
constexpr std::int64_t exact_indices = std::int64_t{1} << 52;

// A power of two, so that some row of the file has an index that is a multiple.
std::int64_t step_of(const input::Recipe& recipe) noexcept {
  if (recipe.first[1] < -exact_indices || recipe.first[1] > exact_indices) return 1;
  std::int64_t step = 1;
  while (step < most_step && 2 * step <= recipe.size.height) step *= 2;
  return step;
}

}  // namespace

Comparison::Comparison(const Field& field, const input::Recipe& recipe, Rows rows)
    : field_(field), recipe_(recipe), step_(rows == Rows::all ? 1 : step_of(recipe)) {}

void Comparison::add(const formats::Block& block) {
  const std::int64_t remainder = (recipe_.first[1] + block.y) % step_;
  const std::int64_t first = remainder > 0 ? step_ - remainder : -remainder;
  if (!is_equal_ || first >= block.height) return;
  const std::int64_t rows = (block.height - first + step_ - 1) / step_;
  evaluate(block, first, rows);
  const std::int64_t stride = block.width * bytes_of(recipe_.element);
  for (std::int64_t row = 0; row < rows * block.depth; ++row) {
    const std::int64_t in_block = row / rows * block.height + first + row % rows * step_;
    const auto found = stored(block.row(in_block), block.width, recipe_.element, rooms_[0]);
    const auto expected =
        stored(samples_.data() + row * stride, block.width, recipe_.element, rooms_[1]);
    is_equal_ = is_equal_ && std::ranges::equal(found, expected);
  }
}

// Every step_-th row of a block, from `first` on.
void Comparison::evaluate(const formats::Block& block, std::int64_t first, std::int64_t rows) {
  const samples::Area area{block.x, block.y + first, block.width, rows, block.z, block.depth};
  samples_.resize(static_cast<std::size_t>(area.samples() * bytes_of(recipe_.element)));
  samples::with_grid(recipe_, area, 0, [&](auto grid) {
    grid.step[1] *= static_cast<double>(step_);
    grid.first[1] /= step_;
    samples::fill_samples(samples_.data(), grid, field_, recipe_);
  });
}

}  // namespace perlane::cli::world
