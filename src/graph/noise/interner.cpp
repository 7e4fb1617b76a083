// Numbers the lattices and gradients that callers have given, by their contents.

#include "graph/content_hash.hpp"
#include "graph/noise/gradients.hpp"
#include "graph/noise/lattice.hpp"
#include "graph/signature.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <type_traits>
#include <variant>

namespace perlane::graph {
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

std::size_t hash_of(const CustomLattice& given) noexcept {
  ContentHash hash;
  std::visit(
      [&]<class T>(const T& lattice) {
        if constexpr (std::is_same_v<T, ShuffledTable>) {
          hash.add(&lattice.size, sizeof lattice.size);
        } else if constexpr (std::is_same_v<T, FixedTable>) {
          hash.add(lattice.table->entries());
        } else {
          hash.add(std::span<const float>(lattice.value));
          for (const auto& component : lattice.component) {
            hash.add(std::span<const float>(component));
          }
        }
      },
      given.is);
  return hash.value();
}

std::size_t hash_of(const CustomGradients& given) noexcept {
  ContentHash hash;
  for (const model::GradientSet* set : given.set) {
    if (set != nullptr) hash.add(std::span<const float>(set->component[0], set->count));
  }
  return hash.value();
}

}  // namespace

// The number of `given` among those that differ, which it joins if it differs from all of them.
template <class Given>
int Interner<Given>::number_of(const Given* given) {
  if (given == nullptr) return -1;
  const auto next = static_cast<int>(numbers_.size());
  if (const auto old = numbers_.find(given); old != numbers_.end()) return old->second;
  const std::size_t hash = hash_of(*given);
  const auto [begin, end] = by_content_.equal_range(hash);
  for (auto other = begin; other != end; ++other) {
    if (*other->second == *given) return numbers_[given] = numbers_.at(other->second);
  }
  by_content_.emplace(hash, given);
  return numbers_[given] = next;
}

bool operator==(const CustomLattice& a, const CustomLattice& b) noexcept {
  return std::visit(
      []<class A, class B>(const A& x, const B& y) {
        if constexpr (std::is_same_v<A, B>) return same(x, y);
        return false;
      },
      a.is, b.is);
}

bool operator==(const CustomGradients& a, const CustomGradients& b) noexcept {
  bool is_same = a.dimensions == b.dimensions;
  for (int i = 0; i < 4; ++i) is_same = is_same && same(a.set[i], b.set[i]);
  return is_same;
}

void Signature::append(const Lattice& lattice) {
  append(numbering_.lattices_.number_of(graph::custom_of(lattice).get()));
}
void Signature::append(const Gradients& gradients) {
  append(numbering_.gradients_.number_of(graph::custom_of(gradients).get()));
}

}  // namespace perlane::graph
