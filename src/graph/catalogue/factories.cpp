#include "graph/catalogue/factories.hpp"

#include "base/error.hpp"
#include "model/small_module.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_map>

namespace perlane::graph {
namespace {

// Throws if a member of the arguments of a function is beyond its limits.
struct Check {
  std::string_view function;
  const Member& member;

  void operator()(const int* number) const { check(*number); }
  void operator()(const double* number) const { check(*number); }
  void operator()(const float* number) const { check(*number); }
  void operator()(const PerAxis<std::int64_t>* numbers) const { check_each(*numbers); }
  void operator()(const PerAxis<double>* numbers) const { check_each(*numbers); }
  void operator()(const Choice& choice) const {
    const int number = choice.get(choice.at);
    const auto count = static_cast<int>(choice.names.size());
    if (number >= 0 && number < count) return;
    if (!member.limits.use.empty()) reject("", number, member.limits.use);
    std::string use(choice.type);
    for (int i = 0; i < count; ++i) {
      use += i == 0 ? "::" : i + 1 == count ? " or " : ", ";
      use += choice.names[static_cast<std::size_t>(i)];
    }
    reject("", number, std::string_view(use));
  }
  // Functions check members without limits.
  template <class Other>
  void operator()(const Other*) const {}

  template <class Number>
  void check(Number number, std::string_view index = {}) const {
    const auto& [least, most, use, smallest] = member.limits;
    const bool is_too_small = number > 0 && number < static_cast<Number>(smallest);
    // The comparisons are false for NaN.
    if (number >= static_cast<Number>(least) && number <= static_cast<Number>(most) &&
        !is_too_small) {
      return;
    }
    if (!use.empty()) reject(index, number, use);
    reject(index, number, least, " to ", most);
  }
  // Published noise may be called with a frequency alone, without a structure.
  bool names_function() const { return member.type.empty() || member.type == "Published"; }
  void check_each(const auto& numbers) const {
    constexpr std::string_view brackets[] = {"[0]", "[1]", "[2]", "[3]"};
    if (numbers.is_lone()) {
      throw_member(" is a list of one number; use ", numbers[0],
                   " without braces for every axis, or {", numbers[0], ", 0} for x alone");
    }
    if (numbers.count() > 4)
      throw_member(" has ", numbers.count(), " numbers; use up to 4, one per axis");
    for (std::size_t axis = 0; axis < 4; ++axis) check(numbers[axis], brackets[axis]);
  }

  [[noreturn]] void reject(std::string_view index, const auto& value, const auto&... use) const {
    throw_member(index, " is ", value, "; use ", use...);
  }
  // A message that begins with the name of the member.
  [[noreturn]] void throw_member(const auto&... parts) const {
    const bool is_argument = names_function();
    base::throw_invalid(is_argument ? function : member.type,
                        is_argument ? ": " : "::", member.name, base::MessagePart(parts)...);
  }
};

}  // namespace

void validate(std::string_view function, std::any& arguments) {
  const Factory* const factory = factory_of(function);
  // Octaves that fade are made by operators, which the small catalogue leaves out.
  if (model::is_small_module && factory == nullptr) return;
  void* const address = factory->address(arguments);
  for (const Member& member : factory->members)
    std::visit(Check{function, member}, member.slot(address));
}

std::span<const Group> groups() noexcept {
  static constexpr Group all[] = {
      {"noise", "Noise, and fields without noise", factories_of_noise},
      {"fractals", "Fractals and erosion", factories_of_fractals},
      {"operators", "Arithmetic", factories_of_operators},
      {"maps", "Coordinates, warps and derivatives", factories_of_maps},
      {"chunks", "Chunks", factories_of_chunks},
  };
  return all;
}

std::span<const Factory> factories() {
  static const auto& all = *new std::vector<Factory>([] {  // never deleted
    std::vector<Factory> list;
    for (const Group& group : groups())
      list.insert(list.end(), group.factories().begin(), group.factories().end());
    return list;
  }());
  return all;
}

const Factory* factory_of(std::string_view name) {
  static const auto& by_name = *new std::unordered_map<std::string_view, const Factory*>([] {
    std::unordered_map<std::string_view, const Factory*> map;  // never deleted
    for (const Factory& factory : factories()) map.emplace(factory.name, &factory);
    return map;
  }());
  const auto found = by_name.find(name);
  return found == by_name.end() ? nullptr : found->second;
}

const Member* Factory::member(std::string_view called) const noexcept {
  const auto found = std::ranges::find(members, called, &Member::name);
  return found == members.end() ? nullptr : &*found;
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

std::string_view cpp_type_of(const Slot& slot) noexcept {
  constexpr std::string_view names[] = {"bool",
                                        "int",
                                        "std::int64_t",
                                        "Seed",
                                        "double",
                                        "float",
                                        "",
                                        "Lattice",
                                        "Gradients",
                                        "PerAxis<std::int64_t>",
                                        "PerAxis<double>",
                                        "std::array<std::array<double, 5>, 4>",
                                        "Range",
                                        "Path",
                                        "std::vector<std::array<float, 2>>",
                                        "std::vector<ChunkLayer>",
                                        "std::vector<std::uint32_t>"};
  static_assert(std::size(names) == std::variant_size_v<Slot>);
  if (const auto* choice = std::get_if<Choice>(&slot)) return choice->type;
  return names[slot.index()];
}

}  // namespace perlane::graph
