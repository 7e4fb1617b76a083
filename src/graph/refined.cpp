#include "graph/refined.hpp"

#include "graph/lowering.hpp"

#include <memory>
#include <utility>

namespace perlane::graph {
namespace {

class RefinedNode final : public Node {
 public:
  RefinedNode(std::vector<NodePointer> parts, Refine refine, double factor)
      : Node(std::move(parts)), refine_(std::move(refine)), factor_(factor) {
    Properties properties = part(0).properties();
    refine_(properties, this->parts(), factor);
    set_properties(properties);
  }

  const Node& simplified() const noexcept override { return part(0); }

  void sign(Signature& to) const override { to.add("refined"); }

  bool lower(Lowering& lowering, Frame& frame) const override {
    if (frame.phase == 0) {
      lowering.need(part(0), frame.positions);
      return false;
    }
    frame.value = lowering.value(part(0), frame.positions);
    return true;
  }

  bool is_place_of_first() const noexcept override { return parts().size() == 1; }

  NodePointer as_octave(const Octave& octave, std::vector<NodePointer> parts) const override {
    return std::make_shared<const RefinedNode>(std::move(parts), refine_, factor_ * octave.factor);
  }

 private:
  Refine refine_;
  double factor_;
};

}  // namespace

Field refined(std::vector<NodePointer> parts, Refine refine) {
  return graph::field_of(
      std::make_shared<const RefinedNode>(std::move(parts), std::move(refine), 1.0));
}

}  // namespace perlane::graph
