#include "engine/fill.hpp"

#include "engine/dispatch.hpp"
#include "engine/one_tile.hpp"
#include "engine/pieces.hpp"
#include "engine/extremes.hpp"
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
  MergedExtremes merged(options.seen);
  const auto visit_piece = [&](Evaluator& evaluator, std::int64_t begin, std::int64_t end) {
    merged.with_piece([&](Extremes* extremes) {
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
  merged.finish();
}

}  // namespace

void fill(const model::Program& program, const Box& box, const Destination& destination,
          const EvaluateOptions& options) {
  const kernels::Kernels& kernels = active_kernels();
  const bool is_watched = options.report != nullptr || options.seen != nullptr;
  const TilePlan plan = plan_tiles(program, kernels, box, options, is_watched);
  if (plan.is_whole) {
    const Workspace::Lease workspace = Workspace::of_this_thread(box.dimensions, 0, 0);
    return fill_tile(program, kernels, box, destination, *workspace);
  }
  const bool stream = destination.is_streamed(box, plan.needs_no_buffers);
  const int past_border = stream ? destination.elements_past_border(box) : 0;
  const Tiles tiles(box, past_border, plan.are_stacks, plan.rule);
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
                write_planes(kernels, tile, evaluator.differentiate(tile), planes, start, extremes);
              });
}

}  // namespace perlane::engine
