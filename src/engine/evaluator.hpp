#pragma once
// Runs a program over tiles, with the kernels of one instruction set.

#include "engine/workspace.hpp"
#include "kernels/table.hpp"
#include "model/program.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace perlane::engine {

class Evaluator {
 public:
  using MakeWorkspace = Workspace::Lease(int dimensions, int buffers, int positions);

  // Throws std::bad_alloc. The evaluator keeps the workspace that `make_workspace` returns, by
  // default one of this thread's, as long as it lives.
  Evaluator(const model::Program& program, const kernels::Kernels& kernels, int dimensions,
            MakeWorkspace& make_workspace = Workspace::of_this_thread);

  // Shares a workspace with evaluators that are used before or after it; it must have as much room
  // as `room_for` returns.
  // The program has no extrude steps.
  Evaluator(const model::Program& program, const kernels::Kernels& kernels, int dimensions,
            Workspace& shared) noexcept;

  // The tile buffers and the slots for positions that a program needs.
  struct Room {
    int buffers = 0;
    int positions = 0;
  };
  static Room room_for(const model::Program& program, int dimensions) noexcept;

  // Returns true if the program is one noise whose kernels write directly to destinations, perhaps
  // after maps of its coordinates.
  static bool needs_no_buffers(const model::Program& program,
                               const kernels::Kernels& kernels) noexcept;

  // To be called before the first tile of each stack.
  void begin_stack() noexcept {
    workspace_->begin_stack();
    evaluated_mask_ = 0;
  }

  // The values of a tile.
  void fill(const model::Tile& tile, const model::Sink& sink) noexcept;
  // The values of several fields, to a destination each.
  void fill(const model::Tile& tile, std::span<const model::Sink> sinks) noexcept;
  // The value and the derivatives, Tile::dimensions + 1 tile buffers, which stay there until the
  // next call. The program has derivatives.
  float* const* differentiate(const model::Tile& tile) noexcept;

 private:
  static constexpr int none = -1;

  // Evaluates extruded programs within tiles of `outer` dimensions.
  Evaluator(const model::Program::Room (&rooms)[3], const kernels::Kernels& kernels, int dimensions,
            int outer, MakeWorkspace& make_workspace);

  template <class Noise>
  void evaluate(const Noise& noise, const model::Tile& tile, const model::Fold& fold,
                const model::Sink& sink) noexcept;
  // Evaluates a noise into tile buffers. Points need no state.
  template <class Noise>
  void sample(const Noise& noise, const model::Tile& tile, const model::Fold& fold,
              float* const* planes, bool with_derivatives) noexcept {
    const kernels::NoiseTable<Noise>& table = kernels_.noises;
    model::State no_state{};
    model::State& state = tile.kind == model::Tile::axes ? workspace_->next_state() : no_state;
    table.sample[static_cast<std::size_t>(tile.dimensions - 1)](noise, tile, fold, planes,
                                                                with_derivatives, state);
  }
  template <class Noise>
  void evaluate_planes(const Noise& noise, const model::Tile& tile, int to) noexcept;

  // Runs a step that writes a tile buffer, with derivatives if it has them to compute.
  template <class Step>
  void run(const Step& step) noexcept;

  // Run a step. The values go to the sink.
  void run(const model::NoiseStep&, const model::Sink&) noexcept;
  void run(const model::FoldStep&, const model::Sink&) noexcept;
  void run(const model::OctaveStep&, const model::Sink&) noexcept;
  void run(const model::OperationStep&, const model::Sink&) noexcept;
  void run(const model::CurveStep&, const model::Sink&) noexcept;
  void run(const model::MapDerivativeStep&, const model::Sink&) noexcept {}
  void run(const model::MapStep& step, const model::Sink&) noexcept { map(step); }
  void run(const model::WarpStep& step, const model::Sink&) noexcept { warp(step); }
  void run(const model::TransformStep& step, const model::Sink&) noexcept { transform(step); }
  void run(const model::NearestPointStep& step, const model::Sink&) noexcept {
    move_to_nearest_points(step);
  }
  void run(const model::DerivativeStep&, const model::Sink&) noexcept;
  void run(const model::DifferencesStep&, const model::Sink&) noexcept {}
  void run(const model::ErodeStep&, const model::Sink&) noexcept;
  void run(const model::ChainStep&, const model::Sink&) noexcept {}
  void run(const model::ExtrudeStep&, const model::Sink&) noexcept;

