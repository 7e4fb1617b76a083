// The door of the evaluation: what a caller can get wrong is refused here; below nothing checks again.

#include <perlane/evaluate.hpp>

#include "engine/dispatch.hpp"
#include "engine/node.hpp"
#include "engine/parallel.hpp"
#include "engine/refuse.hpp"
#include "engine/tiles.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <mutex>

namespace perlane {
namespace {

using engine::refuse;

constexpr char axis_names[] = "xyzw";
constexpr std::int64_t index_limit = std::int64_t{1} << 62;

// Grids smaller than this are filled faster by one thread than threads can be woken.
constexpr std::int64_t parallel_samples = 1 << 16;
// Destinations larger than this leave the caches anyway, and are written past them.
constexpr std::int64_t stream_bytes = 8 << 20;

template <int N>
engine::Box to_box(const Grid<N>& grid) {
  engine::Box box{N, {1, 1, 1, 1}, {}, {}, {1, 1, 1, 1}};
  for (std::size_t axis = 0; axis < N; ++axis) {
    box.count[axis] = grid.shape[axis];
    box.first[axis] = grid.first[axis];
    box.origin[axis] = grid.origin[axis];
    box.step[axis] = grid.step[axis];
  }
  return box;
}

void validate(const engine::Box& box, std::size_t elements, const Field& field) {
  const double frequency = field.node().highest_frequency();
  std::int64_t samples = 1;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(box.dimensions); ++axis) {
    const auto [count, first, origin, step] = std::tuple(box.count[axis], box.first[axis], box.origin[axis], box.step[axis]);
    if (count < 1) refuse("Grid::shape[", axis, "] is ", count, "; use 1 or more");
    if (count > std::numeric_limits<std::int64_t>::max() / static_cast<std::int64_t>(sizeof(float)) / samples) {
      refuse("Grid::shape has more than 2^61 samples in axes 0 to ", axis, "; use a smaller shape");
    }
    samples *= count;
    if (!std::isfinite(step) || step == 0) refuse("Grid::step[", axis, "] is ", step, "; use a finite number other than 0");
    if (!std::isfinite(origin)) refuse("Grid::origin[", axis, "] is ", origin, "; use a finite number");
    if (first < -index_limit || first > index_limit - count) {
      refuse("Grid::first[", axis, "] is ", first, "; keep all indices between -2^62 and 2^62");
    }
    // Positions are monotonic in the index, so the ends speak for all samples.
    for (const std::int64_t index : {first, first + count - 1}) {
      const double coordinate = origin + static_cast<double>(index) * step;
      if (!(std::abs(coordinate * frequency) < field::coordinate_limit)) {
        refuse("Grid::origin, first and step put sample ", index, " of axis ", axis_names[axis], " at ", coordinate,
               ", and the field's highest frequency is ", frequency, "; keep |coordinate * frequency| below 2^51");
      }
    }
  }
  if (elements != static_cast<std::size_t>(samples)) {
    refuse("out has ", elements, " elements; Grid::shape has ", samples, " samples, and out must have as many");
  }
}

// Elements between the last 64-byte border and `out`.
int elements_past_border(const float* out) {
  return static_cast<int>(std::bit_cast<std::uintptr_t>(out) % 64 / sizeof(float));
}

Range fill_box(float* out, const engine::Box& box, const Field& field, const Options& options) {
  const engine::Kernels& kernels = engine::active();
  const std::array<std::ptrdiff_t, 3> stride{box.count[0], box.count[0] * box.count[1], box.count[0] * box.count[1] * box.count[2]};
  const std::int64_t samples = stride[2] * box.count[3];

  const bool rows_are_aligned = samples == box.count[0] || box.count[0] % engine::row_alignment == 0;
  const bool stream = rows_are_aligned && samples * std::int64_t{sizeof(float)} >= stream_bytes;
  const engine::Tiles tiles(box, stream ? elements_past_border(out) : 0);

  const engine::Node& node = field.node();
  const int buffers = node.buffers();
  engine::Workspace::of_this_thread(buffers);  // so that running out of memory is noticed before anything is written

  Range written{std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()};
  std::mutex mutex;
  const auto fill_tiles = [&](std::int64_t begin, std::int64_t end) {
    engine::Workspace& workspace = engine::Workspace::of_this_thread(buffers);
    Range local{std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()};
    for (std::int64_t index = begin; index < end; ++index) {
      std::array<std::int64_t, 4> start;
      const engine::Tile tile = tiles.tile(index, start);
      engine::Output output{};
      output.destination = out + start[0] + start[1] * stride[0] + start[2] * stride[1] + start[3] * stride[2];
      for (std::size_t axis = 0; axis < 3; ++axis) output.stride[axis] = stride[axis];
      output.stream = stream;
      output.min = &local.min;
      output.max = &local.max;
      node.fill(kernels, tile, output, workspace);
    }
    const std::lock_guard lock(mutex);
    written.min = std::min(written.min, local.min);
    written.max = std::max(written.max, local.max);
  };
  if (options.parallel && samples >= parallel_samples) {
    engine::parallel_for(tiles.total(), fill_tiles);
  } else {
    fill_tiles(0, tiles.total());
  }
  // Which zero an extreme is depends on the order of the samples; the sum is +0 for both.
  return {written.min + 0.0f, written.max + 0.0f};
}

template <std::same_as<double>... Coordinate>
float sample_point(const Field& field, Coordinate... coordinate) {
  const double point[]{coordinate...};
  return field.node().sample(point);
}

}  // namespace

template <int N>
Range fill(std::span<float> out, const Grid<N>& grid, const Field& field, const Options& options) {
  const engine::Box box = to_box(grid);
  validate(box, out.size(), field);
  return fill_box(out.data(), box, field, options);
}

template Range fill<1>(std::span<float>, const Grid<1>&, const Field&, const Options&);
template Range fill<2>(std::span<float>, const Grid<2>&, const Field&, const Options&);
template Range fill<3>(std::span<float>, const Grid<3>&, const Field&, const Options&);
template Range fill<4>(std::span<float>, const Grid<4>&, const Field&, const Options&);

float sample(const Field& field, double x) { return sample_point(field, x); }
float sample(const Field& field, double x, double y) { return sample_point(field, x, y); }
float sample(const Field& field, double x, double y, double z) { return sample_point(field, x, y, z); }
float sample(const Field& field, double x, double y, double z, double w) { return sample_point(field, x, y, z, w); }

}  // namespace perlane
