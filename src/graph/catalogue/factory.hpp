#pragma once
// Functions that make the entries of the lists of factories.

#include <perlane/arithmetic.hpp>
#include <perlane/coordinates.hpp>
#include <perlane/derivatives.hpp>
#include <perlane/fade.hpp>
#include <perlane/fractal.hpp>
#include <perlane/noise.hpp>
#include <perlane/published.hpp>
#include <perlane/terrain.hpp>

#include "graph/catalogue/factories.hpp"
#include "model/small_module.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

namespace perlane::graph {

// The names of types of parameters in the public headers. Arguments of functions have none.
template <class>
struct Type {};
template <class T>
consteval std::string_view name_of(Type<T>) {
  return {};
}
consteval std::string_view name_of(Type<Perlin>) { return "Perlin"; }
consteval std::string_view name_of(Type<perlane::Value>) { return "Value"; }
consteval std::string_view name_of(Type<White>) { return "White"; }
consteval std::string_view name_of(Type<Cellular>) { return "Cellular"; }
consteval std::string_view name_of(Type<Simplex>) { return "Simplex"; }
consteval std::string_view name_of(Type<OpenSimplex2>) { return "OpenSimplex2"; }
consteval std::string_view name_of(Type<FastNoiseLite>) { return "FastNoiseLite"; }
consteval std::string_view name_of(Type<Coordinate>) { return "Coordinate"; }
consteval std::string_view name_of(Type<Fractal>) { return "Fractal"; }
consteval std::string_view name_of(Type<Multifractal>) { return "Multifractal"; }
consteval std::string_view name_of(Type<Cascade>) { return "Cascade"; }
consteval std::string_view name_of(Type<Damped>) { return "Damped"; }
consteval std::string_view name_of(Type<Erosion>) { return "Erosion"; }
consteval std::string_view name_of(Type<Warp>) { return "Warp"; }
consteval std::string_view name_of(Type<Chunk>) { return "Chunk"; }
consteval std::string_view name_of(Type<ChunkLayers>) { return "ChunkLayers"; }
consteval std::string_view name_of(Type<Published>) { return "Published"; }
consteval std::string_view name_of(Type<Fade>) { return "Fade"; }
consteval std::string_view name_of(Type<Distance>) { return "Distance"; }
consteval std::string_view name_of(Type<CellularReturn>) { return "CellularReturn"; }
consteval std::string_view name_of(Type<Orientation>) { return "Orientation"; }
consteval std::string_view name_of(Type<FastNoiseLite::NoiseType>) {
  return "FastNoiseLite::NoiseType";
}
consteval std::string_view name_of(Type<FastNoiseLite::FractalType>) {
  return "FastNoiseLite::FractalType";
}

template <class Enum>
inline constexpr std::string_view names_of[] = {""};
template <>
inline constexpr std::string_view names_of<Fade>[] = {"quintic", "cubic", "linear"};
template <>
inline constexpr std::string_view names_of<Distance>[] = {"euclidean", "squared", "manhattan",
                                                          "chebyshev"};
template <>
inline constexpr std::string_view names_of<CellularReturn>[] = {
    "f1", "f2", "f2_minus_f1", "value", "edge", "offset_x", "offset_y", "offset_z", "offset_w"};
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
    return Choice{name_of(Type<T>{}), names_of<T>, &member,
                  [](const void* at) { return static_cast<int>(*static_cast<const T*>(at)); },
                  [](void* at, int number) { *static_cast<T*>(at) = static_cast<T>(number); }};
  } else {
    return &member;
  }
}

inline constexpr double largest_number = std::numeric_limits<double>::max();
inline constexpr double largest_float = std::numeric_limits<float>::max();
inline constexpr Limits finite{-largest_number, largest_number, "a finite number"};
inline constexpr Limits finite_float{-largest_float, largest_float, "a finite number"};
inline constexpr Limits above_0{std::numeric_limits<double>::denorm_min(), largest_number,
                                "a finite number above 0"};
inline constexpr Limits from_0{0, largest_number, "a finite number, 0 or more"};
inline constexpr Limits an_axis{0, 3, "0 to 3, for x, y, z or w"};

