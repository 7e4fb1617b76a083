// The field that options of the command line ask for.

#include "cli/options/render_options.hpp"
#include "cli/output/message.hpp"
#include "graph/catalogue/catalogue.hpp"
#include "graph/catalogue/factories.hpp"
#include "graph/node.hpp"

#include <perlane/arithmetic.hpp>
#include <perlane/coordinates.hpp>
#include <perlane/noise.hpp>

#include <algorithm>
#include <any>
#include <functional>
#include <initializer_list>
#include <limits>
#include <ranges>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace perlane::cli::options {
namespace {

template <class Entry>
const Entry& entry_of(std::span<const Entry> list, std::string_view name) {
  const auto found = std::ranges::find(list, name, &Entry::name);
  if (found == list.end()) output::throw_invalid("there is no {}", name);
  return *found;
}

// Rejects an option that would have no effect, because the noise or the fractal of the other
// options lacks the member that it sets.
template <class Entry>
void check_member(const std::string& option, std::string_view member, const std::string& choice,
                  const std::string& chosen, std::span<const Entry> list) {
  const auto has = [&](const Entry& entry) { return entry.factory->member(member) != nullptr; };
  auto suited = list | std::views::filter(has);
  if (std::ranges::find(suited, chosen, &Entry::name) != suited.end()) return;
  output::throw_invalid("{} does not go with {} {}; use one of {}", option, choice, chosen,
                        output::listed(suited, &Entry::name));
}

constexpr std::string_view members_of_octaves[] = {"octaves",  "lacunarity", "gain",     "weight",
                                                   "fraction", "aligned",    "footprint"};

// Warns of options that have no effect beside the value of another. That is not an error, since the
// value may be one of many that a script tries.
void check_beside(const RenderOptions& options, bool is_so, const std::string& beside,
                  std::initializer_list<const char*> idle) {
  for (const std::string option : idle) {
    if (is_so && options.has(option) && !options.quiet)
      output::print_message(fmt::format("warning: {} has no effect with {}", option, beside));
  }
}

void check_octaves(const RenderOptions& options) {
  // Octaves differ in frequency; lattices that are out of step differ in the draws of a seed.
  const auto check_noise = [&](const std::string& option, std::string_view member) {
    check_member(option, member, "--noise", options.noise, graph::sources());
  };
  if (options.has("--fractal") && options.fractal != no_fractal)
    check_noise("--fractal", "frequency");
  if (options.has("--aligned")) check_noise("--aligned", "seed");
  if (options.has("--footprint")) check_noise("--footprint", "seed");  // a ramp does not alias
  const std::string fractal(fractal_of(options));
  for (const std::string_view member : members_of_octaves) {
    const std::string option = "--" + std::string(member);
    if (!options.has(option)) continue;
    check_noise(option, "frequency");
    check_member(option, member, "--fractal", fractal, graph::fractals());
  }
  const Fractal& octaves = options.octaves;
  check_beside(options, octaves.octaves == 1 && octaves.fraction == 0, "--octaves 1",
               {"--lacunarity", "--gain", "--weight", "--aligned"});
  check_beside(options, octaves.gain == 0, "--gain 0",
               {"--octaves", "--lacunarity", "--weight", "--fraction", "--aligned"});
}

void check_members(const RenderOptions& options) {
  using Pair = std::pair<const char*, const char*>;
  for (const auto& [option, member] :
       {Pair{"--seed", "seed"}, Pair{"--cell", "frequency"}, Pair{"--frequency", "frequency"},
        Pair{"--fade", "fade"}, Pair{"--period", "period"}}) {
    if (options.has(option))
      check_member(option, member, "--noise", options.noise, graph::sources());
  }
  check_octaves(options);
  const auto check_repeats = [](const char* option, const auto& lengths) {
    if (lengths && (*lengths)[0] == 0 && (*lengths)[1] == 0)
      output::throw_invalid(
          "{} is 0,0, which repeats nothing; use a number above 0 for x, y or both, or leave it "
          "out",
          option);
  };
  check_repeats("--period", options.period);
  check_repeats("--seamless", options.seamless);
  // Noise without a frequency is the same everywhere.
  for (const char* const option : {"--seamless", "--first", "--origin"}) {
    if (options.has(option))
      check_member(option, "frequency", "--noise", options.noise, graph::sources());
  }
  constexpr std::uint64_t largest_of_32_bits = 0xffffffff;
  constexpr std::int64_t least_of_32_bits = std::numeric_limits<std::int32_t>::min();
  if (options.noise.starts_with("fastnoise_") && options.seed > largest_of_32_bits &&
      options.seed < static_cast<std::uint64_t>(least_of_32_bits)) {
    output::throw_invalid("--seed is {}, and the seeds of FastNoiseLite have 32 bits; use {} to {}",
                          options.seed_as_given, least_of_32_bits, largest_of_32_bits);
  }
}

// Makes the call of a field again, with another value of a member.
Field changed(const Field& source, std::string_view name,
              const std::function<void(const graph::Slot&)>& set) {
  const graph::Call& call = *graph::node_of(source).call();
  const graph::Factory& factory = *graph::factory_of(call.function);
  std::any arguments = call.arguments;
  set(factory.member(name)->slot(factory.address(arguments)));
  return factory.make(arguments, {});
}

}  // namespace

