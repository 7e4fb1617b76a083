// Several fields on one grid, in one pass over the tiles of all.

#include "engine/dispatch.hpp"
#include "engine/extremes.hpp"
#include "engine/fill.hpp"
#include "engine/one_tile.hpp"
#include "engine/pieces.hpp"
#include "engine/tiles.hpp"

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace perlane::engine {
namespace {

// Evaluates one program over all its tiles.
class Pass {
 public:
  Pass(const ProgramOutputs& given, std::span<const FieldOutput> all,
       const kernels::Kernels& kernels, const Box& box, const EvaluateOptions& options)
      : program_(given.program),
        indices_(given.outputs),
        all_(all),
        kernels_(&kernels),
        box_(&box),
        plan_(plan_tiles(*program_, kernels, box, options,
                         options.report != nullptr || output(0).seen != nullptr)),
        tiles_(box, past_border(), plan_.are_stacks, plan_.rule) {}

  // The room that it needs in the shared workspace: none if it has an evaluator of its own.
  Evaluator::Room room() const noexcept {
    return model::extrudes(*program_) ? Evaluator::Room{}
                                      : Evaluator::room_for(*program_, box_->dimensions);
  }
  // The evaluator of a program that extrudes, with workspaces of its own. Null for all others,
  // which share a workspace.
  std::unique_ptr<Evaluator> own_evaluator(Evaluator::MakeWorkspace& make_workspace) const {
    if (!model::extrudes(*program_)) return nullptr;
    return std::make_unique<Evaluator>(*program_, *kernels_, box_->dimensions, make_workspace);
  }
  std::int64_t total() const noexcept { return plan_.is_whole ? 1 : tiles_.total(); }
  std::size_t count() const noexcept { return indices_.size(); }
  bool is_streamed() const noexcept {
    for (std::size_t i = 0; i < count(); ++i) {
      if (is_streamed(output(i).destination)) return true;
    }
    return false;
  }

  // Evaluates tiles. There is room for as many sinks as the program has results, and for the
  // extremes of all outputs.
  void fill(Workspace& workspace, Evaluator* own, std::int64_t begin, std::int64_t end,
            std::span<model::Sink> sinks, std::span<Extremes> extremes,
            ProgressMonitor& monitor) const {
    if (plan_.is_whole)
      return fill_tile(*program_, *kernels_, *box_, output(0).destination, workspace);
    if (own != nullptr) return fill(*own, begin, end, sinks, extremes, monitor);
    Evaluator evaluator(*program_, *kernels_, box_->dimensions, workspace);
    fill(evaluator, begin, end, sinks, extremes, monitor);
  }

 private:
  void fill(Evaluator& evaluator, std::int64_t begin, std::int64_t end,
            std::span<model::Sink> sinks, std::span<Extremes> extremes,
            ProgressMonitor& monitor) const {
    for (std::int64_t index = begin; index < end && !monitor.is_over(); ++index) {
      std::array<std::int64_t, 4> start;
      const model::Tile tile = tiles_.tile(index, start);
      if (index == begin || tile.offset == 0) evaluator.begin_stack();
      const auto sink_of = [&](std::size_t i) {
        const auto& [destination, seen] = output(i);
        model::Sink sink =
            destination.sink(start, seen != nullptr ? &extremes[indices_[i]] : nullptr);
        sink.stream = is_streamed(destination);
        return sink;
      };
      if (program_->results.empty()) {
        evaluator.fill(tile, sink_of(0));
      } else {
        for (std::size_t i = 0; i < count(); ++i) sinks[i] = sink_of(i);
        evaluator.fill(tile, sinks);
      }
      monitor.advance();
    }
  }

  const FieldOutput& output(std::size_t i) const noexcept { return all_[indices_[i]]; }
  bool is_streamed(const Destination& to) const noexcept {
    return to.is_streamed(*box_, plan_.needs_no_buffers);
  }
  // Tiles begin at borders of cache lines if these are at the same elements of all destinations
  // that are written past the caches.
  int past_border() const noexcept {
    std::optional<int> common;
    for (std::size_t i = 0; i < count(); ++i) {
      const Destination& to = output(i).destination;
      if (!is_streamed(to)) continue;
      const int past_border = to.elements_past_border(*box_);
      if (common && past_border != *common) return 0;
      common = past_border;
    }
    return common.value_or(0);
  }

  const model::Program* program_;
  std::span<const std::size_t> indices_;  // of its outputs
  std::span<const FieldOutput> all_;
  const kernels::Kernels* kernels_;
  const Box* box_;
  TilePlan plan_;
  Tiles tiles_;
};

// The memory that a piece needs.
struct Memory {
  Workspace::Lease workspace;
  std::vector<std::unique_ptr<Evaluator>> own;  // by pass; null: it shares the workspace
  std::vector<model::Sink> sinks;
  std::vector<Extremes> extremes;  // by output, if any are asked for
};

}  // namespace

void fill(std::span<const ProgramOutputs> programs, std::span<const FieldOutput> outputs,
          const Box& box, const EvaluateOptions& options) {
  const kernels::Kernels& kernels = active_kernels();
  std::vector<Pass> passes;
  passes.reserve(programs.size());
  Evaluator::Room room;
  std::size_t sinks = 0;
  std::int64_t total = 0;
  bool is_streamed = false;
  for (const ProgramOutputs& given : programs) {
    const Pass& pass = passes.emplace_back(given, outputs, kernels, box, options);
    const auto [buffers, positions] = pass.room();
    room = {std::max(room.buffers, buffers), std::max(room.positions, positions)};
    if (!given.program->results.empty()) sinks = std::max(sinks, pass.count());
    total += pass.total();
    is_streamed = is_streamed || pass.is_streamed();
  }
  const bool is_seen = std::ranges::any_of(
      outputs, [](const FieldOutput& output) { return output.seen != nullptr; });
  std::deque<MergedExtremes> merged;  // by output, if any are asked for
  if (is_seen) {
    for (const FieldOutput& output : outputs) merged.emplace_back(output.seen);
  }
  ProgressMonitor monitor(options.report, total);

  const auto make = [&](Evaluator::MakeWorkspace& make_workspace) {
    Memory memory{make_workspace(box.dimensions, room.buffers, room.positions),
                  {},
                  std::vector<model::Sink>(sinks),
                  std::vector<Extremes>(merged.size())};
    memory.own.reserve(passes.size());
    for (const Pass& pass : passes) memory.own.push_back(pass.own_evaluator(make_workspace));
    return memory;
  };
  const auto visit_piece = [&](Memory& memory, std::int64_t begin, std::int64_t end) {
    std::ranges::fill(memory.extremes, Extremes{});
    std::int64_t first = 0;  // tile of the pass
    for (std::size_t i = 0; i < passes.size(); ++i) {
      const Pass& pass = passes[i];
      const std::int64_t from = std::max(begin - first, std::int64_t{0});
      const std::int64_t to = std::min(end - first, pass.total());
      if (from < to)
        pass.fill(*memory.workspace, memory.own[i].get(), from, to, memory.sinks, memory.extremes,
                  monitor);
      first += pass.total();
    }
    for (std::size_t i = 0; i < merged.size(); ++i) merged[i].merge(memory.extremes[i]);
  };
  for_each_piece(make, total, is_parallel(box, options), is_streamed, visit_piece);
  monitor.finish();
  for (const MergedExtremes& extremes : merged) extremes.finish();
}

}  // namespace perlane::engine
