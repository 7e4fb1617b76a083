#include "field/signature.hpp"

#include "field/gradients.hpp"
#include "field/lattice.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

namespace perlane::field {
namespace {

// Bit by bit: 0 and -0 are drawn as they are.
bool same(std::span<const float> a, std::span<const float> b) noexcept {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

bool same(const ShuffledTable& a, const ShuffledTable& b) noexcept {
  return a.kind == b.kind && a.size == b.size;
}
bool same(const FixedTable& a, const FixedTable& b) noexcept {
  const auto x = a.table->entries(), y = b.table->entries();
  return a.kind == b.kind && a.look_ups == b.look_ups &&
         std::equal(x.begin(), x.end(), y.begin(), y.end());
}
bool same(const ExplicitLattice& a, const ExplicitLattice& b) noexcept {
  bool is_same = a.dimensions == b.dimensions && a.extent == b.extent && same(a.value, b.value);
  for (int axis = 0; axis < 4; ++axis) {
    is_same = is_same && same(a.component[axis], b.component[axis]);
  }
  return is_same;
}

bool same(const model::GradientSet* a, const model::GradientSet* b) noexcept {
  if (a == b) return true;
  if (a == nullptr || b == nullptr || a->count != b->count) return false;
  bool is_same = true;
  for (int axis = 0; axis < 4; ++axis) {
    is_same = is_same && same({a->component[axis], a->count}, {b->component[axis], b->count});
  }
  return is_same;
}

// The number of `given` among those that differ, which it joins if it differs from all of them.
template <class Given>
int number_of(std::vector<const Given*>& different, const Given* given) {
  if (given == nullptr) return -1;
  int number = 0;
  for (const Given* other : different) {
    if (other == given || *other == *given) return number;
    ++number;
  }
  different.push_back(given);
  return number;
}

}  // namespace

bool operator==(const GivenLattice& a, const GivenLattice& b) noexcept {
  return std::visit(
      []<class A, class B>(const A& x, const B& y) {
        if constexpr (std::is_same_v<A, B>) return same(x, y);
        return false;
      },
      a.is, b.is);
}

bool operator==(const GivenGradients& a, const GivenGradients& b) noexcept {
  bool is_same = a.dimensions == b.dimensions;
  for (int i = 0; i < 4; ++i) is_same = is_same && same(a.set[i], b.set[i]);
  return is_same;
}

void Signature::add(const Lattice& lattice) {
  add(number_of(classes_.lattices_, lattice.given().get()));
}
void Signature::add(const Gradients& gradients) {
  add(number_of(classes_.gradients_, gradients.given().get()));
}

Classes::Classes(const Node& root) {
  // Parts first; a stack of our own, for graphs may be deeper than that of the thread.
  std::vector<const Node*> open{&root};
  while (!open.empty()) {
    const Node* node = open.back();
    if (number_.contains(node)) {
      open.pop_back();
      continue;
    }
    const std::size_t before = open.size();
    for (const NodePointer& part : node->parts()) {
      if (!number_.contains(part.get())) open.push_back(part.get());
    }
    if (open.size() != before) continue;
    open.pop_back();
    add(*node);
  }
}

void Classes::add(const Node& node) {
  Signature signature(*this);
  node.sign(signature);
  for (const NodePointer& part : node.parts()) signature.add(number_.at(part.get()));
  const auto [place, is_new] =
      known_.try_emplace(std::move(signature.bytes_), static_cast<int>(known_.size()));
  number_.emplace(&node, place->second);
  if (!is_new) return;
  uses_.push_back(0);
  for (const NodePointer& part : node.parts()) {
    ++uses_[static_cast<std::size_t>(number_.at(part.get()))];
  }
}

}  // namespace perlane::field
