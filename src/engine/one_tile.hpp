#pragma once
// Grids that are filled by one thread, or as one tile.

#include "engine/box.hpp"
#include "engine/progress_monitor.hpp"
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

// Evaluates a program that needs no buffers, which is one noise, over a grid that is one tile.
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
