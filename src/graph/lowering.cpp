#include "graph/lowering.hpp"

#include "base/error.hpp"
#include "graph/places.hpp"
#include "model/steps.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace perlane::graph {

using model::no_buffer;

model::Program lowered(const Node& node, int dimensions, bool with_derivatives) {
  const Node& root = node.simplified();
  // A field of one noise needs no bookkeeping. It may be made anew for every small grid, so this
  // short cut counts.
  if (const auto noise = root.noise()) {
    return {{model::NoiseStep{*noise, 0, {}, no_buffer, 0}}, 1, 1, with_derivatives};
  }
  Lowering lowering(root, dimensions, with_derivatives, Lowering::Purpose::program);
  lowering.run();
  return lowering.finish();
}

void check_steps(const Node& node, int dimensions, bool with_derivatives) {
  Lowering(node.simplified(), dimensions, with_derivatives, Lowering::Purpose::count).run();
}

Lowering::Lowering(const Node& root, int dimensions, bool with_derivatives, Purpose purpose)
    : root_(root),
      dimensions_(dimensions),
      purpose_(purpose),
      with_derivatives_(with_derivatives),
      has_derivatives_(with_derivatives),
      has_planes_(with_derivatives),
      classes_(root) {
  if (purpose == Purpose::program) steps_.reserve(static_cast<std::size_t>(classes_.count()));
}

void Lowering::need(const Node& node, int positions, bool has_derivatives) {
  if (value_of_.find(key(node, positions, has_derivatives)) != NumberTable::none) return;
  open_.push_back({&node, positions, has_derivatives});
}

Value Lowering::value(const Node& node, int positions) const {
  return {value_of_.find(key(node, positions, has_derivatives_))};
}

Term Lowering::term(const Node& node, int positions) const {
  const float* constant = node.constant();
  return {constant != nullptr ? Value{} : value(node, positions), constant};
}

Value Lowering::differentiated(const Node& node, int positions) const {
  return {value_of_.find(key(node, positions, true))};
}

Value Lowering::derivative(const Node& node, int positions, int axis, float scale) {
  has_planes_ = true;
  const Value from = differentiated(node, positions);
  return add(model::DerivativeStep{from.number, axis, scale, values_++});
}

Value Lowering::erode(const Node& height, int positions, const model::Erosion& erosion) {
  has_planes_ = true;
  const Value from = differentiated(height, positions);
  return add(model::ErodeStep{from.number, positions, &erosion, values_++});
}

// The stack is our own, for graphs may be deeper than that of the thread.
void Lowering::run() {
  need(root_, 0);
  while (!open_.empty()) {
    const std::size_t top = open_.size() - 1;
    Frame frame = open_[top];
    const std::uint64_t wanted = key(*frame.node, frame.positions, frame.has_derivatives);
    if (value_of_.find(wanted) != NumberTable::none) {  // another node has asked for it, too
      open_.pop_back();
      continue;
    }
    has_derivatives_ = frame.has_derivatives;
    const bool is_done = frame.node->lower(*this, frame);
    ++frame.phase;
    open_[top] = frame;
    if (is_done) {
      open_.pop_back();
      value_of_.add(wanted, frame.value.number);
    } else {
      // The part that takes most buffers is evaluated first, while no other value is kept.
      std::sort(open_.begin() + static_cast<std::ptrdiff_t>(top) + 1, open_.end(),
                [](const Frame& a, const Frame& b) {
                  return a.node->facts().buffers < b.node->facts().buffers;
                });
    }
  }
}

void Lowering::count_step() {
  constexpr std::size_t most = std::size_t{1} << 20, many = std::size_t{1} << 16;
  if (++count_ > most) {
    base::throw_invalid(
        "field takes more than ", most,
        " steps to evaluate; use fewer maps or loops within each other, for every one "
        "may double them");
  }
  // Counts the steps of a long program before more memory goes into it, perhaps in vain.
  if (count_ == many && purpose_ == Purpose::program)
    check_steps(root_, dimensions_, with_derivatives_);
}

Value Lowering::noise(model::NoisePointer noise, int positions) {
  return add(model::NoiseStep{noise, positions, {}, no_buffer, values_++, has_derivatives_});
}

Value Lowering::operate(model::Operation operation, std::initializer_list<Term> terms) {
  model::OperationStep step{operation, {}, values_++, has_derivatives_};
  model::Operand* operand = step.operand;
  for (const Term& term : terms) *operand++ = {term.value.number, term.constant};
  return add(step);
}

Value Lowering::curve(Value from, const model::Curve& curve) {
  return add(model::CurveStep{from.number, &curve, values_++, has_derivatives_});
}

