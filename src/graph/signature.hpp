#pragma once
// Which nodes of a graph are equal: the same calls with the same numbers.

#include "graph/node.hpp"
#include "graph/noise/number_table.hpp"

#include <perlane/integers.hpp>
#include <perlane/lattice.hpp>

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace perlane::graph {

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
    requires std::is_arithmetic_v<T>
  void add(const std::array<T, N>& numbers) {
    bytes_.append(reinterpret_cast<const char*>(numbers.data()), sizeof numbers);
  }
  void add(std::string_view name) { bytes_.append(name).push_back('\0'); }
  void add(const Lattice& lattice);
  void add(const Gradients& gradients);

 private:
  friend Classes;
  explicit Signature(Classes& classes);

  Classes& classes_;
  std::string& bytes_;
};

// Numbers the nodes of a graph: equal ones alike.
class Classes {
 public:
  explicit Classes(const Node& root);

  int of(const Node& node) const { return class_of_.find(key(node)); }
  int count() const { return static_cast<int>(uses_.size()); }
  // How often nodes of a class are parts of different nodes.
  int uses(int number) const { return uses_[static_cast<std::size_t>(number)]; }

 private:
  friend Signature;
  void add(const Node& node);
  int number_of_signature_from(std::size_t begin);
  std::string_view signature(int number) const;

  static std::uint64_t key(const Node& node) { return reinterpret_cast<std::uintptr_t>(&node); }

  NumberTable class_of_;  // by node
  NumberTable by_signature_;
  std::string signatures_;        // of all classes, one after another
  std::vector<std::size_t> end_;  // of each class's signature
  std::vector<int> uses_;
  Different<GivenLattice> lattices_;
  Different<GivenGradients> gradients_;
};

}  // namespace perlane::graph
