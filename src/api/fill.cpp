// The door of grids: perlane refuses here what a caller can get wrong; below nothing checks again.

#include <perlane/detail/doors.hpp>
#include <perlane/evaluate.hpp>

#include "api/destination.hpp"
#include "api/grid.hpp"
#include "engine/dispatch.hpp"
#include "engine/environment.hpp"
#include "field/node.hpp"
#include "engine/parallel.hpp"
#include "engine/streaming.hpp"
#include "engine/tiles.hpp"

#include <algorithm>
#include <mutex>

namespace perlane {
namespace {

// Grids smaller than this are filled faster by one thread than threads can be woken.
constexpr std::int64_t parallel_samples = 1 << 16;

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

// The value, and derivatives by axis; a plane without data is left out.
using PlaneDestinations = std::array<api::Destination, 5>;

Range fill_planes(const PlaneDestinations& destinations, const engine::Box& box, const Field& field,
                  const Options& options) {
  const kernels::Kernels& kernels = engine::active();
  const field::Node& node = field.node();
  const int number = box.dimensions + 1;
  return visit_tiles(engine::Tiles(box, 0), box, node.buffers(number) + number, options,
                     [&](const model::Tile& tile, const std::array<std::int64_t, 4>& start,
                         engine::Workspace& workspace, Range& extremes) {
                       float* planes[5];
                       for (int plane = 0; plane < number; ++plane)
                         planes[plane] = workspace.take_buffer();
                       node.differentiate(kernels, tile, planes, workspace);
                       update_extremes(tile, planes[0], extremes);
                       for (int plane = 0; plane < number; ++plane) {
                         const api::Destination& destination =
                             destinations[static_cast<std::size_t>(plane)];
                         if (destination.data == nullptr) continue;
                         Range unused = api::nothing_seen;
                         model::Output output{};
                         destination.set(output, start);
                         output.min = &unused.min;
                         output.max = &unused.max;
                         kernels.pass(planes[plane], tile, output);
                       }
                       for (int plane = 0; plane < number; ++plane) workspace.give_back_buffer();
                     });
}

}  // namespace

Range detail::fill(const GridRequest& request) {
  const engine::FloatEnvironment environment;
  const engine::Box box = api::to_box(request.grid);
  const Field& field = *request.field;
  api::validate(box, field);
  if (request.with_derivatives) {
    api::validate_planes(field, box.dimensions);
    PlaneDestinations destinations{};
    for (std::size_t plane = 0; plane <= static_cast<std::size_t>(box.dimensions); ++plane) {
      if (request.out[plane].size == 0) continue;
      destinations[plane] = api::destination_of(request.out[plane], request.layout, box);
    }
    return fill_planes(destinations, box, field, *request.options);
  }
  const Elements& out = request.out[0];
  if (request.is_dense) api::validate_size("out", out.size, box);
  api::Destination destination = api::destination_of(out, request.layout, box);
  if (request.codes != nullptr) {
    api::set_codes(destination, *request.codes);
  } else if (out.type != ElementType::float32) {
    api::set_codes(destination, api::default_codes(field, box.dimensions));
  }
  return fill_box(destination, box, field, *request.options);
}

}  // namespace perlane
