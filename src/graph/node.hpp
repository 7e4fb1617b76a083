#pragma once
// The nodes of the field graph. A node describes: the call of a factory that made it, with its
// parameters, and the properties of its values. It does not evaluate itself; it is lowered to steps
// of a program (graph/lowering.hpp) that an evaluator runs.

#include "graph/access.hpp"
#include "model/program.hpp"
#include "model/tile.hpp"

#include <any>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace perlane::graph {

class Lowering;
class Node;
struct Octave;
class Signature;
struct Frame;
using NodePointer = std::shared_ptr<const Node>;

// A member that has numbers for so many axes.
struct FewNumbers {
  const char* name = nullptr;
  int count = 4;
};

// Bounds in binary64, before they are rounded outwards to a Range.
struct Bounds {
  double min;
  double max;
  bool operator==(const Bounds&) const = default;
};

// Bounds of the magnitudes of derivatives along each axis, and of the length of the gradient, in
// one number of dimensions. They include rounding. They are Lipschitz constants where values do not
// jump.
struct DerivativeBounds {
  std::array<double, 4> along{};
  double length = 0;
  bool operator==(const DerivativeBounds&) const = default;
};

// Numbers of dimensions that a node can be evaluated in.
struct Dimensions {
  int least = 1;
  int most = 4;
  bool operator==(const Dimensions&) const = default;
};

// A place along an axis that does not matter.
inline constexpr double anywhere = std::numeric_limits<double>::infinity();

// The properties of a node. Every node works them out once, from those of its parts.
struct Properties {
  Dimensions dimensions;
  // No value, rounding included, lies outside. By dimensions - 1.
  std::array<Bounds, 4> bounds{};
  // By dimensions - 1; only if it has derivatives.
  std::array<DerivativeBounds, 4> derivative_bounds{};
  // The largest value times the highest frequency, roughly: every derivative, and every number that
  // it is computed from, stays below a hundred times this. By dimensions - 1.
  std::array<double, 4> derivative_scale{};
  // The highest frequency that a coordinate is multiplied by, and the most cells that are added
  // then.
  double highest_frequency = 0;
  double largest_shift = 0;
  // The highest frequency of cells of noise, in cells per unit of coordinate; 0 without noise.
  double cell_frequency = 0;
  // The highest frequency of noise and of ramps, with the octaves that have faded.
  double unfaded_frequency = 0;
  // The most cells that warps displace samples by, one within another. Maps add displacements up,
  // but count as if they did not.
  double largest_displacement = 0;
  // True if the node holds noise of a chunk. Such noise matches that of the neighbours at the
  // borders of the chunk, but not beyond them, so it may only be evaluated within the chunk.
  bool is_within_chunk = false;
  // The origin of that chunk; `anywhere` along an axis that the noise does not depend on.
  std::array<double, 4> chunk_origin{};
  // False if the node is made of derivatives, or a part of it is: then it has none of its own, but
  // by differences. Set by set_properties.
  bool has_derivatives = true;
  // About as many tile buffers as its evaluation takes at the same time: the part that takes most
  // is evaluated first.
  int buffers = 1;

  bool operator==(const Properties&) const = default;
};

// The call of a public function that made a node, so that the field can be written down.
struct Call {
  std::string_view function;  // by the name of its factory (graph/catalogue/factories.hpp)
  std::any arguments;  // all but the fields
  std::vector<NodePointer> fields;  // that it was given
};

struct StepNodes {
  const Node* added_by = nullptr;
  const Node* value_of = nullptr;  // the node whose value the step computes; null if only a part
};

// A program, and the nodes of its steps. If there are none, its one step is that of the root.
struct LoweredProgram : model::Program {
  std::vector<StepNodes> nodes;
  std::size_t count = 1;  // of steps, those of programs within it included
};

class Node {
 public:
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  virtual ~Node();

  const Properties& properties() const noexcept { return properties_; }
  Dimensions dimensions() const noexcept { return properties_.dimensions; }
  Bounds bounds(int dimensions) const noexcept { return properties_.bounds[index(dimensions)]; }
  const DerivativeBounds& derivative_bounds(int dimensions) const noexcept {
    return properties_.derivative_bounds[index(dimensions)];
  }
  double derivative_scale(int dimensions) const noexcept {
    return properties_.derivative_scale[index(dimensions)];
  }
  double highest_frequency() const noexcept { return properties_.highest_frequency; }
  double largest_shift() const noexcept { return properties_.largest_shift; }
  double cell_frequency() const noexcept { return properties_.cell_frequency; }
  double unfaded_frequency() const noexcept { return properties_.unfaded_frequency; }

  // The nodes that it is evaluated from.
  std::span<const NodePointer> parts() const noexcept {
    return parts_ == nullptr ? std::span<const NodePointer>() : parts_->nodes;
  }
  const Node& part(std::size_t i) const noexcept { return *parts_->nodes[i]; }

  // Null for a constant, which needs none, and for nodes that no user holds, such as octaves.
  const Call* call() const noexcept {
    return parts_ == nullptr || !parts_->call.has_value() ? nullptr : &*parts_->call;
  }
  // To be called before others see the node. The last call counts: a public function may call
  // another.
  void set_call(Call call) const;

  // The value of a constant, row_alignment times; null for all other nodes.
  virtual const float* constant() const noexcept { return nullptr; }

