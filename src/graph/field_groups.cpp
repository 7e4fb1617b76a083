#include "graph/field_groups.hpp"

#include "graph/lowering.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace perlane::graph {
namespace {

// A node that was destroyed is never taken for a new one at the same address: each weak pointer
// keeps the block that counts the owners.
bool is_same(const std::weak_ptr<const Node>& known, const NodePointer* node) noexcept {
  return !known.owner_before(*node) && !node->owner_before(known);
}

// Groups that a node caches for later calls.
class CachedGroups final : public Node::Cached {
 public:
  CachedGroups(std::span<const NodePointer* const> nodes, int dimensions,
               std::shared_ptr<const FieldGroups> groups)
      : dimensions_(dimensions), groups_(std::move(groups)) {
    for (const NodePointer* node : nodes) nodes_.push_back(*node);
  }

  const std::shared_ptr<const FieldGroups>& groups() const noexcept { return groups_; }
  bool is_for(std::span<const NodePointer* const> nodes, int dimensions) const noexcept {
    return dimensions == dimensions_ &&
           std::equal(nodes_.begin(), nodes_.end(), nodes.begin(), nodes.end(), is_same);
  }

 private:
  std::vector<std::weak_ptr<const Node>> nodes_;
  int dimensions_;
  std::shared_ptr<const FieldGroups> groups_;
};

FieldGroups make_groups(std::span<const NodePointer* const> nodes, int dimensions) {
  std::vector<const Node*> roots;
  for (const NodePointer* node : nodes) roots.push_back(&(*node)->simplified());
  FieldGroups groups;
  try {
    for (std::vector<std::size_t>& fields : group_by_common_steps(roots, dimensions)) {
      FieldGroup& group = groups.emplace_back(FieldGroup{std::move(fields), nullptr});
      if (group.fields.size() == 1) continue;
      std::vector<const Node*> members;
      for (const std::size_t i : group.fields) members.push_back(roots[i]);
      group.program = std::make_unique<const LoweredProgram>(lowered(members, dimensions));
    }
  } catch (const std::invalid_argument&) {  // too many steps for one program, but not for each
    groups.clear();
    for (std::size_t i = 0; i < nodes.size(); ++i) groups.push_back({{i}, nullptr});
  }
  return groups;
}

}  // namespace

std::shared_ptr<const FieldGroups> groups_of(std::span<const NodePointer* const> nodes,
                                             int dimensions) {
  constexpr int most_cached = 4;
  std::atomic<const Node::Cached*>* place = &(*nodes.front())->cached();
  int count = 0;
  for (; const Node::Cached* cached = place->load(std::memory_order_acquire);
       place = &cached->next) {
    const auto& known = static_cast<const CachedGroups&>(*cached);
    if (known.is_for(nodes, dimensions)) return known.groups();
    ++count;
  }
  auto groups = std::make_shared<const FieldGroups>(make_groups(nodes, dimensions));
  if (count >= most_cached) return groups;
  auto made = std::make_unique<const CachedGroups>(nodes, dimensions, groups);
  // Another thread may have been faster; then these are not cached.
  const Node::Cached* none = nullptr;
  if (place->compare_exchange_strong(none, made.get(), std::memory_order_acq_rel)) made.release();
  return groups;
}

}  // namespace perlane::graph
