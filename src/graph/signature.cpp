#include "graph/signature.hpp"

#include "graph/content_hash.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace perlane::graph {

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
