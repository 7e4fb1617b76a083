// The same recipe with other seeds.

#include <perlane/field.hpp>

#include "graph/catalogue/rebuild.hpp"
#include "graph/noise/gradients.hpp"
#include "graph/noise/lattice.hpp"

#include <variant>
#include <vector>

namespace perlane {
namespace {

// Replaces the seed that a member draws from; returns false for members that draw from nothing.
class Redraw {
 public:
  Redraw(const graph::Member& member, std::uint64_t seed) : member_(member), seed_(seed) {}

  bool operator()(Seed* seed) const {
    if (member_.name == "salt") return false;  // it tells layers of a world from each other
    *seed = drawn(std::uint64_t{*seed});
    return true;
  }
  bool operator()(std::int64_t* number) const {
    if (member_.name != "seed") return false;
    *number = static_cast<std::int64_t>(drawn(static_cast<std::uint64_t>(*number)));
    return true;
  }
  bool operator()(int* number) const {
    if (member_.name != "seed") return false;
    *number = static_cast<int>(upper_half(static_cast<std::uint64_t>(*number)));
    return true;
  }
  bool operator()(std::vector<std::uint32_t>* seeds) const {
    for (std::uint32_t& seed : *seeds) seed = upper_half(seed);
    return true;
  }
  bool operator()(Gradients* gradients) const {
    const auto& custom = graph::custom_of(*gradients);
    if (custom == nullptr || !custom->seed.has_value()) return false;
    *gradients = Gradients::random(drawn(*custom->seed));
    return true;
  }
  template <class Other>
  bool operator()(const Other&) const {
    return false;
  }

 private:
  // Octaves, shifts and warps draw with other numbers.
  std::uint64_t drawn(std::uint64_t before) const noexcept {
    return graph::octave_seed(graph::octave_seed(before, ~std::uint64_t{2}), seed_);
  }
  std::uint32_t upper_half(std::uint64_t before) const noexcept {
    return static_cast<std::uint32_t>(drawn(before) >> 32);
  }

  const graph::Member& member_;
  std::uint64_t seed_;
};

}  // namespace

Field reseed(const Field& field, std::uint64_t seed) {
  return graph::rebuild(field, 0, [seed](const graph::Factory& factory, void* address, double) {
    bool is_other = false;
    for (const graph::Member& member : factory.members)
      is_other = std::visit(Redraw(member, seed), member.slot(address)) || is_other;
    return is_other;
  });
}

}  // namespace perlane
