#pragma once
// Makes any field that a program could make: calls of the functions of the catalogue, with any of
// their members. Functions that are added to the catalogue are reached without a change here.

#include "members.hpp"
#include "require.hpp"

#include <perlane/perlane.hpp>

#include "graph/catalogue/factories.hpp"
#include "graph/node.hpp"

#include <any>
#include <span>
#include <stdexcept>
#include <variant>
#include <vector>

namespace perlane::fuzz {

class FieldMaker {
 public:
  explicit FieldMaker(Bytes& bytes) : bytes_(bytes) {}

  // Throws std::invalid_argument if the last call is rejected. One within it that is rejected is
  // replaced.
  Field make() { return call(functions(0), 0); }

  // One of the fields that were made on the way. There must be one.
  Field part() {
    return made_[static_cast<std::size_t>(bytes_.choice(static_cast<int>(made_.size())))];
  }

 private:
  static constexpr int deepest = 3;
  static constexpr std::size_t most_nodes = 400;  // more take too long

  std::span<const graph::Factory> functions(int depth) const {
    const bool is_last = depth == deepest || bytes_.is_empty();
    return is_last ? graph::factories_of_noise() : graph::factories();
  }

  Field operand(int depth) {
    // Fields that are used twice are evaluated once.
    if (const int drawn = bytes_.choice(256); drawn >= 208 && !made_.empty()) return part();
    try {
      return call(functions(depth), depth);
    } catch (const std::invalid_argument&) {
      return perlin();
    }
  }

  Field call(std::span<const graph::Factory> functions, int depth) {
    const auto drawn = bytes_.choice(static_cast<int>(functions.size()));
    const graph::Factory& factory = functions[static_cast<std::size_t>(drawn)];
    std::any arguments = factory.default_arguments();
    bool is_beyond = false;
    for (const graph::Member& member : factory.members) {
      if (!member.is_required && bytes_.choice(3) == 0) continue;
      const graph::Slot slot = member.slot(factory.address(arguments));
      std::visit(SetMember{bytes_, factory, member, depth == 0}, slot);
      is_beyond = is_beyond || std::visit(IsBeyond{member.limits}, slot);
    }
    std::size_t count = factory.fields.size();
    if (factory.most_of_list > 0)
      count += static_cast<std::size_t>(bytes_.choice(static_cast<int>(factory.most_of_list)));
    std::vector<Field> fields;
    for (std::size_t i = 0; i < count; ++i) fields.push_back(operand(depth + 1));
    Field field = factory.make(arguments, fields);
    require(!is_beyond, "a number beyond its limits is accepted");
    if (graph::count_nodes(graph::node_of(field), most_nodes) > most_nodes)
      throw std::invalid_argument("too many nodes");
    // These two make calls again, with other arguments.
    const int again = bytes_.choice(32);
    if (again == 30) field = reseed(field, bytes_.take<std::uint16_t>());
    if (again == 31) field = with_footprint(field, bytes_.choice(100) / 8.0);
    made_.push_back(field);
    return field;
  }

  Bytes& bytes_;
  std::vector<Field> made_;
};

inline Field field(Bytes& bytes) { return FieldMaker(bytes).make(); }

}  // namespace perlane::fuzz
