#pragma once
// Numbers the nodes of graphs by value: equal nodes, the same calls with the same numbers, get the
// same number.

#include "graph/node.hpp"
#include "graph/number_table.hpp"

#include <perlane/integers.hpp>
#include <perlane/lattice.hpp>

#include <concepts>
#include <ranges>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace perlane::graph {

class ValueNumbering;

// Numbers the contents of lattices or gradients: equal contents get the same number. Contents of
// the same hash are compared.
template <class Given>
class Interner {
 public:
  int number_of(const Given* given);

 private:
  std::unordered_map<const Given*, int> numbers_;
  std::unordered_multimap<std::size_t, const Given*> by_content_;
};

// Collects the bytes by which nodes are compared.
class Signature {
 public:
  template <class... Part>
  void add(const Part&... parts) {
    (append(parts), ...);
  }

 private:
  friend ValueNumbering;
  explicit Signature(ValueNumbering& classes);

  // Numbers count by their bits: 0 and -0 differ.
  template <class T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void append(T number) {
    bytes_.append(reinterpret_cast<const char*>(&number), sizeof number);
  }
  void append(Seed seed) { append(static_cast<std::uint64_t>(seed)); }
  void append(const std::ranges::range auto& numbers) {
    for (const auto& number : numbers) append(number);
  }
  void append(std::string_view name) { bytes_.append(name).push_back('\0'); }
  void append(const char* name) { append(std::string_view(name)); }
  void append(const Lattice& lattice);
  void append(const Gradients& gradients);

  ValueNumbering& numbering_;
  std::string& bytes_;
};

// Numbers the nodes of graphs: equal nodes get the same number.
class ValueNumbering {
 public:
  explicit ValueNumbering(std::span<const Node* const> roots);

  int number_of(const Node& node) const { return class_of_.find(key(node)); }
  int count() const { return static_cast<int>(uses_.size()); }
  // Counts how often nodes of a class are parts of different nodes, or roots.
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
  Interner<CustomLattice> lattices_;
  Interner<CustomGradients> gradients_;
};

// Returns true for equal nodes, even if they were made separately: properties, and so values, must
// not depend on whether a field was made once or twice. A field that is read from text is made
// once.
bool are_equal(const Node& a, const Node& b);

}  // namespace perlane::graph
