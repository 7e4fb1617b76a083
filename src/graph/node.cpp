#include "graph/node.hpp"

#include "base/error.hpp"
#include "graph/lowering.hpp"
#include "graph/properties.hpp"
#include "reference/program.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace perlane::graph {

Node::Node(std::vector<NodePointer> parts) {
  if (!parts.empty()) parts_ = std::make_unique<Parts>(Parts{std::move(parts), {}, nullptr});
}

void Node::set_call(Call call) const {
  if (parts_ == nullptr) parts_ = std::make_unique<Parts>();
  parts_->call = std::move(call);
}

void Node::set_properties(const Properties& properties, Derivatives derivatives) noexcept {
  properties_ = properties;
  // Infinity times 0, and infinity minus infinity, are no bounds.
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto replace = [](double& number, double limit) {
    if (std::isnan(number)) number = limit;
  };
  for (auto& [low, high] : properties_.bounds) {
    replace(low, -infinity);
    replace(high, infinity);
  }
  for (double& scale : properties_.derivative_scale) replace(scale, infinity);
  for (auto& [along, length] : properties_.derivative_bounds) {
    for (double& of_axis : along) replace(of_axis, infinity);
    replace(length, infinity);
  }
  if (derivatives == Derivatives::of_values) return;
  for (const NodePointer& part : parts()) {
    properties_.has_derivatives = properties_.has_derivatives && part->properties().has_derivatives;
    // A derivative that is multiplied by 0 must be a float, too.
    for (std::size_t i = 0; i < 4; ++i) {
      properties_.derivative_scale[i] =
          std::max(properties_.derivative_scale[i], part->properties().derivative_scale[i]);
    }
  }
}

// Releasing the parts from within the destructor would take a piece of the stack for every level of
// nodes within nodes. Instead, the outermost destructor releases the parts of all others, and
// the list of those that wait takes no memory that could run out.
Node::~Node() {
  for (const auto& program : programs_) delete program.load(std::memory_order_acquire);
  for (const Cached* cached = cached_.load(std::memory_order_acquire); cached != nullptr;)
    delete std::exchange(cached, cached->next.load(std::memory_order_acquire));
  if (parts_ == nullptr) return;
  thread_local Parts* waiting = nullptr;
  thread_local bool is_releasing = false;
  parts_->next.reset(std::exchange(waiting, nullptr));
  waiting = parts_.release();
  if (is_releasing) return;
  is_releasing = true;
  while (waiting != nullptr) {
    const std::unique_ptr<Parts> first(std::exchange(waiting, nullptr));
    waiting = first->next.release();
    first->nodes.clear();
    first->call.reset();
  }
  is_releasing = false;
}

const LoweredProgram& Node::lower_once(int dimensions, bool with_derivatives) const {
  std::atomic<const LoweredProgram*>& cached =
      programs_[2 * index(dimensions) + (with_derivatives ? 1 : 0)];
  const LoweredProgram* program = nullptr;
  auto made = std::make_unique<const LoweredProgram>(lowered(*this, dimensions, with_derivatives));
  // Another thread may have been faster; then its program is taken.
  if (cached.compare_exchange_strong(program, made.get(), std::memory_order_acq_rel)) {
    return *made.release();
  }
  return *program;
}

float Node::sample(const model::Point& point, float* derivative) const {
  return reference::run(program(point.dimensions, derivative != nullptr), point, derivative);
}

void visit_nodes(const Node& root, const std::function<bool(const Node&)>& visit) {
  std::unordered_set<const Node*> known{&root};
  std::vector<const Node*> open{&root};
  while (!open.empty()) {
    const Node& node = *open.back();
    open.pop_back();
    if (!visit(node)) return;
    for (const NodePointer& part : node.parts()) {
      if (known.insert(part.get()).second) open.push_back(part.get());
    }
  }
}

// Noise that has faded in a field may not have faded in its octave, whose values go farther.
static void reject_infinite(const Node& octave) {
  for_each_dimension(octave.dimensions(), [&](int dimensions, std::size_t) {
    const auto [low, high] = octave.bounds(dimensions);
    if (are_floats({low, high})) return;
    base::throw_invalid("source: values of a part of it are from ", low, " to ", high,
                        " in an octave, beyond a float; keep them smaller");
  });
}

NodePointer octave_of(const NodePointer& node, const Octave& octave) {
  if (node->parts().empty()) return node->as_octave(octave, {});  // as most sources do
  std::unordered_map<const Node*, NodePointer> made;
  std::vector<NodePointer> open{node};
  while (!open.empty()) {
    const NodePointer current = open.back();
    if (made.contains(current.get())) {
      open.pop_back();
      continue;
    }
    const std::size_t before = open.size();
    for (const NodePointer& part : current->parts()) {
      if (!made.contains(part.get())) open.push_back(part);
    }
    if (open.size() != before) continue;
    open.pop_back();
    std::vector<NodePointer> parts;
    for (const NodePointer& part : current->parts()) parts.push_back(made.at(part.get()));
    const bool is_changed = current->constant() == nullptr;
    const NodePointer of_octave =
        is_changed ? current->as_octave(octave, std::move(parts)) : current;
    if (is_changed) reject_infinite(*of_octave);
    made.emplace(current.get(), of_octave);
  }
  return made.at(node.get());
}

NodePointer with_amplitude(const NodePointer& node, float amplitude) {
  std::vector<NodePointer> maps;
  NodePointer drawn = node;
  for (; drawn->has_value_of_first_part(); drawn = drawn->parts().front()) maps.push_back(drawn);
  drawn = drawn->with_amplitude(amplitude);
  if (drawn == nullptr) return nullptr;
  for (; !maps.empty(); maps.pop_back()) {
    const auto parts = maps.back()->parts();
    std::vector<NodePointer> others(parts.begin(), parts.end());
    others.front() = std::move(drawn);
    drawn = maps.back()->as_octave({0, 1.0, true}, std::move(others));  // the same, elsewhere
  }
  return drawn;
}

std::size_t count_nodes(const Node& root, std::size_t most) {
  std::size_t count = 0;
  visit_nodes(root, [&](const Node& node) {
    if (&node == &root || node.constant() == nullptr) count += node.weight();
    return count <= most;
  });
  return count;
}

void NodeCount::add(const Node& root, std::size_t most) {
  std::vector<const Node*> open;
  const auto visit = [&](const Node& node) {
    if (node.constant() != nullptr || !counted_.insert(&node).second) return;
    value_ += node.weight();
    open.push_back(&node);
  };
  visit(root);
  while (!open.empty() && value_ <= most) {
    const Node& node = *open.back();
    open.pop_back();
    for (const NodePointer& part : node.parts()) visit(*part);
  }
}

Dimensions common_dimensions(std::span<const NodePointer> nodes) noexcept {
  Dimensions common;
  for (const NodePointer& node : nodes) {
    const auto [least, most] = node->dimensions();
    common = {std::max(common.least, least), std::min(common.most, most)};
  }
  return common;
}

int buffers_of(std::span<const NodePointer> nodes) noexcept {
  int most = 1;
  for (const NodePointer& node : nodes) {
    if (node->constant() != nullptr) continue;
    // When this part is evaluated, buffers already hold the values of the parts that take more.
    int held = 0;
    for (const NodePointer& other : nodes) {
      const bool is_before =
          other->properties().buffers > node->properties().buffers ||
          (other->properties().buffers == node->properties().buffers && &other < &node);
      held += other->constant() == nullptr && is_before ? 1 : 0;
    }
    most = std::max(most, node->properties().buffers + held);
  }
  return most;
}

}  // namespace perlane::graph
