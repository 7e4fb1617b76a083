#include "text/limits.hpp"

#include "field/lowering.hpp"

#include <unordered_set>
#include <vector>

namespace perlane::text {

std::size_t count_nodes(const field::Node& root, std::size_t most) {
  std::unordered_set<const field::Node*> seen{&root};
  std::vector<const field::Node*> open{&root};
  while (!open.empty() && seen.size() <= most) {
    const field::Node* node = open.back();
    open.pop_back();
    for (const field::NodePointer& part : node->parts()) {
      if (seen.insert(part.get()).second) open.push_back(part.get());
    }
  }
  return seen.size();
}

void check_steps(const field::Node& root) {
  field::check_steps(root, root.dimensions().most, false);
}

}  // namespace perlane::text
