#include "graph/catalogue/factories.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_map>

namespace perlane::graph {

std::span<const Factory> factories() noexcept {
  static const auto& all = *new std::vector<Factory>([] {  // never deleted
    std::vector<Factory> list;
    for (const auto part : {factories_of_noise(), factories_of_fractals(), factories_of_operators(),
                            factories_of_maps(), factories_of_chunks()}) {
      list.insert(list.end(), part.begin(), part.end());
    }
    return list;
  }());
  return all;
}

const Factory* factory_of(std::string_view name) noexcept {
  static const auto& by_name = *new std::unordered_map<std::string_view, const Factory*>([] {
    std::unordered_map<std::string_view, const Factory*> map;  // never deleted
    for (const Factory& factory : factories()) map.emplace(factory.name, &factory);
    return map;
  }());
  const auto found = by_name.find(name);
  return found == by_name.end() ? nullptr : found->second;
}

std::string_view type_of(const Slot& slot) noexcept {
  constexpr std::string_view names[] = {
      "true or false",   "whole number", "whole number", "seed",      "number",
      "number",          "name",         "lattice",      "gradients", "whole numbers by axis",
      "numbers by axis", "matrix",       "range",        "path",      "points",
      "layers",          "whole numbers"};
  static_assert(std::size(names) == std::variant_size_v<Slot>);
  return names[slot.index()];
}

}  // namespace perlane::graph
