// The door of grids: what a caller can get wrong is refused here; below nothing checks again.

#include <perlane/evaluate.hpp>

#include "api/destination.hpp"
#include "engine/dispatch.hpp"
#include "engine/environment.hpp"
#include "field/node.hpp"
#include "engine/parallel.hpp"
#include "engine/refuse.hpp"
#include "engine/streaming.hpp"
#include "engine/tiles.hpp"
#include "field/bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <tuple>

namespace perlane {
namespace {

using engine::refuse;

constexpr char axis_names[] = "xyzw";

// Grids smaller than this are filled faster by one thread than threads can be woken.
constexpr std::int64_t parallel_samples = 1 << 16;

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

void validate(const engine::Box& box, const Field& field) {
  field::validate_dimensions(field, box.dimensions, "the grid");
  const double frequency = field.node().highest_frequency();
  std::int64_t samples = 1;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(box.dimensions); ++axis) {
    const auto [count, first, origin, step] =
        std::tuple(box.count[axis], box.first[axis], box.origin[axis], box.step[axis]);
    if (count < 1) refuse("Grid::shape[", axis, "] is ", count, "; use 1 or more");
    if (count > std::numeric_limits<std::int64_t>::max() /
                    static_cast<std::int64_t>(sizeof(float)) / samples) {
      refuse("Grid::shape has more than 2^61 samples in axes 0 to ", axis, "; use a smaller shape");
    }
    samples *= count;
    if (!std::isfinite(step) || step == 0)
      refuse("Grid::step[", axis, "] is ", step, "; use a finite number other than 0");
    if (!std::isfinite(origin))
      refuse("Grid::origin[", axis, "] is ", origin, "; use a finite number");
    if (first < -engine::index_limit || first > engine::index_limit - count) {
      refuse("Grid::first[", axis, "] is ", first, "; keep all indices between -2^62 and 2^62");
    }
    // Positions are monotonic in the index, so the ends speak for all samples.
    for (const std::int64_t index : {first, first + count - 1}) {
      const double coordinate = origin + static_cast<double>(index) * step;
      if (!(std::abs(coordinate * frequency) < model::coordinate_limit)) {
        refuse("Grid::origin, first and step put sample ", index, " of axis ", axis_names[axis],
               " at ", coordinate, ", and the field's highest frequency is ", frequency,
               "; keep |coordinate * frequency| below 2^51");
      }
    }
  }
}

// Visits all tiles of a box, in parallel where that is worth it. visit(tile, its first sample,
// workspace, extremes to update)
template <class Visit>
Range visit_tiles(const engine::Tiles& tiles, const engine::Box& box, int buffers,
                  const Options& options, const Visit& visit) {
  const auto reserved = engine::Workspace::of_this_thread(
      box.dimensions,
      buffers);  // so that running out of memory is noticed before anything is written
  Range written = api::nothing_seen;
  std::mutex mutex;
  const auto visit_piece = [&](std::int64_t begin, std::int64_t end) {
    const engine::FloatEnvironment environment;
    const auto lease = engine::Workspace::of_this_thread(box.dimensions, buffers);
    engine::Workspace& workspace = *lease;
    Range local = api::nothing_seen;
    for (std::int64_t index = begin; index < end; ++index) {
      std::array<std::int64_t, 4> start;
      const model::Tile tile = tiles.tile(index, start);
      if (index == begin || tile.offset == 0) workspace.begin_stack();
      workspace.begin_tile();
      visit(tile, start, workspace, local);
    }
    engine::finish_streaming();
    const std::lock_guard lock(mutex);
    written.min = std::min(written.min, local.min);
    written.max = std::max(written.max, local.max);
  };
  const std::int64_t samples = box.count[0] * box.count[1] * box.count[2] * box.count[3];
  if (options.parallel && samples >= parallel_samples) {
    engine::parallel_for(tiles.total(), visit_piece);
  } else {
    visit_piece(0, tiles.total());
  }
  // Which zero an extreme is depends on the order of the samples; the sum is +0 for both.
  return {written.min + 0.0f, written.max + 0.0f};
}

Range fill_box(const api::Destination& destination, const engine::Box& box, const Field& field,
               const Options& options) {
  const kernels::Kernels& kernels = engine::active();
  const bool stream = destination.is_streamed(box);
  const engine::Tiles tiles(box, stream ? destination.elements_past_border() : 0);
  const field::Node& node = field.node();
  return visit_tiles(tiles, box, node.buffers(1), options,
                     [&](const model::Tile& tile, const std::array<std::int64_t, 4>& start,
                         engine::Workspace& workspace, Range& extremes) {
                       model::Output output{};
                       destination.set(output, start);
                       output.stream = stream;
                       output.min = &extremes.min;
                       output.max = &extremes.max;
                       node.fill(kernels, tile, output, workspace);
                     });
}

template <class T>
api::Destination destination_of(T* data, const std::array<std::int64_t, 3>& stride) {
  return {api::type_of<T>, reinterpret_cast<std::byte*>(data), sizeof(T), stride};
}

template <int N>
api::GivenStrides given_strides(const Strides<N>& stride, std::int64_t first) {
  api::GivenStrides given{{}, first};
  for (std::size_t i = 0; i + 1 < N; ++i) given.stride[i] = stride[i];
  return given;
}

template <class T, int N>
Range fill_dense(std::span<T> out, const Grid<N>& grid, const Field& field, const Range* codes,
                 const Options& options) {
  const engine::FloatEnvironment environment;
  const engine::Box box = to_box(grid);
  validate(box, field);
  api::validate_size("out", out.size(), box);
  api::Destination destination =
      destination_of(out.data(), api::validate_strides({}, box, out.size()));
  if (codes != nullptr) api::set_codes(destination, *codes);
  return fill_box(destination, box, field, options);
}

template <class T, int N>
Range fill_strided(const Strided<N, T>& out, const Grid<N>& grid, const Field& field,
                   const Range* codes, const Options& options) {
  const engine::FloatEnvironment environment;
  const engine::Box box = to_box(grid);
  validate(box, field);
  const auto stride =
      api::validate_strides(given_strides<N>(out.stride, out.first), box, out.elements.size());
  api::Destination destination = destination_of(out.elements.data() + out.first, stride);
  if (codes != nullptr) api::set_codes(destination, *codes);
  return fill_box(destination, box, field, options);
}

// The samples of a tile buffer.
void update_extremes(const model::Tile& tile, const float* buffer, Range& extremes) {
  const int rows = tile.axis[1].count * tile.axis[2].count * tile.axis[3].count;
  for (int row = 0; row < rows; ++row) {
    for (int i = 0; i < tile.axis[0].count; ++i) {
      const float value = buffer[row * tile.pitch + tile.lead + i];
      extremes = {std::min(extremes.min, value), std::max(extremes.max, value)};
    }
  }
}

}  // namespace

