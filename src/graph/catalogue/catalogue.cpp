#include "graph/catalogue/catalogue.hpp"

#include <perlane/fractal.hpp>
#include <perlane/noise.hpp>
#include <perlane/published.hpp>

#include "graph/catalogue/factories.hpp"

#include <type_traits>
#include <vector>

namespace perlane::graph {
namespace {

using NoiseType = FastNoiseLite::NoiseType;

template <class Arguments>
void set_table(void* arguments) {
  static_cast<Arguments*>(arguments)->lattice = Lattice::permutation();
}
template <CellularReturn returns>
void set_returns(void* arguments) {
  static_cast<Cellular*>(arguments)->returns = returns;
}
template <NoiseType type>
void set_type(void* arguments) {
  static_cast<FastNoiseLite*>(arguments)->noise_type = type;
}
void set_value(void* arguments) { static_cast<Number*>(arguments)->value = 0.5f; }

struct Entry {
  std::string_view name;
  std::string_view factory{};      // empty: has the same name,
  std::string_view description{};  // and the same help
  void (*set)(void* arguments) = nullptr;
};

constexpr Entry source_list[] = {
    {"perlin"},
    {"perlin_table", "perlin", "gradient noise through a shuffled table of 256 entries",
     set_table<Perlin>},
    {"perlin2002"},
    {"value"},
    {"value_table", "value", "value noise through a shuffled table of 256 entries",
     set_table<perlane::Value>},
    {"white"},
    {"cellular"},
    {"cellular_borders", "cellular",
     "distance to the second nearest point less that to the nearest",
     set_returns<CellularReturn::f2_minus_f1>},
    {"cellular_value", "cellular", "one value around each of the points",
     set_returns<CellularReturn::value>},
    {"simplex"},
    {"simplex2012"},
    {"fastnoise_perlin", "fastnoise_lite", "FastNoiseLite's Perlin noise, in 2D and 3D",
     set_type<NoiseType::perlin>},
    {"fastnoise_value", "fastnoise_lite", "FastNoiseLite's Value noise, in 2D and 3D",
     set_type<NoiseType::value>},
    {"fastnoise_value_cubic", "fastnoise_lite", "FastNoiseLite's ValueCubic noise, in 2D and 3D",
     set_type<NoiseType::value_cubic>},
    {"fastnoise_opensimplex2", "fastnoise_lite", "FastNoiseLite's OpenSimplex2 noise, in 2D and 3D",
     set_type<NoiseType::open_simplex2>},
    {"fastnoise_opensimplex2s", "fastnoise_lite",
     "FastNoiseLite's OpenSimplex2S noise, in 2D and 3D", set_type<NoiseType::open_simplex2s>},
    {"opensimplex2"},
    {"opensimplex2s"},
    {"mx_noise"},
    {"mx_cell_noise"},
    {"constant", "constant", "0.5 everywhere", set_value},
    {"coordinate", "coordinate", "x in cells: a ramp from west to east"},
};

constexpr Entry fractal_list[] = {
    {"fbm"},
    {"ridged"},
    {"billow"},
    {"ping_pong"},
    {"multifractal"},
    {"hybrid_multifractal"},
    {"ridged_multifractal"},
    {"hetero_terrain"},
};

// Sets a member to a number, whatever type it has there.
struct SetNumber {
  double real;
  std::uint64_t natural;

  template <class T>
  void operator()(T* to) const {
    if constexpr (std::is_same_v<T, Seed> || std::is_same_v<T, std::int64_t>) {
      *to = static_cast<T>(natural);
    } else if constexpr (std::is_same_v<T, int>) {
      *to = static_cast<int>(static_cast<std::uint32_t>(natural));
    } else if constexpr (std::is_same_v<T, double>) {
      *to = real;
    }
  }
  void operator()(const Choice&) const {}
};

}  // namespace

Field Source::make(std::uint64_t seed, double frequency) const {
  std::any arguments = factory->default_arguments();
  void* const address = factory->address(arguments);
  for (const Member& member : factory->members) {
    if (member.name == "seed" || member.name == "frequency")
      std::visit(SetNumber{frequency, seed}, member.slot(address));
  }
  if (set != nullptr) set(address);
  return factory->make(arguments, {});
}

// Members of the same name have the same type in all fractals.
Field FractalKind::make(const Field& source, const Fractal& octaves) const {
  std::any arguments = factory->default_arguments();
  std::any given(octaves);
  const Factory& fbm = *factory_of("fbm");
  for (const Member& member : factory->members) {
    const Member* from = fbm.member(member.name);
    if (from == nullptr) continue;
    const Slot value = from->slot(fbm.address(given));
    std::visit(
        [&]<class T>(const T& to) {
          if constexpr (std::is_pointer_v<T>) *to = *std::get<T>(value);
        },
        member.slot(factory->address(arguments)));
  }
  return factory->make(arguments, std::span(&source, 1));
}

std::span<const Source> sources() {
  static const auto& all = *new std::vector<Source>([] {  // never deleted
    std::vector<Source> list;
    for (const auto& [name, of, description, set] : source_list) {
      const Factory* factory = factory_of(of.empty() ? name : of);
      list.push_back({name, description.empty() ? factory->help : description, factory, set});
    }
    return list;
  }());
  return all;
}

std::span<const FractalKind> fractals() {
  static const auto& all = *new std::vector<FractalKind>([] {  // never deleted
    std::vector<FractalKind> list;
    for (const Entry& entry : fractal_list) {
      const Factory& factory = *factory_of(entry.name);
      list.push_back({factory.name, factory.help, &factory, factory.member("offset") != nullptr});
    }
    return list;
  }());
  return all;
}

}  // namespace perlane::graph
