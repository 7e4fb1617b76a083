#include "engine/rows.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

namespace perlane::engine {
namespace {

// The shortest rows that a noise fills about as fast by axes as it evaluates points. A row takes as
// long for one sample as for a vector of them; the figures are measured.
int narrow_rows(const model::LatticePoints&, double cells_per_row, int lanes, int dimensions) {
  if (cells_per_row >= 0.25)
    return model::row_alignment;  // lattice rows are for few rows of samples
  return dimensions == 2 ? lanes / 2 : lanes / 4;
}
int narrow_rows(const model::PerlinNoise& noise, double step, int lanes, int dimensions) {
  return narrow_rows(noise.lattice, noise.frequency * step, lanes, dimensions);
}
int narrow_rows(const model::ValueNoise& noise, double step, int lanes, int dimensions) {
  return narrow_rows(noise.lattice, noise.frequency * step, lanes, dimensions);
}
int narrow_rows(const model::CellularNoise&, double, int lanes, int dimensions) {
  return dimensions == 2 ? lanes / 2 : lanes / 8;
}
int narrow_rows(const model::SimplexNoise&, double, int lanes, int dimensions) {
  return dimensions == 2 ? lanes : lanes / 2;
}
int narrow_rows(const model::CubicNoise&, double, int lanes, int dimensions) {
  return dimensions == 2 ? lanes : lanes / 4;
}
int narrow_rows(const model::OpenSimplexNoise&, double, int, int dimensions) {
  return dimensions == 2 ? model::row_alignment / 2 : model::row_alignment;
}
int narrow_rows(const model::Ramp&, double, int lanes, int) { return lanes; }

// Kernels keep rows for all lattice points of an axis if these are few (most_cached_points in
// kernels/shared/lattice_rows.hpp), as they are in a tall tile unless cells are finer than two
// samples. This takes no account of a map that makes cells finer.
int tallest(const model::Program& program, const Box& box) {
  const auto* step = std::get_if<model::NoiseStep>(&program.steps.back());
  if (step == nullptr) return RowRule::tall_tile;
  const auto frequency_of = [](const auto* noise) { return noise->frequency; };
  double widest = 0;
  for (std::size_t axis = 1; axis + 1 < static_cast<std::size_t>(box.dimensions); ++axis)
    widest = std::max(widest, std::abs(box.step[axis]));
  const double cells = std::visit(frequency_of, step->noise) * widest;
  return cells > 0.5 ? RowRule::tall_tile / 2 : RowRule::tall_tile;
}

// With this step all rows are packed.
constexpr int longer_than_any_row = model::largest_tile(1);

// The step of rows for steps that move points, 0 for others. Samples that are displaced from axes
// have most in common where rows are not packed; other points, where they are.
int row_step(const model::TransformStep&) { return longer_than_any_row; }
int row_step(const model::NearestPointStep&) { return longer_than_any_row; }
int row_step(const model::WarpStep&) { return model::point_step; }
int row_step(const model::ErodeStep&) { return model::point_step; }
int row_step(const auto&) { return 0; }

// The shortest rows whose samples are moved as fast where they are packed as where they are points
// from the start. These figures are measured, too.
int narrow_moved(const model::TransformStep&, int lanes) { return 8 + lanes / 8; }
int narrow_moved(const model::NearestPointStep&, int lanes) { return 8 + lanes / 8; }
int narrow_moved(const model::WarpStep&, int lanes) { return 4 + lanes / 8; }
int narrow_moved(const model::ErodeStep&, int) { return model::row_alignment; }
int narrow_moved(const auto&, int) { return 0; }

}  // namespace

RowRule row_rule(const model::Program& program, const kernels::Kernels& kernels,
                 const Box& box) noexcept {
  if (box.dimensions == 1) return {};
  int narrow = 0, narrow_of_moved = 0, noises = 0, step = 0;
  const auto add_noise = [&](const model::NoiseStep& of) {
    const bool has_derivatives = program.has_derivatives || of.with_derivatives;
    const auto rows = [&](const auto* noise) {
      return narrow_rows(*noise, std::abs(box.step[1]), kernels.lanes, box.dimensions);
    };
    narrow += std::max(std::visit(rows, of.noise), has_derivatives ? kernels.lanes : 0);
    ++noises;
  };
  for (const model::Step& any : program.steps) {
    if (const auto* noise = std::get_if<model::NoiseStep>(&any)) add_noise(*noise);
    const int of_points = std::visit([](const auto& of) { return row_step(of); }, any);
    const auto narrow_of = [&](const auto& of) { return narrow_moved(of, kernels.lanes); };
    narrow_of_moved = std::max(narrow_of_moved, std::visit(narrow_of, any));
    if (of_points != 0) step = step == 0 ? of_points : std::min(step, of_points);
  }
  // The mean is that of noises that take as long as each other.
  if (step == 0) return {0, noises == 0 ? 0 : narrow / noises, tallest(program, box)};
  return {step, program.has_derivatives ? model::row_alignment : narrow_of_moved};
}

}  // namespace perlane::engine