template <class Class, class T>
consteval std::string_view declared_in(T Class::*) {
  return name_of(Type<Class>{});
}

// A member with a default, and one without. The limits of an int are no wider than its own.
template <class Arguments, auto pointer>
consteval Member member(std::string_view name, std::string_view help, Limits limits = {}) {
  using T = std::remove_cvref_t<decltype(std::declval<Arguments>().*pointer)>;
  if constexpr (std::is_same_v<T, int>) {
    limits.least = std::max<double>(limits.least, std::numeric_limits<int>::min());
    limits.most = std::min<double>(limits.most, std::numeric_limits<int>::max());
  }
  return {declared_in(pointer), name, help, limits, false, slot_of<Arguments, pointer>};
}
template <class Arguments, auto pointer>
consteval Member required(std::string_view name, std::string_view help, Limits limits = {}) {
  Member result = member<Arguments, pointer>(name, help, limits);
  result.is_required = true;
  return result;
}

// Members that several kinds of parameters have.
template <class A>
constexpr Member octaves =
    member<A, &A::octaves>("octaves", "layers of noise", {1, Fractal::octave_limit});
template <class A>
constexpr Member lacunarity =
    member<A, &A::lacunarity>("lacunarity", "frequency over that of the octave before", above_0);
template <class A>
constexpr Member gain =
    member<A, &A::gain>("gain", "amplitude over that of the octave before", finite);
template <class A>
constexpr Member seed = member<A, &A::seed>("seed", "another seed gives another noise");
template <class A>
constexpr Member frequency =
    member<A, &A::frequency>("frequency", "cells per unit of coordinate", above_0);
template <class A>
constexpr Member period = member<A, &A::period>("period", "cells after which an axis repeats, or 0",
                                                {0, 0x1p32, "1 to 2^32 cells, or 0 for none"});
template <class A>
constexpr Member jitter =
    member<A, &A::jitter>("jitter", "distance of points from the centres of cells", {0, 1});
template <class A>
constexpr Member distance_measure = member<A, &A::distance>("distance", "measure of distances");

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

// The factory of a function that takes parameters alone.
template <class Arguments, Field (*function)(const Arguments&)>
consteval Factory factory(std::string_view name, std::string_view help,
                          std::span<const Member> members) {
  return factory<Arguments>(name, help, {}, members,
                            [](const Arguments& a, Fields) { return function(a); });
}
// The factory of a function that takes a field and parameters.
template <class Arguments, auto function>
consteval Factory factory(std::string_view name, std::string_view help,
                          std::span<const std::string_view> field,
                          std::span<const Member> members) {
  return factory<Arguments>(name, help, field, members,
                            [](const Arguments& a, Fields f) { return function(f[0], a); });
}

// Sets the arguments of the C++ function where they are not the fields and then the members.
consteval Factory with_arguments(std::span<const std::string_view> arguments, Factory factory) {
  factory.arguments = arguments;
  return factory;
}

// Sets the stretch of a map that changes how far apart samples are.
consteval Factory with_stretch(double (*stretch)(const Call&), Factory factory) {
  factory.stretch = stretch;
  return factory;
}

// The factories of the small module.
inline constexpr std::string_view small_catalogue[] = {"perlin",  "perlin2002",  "value", "white",
                                                       "simplex", "simplex2012", "fbm",   "ridged",
                                                       "billow",  "ping_pong"};

// The factories of a list that the build keeps: all, or those of the small catalogue.
template <const auto& all>
inline constexpr auto kept = [] {
  constexpr auto is_kept = [](const Factory& factory) {
    return !model::is_small_module || std::ranges::count(small_catalogue, factory.name) > 0;
  };
  std::array<Factory, static_cast<std::size_t>(std::ranges::count_if(all, is_kept))> list{};
  std::ranges::copy_if(all, list.begin(), is_kept);
  return list;
}();

inline constexpr std::span<const std::string_view> no_fields;
inline constexpr std::string_view one_source[] = {"source"};
inline constexpr std::span<const Member> no_members;

}  // namespace perlane::graph
