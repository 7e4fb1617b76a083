#include "text/limits.hpp"

#include "field/lowering.hpp"

namespace perlane::text {

void check_steps(const field::Node& root) {
  field::check_steps(root, root.dimensions().most, false);
}

}  // namespace perlane::text