// As in exports.hpp: where a template is seen, GCC asks of its definition.
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

template <int N>
Range fill(std::span<float> out, const Grid<N>& grid, const Field& field, const Options& options) {
  return fill_dense(out, grid, field, nullptr, options);
}
template <int N>
Range fill(std::span<std::uint16_t> out, const Grid<N>& grid, const Field& field,
           const Range& codes, const Options& options) {
  return fill_dense(out, grid, field, &codes, options);
}
template <int N>
Range fill(std::span<std::uint8_t> out, const Grid<N>& grid, const Field& field, const Range& codes,
           const Options& options) {
  return fill_dense(out, grid, field, &codes, options);
}
template <int N>
Range fill(std::span<std::uint16_t> out, const Grid<N>& grid, const Field& field,
           const Options& options) {
  return fill<N>(out, grid, field, api::default_codes(field, N), options);
}
template <int N>
Range fill(std::span<std::uint8_t> out, const Grid<N>& grid, const Field& field,
           const Options& options) {
  return fill<N>(out, grid, field, api::default_codes(field, N), options);
}

template <int N>
Range fill(const Strided<N, float>& out, const Grid<N>& grid, const Field& field,
           const Options& options) {
  return fill_strided(out, grid, field, nullptr, options);
}
template <int N>
Range fill(const Strided<N, std::uint16_t>& out, const Grid<N>& grid, const Field& field,
           const Range& codes, const Options& options) {
  return fill_strided(out, grid, field, &codes, options);
}
template <int N>
Range fill(const Strided<N, std::uint8_t>& out, const Grid<N>& grid, const Field& field,
           const Range& codes, const Options& options) {
  return fill_strided(out, grid, field, &codes, options);
}

template <int N>
Range fill(const Planes<N>& out, const Grid<N>& grid, const Field& field, const Options& options) {
  const engine::FloatEnvironment environment;
  const engine::Box box = to_box(grid);
  validate(box, field);
  api::validate_planes(field, N);
  std::array<api::Destination, N + 1> destinations{};
  for (std::size_t plane = 0; plane <= N; ++plane) {
    const std::span<float> elements = plane == 0 ? out.value : out.derivative[plane - 1];
    if (elements.empty()) continue;
    const auto stride =
        api::validate_strides(given_strides<N>(out.stride, out.first), box, elements.size());
    destinations[plane] = destination_of(elements.data() + out.first, stride);
  }
  const kernels::Kernels& kernels = engine::active();
  const field::Node& node = field.node();
  return visit_tiles(engine::Tiles(box, 0), box, node.buffers(N + 1) + N + 1, options,
                     [&](const model::Tile& tile, const std::array<std::int64_t, 4>& start,
                         engine::Workspace& workspace, Range& extremes) {
                       float* planes[N + 1];
                       for (float*& plane : planes) plane = workspace.take_buffer();
                       node.differentiate(kernels, tile, planes, workspace);
                       update_extremes(tile, planes[0], extremes);
                       for (std::size_t plane = 0; plane <= N; ++plane) {
                         if (destinations[plane].data == nullptr) continue;
                         Range unused = api::nothing_seen;
                         model::Output output{};
                         destinations[plane].set(output, start);
                         output.min = &unused.min;
                         output.max = &unused.max;
                         kernels.pass(planes[plane], tile, output);
                       }
                       for (std::size_t plane = 0; plane <= N; ++plane)
                         workspace.give_back_buffer();
                     });
}

