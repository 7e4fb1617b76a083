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

Comparison::Comparison(const Field& field, const input::Recipe& recipe)
    : field_(field), recipe_(recipe), step_(step_of(recipe)) {}

void Comparison::add(const formats::Block& block) {
  const std::int64_t remainder = (recipe_.first[1] + block.y) % step_;
  const std::int64_t first = remainder > 0 ? step_ - remainder : -remainder;
  if (!is_equal_ || first >= block.height) return;
  const std::int64_t rows = (block.height - first + step_ - 1) / step_;
  evaluate(block, first, rows);
  const std::int64_t stride = block.width * bytes_of(recipe_.element);
  for (std::int64_t row = 0; row < rows; ++row) {
    const auto found =
        stored(block.row(first + row * step_), block.width, recipe_.element, rooms_[0]);
    const auto expected =
        stored(samples_.data() + row * stride, block.width, recipe_.element, rooms_[1]);
    is_equal_ = is_equal_ && std::ranges::equal(found, expected);
  }
}

// Every step_-th row of a block, from `first` on.
void Comparison::evaluate(const formats::Block& block, std::int64_t first, std::int64_t rows) {
  const auto step = static_cast<double>(recipe_.step);
  const Grid<2> grid{
      .shape = {block.width, rows},
      .step = {step, step * static_cast<double>(step_)},
      .origin = recipe_.origin,
      .first = {recipe_.first[0] + block.x, (recipe_.first[1] + block.y + first) / step_}};
  const auto number = static_cast<std::size_t>(block.width * rows);
  samples_.resize(number * static_cast<std::size_t>(bytes_of(recipe_.element)));
  samples::fill_samples(samples_.data(), grid, field_, recipe_);
}

}  // namespace perlane::cli::world
