#include "graph/with_properties.hpp"

#include "graph/lowering.hpp"

#include <memory>
#include <utility>

namespace perlane::graph {
namespace {

class PropertiesNode final : public Node {
 public:
  PropertiesNode(std::vector<NodePointer> parts, ChangeProperties change, double factor)
      : Node(std::move(parts)), change_(std::move(change)), factor_(factor) {
    Properties properties = part(0).properties();
    change_(properties, this->parts(), factor);
    set_properties(properties, Derivatives::of_values);  // of the first part, or what is known
  }

  const Node& simplified() const noexcept override { return part(0); }

  void append_signature(Signature& to) const override { to.add("properties"); }

  bool lower(Lowering& lowering, Frame& frame) const override {
    if (frame.phase == 0) {
      lowering.need(part(0), frame.positions);
      return false;
    }
    frame.value = lowering.value(part(0), frame.positions);
    return true;
  }

  bool has_value_of_first_part() const noexcept override { return parts().size() == 1; }

  NodePointer as_octave(const Octave& octave, std::vector<NodePointer> parts) const override {
    return std::make_shared<const PropertiesNode>(std::move(parts), change_,
                                                  factor_ * octave.factor);
  }

 private:
  ChangeProperties change_;
  double factor_;
};

}  // namespace

Field with_properties(std::vector<NodePointer> parts, ChangeProperties change) {
  return graph::field_of(
      std::make_shared<const PropertiesNode>(std::move(parts), std::move(change), 1.0));
}

}  // namespace perlane::graph