template Range fill<1>(std::span<float>, const Grid<1>&, const Field&, const Options&);
template Range fill<1>(std::span<std::uint16_t>, const Grid<1>&, const Field&, const Range&,
                       const Options&);
template Range fill<1>(std::span<std::uint16_t>, const Grid<1>&, const Field&, const Options&);
template Range fill<1>(std::span<std::uint8_t>, const Grid<1>&, const Field&, const Range&,
                       const Options&);
template Range fill<1>(std::span<std::uint8_t>, const Grid<1>&, const Field&, const Options&);
template Range fill<1>(const Strided<1, float>&, const Grid<1>&, const Field&, const Options&);
template Range fill<1>(const Strided<1, std::uint16_t>&, const Grid<1>&, const Field&, const Range&,
                       const Options&);
template Range fill<1>(const Strided<1, std::uint8_t>&, const Grid<1>&, const Field&, const Range&,
                       const Options&);
template Range fill<1>(const Planes<1>&, const Grid<1>&, const Field&, const Options&);
template Range fill<2>(std::span<float>, const Grid<2>&, const Field&, const Options&);
template Range fill<2>(std::span<std::uint16_t>, const Grid<2>&, const Field&, const Range&,
                       const Options&);
template Range fill<2>(std::span<std::uint16_t>, const Grid<2>&, const Field&, const Options&);
template Range fill<2>(std::span<std::uint8_t>, const Grid<2>&, const Field&, const Range&,
                       const Options&);
template Range fill<2>(std::span<std::uint8_t>, const Grid<2>&, const Field&, const Options&);
template Range fill<2>(const Strided<2, float>&, const Grid<2>&, const Field&, const Options&);
template Range fill<2>(const Strided<2, std::uint16_t>&, const Grid<2>&, const Field&, const Range&,
                       const Options&);
template Range fill<2>(const Strided<2, std::uint8_t>&, const Grid<2>&, const Field&, const Range&,
                       const Options&);
template Range fill<2>(const Planes<2>&, const Grid<2>&, const Field&, const Options&);
template Range fill<3>(std::span<float>, const Grid<3>&, const Field&, const Options&);
template Range fill<3>(std::span<std::uint16_t>, const Grid<3>&, const Field&, const Range&,
                       const Options&);
template Range fill<3>(std::span<std::uint16_t>, const Grid<3>&, const Field&, const Options&);
template Range fill<3>(std::span<std::uint8_t>, const Grid<3>&, const Field&, const Range&,
                       const Options&);
template Range fill<3>(std::span<std::uint8_t>, const Grid<3>&, const Field&, const Options&);
template Range fill<3>(const Strided<3, float>&, const Grid<3>&, const Field&, const Options&);
template Range fill<3>(const Strided<3, std::uint16_t>&, const Grid<3>&, const Field&, const Range&,
                       const Options&);
template Range fill<3>(const Strided<3, std::uint8_t>&, const Grid<3>&, const Field&, const Range&,
                       const Options&);
template Range fill<3>(const Planes<3>&, const Grid<3>&, const Field&, const Options&);
template Range fill<4>(std::span<float>, const Grid<4>&, const Field&, const Options&);
template Range fill<4>(std::span<std::uint16_t>, const Grid<4>&, const Field&, const Range&,
                       const Options&);
template Range fill<4>(std::span<std::uint16_t>, const Grid<4>&, const Field&, const Options&);
template Range fill<4>(std::span<std::uint8_t>, const Grid<4>&, const Field&, const Range&,
                       const Options&);
template Range fill<4>(std::span<std::uint8_t>, const Grid<4>&, const Field&, const Options&);
template Range fill<4>(const Strided<4, float>&, const Grid<4>&, const Field&, const Options&);
template Range fill<4>(const Strided<4, std::uint16_t>&, const Grid<4>&, const Field&, const Range&,
                       const Options&);
template Range fill<4>(const Strided<4, std::uint8_t>&, const Grid<4>&, const Field&, const Range&,
                       const Options&);
template Range fill<4>(const Planes<4>&, const Grid<4>&, const Field&, const Options&);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

}  // namespace perlane
