#include "engine/fill.hpp"

#include "engine/pieces.hpp"
#include "engine/seen.hpp"
#include "engine/tiles.hpp"

namespace perlane::engine {
namespace {

// Grids smaller than this are filled faster by one thread than threads can be woken.
constexpr std::int64_t parallel_samples = 1 << 16;

// Grids that are larger are cut into few tiles, also for threads.
constexpr std::int64_t large_samples = 1 << 22;

bool is_parallel(const Box& box, const Run& run) {
  return run.parallel && samples_of(box) >= parallel_samples;
}

// Calls visit(tile, its first sample, evaluator, extremes to update or null) for all tiles of a
// box.
template <class Visit>
void visit_tiles(const model::Program& program, const Tiles& tiles, const Box& box, const Run& run,
                 bool is_streamed, const Visit& visit) {
  Watch watch(run.tell, tiles.total());
  JoinedExtremes joined(run.seen);
  const auto visit_piece = [&](Evaluator& evaluator, std::int64_t begin, std::int64_t end) {
    joined.with_piece([&](Extremes* extremes) {
      for (std::int64_t index = begin; index < end && !watch.is_over(); ++index) {
        std::array<std::int64_t, 4> start;
        const model::Tile tile = tiles.tile(index, start);
        if (index == begin || tile.offset == 0) evaluator.begin_stack();
        visit(tile, start, evaluator, extremes);
        watch.advance();
      }
    });
  };
  for_each_piece(program, box.dimensions, tiles.total(), is_parallel(box, run), is_streamed,
                 visit_piece);
  watch.finish();
  joined.finish();
}

// Evaluates a program that needs no buffers, which is one noise, over a grid that is one tile.
void fill_tile(const model::Program& program, const kernels::Kernels& kernels, const Box& box,
               const Destination& destination) {
  const auto& step = std::get<model::NoiseStep>(program.steps.front());
  const Workspace::Lease workspace = Workspace::of_this_thread(box.dimensions, 0, 0);
  workspace->begin_stack();
  workspace->begin_tile();
  const model::Tile tile = whole_tile(box);
  const model::Sink sink = destination.sink({}, nullptr);
  std::visit(
      [&]<class Noise>(const Noise* noise) {
        const kernels::NoiseTable<Noise>& table = kernels.noises;
        table.fill[static_cast<std::size_t>(box.dimensions - 1)](*noise, tile, step.fold, sink,
                                                                 workspace->next_state());
      },
      step.noise);
}

}  // namespace

void fill(const model::Program& program, const Box& box, const Destination& destination,
          const Run& run) {
  const kernels::Kernels& kernels = active();
  const bool needs_no_buffers = Evaluator::needs_no_buffers(program, kernels);
  const bool is_watched = run.tell != nullptr || run.seen != nullptr;
  const bool is_tile =
      needs_no_buffers && is_one_tile(box) && !is_parallel(box, run) && !is_watched;
  // Rows as long as the alignment are never narrow.
  if (is_tile && box.count[0] >= model::row_alignment)
    return fill_tile(program, kernels, box, destination);
  const RowRule rule = row_rule(program, kernels, box);
  if (is_tile && box.count[0] >= rule.narrow) return fill_tile(program, kernels, box, destination);
  const bool stream = destination.is_streamed(box, needs_no_buffers);
  const bool are_stacks =
      needs_no_buffers && (!is_parallel(box, run) || samples_of(box) >= large_samples);
  const Tiles tiles(box, stream ? destination.elements_past_border(box) : 0, are_stacks, rule);
  visit_tiles(program, tiles, box, run, stream,
              [&](const model::Tile& tile, const std::array<std::int64_t, 4>& start,
                  Evaluator& evaluator, Extremes* extremes) {
                model::Sink sink = destination.sink(start, extremes);
                sink.stream = stream;
                evaluator.fill(tile, sink);
              });
}

void differentiate(const model::Program& program, const Box& box,
                   std::span<const Destination> planes, const Run& run) {
  const kernels::Kernels& kernels = active();
  const Tiles tiles(box, 0, false, row_rule(program, kernels, box));
  visit_tiles(program, tiles, box, run, false,
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
