#pragma once
// What is seen from axes that have changed places: evaluated by a program of its own, along its own
// axes, and turned round.

#include "engine/evaluator.hpp"

#include <array>
#include <cstdint>

namespace perlane::engine {

class Turn {
 public:
  // Throws std::bad_alloc.
  Turn(const model::TurnStep& step, const kernels::Kernels& kernels, int dimensions,
       Evaluator::MakeWorkspace& make_workspace);

  const model::TurnStep& step() const noexcept { return step_; }

  // As Evaluator::begin_stack.
  void begin_stack(std::int64_t tiles) noexcept {
    tiles_left_ = tiles;
    rows_ = 0;
  }

  // The values of a tile of axes or points go to the sink.
  void fill(const model::Tile& tile, const model::Sink& sink) noexcept;
  // The same with derivatives, along the axes of what is turned, to tile buffers.
  void differentiate(const model::Tile& tile, float* const* planes) noexcept;

 private:
  model::Tile points_of(const model::Tile& tile) noexcept;
  const model::Axis& seen_along(const model::Tile& tile, int axis) const noexcept;
  void turn(const model::Tile& tile) noexcept;
  void take_back(const model::Tile& turned, const std::array<std::int64_t, 4>& start,
                 const model::Tile& tile, const float* from, float* to) const noexcept;
  void fill_padding(const model::Tile& tile, float* to) const noexcept;
  float* plane(int number) const noexcept { return memory_->buffer(number * buffers_of_plane_); }
  // The rows of a tile, of a plane.
  const float* values(const model::Tile& tile, int plane) const noexcept;

  const model::TurnStep& step_;
  const kernels::Kernels& kernels_;
  int planes_;
  int from_[4] = {};  // the axis whose coordinate becomes that of an axis
  Evaluator evaluator_;
  // Buffers for planes of a stack, in rows like those of its tiles, so many each, and one more for
  // a tile; and the positions of points, or of axes.
  int buffers_of_plane_;
  Workspace::Lease memory_;
  // Samples of the last axis that the planes have: so many, from this one of the stack on.
  int first_ = 0, rows_ = 0;
  std::int64_t tiles_left_ = 0;  // at most, in the stack
};

}  // namespace perlane::engine
