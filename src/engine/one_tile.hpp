#pragma once
// Decides how a grid is cut into tiles, and fills a grid that is one tile.

#include "engine/box.hpp"
#include "engine/evaluator.hpp"
#include "engine/progress_monitor.hpp"
#include "engine/rows.hpp"
#include "engine/tiles.hpp"
#include "engine/workspace.hpp"
#include "kernels/table.hpp"
#include "model/program.hpp"

#include <cstdint>
#include <variant>

namespace perlane::engine {

// Grids smaller than this are filled faster by one thread than threads can be woken.
inline constexpr std::int64_t parallel_samples = 1 << 16;

inline bool is_parallel(const Box& box, const EvaluateOptions& options) noexcept {
  return options.parallel && samples_of(box) >= parallel_samples;
}

// Returns true if tiles that need no buffers are as high as stacks. Large grids are cut into few
// tiles, also for threads.
inline bool are_tiles_stacks(const Box& box, bool parallel) noexcept {
  constexpr std::int64_t large_samples = 1 << 22;
  return !parallel || samples_of(box) >= large_samples;
}

// How a program evaluates a grid.
struct TilePlan {
  bool needs_no_buffers = false;
  bool is_whole = false;  // the grid is one tile, which fill_tile fills
  bool are_stacks = false;  // tiles are as high as stacks
  RowRule rule{};
};

// `is_watched`: progress or extremes are asked for.
inline TilePlan plan_tiles(const model::Program& program, const kernels::Kernels& kernels,
                           const Box& box, const EvaluateOptions& options,
                           bool is_watched) noexcept {
  TilePlan plan;
  plan.needs_no_buffers = program.results.empty() && Evaluator::needs_no_buffers(program, kernels);
  const bool parallel = is_parallel(box, options);
  const bool is_tile = plan.needs_no_buffers && program.steps.size() == 1 && is_one_tile(box) &&
                       !parallel && !is_watched;
  // Rows as long as the alignment are never narrow.
  plan.is_whole = is_tile && box.count[0] >= model::row_alignment;
  if (plan.is_whole) return plan;
  plan.rule = row_rule(program, kernels, box);
  plan.is_whole = is_tile && box.count[0] >= plan.rule.narrow;
  plan.are_stacks = plan.needs_no_buffers && are_tiles_stacks(box, parallel);
  return plan;
}

// Evaluates a program of one step, which is a noise, over a grid that is one tile.
inline void fill_tile(const model::Program& program, const kernels::Kernels& kernels,
                      const Box& box, const Destination& destination, Workspace& workspace) {
  const auto& step = std::get<model::NoiseStep>(program.steps.front());
  workspace.begin_stack();
  workspace.begin_tile();
  const model::Tile tile = whole_tile(box);
  const model::Sink sink = destination.sink({}, nullptr);
  std::visit(
      [&]<class Noise>(const Noise* noise) {
        const kernels::NoiseTable<Noise>& table = kernels.noises;
        table.fill[static_cast<std::size_t>(box.dimensions - 1)](*noise, tile, step.fold, sink,
                                                                 workspace.next_state());
      },
      step.noise);
}

}  // namespace perlane::engine
