#pragma once
// Which nodes of a graph are equal: the same calls with the same numbers.

#include "field/node.hpp"

#include <perlane/integers.hpp>
#include <perlane/lattice.hpp>

#include <concepts>
#include <cstddef>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace perlane::field {

class Classes;

// Numbers what lattices or gradients are made of: equal content alike. Contents of the same hash
// are compared.
template <class Given>
class Different {
 public:
  int number_of(const Given* given);

 private:
  std::unordered_map<const Given*, int> numbers_;
  std::unordered_multimap<std::size_t, const Given*> by_content_;
};

// What a node writes about itself.
class Signature {
 public:
  // Numbers count by their bits: 0 and -0 differ.
  template <class T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void add(T number) {
    bytes_.append(reinterpret_cast<const char*>(&number), sizeof number);
  }
  void add(Seed seed) { add(static_cast<std::uint64_t>(seed)); }
  template <class T, std::size_t N>
  void add(const std::array<T, N>& numbers) {
    for (const T& number : numbers) add(number);
  }
  void add(std::string_view name) { bytes_.append(name).push_back('\0'); }
  void add(const Lattice& lattice);
  void add(const Gradients& gradients);

 private:
  friend Classes;
  explicit Signature(Classes& classes) : classes_(classes) {}

  Classes& classes_;
  std::string bytes_;
};

// Numbers the nodes of a graph: equal ones alike.
class Classes {
 public:
  explicit Classes(const Node& root);

  int of(const Node& node) const { return number_.at(&node); }
  // How often nodes of a class are parts of different nodes.
  int uses(int number) const { return uses_[static_cast<std::size_t>(number)]; }

 private:
  friend Signature;
  void add(const Node& node);

  std::unordered_map<const Node*, int> number_;
  std::unordered_map<std::string, int> known_;
  std::vector<int> uses_;
  Different<GivenLattice> lattices_;
  Different<GivenGradients> gradients_;
};

}  // namespace perlane::field
