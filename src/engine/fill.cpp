#include "engine/fill.hpp"

#include "engine/dispatch.hpp"
#include "engine/one_tile.hpp"
#include "engine/pieces.hpp"
#include "engine/seen.hpp"
#include "engine/tiles.hpp"

namespace perlane::engine {
namespace {

// Calls visit(tile, its first sample, evaluator, extremes to update or null) for all tiles of a
// box.
template <class Visit>
void visit_tiles(const model::Program& program, const kernels::Kernels& kernels, const Tiles& tiles,
                 const Box& box, const EvaluateOptions& options, bool is_streamed,
                 const Visit& visit) {
  ProgressMonitor monitor(options.report, tiles.total());
  JoinedExtremes joined(options.seen);
  const auto visit_piece = [&](Evaluator& evaluator, std::int64_t begin, std::int64_t end) {
    joined.with_piece([&](Extremes* extremes) {
      for (std::int64_t index = begin; index < end && !monitor.is_over(); ++index) {
        std::array<std::int64_t, 4> start;
        const model::Tile tile = tiles.tile(index, start);
        if (index == begin || tile.offset == 0) evaluator.begin_stack();
        visit(tile, start, evaluator, extremes);
        monitor.advance();
      }
    });
  };
  const auto make = [&](Evaluator::MakeWorkspace& make_workspace) {
    return Evaluator(program, kernels, box.dimensions, make_workspace);
  };
  for_each_piece(make, tiles.total(), is_parallel(box, options), is_streamed, visit_piece);
  monitor.finish();
  joined.finish();
}

}  // namespace

void fill(const model::Program& program, const Box& box, const Destination& destination,
          const EvaluateOptions& options) {
  const kernels::Kernels& kernels = active_kernels();
  const bool needs_no_buffers = Evaluator::needs_no_buffers(program, kernels);
  const bool is_watched = options.report != nullptr || options.seen != nullptr;
  const bool is_tile =
      needs_no_buffers && is_one_tile(box) && !is_parallel(box, options) && !is_watched;
  const auto fill_whole = [&] {
    const Workspace::Lease workspace = Workspace::of_this_thread(box.dimensions, 0, 0);
    fill_tile(program, kernels, box, destination, *workspace);
  };
  // Rows as long as the alignment are never narrow.
  if (is_tile && box.count[0] >= model::row_alignment) return fill_whole();
  const RowRule rule = row_rule(program, kernels, box);
  if (is_tile && box.count[0] >= rule.narrow) return fill_whole();
  const bool stream = destination.is_streamed(box, needs_no_buffers);
  const bool are_stacks = needs_no_buffers && are_tiles_stacks(box, is_parallel(box, options));
  const Tiles tiles(box, stream ? destination.elements_past_border(box) : 0, are_stacks, rule);
  visit_tiles(program, kernels, tiles, box, options, stream,
              [&](const model::Tile& tile, const std::array<std::int64_t, 4>& start,
                  Evaluator& evaluator, Extremes* extremes) {
                model::Sink sink = destination.sink(start, extremes);
                sink.stream = stream;
                evaluator.fill(tile, sink);
              });
}

void differentiate(const model::Program& program, const Box& box,
                   std::span<const Destination> planes, const EvaluateOptions& options) {
  const kernels::Kernels& kernels = active_kernels();
  const Tiles tiles(box, 0, false, row_rule(program, kernels, box));
  visit_tiles(program, kernels, tiles, box, options, false,
              [&](const model::Tile& tile, const std::array<std::int64_t, 4>& start,
                  Evaluator& evaluator, Extremes* extremes) {
                float* const* values = evaluator.differentiate(tile);
                if (planes[0].data == nullptr) see(kernels, tile, values[0], extremes);
                for (std::size_t plane = 0; plane < planes.size(); ++plane) {
                  if (planes[plane].data == nullptr) continue;
                  kernels.write(values[plane], tile, {},
                                planes[plane].sink(start, plane == 0 ? extremes : nullptr));
                }
              });
}

}  // namespace perlane::engine
