#pragma once
// From a graph of nodes to a program of steps. Equal nodes at equal positions become one value.

#include "graph/node.hpp"
#include "graph/number_table.hpp"
#include "graph/signature.hpp"

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace perlane::graph {

LoweredProgram lowered(const Node& node, int dimensions, bool with_derivatives);

// Several nodes, whose values are the results of one program. Throws std::invalid_argument if that
// takes more steps than a program may have.
LoweredProgram lowered(std::span<const Node* const> nodes, int dimensions);

// The nodes whose programs would have values or positions in common, by index: each node is in one
// of the groups. Throws as `lowered` does.
std::vector<std::vector<std::size_t>> group_by_common_steps(std::span<const Node* const> nodes,
                                                            int dimensions);

// Throws std::invalid_argument if `lowered` rejects a node, which has more steps than a program may
// have. That takes a fraction of the memory of the program.
void check_steps(const Node& node, int dimensions, bool with_derivatives);

// The result of a step. Values are numbered, and each is computed once. The numbers become buffers
// when all steps are known.
struct Value {
  int number = model::no_buffer;
};

// A node that is being lowered, and how far that has come.
struct Frame {
  const Node* node;
  int positions;
  bool has_derivatives;
  int phase = 0;
  Value value{};
  std::array<Value, model::octaves_at_once + 1> parts{};  // values that `value` is made from
};

// An operand: a value, or the same number everywhere (Node::constant).
struct Term {
  Value value{};
  const float* constant = nullptr;
};

class Lowering {
 public:
  enum class Purpose { program, count };  // `count` does not store the steps
  // The roots must outlive this.
  Lowering(std::span<const Node* const> roots, int dimensions, bool with_derivatives, Purpose);

  int dimensions() const noexcept { return dimensions_; }
  // True if the node that is being lowered must have derivatives. Its parts then have theirs.
  bool has_derivatives() const noexcept { return has_derivatives_; }

  // `need` asks for the value of a node; `value` returns it, in the node's next phase.
  void need(const Node& node, int positions) { need(node, positions, has_derivatives_); }
  Value value(const Node&, int positions) const;
  // `need_term` asks for an operand, for which a constant needs no step; `term` returns it.
  void need_term(const Node& node, int positions) {
    if (node.constant() == nullptr) need(node, positions);
  }
  Term term(const Node& node, int positions) const;
  // Asks for the value of a node with its derivatives; returns the value, or adds a step that makes
  // a derivative a value.
  void need_derivatives(const Node& node, int positions) { need(node, positions, true); }
  Value value_with_derivatives(const Node&, int positions) const;
  Value derivative(const Node&, int positions, int axis, float scale);
  // Asks for the value of a node without derivatives, for a node that makes its own; returns it.
  void need_without_derivatives(const Node& node, int positions) { need(node, positions, false); }
  Value value_without_derivatives(const Node&, int positions) const;

  // Add a step.
  Value noise(model::NoisePointer, int positions);
  Value operate(model::Operation, std::initializer_list<Term>);
  Value curve(Value, const model::Curve&);
  Value erode(const Node& height, int positions, const model::Erosion&);
  // The positions ahead and behind by axis, in pairs.
  Value differences(const Node&, int positions, std::span<const int> around, float width);
  Value scale_derivatives(Value, const std::array<float, 4>& factor);
  // The value of a node of one dimension less, the same everywhere along an axis.
  Value extrude(const Node&, int positions, int axis);
  // Folds the value of `node` into the sum; for the first octave, `sum` is none.
  Value fold(const Node& node, int positions, const model::Fold&, Value sum);
  Value fold(Value, const model::Fold&, Value sum);
  // Joins octaves to the value and the weight of the octaves before them, if there are any.
  // Makes another weight only if it is needed.
  struct JoinedValue {
    Value value, weight;
  };
  JoinedValue join(const model::Octaves&, std::span<const Value> octaves, JoinedValue before,
                   bool needs_weight);

  // Adds the chain rule for a value at positions that depend on others: the derivatives of those
  // positions are `matrix`, plus those of `by` times scale.
  Value chain(Value, const std::array<std::array<float, 4>, 4>& matrix,
              const std::array<Term, 4>& by, double scale);

  // Positions, mapped. Position 0 is that of the tile.
  int map(int positions, const std::array<model::AxisMap, 4>& maps);
  // Positions after an affine map.
  int transform(int positions, const std::array<std::array<double, 5>, 4>& matrix);
  // Positions, moved to the nearest points of cellular noise.
  int nearest_point(int positions, const Node& cells, const model::CellularNoise& noise);
  // Positions, displaced along each axis by the value of its node there, if it has one.
  int warp(int positions, std::span<const NodePointer> by, double scale, bool is_far);

 private:
  friend LoweredProgram lowered(const Node&, int, bool);
  friend LoweredProgram lowered(std::span<const Node* const>, int);
  friend std::vector<std::vector<std::size_t>> group_by_common_steps(std::span<const Node* const>,
                                                                     int);
  friend void check_steps(const Node&, int, bool);

  void run();
  // Lowers all that a root needs.
  void run(const Node& root);
  void need(const Node&, int positions, bool has_derivatives);
  // Returns true if nodes ask for the value of the last step by one name alone, which is `node`,
  // and one node asks for that. Maps and warps have the value of their field by another name.
  bool is_used_once(const Node& node) const;
  // Throws std::invalid_argument if there would be too many steps.
  void count_steps(std::size_t more);
  LoweredProgram finish();
  // The number of the value of a root, once all steps are known.
  int value_of_root(const Node& root) const { return find_value(key(root, 0, with_derivatives_)); }
  std::vector<std::vector<std::size_t>> group_roots();

  void keep(const model::Step& step) {
    count_steps(1);
    if (purpose_ == Purpose::count) {  // all but the last one, which may be changed
      steps_.clear();
      added_by_.clear();
    }
    steps_.push_back(step);
    added_by_.push_back(node_);
  }
  template <class Step>
  Value add(const Step& step) {
    keep(step);
    return {step.to};
  }
  std::uint64_t key(const Node& node, int positions, bool has_derivatives) const {
    return static_cast<std::uint64_t>(numbering_.number_of(node)) << 32 |
           static_cast<std::uint64_t>(positions) << 1 | (has_derivatives ? 1u : 0u);
  }

  // The number of the value of a key; NumberTable::none if it has not been computed, or only as a
  // part of a sum. A node that asks for it, as nodes with derivatives do for values without, then
  // has it computed again.
  int find_value(std::uint64_t key) const;

  // The positions that a step makes of `positions`. It is only added if it was not before; `kind`
  // says what it does to any positions.
  template <class MakeStep>
  int move(int positions, const std::string& kind, const MakeStep& make_step);

  std::span<const Node* const> roots_;
  int dimensions_;
  Purpose purpose_;
  bool with_derivatives_;
  bool has_derivatives_;  // of the node that is being lowered
  bool has_planes_;
  ValueNumbering numbering_;
  std::vector<Frame> open_;
  NumberTable value_of_;  // by key
  std::vector<bool> is_folded_;  // by value: only its sum is kept; values beyond the end are kept
  std::unordered_map<std::string, int> moves_;  // by kind
  NumberTable moved_;  // positions, by those that they are made of and the move
  std::vector<model::Step> steps_;
  std::vector<const Node*> added_by_;  // by step
  const Node* node_ = nullptr;  // that is being lowered
  std::vector<const Node*> node_of_value_;  // null for a part of a value
  std::size_t count_ = 0;  // of steps
  int values_ = 0;
  int positions_ = 1;
};

}  // namespace perlane::graph