  // Run a step with derivatives, to tile buffers.
  void differentiate(const model::NoiseStep&) noexcept;
  void differentiate(const model::FoldStep&) noexcept;
  void differentiate(const model::OctaveStep&) noexcept;
  void differentiate(const model::OperationStep&) noexcept;
  void differentiate(const model::CurveStep&) noexcept;
  void differentiate(const model::MapDerivativeStep&) noexcept;
  void differentiate(const model::MapStep& step) noexcept { map(step); }
  void differentiate(const model::WarpStep& step) noexcept { warp(step); }
  void differentiate(const model::TransformStep& step) noexcept { transform(step); }
  void differentiate(const model::NearestPointStep& step) noexcept { move_to_nearest_points(step); }
  void differentiate(const model::DerivativeStep&) noexcept {}
  void differentiate(const model::DifferencesStep&) noexcept;
  void differentiate(const model::ErodeStep&) noexcept {}
  void differentiate(const model::ChainStep&) noexcept;
  void differentiate(const model::ExtrudeStep& step) noexcept { extrude(step); }

  // Evaluate an extruded program without its axis, and repeat the values along that axis.
  void extrude(const model::ExtrudeStep&) noexcept;
  bool extrude_axes(const model::ExtrudeStep&, const model::Tile& from, int number) noexcept;
  void extrude_points(const model::ExtrudeStep&, const model::Tile& from) noexcept;
  void propagate_nan(const model::ExtrudeStep&, const model::Tile& from,
                     std::ptrdiff_t row) noexcept;
  // Evaluates a tile of one dimension less, with derivatives if the step has them, to buffers.
  void evaluate_extruded(const model::ExtrudeStep&, const model::Tile& part,
                         float* const* to) noexcept;
  float* extruded(int number, int plane) noexcept {
    return workspace_->buffer(program_->buffers * planes_ + 1 + number * planes_ + plane);
  }

  void begin_tile(const model::Tile& tile) noexcept;
  float* buffer_for_points(const model::Sink&) const noexcept;
  // Kernels of axes fill padded rows also where rows are packed; pack_rows removes the padding.
  model::Tile with_padding(const model::Tile& tile) const noexcept;
  void pack_rows(const model::Tile& padded, float* buffer) noexcept;
  // Repeats the last of packed samples, for vectors that go beyond it.
  void repeat_last(float* buffer) noexcept;

  void map(const model::MapStep&) noexcept;
  void warp(const model::WarpStep&) noexcept;
  void transform(const model::TransformStep&) noexcept;
  void move_to_nearest_points(const model::NearestPointStep&) noexcept;
  // Turns positions into points, in the memory of a slot.
  model::Tile points_of(const model::Tile& from, int slot, double* (&point)[4]) noexcept;
  // Returns the positions that samples are displaced from.
  model::Tile base_of(const model::Tile& from, bool is_copied, int slot) noexcept;
  void map_points(const model::AxisMap&, int axis, int slot, model::Tile& tile) noexcept;
  void map_axis(const model::AxisMap&, int axis, int slot, model::Tile& tile) noexcept;

  const model::Tile& positions(int number) noexcept {
    return number == 0 ? *origin_ : workspace_->positions(number - 1);
  }
  void set_positions(int number, const model::Tile&) noexcept;
  // The positions with their displacements added up.
  const model::Tile& points(int number) noexcept;
  // The positions with displacements added up, as points if rows are packed.
  const model::Tile& packed_points(int number) noexcept;
  // The positions that a noise takes.
  template <class Noise>
  const model::Tile& positions_for(const Noise&, int number) noexcept {
    return model::takes_displacements<Noise> ? positions(number) : points(number);
  }
  float* buffer(int number, int plane = 0) noexcept {
    return workspace_->buffer(number * planes_ + plane);
  }
  float* scratch() noexcept { return workspace_->buffer(program_->buffers * planes_); }
  model::Input input(const model::Operand&, int plane) noexcept;
  model::OctaveBuffers octave_buffers(const model::OctaveStep&, int plane) noexcept;

  const model::Program* program_;  // for extruded programs, that of the step
  const kernels::Kernels& kernels_;
  int planes_;  // buffers of a value, derivatives included
  Workspace::Lease workspace_;
  const model::Tile* tile_ = nullptr;
  const model::Tile* origin_ = nullptr;  // the tile, or its samples as points
  model::Tile points_{};
  bool is_packed_ = false;
  bool is_padded_ = false;  // rows that are packed would have padding otherwise
  int positions_in_slot_ = none;  // those that the last slot has as points
  float* result_[5] = {};

  // Extruded values of so many steps are cached for a stack; one slot more is for a tile.
  static constexpr int most_cached = 64;
  int dimensions_;
  int cache_slots_ = 0;
  int next_extruded_ = 0;  // by the order of steps
  std::uint64_t evaluated_mask_ = 0;  // a bit for each slot of the cache that has its values
  std::unique_ptr<Evaluator>
      inner_;  // for tiles of one dimension less; null if nothing is extruded
};

}  // namespace perlane::engine
