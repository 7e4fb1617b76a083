#include "graph/catalogue/rebuild.hpp"

#include "base/error.hpp"
#include "base/float_environment.hpp"
#include "graph/call.hpp"

#include <algorithm>
#include <any>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace perlane::graph {
namespace {

// A node, and the width in units of its coordinates.
using NodeAtWidth = std::pair<NodePointer, double>;

// The width in units of the coordinates that a call evaluates its fields at.
double width_within(const Call& call, double width) {
  if (width == 0) return 0;
  const Factory& factory = *factory_of(call.function);
  const double stretch = factory.stretch == nullptr ? 1 : factory.stretch(call);
  return std::min(width * stretch, std::numeric_limits<double>::max());
}

class Rebuilder {
 public:
  explicit Rebuilder(const ChangeCall& change) : change_(change) {}

  Field run(const NodeAtWidth& root) {
    // The stack is our own, for graphs may be deeper than that of the thread.
    std::vector<NodeAtWidth> open{root};
    while (!open.empty()) {
      const NodeAtWidth next = open.back();
      const std::size_t before = open.size();
      if (const Call* call = next.first->call(); call != nullptr && !made_.contains(next)) {
        const double width = width_within(*call, next.second);
        for (const NodePointer& part : call->fields) {
          if (!made_.contains({part, width})) open.emplace_back(part, width);
        }
      }
      if (open.size() != before) continue;
      open.pop_back();
      if (made_.contains(next)) continue;
      const Field& made = made_.emplace(next, called_again(next)).first->second;
      count(*next.first, node_of(made));
    }
    return made_.at(root);
  }

 private:
  // Fields of fields that are magnified in different ways are made once for each width, so few
  // calls may stand for more than there is memory for.
  void count(const Node& given, const Node& made) {
    constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
    given_nodes_.add(given, all);
    nodes_.add(made, all);
    if (std::max(nodes_.value(), made_.size()) <= most_nodes + given_nodes_.value()) return;
    base::throw_invalid(
        "with_footprint: the field has so many parts that maps magnify in different ways that it "
        "would be made of more than ",
        most_nodes, " nodes; use fewer maps, or Fractal::footprint");
  }

  // Makes a call again, of parts that are made already. The node itself stays if nothing changes.
  Field called_again(const NodeAtWidth& wanted) const {
    const auto& [node, width] = wanted;
    const Call* const call = node->call();
    if (call == nullptr) return field_of(node);  // a constant
    const Factory& factory = *factory_of(call->function);
    std::any arguments = call->arguments;
    bool is_other = change_(factory, factory.address(arguments), width);
    std::vector<Field> fields;
    for (const NodePointer& field : call->fields) {
      fields.push_back(made_.at({field, width_within(*call, width)}));
      is_other = is_other || pointer_of(fields.back()) != field;
    }
    return is_other ? factory.make(arguments, fields) : field_of(node);
  }

  const ChangeCall& change_;
  std::map<NodeAtWidth, Field> made_;
  NodeCount given_nodes_, nodes_;
};

}  // namespace

Field rebuild(const Field& field, double width, const ChangeCall& change) {
  const base::FloatEnvironment environment;
  return Rebuilder(change).run({pointer_of(field), width});
}

}  // namespace perlane::graph
