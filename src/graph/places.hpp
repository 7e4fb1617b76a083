#pragma once
// The numbers of buffers and of positions that steps read and write, and the places that these get.

#include "model/program.hpp"

#include <variant>
#include <vector>

namespace perlane::graph {

// Gives places to numbers, so that those that are in use at the same time have different ones.
class Places {
 public:
  explicit Places(int numbers)
      : last_use_(at(numbers), -1), place_(at(numbers), model::no_buffer) {}

  void use(int number, int step) {
    if (number != model::no_buffer) last_use_[at(number)] = step;
  }
  int place(int number) const {
    return number == model::no_buffer ? model::no_buffer : place_[at(number)];
  }

  // Gives back the place of a number that this step uses for the last time. The place that was
  // given back last is the next to be taken: it is in the caches.
  void release(int number, int step) {
    if (number == model::no_buffer || last_use_[at(number)] != step) return;
    free_.push_back(place_[at(number)]);
    last_use_[at(number)] = -1;
  }
  int take(int number) {
    if (free_.empty()) free_.push_back(most_++);
    place_[at(number)] = free_.back();
    free_.pop_back();
    return place_[at(number)];
  }
  int most() const { return most_; }

 private:
  static std::size_t at(int number) { return static_cast<std::size_t>(number); }

  std::vector<int> last_use_, place_, free_;
  int most_ = 0;
};

// Calls buffer(number, is_written) and position(number, is_written) for the numbers that a step
// reads and writes.
template <class Buffer, class Position>
struct Numbers {
  Buffer buffer;
  Position position;

  void operator()(model::NoiseStep& step) {
    position(step.positions, false);
    buffer(step.sum, false);
    buffer(step.to, true);
  }
  void operator()(model::FoldStep& step) {
    buffer(step.from, false);
    buffer(step.sum, false);
    buffer(step.to, true);
  }
  void operator()(model::OctaveStep& step) {
    for (int k = 0; k < step.octaves.count; ++k) buffer(step.from[k], false);
    buffer(step.value, false);
    buffer(step.weight, false);
    buffer(step.to, true);
    if (step.weight_to != model::no_buffer) buffer(step.weight_to, true);
  }
  void operator()(model::OperationStep& step) {
    for (model::Operand& operand : step.operand) buffer(operand.buffer, false);
    buffer(step.to, true);
  }
  void operator()(model::CurveStep& step) {
    buffer(step.from, false);
    buffer(step.to, true);
  }
  void operator()(model::DerivativeStep& step) {
    buffer(step.from, false);
    buffer(step.to, true);
  }
  void operator()(model::ErodeStep& step) {
    position(step.positions, false);
    buffer(step.from, false);
    buffer(step.to, true);
  }
  void operator()(model::SlopeStep& step) {
    buffer(step.from, false);
    buffer(step.to, true);
  }
  void operator()(model::MapStep& step) {
    position(step.from, false);
    position(step.to, true);
  }
  void operator()(model::ChainStep& step) {
    buffer(step.from, false);
    for (model::Operand& by : step.by) buffer(by.buffer, false);
    buffer(step.to, true);
  }
  // These steps read all axes for every point, so they cannot write where they read. Their place is
  // taken before the other one is given back.
  void operator()(model::WarpStep& step) {
    for (model::Operand& by : step.by) buffer(by.buffer, false);
    position(step.to, true);
    position(step.from, false);
  }
  void operator()(model::TransformStep& step) {
    position(step.to, true);
    position(step.from, false);
  }
};

template <class Buffer, class Position>
void visit_numbers(model::Step& step, Buffer buffer, Position position) {
  std::visit(Numbers<Buffer, Position>{buffer, position}, step);
}

}  // namespace perlane::graph
