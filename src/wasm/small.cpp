// The functions of the small module that make fields. They take members as numbers, since the
// module has no texts.

#include "api/grid.hpp"
#include "c/arrays.hpp"
#include "c/guarded.hpp"
#include "graph/catalogue/factories.hpp"

#include <algorithm>
#include <limits>
#include <span>

using namespace perlane;
using namespace perlane::c;

// A member of the arguments of a factory, by its number there.
struct small_member {
  std::int32_t member;
  std::int32_t count;  // of numbers; 1 unless they are by axis
  double number[4];  // of choices and sets of gradients, their numbers
  std::uint64_t whole[4];  // whole numbers, in two's complement
};

namespace {

Gradients gradients_of(int number) {
  switch (number) {
    case 0:
      return Gradients::automatic();
    case 1:
      return Gradients::edges();
    case 2:
      return Gradients::axes();
    default:
      return Gradients::diagonals();
  }
}

// Sets a member of the arguments.
struct Set {
  const small_member& given;

  void operator()(bool* to) const { *to = given.whole[0] != 0; }
  void operator()(int* to) const {
    const auto whole = static_cast<std::int64_t>(given.whole[0]);
    *to = static_cast<int>(std::clamp<std::int64_t>(whole, std::numeric_limits<int>::min(),
                                                    std::numeric_limits<int>::max()));
  }
  void operator()(Seed* to) const { *to = given.whole[0]; }
  void operator()(double* to) const { *to = given.number[0]; }
  void operator()(float* to) const { *to = static_cast<float>(given.number[0]); }
  void operator()(const graph::Choice& to) const {
    to.set(to.at, static_cast<int>(given.number[0]));
  }
  void operator()(Gradients* to) const { *to = gradients_of(static_cast<int>(given.number[0])); }
  void operator()(PerAxis<std::int64_t>* to) const {
    std::int64_t numbers[4]{};
    for (int axis = 0; axis < given.count; ++axis)
      numbers[axis] = static_cast<std::int64_t>(given.whole[axis]);
    if (given.count == 1) {
      *to = numbers[0];
    } else {
      *to = PerAxis<std::int64_t>(std::span(numbers).first(static_cast<std::size_t>(given.count)));
    }
  }
  template <class Other>
  void operator()(Other*) const {
    base::throw_invalid("the small module has no such member");
  }
};

}  // namespace

extern "C" {

// Makes a field, of a source if the factory takes one.
perlane_status small_field(std::int32_t number, const small_member* members, std::int32_t count,
                           const perlane_field* source, perlane_field** field,
                           perlane_error* error) {
  return guarded(error, [&] {
    const graph::Factory& factory = graph::factories()[static_cast<std::size_t>(number)];
    std::any arguments = factory.default_arguments();
    void* const address = factory.address(arguments);
    for (const small_member& given : std::span(members, static_cast<std::size_t>(count))) {
      const graph::Member& member = factory.members[static_cast<std::size_t>(given.member)];
      std::visit(Set{given}, member.slot(address));
    }
    const Field made = source == nullptr ? factory.make(arguments, {})
                                         : factory.make(arguments, std::span(&source->field, 1));
    *field = new perlane_field{made};
  });
}

// Rejects a grid that perlane_fill would reject.
perlane_status small_validate(const perlane_field* field, const perlane_grid* grid,
                              perlane_error* error) {
  return guarded(error, [&] {
    const perlane_grid given = grid_of(grid);
    api::validate(api::to_box(any_grid(given)), field_of(field));
  });
}

}  // extern "C"