Value Lowering::scale_slopes(Value from, const std::array<float, 4>& slope) {
  return add(model::SlopeStep{from.number, {slope[0], slope[1], slope[2], slope[3]}, values_++});
}

Value Lowering::fold(const Node& node, int positions, const model::Fold& fold, Value sum) {
  const Value from = value(node, positions);
  if (fold.accumulation == model::Accumulation::scale && fold.amplitude == 1) return from;
  // If nothing else uses the values of a noise, its kernels fold them as they come, which saves a
  // pass over a buffer.
  auto* noise = std::get_if<model::NoiseStep>(&steps_.back());
  if (noise != nullptr && noise->to == from.number && !has_derivatives_ &&
      noise->fold.accumulation == model::Accumulation::none &&
      classes_.uses(classes_.of(node)) == 1) {
    noise->fold = fold;
    noise->sum = sum.number;
    noise->to = values_++;
    return {noise->to};
  }
  return this->fold(from, fold, sum);
}

Value Lowering::fold(Value from, const model::Fold& fold, Value sum) {
  return add(model::FoldStep{from.number, fold, sum.number, values_++, has_derivatives_});
}

Value Lowering::chain(Value from, const std::array<std::array<float, 4>, 4>& matrix,
                      const std::array<Term, 4>& by, double scale) {
  model::ChainStep step{from.number, {}, {}, static_cast<float>(scale), values_++};
  for (std::size_t b = 0; b < 4; ++b) {
    std::ranges::copy(matrix[b], step.matrix[b]);
    step.by[b] = {by[b].value.number, by[b].constant};
  }
  return add(step);
}

namespace {

// Appends the bytes of numbers.
template <class... Number>
void append(std::string& key, const Number&... numbers) {
  (key.append(reinterpret_cast<const char*>(&numbers), sizeof numbers), ...);
}

}  // namespace

template <class MakeStep>
int Lowering::move(int positions, const std::string& kind, const MakeStep& make_step) {
  const int number = moves_.try_emplace(kind, static_cast<int>(moves_.size())).first->second;
  const std::uint64_t wanted =
      static_cast<std::uint64_t>(number) << 32 | static_cast<std::uint64_t>(positions);
  const int known = moved_.find(wanted);
  if (known != NumberTable::none) return known;
  auto step = make_step();
  step.from = positions;
  step.to = positions_++;
  keep(step);
  moved_.add(wanted, step.to);
  return step.to;
}

Lowering::JoinedValue Lowering::join(const model::Octaves& octaves, std::span<const Value> values,
                                     JoinedValue before, bool needs_weight) {
  model::OctaveStep step{octaves,   {},        before.value.number, before.weight.number,
                         values_++, no_buffer, has_derivatives_};
  for (std::size_t k = 0; k < values.size(); ++k) step.from[k] = values[k].number;
  if (needs_weight) step.weight_to = values_++;
  return {add(step), {step.weight_to}};
}

int Lowering::map(int positions, const std::array<model::AxisMap, 4>& maps) {
  std::string kind = "map";
  for (const model::AxisMap& map : maps) append(kind, map.kind, map.by, map.shift, map.frequency);
  return move(positions, kind,
              [&] { return model::MapStep{0, {maps[0], maps[1], maps[2], maps[3]}, 0}; });
}

int Lowering::transform(int positions, const std::array<std::array<double, 5>, 4>& matrix) {
  std::string kind = "transform";
  append(kind, matrix);
  return move(positions, kind, [&] {
    model::TransformStep step{};
    for (std::size_t a = 0; a < 4; ++a) std::ranges::copy(matrix[a], step.matrix[a]);
    return step;
  });
}

int Lowering::warp(int positions, std::span<const NodePointer> by, double scale, bool is_far) {
  std::string kind = is_far ? "far warp" : "warp";
  append(kind, scale);
  for (const NodePointer& node : by) append(kind, classes_.of(*node));
  return move(positions, kind, [&] {
    model::WarpStep step{0, {}, scale, is_far, 0};
    for (std::size_t axis = 0; axis < by.size(); ++axis) {
      const Term moved_by = term(*by[axis], positions);
      step.by[axis] = {moved_by.value.number, moved_by.constant};
    }
    return step;
  });
}

model::Program Lowering::finish() {
  Places buffers(values_), positions(positions_);
  const int count = static_cast<int>(steps_.size());
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
  for (int i = 0; i < count; ++i) {
    const auto renumber = [i](Places& places) {
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
  }
  // Not shrink_to_fit, which says nothing where memory runs out.
  std::vector<model::Step> steps(steps_.begin(), steps_.end());
  return {std::move(steps), buffers.most(), positions.most(), with_derivatives_, has_planes_};
}

}  // namespace perlane::graph
