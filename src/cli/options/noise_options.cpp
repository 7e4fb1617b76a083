#include "cli/options/render_options.hpp"

#include "cli/options/add_option.hpp"
#include "cli/options/parse.hpp"
#include "graph/catalogue/catalogue.hpp"
#include "graph/catalogue/factories.hpp"
#include "graph/catalogue/factory.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace perlane::cli::options {
namespace {

// Names the option that takes a name which this one does not take; empty if none does.
std::string other_option(const std::string& option, const std::string& name) {
  const auto has = [&](const auto& list) {
    return std::ranges::any_of(list, [&](const auto& entry) { return entry.name == name; });
  };
  if (option == "--noise" && has(graph::fractals())) return "--fractal " + name + ", or ";
  if (option == "--fractal" && has(graph::sources())) return "--noise " + name + ", or ";
  if (graph::factory_of(name) != nullptr) return "--field, which takes " + name + ", or ";
  return {};
}

void add_source_options(CLI::App& command, RenderOptions& options) {
  command.option_defaults()->group("Noise");
  add_choice(command, "--noise", options.noise, graph::sources(),
             "The noise of each octave:", other_option);
  add(command, "--seed", "N", options.seed, parse_seed,
      fmt::format("Another seed gives another map: 64 bits, decimal or 0x... Default: {}",
                  options.seed))
      ->each([&options](const std::string& text) { options.seed_as_given = text; });
  CLI::Option* cell =
      add(command, "--cell", "SAMPLES", options.cell, parse_positive,
          fmt::format("Size of a cell of the lowest octave, which is about the size of a hill\n"
                      "or a bay. With one octave, 1 makes a flat image: noise is 0 at the\n"
                      "corners of its cells.\nDefault: {}",
                      options.cell));
  CLI::Option* frequency =
      add(command, "--frequency", "CELLS", options.frequency, parse_positive,
          "Cells per sample, instead of --cell: 0.01 is the same as --cell 100");
  cell->excludes(frequency);
  const std::vector<std::string_view> fades(std::begin(graph::names_of<Fade>),
                                            std::end(graph::names_of<Fade>));
  add_word(
      command, "--fade", fades, [&options](std::size_t i) { options.fade = static_cast<Fade>(i); },
      "The ease curve within a cell, of noise that has one. Default: quintic");
  add(command, "--period", "X,Y", options.period, parse_period,
      "Cells after which the noise repeats along x and y, at no cost; 0: never.\n"
      "The image tiles if it is as large: --cell 64 --period 16,16 --size 1024");
  add(command, "--seamless", "W,H", options.seamless, parse_extents,
      "Blend the field so that it repeats after so many samples; 0: it does not\n"
      "along this axis. --period is better where it will do");
}

void add_octave_options(CLI::App& command, RenderOptions& options) {
  command.option_defaults()->group("Noise");
  std::vector<graph::FractalKind> kinds(graph::fractals().begin(), graph::fractals().end());
  kinds.push_back({no_fractal, "a single octave", nullptr});
  add_choice(
      command, "--fractal", options.fractal, std::span<const graph::FractalKind>(kinds),
      "The sum or product of octaves. Noise without a seed has none by default:", other_option);
  add(command, "--octaves", "N", options.octaves.octaves, parse_integer,
      fmt::format("Layers of noise, 1 to {}. The last one's cells should\n"
                  "be no smaller than two samples: log2(--cell) octaves, while the\n"
                  "lacunarity is 2. Default: {}",
                  Fractal::octave_limit, options.octaves.octaves));
  add(command, "--lacunarity", "RATIO", options.octaves.lacunarity, parse_number,
      fmt::format("Frequency of an octave over that of the octave before.\nDefault: {}",
                  options.octaves.lacunarity));
  add(command, "--gain", "RATIO", options.octaves.gain, parse_number,
      fmt::format("Amplitude of an octave over that of the octave before: lower is\n"
                  "smoother, higher is rougher. Default: {}",
                  options.octaves.gain));
  add(command, "--weight", "PART", options.octaves.weight, parse_number,
      "Weakens octaves where the octave before is low, 0 to 1:\n"
      "smooth valleys between rough peaks. Default: 0");
  add(command, "--fraction", "PART", options.octaves.fraction, parse_number,
      "Part of one more octave that is added, 0 to 1. Default: 0");
  add(command, "--footprint", "WIDTH", options.octaves.footprint, parse_number,
      "Distance between samples, in units of coordinate: octaves whose cells span\n"
      "less than two of it fade out, since they would look like white noise.\n"
      "Default: 0, for none");
  command.add_flag("--aligned", options.octaves.aligned,
                   "Leave the lattices of all octaves in step, as published sums have them.\n"
                   "With a whole --lacunarity a regular grid shows in ridges and coasts.");
}

void add_field_option(CLI::App& command, RenderOptions& options) {
  command.option_defaults()->group("Noise");
  CLI::Option* field =
      command
          .add_option("--field", options.field,
                      "A field as JSON, in place of all options of noise: a file, or - for\n"
                      "standard input, or the text itself. \"perlane nodes\" lists the functions\n"
                      "that it may hold. Its unit of coordinate is a sample. Or a file that\n"
                      "perlane has rendered, to make it again; other options change it.")
          ->type_name("FILE");
  for (CLI::Option* option : command.get_options()) {
    if (option != field && option->get_group() == "Noise") field->excludes(option);
  }
  add(command, "--reseed", "N", options.reseed, parse_seed,
      "Draw all seeds of the field anew, from the old ones and this one: the same\n"
      "recipe, another world")
      ->needs(field);
  command
      .add_option("--name", options.name,
                  "Render one of the named fields (\"fields\") of that JSON, such as a mask")
      ->type_name("NAME")
      ->needs(field);
  command
      .add_flag("--other-values", options.takes_other_values,
                "Take a recipe that does not make the samples here that it was written\n"
                "for: it has been changed, or is by a version that gives other values")
      ->needs(field);
}

}  // namespace

void add_noise_options(CLI::App& command, RenderOptions& options) {
  add_source_options(command, options);
  add_octave_options(command, options);
  add_field_option(command, options);
}

}  // namespace perlane::cli::options
