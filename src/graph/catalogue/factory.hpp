#pragma once
// What the lists of factories are written with.

#include <perlane/fastnoise_lite.hpp>

#include "graph/catalogue/factories.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

namespace perlane::graph {

template <class Enum>
inline constexpr std::string_view names_of[] = {""};
template <>
inline constexpr std::string_view names_of<Fade>[] = {"quintic", "cubic", "linear"};
template <>
inline constexpr std::string_view names_of<Distance>[] = {"euclidean", "squared", "manhattan",
                                                          "chebyshev"};
template <>
inline constexpr std::string_view names_of<CellularReturn>[] = {"f1", "f2", "f2_minus_f1", "value",
                                                                "edge"};
template <>
inline constexpr std::string_view names_of<Orientation>[] = {"standard",
                                                             "improve_x",
                                                             "improve_xy",
                                                             "improve_xz",
                                                             "improve_xyz",
                                                             "improve_xyz_improve_xy",
                                                             "improve_xyz_improve_xz",
                                                             "improve_xy_improve_zw"};
template <>
inline constexpr std::string_view names_of<FastNoiseLite::NoiseType>[] = {
    "open_simplex2", "open_simplex2s", "perlin", "value_cubic", "value"};
template <>
inline constexpr std::string_view names_of<FastNoiseLite::FractalType>[] = {"none", "fbm", "ridged",
                                                                            "ping_pong"};

template <class Arguments, auto pointer>
Slot slot_of(void* arguments) {
  auto& member = static_cast<Arguments*>(arguments)->*pointer;
  using T = std::remove_reference_t<decltype(member)>;
  if constexpr (std::is_enum_v<T>) {
    return Choice{names_of<T>, &member,
                  [](const void* at) { return static_cast<int>(*static_cast<const T*>(at)); },
                  [](void* at, int number) { *static_cast<T*>(at) = static_cast<T>(number); }};
  } else {
    return &member;
  }
}

inline constexpr double largest_number = std::numeric_limits<double>::max();
inline constexpr double largest_float = std::numeric_limits<float>::max();
inline constexpr Limits finite{-largest_number, largest_number};
inline constexpr Limits finite_float{-largest_float, largest_float};
inline constexpr Limits above_0{std::numeric_limits<double>::denorm_min(), largest_number};
inline constexpr Limits from_0{0, largest_number};

// Those of an int are at most its own.
template <class Arguments, auto pointer>
consteval Limits limits_of(Limits limits) {
  using T = std::remove_cvref_t<decltype(std::declval<Arguments>().*pointer)>;
  if constexpr (std::is_same_v<T, int>) {
    limits.least = std::max<double>(limits.least, std::numeric_limits<int>::min());
    limits.most = std::min<double>(limits.most, std::numeric_limits<int>::max());
  }
  return limits;
}

// A member that has a default, and one that has none.
template <class Arguments, auto pointer>
consteval Member member(std::string_view name, std::string_view help, Limits limits = {}) {
  return {name, help, limits_of<Arguments, pointer>(limits), false, slot_of<Arguments, pointer>};
}
template <class Arguments, auto pointer>
consteval Member required(std::string_view name, std::string_view help, Limits limits = {}) {
  return {name, help, limits_of<Arguments, pointer>(limits), true, slot_of<Arguments, pointer>};
}

// `make(arguments, fields)` calls the function.
template <class Arguments, class Make>
consteval Factory factory(std::string_view name, std::string_view help,
                          std::span<const std::string_view> fields, std::span<const Member> members,
                          Make, std::size_t most_of_list = 0) {
  return {name,
          help,
          fields,
          most_of_list,
          members,
          [] { return std::any(Arguments{}); },
          [](std::any& arguments) -> void* { return std::any_cast<Arguments>(&arguments); },
          [](const std::any& arguments, Fields given) {
            return Make{}(std::any_cast<const Arguments&>(arguments), given);
          }};
}

inline constexpr std::span<const std::string_view> no_fields;
inline constexpr std::string_view one_source[] = {"source"};
inline constexpr std::span<const Member> no_members;

}  // namespace perlane::graph
