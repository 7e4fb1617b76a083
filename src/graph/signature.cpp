#include "graph/signature.hpp"

#include "base/fnv.hpp"
#include "graph/noise/gradients.hpp"
#include "graph/noise/lattice.hpp"

#include <algorithm>
#include <cstring>
#include <span>

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

// A hash of bytes: FNV-1a, eight bytes at a time.
class ContentHash {
 public:
  void add(const void* data, std::size_t size) noexcept {
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; i += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes + i, std::min(sizeof word, size - i));
      value_ = base::fnv(value_, word);
      value_ ^= value_ >> 32;
    }
  }
  template <class T>
  void add(std::span<const T> values) noexcept {
    add(values.data(), values.size_bytes());
  }
  std::size_t value() const noexcept { return static_cast<std::size_t>(value_); }

 private:
  std::uint64_t value_ = base::fnv_of_nothing;
};

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

Signature::Signature(ValueNumbering& classes) : numbering_(classes), bytes_(classes.signatures_) {}

ValueNumbering::ValueNumbering(std::span<const Node* const> roots) {
  // Parts come first. The stack is our own, for graphs may be deeper than that of the thread.
  std::vector<const Node*> open(roots.begin(), roots.end());
  while (!open.empty()) {
    const Node* node = open.back();
    if (number_of(*node) != NumberTable::none) {
      open.pop_back();
      continue;
    }
    const std::size_t before = open.size();
    for (const NodePointer& part : node->parts()) {
      if (number_of(*part) == NumberTable::none) open.push_back(part.get());
    }
    if (open.size() != before) continue;
    open.pop_back();
    add(*node);
  }
  for (const Node* root : roots) ++uses_[static_cast<std::size_t>(number_of(*root))];
}

void ValueNumbering::add(const Node& node) {
  if (const Node& same = node.simplified(); &same != &node) {
    class_of_.add(key(node), number_of(same));
    return;
  }
  const std::size_t begin = signatures_.size();
  Signature signature(*this);
  node.append_signature(signature);
  for (const NodePointer& part : node.parts()) signature.add(number_of(*part));
  const int classes = count();
  const int number = number_of_signature_from(begin);
  class_of_.add(key(node), number);
  if (number != classes) return;
  for (const NodePointer& part : node.parts()) ++uses_[static_cast<std::size_t>(number_of(*part))];
}

// The number of the class whose signature is the last one written. A class that is not there yet is
// added; otherwise the signature is taken away again.
int ValueNumbering::number_of_signature_from(std::size_t begin) {
  const std::string_view written = std::string_view(signatures_).substr(begin);
  ContentHash hash;
  hash.add(written.data(), written.size());
  const int known =
      by_signature_.find(hash.value(), [&](int other) { return signature(other) == written; });
  if (known != NumberTable::none) {
    signatures_.resize(begin);
    return known;
  }
  const int number = count();
  by_signature_.add(hash.value(), number);
  end_.push_back(signatures_.size());
  uses_.push_back(0);
  return number;
}

std::string_view ValueNumbering::signature(int number) const {
  const auto at = static_cast<std::size_t>(number);
  const std::size_t begin = number == 0 ? 0 : end_[at - 1];
  return std::string_view(signatures_).substr(begin, end_[at] - begin);
}

bool are_equal(const Node& a, const Node& b) {
  if (&a == &b) return true;
  if (a.properties() != b.properties()) return false;  // as of most; that is found soon
  const Node* const both[] = {&a, &b};
  const ValueNumbering numbering(both);
  return numbering.number_of(a) == numbering.number_of(b);
}

}  // namespace perlane::graph
