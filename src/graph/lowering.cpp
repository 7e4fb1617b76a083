#include "graph/lowering.hpp"

#include "base/error.hpp"
#include "model/steps.hpp"

#include <algorithm>
#include <iterator>

namespace perlane::graph {

using model::no_buffer;

LoweredProgram lowered(const Node& node, int dimensions, bool with_derivatives) {
  const Node& root = node.simplified();
  // A field of one noise needs no bookkeeping. It may be made anew for every small grid, so this
  // short cut counts.
  if (const auto noise = root.noise()) {
    return {
        {{model::NoiseStep{*noise, 0, {}, no_buffer, 0, with_derivatives}}, 1, 1, with_derivatives},
        {}};
  }
  const Node* const only = &root;
  Lowering lowering({&only, 1}, dimensions, with_derivatives, Lowering::Purpose::program);
  lowering.run();
  return lowering.finish();
}

LoweredProgram lowered(std::span<const Node* const> nodes, int dimensions) {
  Lowering lowering(nodes, dimensions, false, Lowering::Purpose::program);
  lowering.run();
  return lowering.finish();
}

void check_steps(const Node& node, int dimensions, bool with_derivatives) {
  const Node* const only = &node.simplified();
  Lowering({&only, 1}, dimensions, with_derivatives, Lowering::Purpose::count).run();
}

Lowering::Lowering(std::span<const Node* const> roots, int dimensions, bool with_derivatives,
                   Purpose purpose)
    : roots_(roots),
      dimensions_(dimensions),
      purpose_(purpose),
      with_derivatives_(with_derivatives),
      has_derivatives_(with_derivatives),
      has_planes_(with_derivatives),
      numbering_(roots) {
  if (purpose == Purpose::program) steps_.reserve(static_cast<std::size_t>(numbering_.count()));
}

void Lowering::need(const Node& node, int positions, bool has_derivatives) {
  if (find_value(key(node, positions, has_derivatives)) != NumberTable::none) return;
  open_.push_back({&node, positions, has_derivatives});
}

Value Lowering::value(const Node& node, int positions) const {
  return {find_value(key(node, positions, has_derivatives_))};
}

Term Lowering::term(const Node& node, int positions) const {
  const float* constant = node.constant();
  return {constant != nullptr ? Value{} : value(node, positions), constant};
}

Value Lowering::value_with_derivatives(const Node& node, int positions) const {
  return {find_value(key(node, positions, true))};
}

Value Lowering::value_without_derivatives(const Node& node, int positions) const {
  return {find_value(key(node, positions, false))};
}

Value Lowering::derivative(const Node& node, int positions, int axis, float scale) {
  has_planes_ = true;
  const Value from = value_with_derivatives(node, positions);
  return add(model::DerivativeStep{from.number, axis, scale, values_++});
}

Value Lowering::erode(const Node& height, int positions, const model::Erosion& erosion) {
  has_planes_ = true;
  const Value from = value_with_derivatives(height, positions);
  return add(model::ErodeStep{from.number, positions, &erosion, values_++});
}

Value Lowering::differences(const Node& node, int positions, std::span<const int> around,
                            float width) {
  has_planes_ = true;
  model::DifferencesStep step{
      value_without_derivatives(node, positions).number, {}, width, values_++};
  model::Operand* operand = step.operand;
  for (const int place : around)
    *operand++ = {value_without_derivatives(node, place).number, nullptr};
  return add(step);
}

void Lowering::run() {
  for (const Node* root : roots_) run(*root);
}

// The stack is our own, for graphs may be deeper than that of the thread.
void Lowering::run(const Node& root) {
  need(root, 0, with_derivatives_);
  while (!open_.empty()) {
    const std::size_t top = open_.size() - 1;
    Frame frame = open_[top];
    const std::uint64_t wanted = key(*frame.node, frame.positions, frame.has_derivatives);
    if (const int number = find_value(wanted); number != NumberTable::none) {
      // Another node has asked for it, too, or this is another name, of which more may be known.
      if (purpose_ == Purpose::program && &frame.node->simplified() != frame.node)
        node_of_value_[static_cast<std::size_t>(number)] = frame.node;
      open_.pop_back();
      continue;
    }
    has_derivatives_ = frame.has_derivatives;
    node_ = frame.node;
    const bool is_done = frame.node->lower(*this, frame);
    ++frame.phase;
    open_[top] = frame;
    if (is_done) {
      open_.pop_back();
      value_of_.add(wanted, frame.value.number);
      if (purpose_ == Purpose::program) {
        const auto number = static_cast<std::size_t>(frame.value.number);
        if (node_of_value_.size() <= number) node_of_value_.resize(number + 1);
        node_of_value_[number] = frame.node;
      }
    } else {
      // The part that takes most buffers is evaluated first, while no buffer holds another value.
      std::sort(open_.begin() + static_cast<std::ptrdiff_t>(top) + 1, open_.end(),
                [](const Frame& a, const Frame& b) {
                  return a.node->properties().buffers < b.node->properties().buffers;
                });
    }
  }
}

void Lowering::count_steps(std::size_t more) {
  constexpr std::size_t most = std::size_t{1} << 20, many = std::size_t{1} << 16;
  const std::size_t before = count_;
  count_ += more;
  if (count_ > most) {
    base::throw_invalid(
        "field takes more than ", most,
        " steps to evaluate; use fewer maps or loops within each other, for every one "
        "may double them");
  }
  // Counts the steps of a long program before more memory goes into it, for it may be too long.
  if (before < many && count_ >= many && purpose_ == Purpose::program)
    Lowering(roots_, dimensions_, with_derivatives_, Purpose::count).run();
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

Value Lowering::scale_derivatives(Value from, const std::array<float, 4>& factor) {
  return add(model::MapDerivativeStep{
      from.number, {factor[0], factor[1], factor[2], factor[3]}, values_++});
}

Value Lowering::extrude(const Node& node, int positions, int axis) {
  const LoweredProgram& program = node.program(dimensions_ - 1, has_derivatives_);
  count_steps(program.count);
  return add(model::ExtrudeStep{&program, positions, axis, values_++, has_derivatives_});
}

int Lowering::find_value(std::uint64_t key) const {
  return value_of_.find(key, [this](int number) {
    const auto i = static_cast<std::size_t>(number);
    return i >= is_folded_.size() || !is_folded_[i];
  });
}

bool Lowering::is_used_once(const Node& node) const {
  const int noise = numbering_.number_of(*added_by_.back());
  for (const Node* name = &node.simplified();; name = &name->part(0).simplified()) {
    const int number = numbering_.number_of(*name);
    if (numbering_.uses(number) != 1) return false;
    if (number == noise) return true;
    if (name->parts().empty()) return false;
  }
}

Value Lowering::fold(const Node& node, int positions, const model::Fold& fold, Value sum) {
  const Value from = value(node, positions);
  if (fold.accumulation == model::Accumulation::scale && fold.amplitude == 1) return from;
  // If nothing else uses the values of a noise, its kernels fold them as they come, which saves a
  // pass over a buffer.
  auto* noise = std::get_if<model::NoiseStep>(&steps_.back());
  if (noise != nullptr && noise->to == from.number && !has_derivatives_ &&
      noise->fold.accumulation == model::Accumulation::none && is_used_once(node)) {
    noise->fold = fold;
    noise->sum = sum.number;
    is_folded_.resize(static_cast<std::size_t>(values_));
    is_folded_[static_cast<std::size_t>(noise->to)] = true;
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
std::string appended(std::string key, const Number&... numbers) {
  (key.append(reinterpret_cast<const char*>(&numbers), sizeof numbers), ...);
  return key;
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
  for (const model::AxisMap& map : maps)
    kind = appended(kind, map.kind, map.by, map.shift, map.frequency);
  return move(positions, kind,
              [&] { return model::MapStep{0, {maps[0], maps[1], maps[2], maps[3]}, 0}; });
}

int Lowering::transform(int positions, const std::array<std::array<double, 5>, 4>& matrix) {
  return move(positions, appended("transform", matrix), [&] {
    model::TransformStep step{};
    for (std::size_t a = 0; a < 4; ++a) std::ranges::copy(matrix[a], step.matrix[a]);
    return step;
  });
}

int Lowering::nearest_point(int positions, const Node& cells, const model::CellularNoise& noise) {
  return move(positions, appended("nearest point", numbering_.number_of(cells)),
              [&] { return model::NearestPointStep{0, &noise, 0}; });
}

int Lowering::warp(int positions, std::span<const NodePointer> by, double scale, bool is_far) {
  std::string kind = appended(is_far ? "far warp" : "warp", scale);
  for (const NodePointer& node : by) kind = appended(kind, numbering_.number_of(*node));
  return move(positions, kind, [&] {
    model::WarpStep step{0, {}, scale, is_far, 0};
    for (std::size_t axis = 0; axis < by.size(); ++axis) {
      const Term moved_by = term(*by[axis], positions);
      step.by[axis] = {moved_by.value.number, moved_by.constant};
    }
    return step;
  });
}

}  // namespace perlane::graph