  // The noise that it is; none for everything else.
  virtual std::optional<model::NoisePointer> noise() const noexcept { return {}; }

  // The node that has its value: itself, unless it is another name for one of its parts.
  virtual const Node& simplified() const noexcept { return *this; }

  // Appends the kind and the parameters of the node, without its parts: those of equal nodes are
  // equal.
  virtual void append_signature(Signature&) const = 0;

  // Adds the steps that compute its value. The lowering calls this with Frame::phase 0, 1, 2 and so
  // on, until it returns true and has set Frame::value; the values that a call needs are there at
  // the next. (One call for all would compute the values of all octaves before the first is added.)
  virtual bool lower(Lowering&, Frame&) const = 0;

  // The nodes that it counts as where nodes are limited: those with tables take more memory.
  virtual std::size_t weight() const noexcept { return 1; }

  // This node, made of other parts, as an octave of a fractal. Throws std::invalid_argument if that
  // would break a period.
  virtual NodePointer as_octave(const Octave&, std::vector<NodePointer> parts) const = 0;

  // A noise that multiplies its draws by an amplitude, in place of this one; null for nodes that
  // cannot. Its values are those of the noise times the amplitude but for rounding.
  virtual NodePointer with_amplitude(float) const { return nullptr; }

  // The member that limits it to fewer dimensions than 4 by having fewer numbers.
  virtual FewNumbers few_numbers() const noexcept { return {}; }

  // Returns true if its value is that of its first part, perhaps at other coordinates.
  virtual bool has_value_of_first_part() const noexcept { return false; }

  // The steps that evaluate this node in so many dimensions, which it has. They are worked out
  // once, when they are first asked for.
  const LoweredProgram& program(int dimensions, bool with_derivatives) const {
    const std::size_t number = 2 * index(dimensions) + (with_derivatives ? 1 : 0);
    const LoweredProgram* cached = programs_[number].load(std::memory_order_acquire);
    return cached != nullptr ? *cached : lower_once(dimensions, with_derivatives);
  }

  // A list of results for this node together with others (graph/field_groups.cpp).
  struct Cached {
    virtual ~Cached() = default;
    mutable std::atomic<const Cached*> next = nullptr;
  };
  std::atomic<const Cached*>& cached() const noexcept { return cached_; }

  // One point, by the scalar reference. Derivatives by axis, unless null.
  float sample(const model::Point&, float* derivative) const;

 protected:
  explicit Node(std::vector<NodePointer> parts = {});

  // To be called by the constructor of every node. Its derivatives are made from those of its
  // parts, or from values alone.
  enum class Derivatives { of_parts, of_values };
  void set_properties(const Properties& properties,
                      Derivatives derivatives = Derivatives::of_parts) noexcept;

 private:
  struct Parts {
    std::vector<NodePointer> nodes;
    std::optional<Call> call;
    std::unique_ptr<Parts> next;  // while they wait to be released
  };

  const LoweredProgram& lower_once(int dimensions, bool with_derivatives) const;

  static std::size_t index(int dimensions) noexcept {
    return static_cast<std::size_t>(dimensions - 1);
  }

  Properties properties_;
  mutable std::unique_ptr<Parts> parts_;  // and the call, whose fields are released likewise
  mutable std::array<std::atomic<const LoweredProgram*>, 8> programs_{};
  mutable std::atomic<const Cached*> cached_ = nullptr;
};

// Calls `visit` for a node and all that it is made of, once for each, until it returns false.
void visit_nodes(const Node& root, const std::function<bool(const Node&)>& visit);

// Makes octaves beyond the first from the source of a fractal: lattices draw another seed, all
// frequencies are multiplied by `factor`, and lattices are moved by a part of a cell unless the
// octaves are aligned.
struct Octave {
  std::uint64_t index;  // above 0
  double factor;
  bool is_aligned;
  const char* type = "Fractal";  // of the parameters, for messages
};

// The node as an octave of a fractal, and all that it is made of likewise. Shared nodes stay
// shared, and so do constants, which are the same in every octave.
NodePointer octave_of(const NodePointer& node, const Octave&);

// The node, with the noise that it takes its value from multiplied by an amplitude as it is drawn;
// null if it takes its value from anything else.
NodePointer with_amplitude(const NodePointer& node, float amplitude);

// The most nodes that octaves may make of a source, and that a text may stand for. They take about
// 150 MB. Constants do not count.
inline constexpr std::size_t most_nodes = std::size_t{1} << 17;

// The weight of the nodes that a node is evaluated from, and its own, without constants; more than
// `most` if it is more.
std::size_t count_nodes(const Node& root, std::size_t most = most_nodes);

// Adds the weights of the nodes of several graphs, each node once.
class NodeCount {
 public:
  // Adds a node and all that it is made of. Stops beyond `most`.
  void add(const Node& root, std::size_t most = most_nodes);
  std::size_t value() const noexcept { return value_; }

 private:
  std::unordered_set<const Node*> counted_;
  std::size_t value_ = 0;
};

// Dimensions that all nodes have in common; there may be none.
Dimensions common_dimensions(std::span<const NodePointer> nodes) noexcept;

// Tile buffers for the evaluation of all these, the one that takes most first, keeping the values
// of all; constants take none.
int buffers_of(std::span<const NodePointer> nodes) noexcept;

}  // namespace perlane::graph
