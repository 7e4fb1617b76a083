#pragma once
// The list of factories: every public function that makes a field, with the members of its
// parameters. Text, command line, C and documents are made from it.

#include <perlane/chunk.hpp>
#include <perlane/field.hpp>
#include <perlane/integers.hpp>
#include <perlane/per_axis.hpp>
#include <perlane/lattice.hpp>

#include "graph/call.hpp"

#include <any>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace perlane::graph {

// One of several names, wherever it is kept.
struct Choice {
  std::string_view type;  // in C++
  std::span<const std::string_view> names;
  void* at;
  int (*get)(const void* at);
  void (*set)(void* at, int number);
};

// A pointer to a member of parameters.
using Slot =
    std::variant<bool*, int*, std::int64_t*, Seed*, double*, float*, Choice, Lattice*, Gradients*,
                 PerAxis<std::int64_t>*, PerAxis<double>*, std::array<std::array<double, 5>, 4>*,
                 Range*, Path*, std::vector<std::array<float, 2>>*, std::vector<ChunkLayer>*,
                 std::vector<std::uint32_t>*>;

// The limits of numbers; members of other types have none. Messages state them as `use`, unless it
// is empty. No number is above 0 and below `smallest`.
struct Limits {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  std::string_view use{};
  double smallest = 0;

  // A `least` next to 0 means: above 0. A limit beyond the largest float means: none.
  bool is_above_0() const noexcept { return least > 0 && least < 1e-40; }
  bool has_least() const noexcept { return least > -std::numeric_limits<float>::max(); }
  bool has_most() const noexcept { return most < std::numeric_limits<float>::max(); }
};

struct Member {
  std::string_view type;  // of the parameters in C++; empty for an argument of the function
  std::string_view name;
  std::string_view help;
  Limits limits;
  bool is_required;  // there is no default
  Slot (*slot)(void* arguments);
};

using Fields = std::span<const Field>;

struct Factory {
  std::string_view name;
  std::string_view help;
  // The fields that it takes. The last name may stand for a list.
  std::span<const std::string_view> fields;
  std::size_t most_of_list = 0;  // 0: not a list
  std::span<const Member> members;

  std::any (*default_arguments)();
  // The address of arguments, for Member::slot.
  void* (*address)(std::any& arguments);
  Field (*make)(const std::any& arguments, Fields fields);
  // Returns how many times farther apart samples are at the coordinates where a call evaluates its
  // fields, in the direction in which that is most. Null: no farther.
  double (*stretch)(const Call& call) = nullptr;

  // The arguments of the C++ function, if they are not the fields and then the members: names of
  // fields, of members, and of structures of members.
  std::span<const std::string_view> arguments{};
  std::string_view infix{};  // the operator that the C++ function is

  const Member* member(std::string_view called) const noexcept;  // null: there is none
  bool is_list(std::string_view field) const noexcept {
    return most_of_list > 0 && field == fields.back();
  }
};

struct Group {
  std::string_view name;
  std::string_view title;
  std::span<const Factory> (*factories)() noexcept;
};
std::span<const Group> groups() noexcept;

// The factories of all groups.
std::span<const Factory> factories();

// Null if there is none of that name.
const Factory* factory_of(std::string_view name);

// The type of a member, for people: "number", "true or false".
std::string_view type_of(const Slot& slot) noexcept;

// The type of a member in C++: "double", "bool".
std::string_view cpp_type_of(const Slot& slot) noexcept;

// The factories of each group.
std::span<const Factory> factories_of_noise() noexcept;
std::span<const Factory> factories_of_fractals() noexcept;
std::span<const Factory> factories_of_chunks() noexcept;
std::span<const Factory> factories_of_operators() noexcept;
std::span<const Factory> factories_of_maps() noexcept;

}  // namespace perlane::graph
