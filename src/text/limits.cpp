#include "text/limits.hpp"

#include "graph/lowering.hpp"

namespace perlane::text {

void check_steps(const graph::Node& root) {
  graph::check_steps(root, root.dimensions().most, false);
}

}  // namespace perlane::text
