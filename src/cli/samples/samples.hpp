#pragma once
// The samples of a render that are in memory at a time.

#include "cli/formats/format.hpp"
#include "cli/samples/histogram.hpp"
#include "cli/output/progress.hpp"
#include "cli/input/recipe.hpp"

#include <perlane/evaluate.hpp>
#include <perlane/field.hpp>
#include <perlane/grid.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

namespace perlane::cli::samples {

// A rectangle of the picture.
struct Area {
  std::int64_t x = 0;
  std::int64_t y = 0;
  std::int64_t width = 0;
  std::int64_t height = 0;

  friend bool operator==(const Area&, const Area&) = default;
};

// The grid of an area, with `margin` more samples on every side.
Grid<2> grid_of(const input::Recipe& recipe, const Area& area, std::int64_t margin = 0);

// Throws what the library throws for coordinates out of range: before the first block, not at the
// last.
void check_corners(const input::Recipe& recipe, const Field& field, std::int64_t margin = 0);

// The extremes of no values at all.
inline constexpr Range nothing_seen{std::numeric_limits<float>::infinity(),
                                    -std::numeric_limits<float>::infinity()};

Range joined(Range a, Range b);

// The sign of an extreme that is zero depends on the order of the samples. This makes it +.
constexpr Range without_signs_of_zeros(Range seen) { return {seen.min + 0.0f, seen.max + 0.0f}; }

// The range of codes for values between these extremes.
Range automatic_range(Range seen);

// Evaluates a grid of a field as samples of the recipe: as codes, or as floats.
void fill_samples(std::byte* to, const Grid<2>& grid, const Field& field,
                  const input::Recipe& recipe, const Options& options = {});

class Samples {
 public:
  enum class Need {
    file,             // only what the file gets
    values,           // and the values of it
    values_and_more,  // and those of the samples around it
  };

  // Has room for areas of at most this size, which all cores evaluate, or only the calling thread.
  // Throws std::bad_alloc if there is no memory for them.
  Samples(const Field& field, const input::Recipe& recipe, Need need, std::int64_t width,
          std::int64_t height, bool parallel = true);

  // Evaluates the field. `seen` receives the smallest and the largest value, unless it is null.
  void fill(const Area& area, output::Progress& progress, Range* seen = nullptr);
  // Evaluates the values alone, which a `fill` of the same area does not evaluate again.
  void fill_values(const Area& area, output::Progress& progress, Range* seen = nullptr);

  // The samples that `fill` has made.
  formats::Block block() const noexcept;
  // The value of the first sample of a row, which lies `stride` values from the next row.
  const float* values(std::int64_t row) const noexcept {
    return values_.get() + (row + margin_) * stride() + margin_;
  }
  std::int64_t stride() const noexcept { return area_.width + 2 * margin_; }
  const Area& area() const noexcept { return area_; }
  void count(Histogram& histogram) const;
  // The number of codes that are the first or the last one.
  std::int64_t saturated() const;

 private:
  void finish(bool has_codes, Range* seen);
  Options options_for(const Area& area, output::Progress& progress, Range* seen) const;

  const Field& field_;
  const input::Recipe& recipe_;
  std::int64_t margin_;
  bool has_values_;
  bool parallel_;
  Area area_{};
  Area valued_{};  // the area whose values have been evaluated
  std::unique_ptr<float[]> values_;
  std::unique_ptr<std::byte[]> codes_;
};

}  // namespace perlane::cli::samples
