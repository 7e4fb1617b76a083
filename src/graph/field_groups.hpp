#pragma once
// Fields in groups with a program each, which computes common values once.

#include "graph/node.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace perlane::graph {

// Fields that have something in common, by index, and their program, whose results are in that
// order. A field that has nothing in common with others has the program of its own node; null here.
struct FieldGroup {
  std::vector<std::size_t> fields;
  std::unique_ptr<const LoweredProgram> program;
};
using FieldGroups = std::vector<FieldGroup>;

// Each of the nodes in one group. The first node caches the result for later calls. The nodes must
// outlive the result.
std::shared_ptr<const FieldGroups> groups_of(std::span<const NodePointer* const> nodes,
                                             int dimensions);

}  // namespace perlane::graph
