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

// A rectangle of a map, or a box of a volume.
struct Area {
  std::int64_t x = 0;
  std::int64_t y = 0;
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t z = 0;
  std::int64_t depth = 1;

  std::int64_t rows() const noexcept { return height * depth; }
  std::int64_t samples() const noexcept { return width * rows(); }

  friend bool operator==(const Area&, const Area&) = default;
};

// The grid of an area, with `margin` more samples on every side along x and y.
template <int N>
Grid<N> grid_of(const input::Recipe& recipe, const Area& area, std::int64_t margin = 0) {
  Grid<N> grid;
  const std::int64_t first[] = {area.x - margin, area.y - margin, area.z};
  const std::int64_t shape[] = {area.width + 2 * margin, area.height + 2 * margin, area.depth};
  for (std::size_t axis = 0; axis < std::size_t{N}; ++axis) {
    grid.shape[axis] = shape[axis];
    grid.step[axis] = static_cast<double>(recipe.step);
    grid.origin[axis] = recipe.origin[axis];
    grid.first[axis] = recipe.first[axis] + first[axis];
  }
  return grid;
}

// Calls call(grid) with the grid of an area, in the dimensions of the recipe.
template <class Call>
auto with_grid(const input::Recipe& recipe, const Area& area, std::int64_t margin,
               const Call& call) {
  return recipe.size.is_volume() ? call(grid_of<3>(recipe, area, margin))
                                 : call(grid_of<2>(recipe, area, margin));
}

// Throws what the library throws for coordinates out of range, and what check_map throws: before
// the first block, not at the last.
void check_corners(const input::Recipe& recipe, const Field& field, std::int64_t margin = 0);

// The extremes of no values at all.
inline constexpr Range nothing_seen{std::numeric_limits<float>::infinity(),
                                    -std::numeric_limits<float>::infinity()};

// The range of codes for values between these extremes.
Range automatic_range(Range seen);

// Evaluates a grid of a field as samples of the recipe: as codes, or as floats.
template <int N>
void fill_samples(std::byte* to, const Grid<N>& grid, const Field& field,
                  const input::Recipe& recipe, const Options& options = {});

class Samples {
 public:
  enum class Need {
    file,             // only the samples of the file
    values,           // and the values of it
    values_and_more,  // and those of the samples around it
  };

  // Has room for areas of at most this size, which all cores evaluate, or only the calling thread.
  // Throws std::bad_alloc if there is no memory for them.
  Samples(const Field& field, const input::Recipe& recipe, Need need, const formats::Size& most,
          bool parallel = true);

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
  // A map has one slice; the rows of the next one of a volume follow without a gap.
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
