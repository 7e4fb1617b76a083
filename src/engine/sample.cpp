#include "engine/dispatch.hpp"
#include "engine/extremes.hpp"
#include "engine/fill.hpp"
#include "engine/pieces.hpp"

#include <algorithm>

namespace perlane::engine {
namespace {

// Shorter arrays are evaluated faster by one thread than threads can be woken.
constexpr std::int64_t parallel_points = 1 << 14;

void set_point(model::Tile& tile, int axis, const double* coordinate) noexcept {
  tile.point[axis] = coordinate;
}
void set_point(model::Tile& tile, int axis, const float* coordinate) noexcept {
  tile.float_point[axis] = coordinate;
}

// Makes a tile of one row of points begin .. end - 1.
template <class Real>
model::Tile run_of(const Points<Real>& points, std::int64_t begin, std::int64_t end) noexcept {
  model::Tile tile{};
  tile.kind = sizeof(Real) == sizeof(double) ? model::Tile::points : model::Tile::float_points;
  tile.dimensions = points.dimensions;
  for (model::Axis& axis : tile.axis) axis.count = 1;
  tile.axis[0].count = static_cast<int>(end - begin);
  tile.columns = model::padded<void>(tile.axis[0].count);
  tile.pitch = tile.columns;
  for (int axis = 0; axis < points.dimensions; ++axis) {
    set_point(tile, axis, points.coordinate[static_cast<std::size_t>(axis)] + begin);
  }
  return tile;
}

Destination destination_of(float* data) noexcept {
  return {model::ElementType::float32, reinterpret_cast<std::byte*>(data), sizeof(float), {1}};
}

}  // namespace

template <class Real>
void sample(const model::Program& program, const Points<Real>& points,
            std::span<float* const> planes, const EvaluateOptions& options) {
  constexpr int run_length = model::run_length<Real>;
  const kernels::Kernels& kernels = active_kernels();
  std::array<Destination, 5> destination{};
  std::ranges::transform(planes, destination.begin(), destination_of);
  const Destination& value = destination[0];
  const Box line{1, {points.count, 1, 1, 1}, {}, {}, {}};
  const bool stream = !program.has_derivatives && value.is_streamed(line, false);
  // But for the first run, runs start where a vector of the first plane is aligned.
  const std::int64_t past_border = program.has_derivatives ? 0 : value.elements_past_border(line);

  const std::int64_t runs = (points.count + past_border + run_length - 1) / run_length;
  ProgressMonitor monitor(options.report, runs);
  MergedExtremes merged(options.seen);
  const auto sample_run = [&](Evaluator& evaluator, std::int64_t run, Extremes* extremes) {
    const std::int64_t begin = std::max<std::int64_t>(0, run * run_length - past_border);
    const std::int64_t end = std::min(points.count, (run + 1) * run_length - past_border);
    const model::Tile tile = run_of(points, begin, end);
    if (!program.has_derivatives) {
      model::Sink sink = value.sink({begin}, extremes);
      sink.stream = stream;
      return evaluator.fill(tile, sink);
    }
    write_planes(kernels, tile, evaluator.differentiate(tile),
                 std::span(destination).first(planes.size()), {begin}, extremes);
  };
  const auto sample_runs = [&](Evaluator& evaluator, std::int64_t first_run,
                               std::int64_t last_run) {
    merged.with_piece([&](Extremes* extremes) {
      for (std::int64_t run = first_run; run < last_run && !monitor.is_over(); ++run) {
        sample_run(evaluator, run, extremes);
        monitor.advance();
      }
    });
  };
  const auto make = [&](Evaluator::MakeWorkspace& make_workspace) {
    return Evaluator(program, kernels, points.dimensions, make_workspace);
  };
  for_each_piece(make, runs, options.parallel && points.count >= parallel_points, stream,
                 sample_runs);
  monitor.finish();
  merged.finish();
}

template void sample(const model::Program&, const Points<float>&, std::span<float* const>,
                     const EvaluateOptions&);
template void sample(const model::Program&, const Points<double>&, std::span<float* const>,
                     const EvaluateOptions&);

}  // namespace perlane::engine
