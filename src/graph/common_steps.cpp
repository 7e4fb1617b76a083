// Finds out which of several fields have something in common that is worth computing once.

#include "graph/lowering.hpp"
#include "model/steps.hpp"

#include <numeric>

namespace perlane::graph {
namespace {

// Disjoint sets of numbers. (R. Tarjan, "Efficiency of a Good But Not Linear Set Union Algorithm",
// J. ACM 22, 1975; with path halving.)
class DisjointSets {
 public:
  explicit DisjointSets(int numbers) : parent_(static_cast<std::size_t>(numbers)) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  int find(int number) {
    while (parent(number) != number) number = parent(number) = parent(parent(number));
    return number;
  }
  void join(int a, int b) { parent(find(a)) = find(b); }

 private:
  int& parent(int number) { return parent_[static_cast<std::size_t>(number)]; }

  std::vector<int> parent_;
};

}  // namespace

// Values and positions belong together if a step reads or writes both. Maps of the tile's own axes
// take no time, so positions that are made by them alone join nothing.
std::vector<std::vector<std::size_t>> Lowering::group_roots() {
  DisjointSets sets(values_ + positions_);
  std::vector<bool> is_cheap(static_cast<std::size_t>(positions_));
  is_cheap[0] = true;
  for (model::Step& step : steps_) {
    if (const auto* map = std::get_if<model::MapStep>(&step)) {
      is_cheap[static_cast<std::size_t>(map->to)] = is_cheap[static_cast<std::size_t>(map->from)];
    }
    int first = -1;
    const auto join = [&](int number) {
      if (first >= 0) sets.join(first, number);
      first = number;
    };
    model::visit_numbers(
        step,
        [&](int number, bool) {
          if (number != model::no_buffer) join(number);
        },
        [&](int number, bool) {
          if (!is_cheap[static_cast<std::size_t>(number)]) join(values_ + number);
        });
  }
  std::vector<std::vector<std::size_t>> groups;
  std::vector<int> sets_of_groups;
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    const int set = sets.find(value_of_root(*roots_[i]));
    std::size_t group = 0;
    while (group < groups.size() && sets_of_groups[group] != set) ++group;
    if (group == groups.size()) {
      groups.emplace_back();
      sets_of_groups.push_back(set);
    }
    groups[group].push_back(i);
  }
  return groups;
}

std::vector<std::vector<std::size_t>> group_by_common_steps(std::span<const Node* const> nodes,
                                                            int dimensions) {
  Lowering lowering(nodes, dimensions, false, Lowering::Purpose::program);
  lowering.run();
  return lowering.group_roots();
}

}  // namespace perlane::graph