bool has_seed(const RenderOptions& options) {
  return entry_of(graph::sources(), options.noise).factory->member("seed") != nullptr;
}

std::string_view fractal_of(const RenderOptions& options) {
  return options.has("--fractal") || has_seed(options) ? options.fractal : no_fractal;
}

Field make_field(const RenderOptions& options) {
  check_members(options);
  Field field =
      entry_of(graph::sources(), options.noise).make(options.seed, options.cells_per_sample());
  if (options.fade) {
    field = changed(field, "fade", [&](const graph::Slot& slot) {
      const auto& choice = std::get<graph::Choice>(slot);
      choice.set(choice.at, static_cast<int>(*options.fade));
    });
  }
  if (options.period) {
    field = changed(field, "period", [&](const graph::Slot& slot) {
      *std::get<PerAxis<std::int64_t>*>(slot) = {(*options.period)[0], (*options.period)[1]};
    });
  }
  if (const std::string_view fractal = fractal_of(options); fractal != no_fractal)
    field = entry_of(graph::fractals(), fractal).make(field, options.octaves);
  if (options.seamless) field = tile(field, {(*options.seamless)[0], (*options.seamless)[1], 0, 0});
  return field;
}

std::string in_terms_of_options(std::string message, const RenderOptions& options) {
  const std::pair<std::string_view, std::string_view> names[] = {
      {"Grid::origin, first and step put", "--origin, --first and --size put"},
      {"Grid::origin", "--origin"},
      {"Grid::first", "--first"},
      {"Grid::shape", "--size"},
      {"World::grid.first", "--first"},
      {"tile: size", "--seamless"},
  };
  for (const auto& [member, option] : names)
    message = output::replaced(std::move(message), member, option);
  if (options.field) return message;
  const std::string frequency = options.frequency ? "--frequency" : "1 / --cell";
  message = output::replaced(std::move(message), options.noise + ": frequency", frequency);
  // Any noise and any fractal may complain of these, each with the name of its own type.
  std::vector<std::pair<std::string, std::string>> members{
      {"::frequency", frequency}, {"::period", "--period"}, {"::seed", "--seed"}};
  for (const std::string_view member : members_of_octaves)
    members.emplace_back(fmt::format("::{}", member), fmt::format("--{}", member));
  for (const auto& [member, option] : members) {
    for (std::size_t at = message.find(member); at != std::string::npos;
         at = message.find(member)) {
      const std::size_t type = message.find_last_of(' ', at) + 1;
      message.replace(type, at + member.size() - type, option);
    }
  }
  return message;
}

}  // namespace perlane::cli::options
