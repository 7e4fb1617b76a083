#pragma once
// Compares the samples of a file with those that the field has there, in all rows or in some.

#include "cli/formats/format.hpp"
#include "cli/input/recipe.hpp"

#include <perlane/field.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace perlane::cli::world {

class Comparison {
 public:
  enum class Rows { some, all };

  // `recipe`: of the file. Both must outlive this.
  Comparison(const Field& field, const input::Recipe& recipe, Rows rows);

  // Takes any block of the file.
  void add(const formats::Block& block);

  bool is_equal() const noexcept { return is_equal_; }

 private:
  void evaluate(const formats::Block& block, std::int64_t first, std::int64_t rows);

  const Field& field_;
  const input::Recipe& recipe_;
  std::int64_t step_;  // from a row that is compared to the next
  bool is_equal_ = true;
  std::vector<std::byte> samples_;
  std::vector<std::byte> rooms_[2];
};

}  // namespace perlane::cli::world
