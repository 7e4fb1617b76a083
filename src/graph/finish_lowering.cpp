// The end of lowering: values and positions get the slots that hold them, which others take over
// as soon as they are no longer read.

#include "graph/lowering.hpp"
#include "graph/slots.hpp"
#include "model/steps.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace perlane::graph {

using model::no_buffer;

namespace {

// Makes room for a program of so many dimensions, and for those of its own extrude steps.
void make_room_for(const model::Program& program, int dimensions,
                   model::Program::Room (&extruded)[3]) noexcept {
  const int planes = program.has_planes ? dimensions + 1 : 1;
  // One for a value before it is written, and one for an extruded value.
  const int more = model::extrudes(program) ? 1 + planes : 1;
  const auto make_room = [&](int number, int buffers, int positions) {
    model::Program::Room& room = extruded[number];
    room = {std::max(room.buffers, buffers), std::max(room.positions, positions)};
  };
  make_room(dimensions - 1, program.buffers * planes + more, program.positions);
  for (int number = 0; number < 3; ++number)
    make_room(number, program.extruded[number].buffers, program.extruded[number].positions);
}

}  // namespace

LoweredProgram Lowering::finish() {
  Slots buffers(values_), positions(positions_);
  const int count = static_cast<int>(steps_.size());
  node_of_value_.resize(static_cast<std::size_t>(values_));
  std::vector<StepNodes> nodes;
  nodes.reserve(steps_.size());
  for (const model::Step& step : steps_) {
    const int value = std::visit([](const auto& s) { return model::buffer_of(s); }, step);
    nodes.push_back(
        {added_by_[nodes.size()],
         value == no_buffer ? nullptr : node_of_value_[static_cast<std::size_t>(value)]});
  }
  positions.take(0);
  positions.use(0, count);  // the tile's own positions stay where they are
  // Displacements are in use as long as the positions of their samples are.
  std::vector<std::vector<int>> displacements(static_cast<std::size_t>(positions_));
  const auto displacements_of = [&](int number) -> std::vector<int>& {
    return displacements[static_cast<std::size_t>(number)];
  };
  for (const model::Step& step : steps_) {
    if (const auto* warp = std::get_if<model::WarpStep>(&step)) {
      for (const model::Operand& by : warp->by) displacements_of(warp->to).push_back(by.buffer);
    }
  }
  for (int i = 0; i < count; ++i) {
    model::visit_numbers(
        steps_[static_cast<std::size_t>(i)], [&](int number, bool) { buffers.use(number, i); },
        [&](int number, bool) {
          if (number != 0) positions.use(number, i);
          for (const int buffer : displacements_of(number)) buffers.use(buffer, i);
        });
  }
  // The value of each of several roots is written as soon as it is there: its buffer is free then
  // unless a later step reads it.
  std::vector<int> of_root;
  if (roots_.size() > 1) {
    for (const Node* root : roots_) of_root.push_back(value_of_root(*root));
  }
  std::vector<model::Result> results;
  for (int i = 0; i < count; ++i) {
    const int made = std::visit([](const auto& step) { return model::buffer_of(step); },
                                steps_[static_cast<std::size_t>(i)]);
    const auto roots_of_step = made == no_buffer ? 0 : std::ranges::count(of_root, made);
    const bool is_read = roots_of_step > 0 && buffers.is_used_after(made, i);
    if (roots_of_step > 0 && !is_read) buffers.use(made, i);
    for (std::size_t k = 0; roots_of_step > 0 && k < of_root.size(); ++k) {
      if (of_root[k] == made)
        results.push_back({i, static_cast<int>(k), is_read || roots_of_step > 1});
    }
    const auto renumber = [i](Slots& places) {
      return [&places, i](int& number, bool is_written) {
        if (is_written) {
          number = places.take(number);
        } else {
          const int old = number;
          number = places.place(old);
          places.release(old, i);
        }
      };
    };
    std::vector<int> released;
    model::visit_numbers(
        steps_[static_cast<std::size_t>(i)], renumber(buffers), [&](int& number, bool is_written) {
          std::ranges::copy(displacements_of(number), std::back_inserter(released));
          renumber(positions)(number, is_written);
        });
    for (const int buffer : released) buffers.release(buffer, i);
    if (roots_of_step > 0 && !is_read) buffers.release(made, i);
  }
  // Not shrink_to_fit, which says nothing where memory runs out.
  std::vector<model::Step> steps(steps_.begin(), steps_.end());
  LoweredProgram program{
      {std::move(steps), buffers.most(), positions.most(), with_derivatives_, has_planes_},
      std::move(nodes),
      count_};
  program.results = std::move(results);
  for (const model::Step& step : program.steps) {
    if (const auto* extrude = std::get_if<model::ExtrudeStep>(&step))
      make_room_for(*extrude->program, dimensions_ - 1, program.extruded);
  }
  return program;
}

}  // namespace perlane::graph
