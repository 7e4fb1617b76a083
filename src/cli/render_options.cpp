#include "cli/render_options.hpp"

#include "field/catalogue.hpp"
#include "text/nearest.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace perlane::cli {
namespace {

// Adds an option whose text `parse` reads. CLI11 itself would read 010 as eight, -1 as a seed, and
// 1e99 as the largest integer.
template <class Target, class Value>
CLI::Option* add(CLI::App& command, const std::string& name, const std::string& type,
                 Target& target, Value (*parse)(std::string_view), const std::string& help) {
  const auto read = [name, &target, parse](const CLI::results_t& given) {
    try {
      target = parse(given.front());
    } catch (const std::invalid_argument& error) {
      throw CLI::ValidationError(name + " is \"" + given.front() + "\"; " + error.what(),
                                 CLI::ExitCodes::ValidationError);
    }
    return true;
  };
  return command.add_option(name, read, help)->type_name(type);
}

// Adds an option that names an entry of one of the library's lists.
template <class Entry>
CLI::Option* add_choice(CLI::App& command, const std::string& name, std::string& target,
                        std::span<const Entry> list, std::string help) {
  std::string names;
  for (const Entry& entry : list) {
    names += names.empty() ? "" : ", ";
    names += entry.name;
    help += "\n  " + std::string(entry.name) + ": " + std::string(entry.description);
  }
  target = list.front().name;
  const auto read = [name, &target, list, names](const CLI::results_t& given) {
    for (const Entry& entry : list) {
      if (given.front() == entry.name) return target = given.front(), true;
    }
    std::vector<std::string_view> known;
    for (const Entry& entry : list) known.push_back(entry.name);
    throw CLI::ValidationError(name + " is \"" + given.front() + "\"" +
                                   text::suggestion(given.front(), known) + "; use one of " + names,
                               CLI::ExitCodes::ValidationError);
  };
  return command.add_option(name, read, help + "\nDefault: " + target)->type_name("NAME");
}

void replace(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

template <class Entry>
const Entry& entry_of(std::span<const Entry> list, std::string_view name) {
  for (const Entry& entry : list) {
    if (entry.name == name) return entry;
  }
  throw std::invalid_argument("there is no " + std::string(name));
}

void add_image_options(CLI::App& command, RenderOptions& options) {
  const std::string default_size = std::to_string(options.size.width);
  add(command, "--size", "N|WxH", options.size, parse_size,
      "Samples, one per pixel: N x N, or W wide and H high. Default: " + default_size)
      ->group("Image");
  add(command, "--depth", "BITS", options.depth, parse_depth,
      "Bits of a pixel, 8 or 16. Default: " + std::to_string(options.depth))
      ->group("Image");
  add(command, "--range", "LOW,HIGH", options.range, parse_range,
      "The values that become black and white; values outside saturate.\n"
      "Default: the range that the field provably never leaves. It is the same\n"
      "for every seed and place, so that neighbouring maps match, but few maps\n"
      "use all of it: for full contrast, give the least and the greatest value\n"
      "that a first run prints.")
      ->group("Image");
  command
      .add_option("--preview", options.preview,
                  "Write a shaded relief in colour, too: an 8-bit RGB PNG, with the sea\n"
                  "level at value 0 and the light from the north-west (the upper left).\n"
                  "--range does not change it.")
      ->type_name("FILE")
      ->group("Image");
}

void add_noise_options(CLI::App& command, RenderOptions& options) {
  add_choice(command, "--noise", options.noise, field::sources(), "What each octave is:")
      ->group("Noise");
  add(command, "--seed", "N", options.seed, parse_seed,
      "Another seed, another map: 64 bits, decimal or 0x... Default: " +
          std::to_string(options.seed))
      ->group("Noise");
  CLI::Option* cell = add(command, "--cell", "SAMPLES", options.cell, parse_positive,
                          "Size of a cell of the lowest octave, which is about the size of a hill\n"
                          "or a bay. With one octave, 1 makes a flat image: noise is 0 at the\n"
                          "corners of its cells.\n"
                          "Default: " +
                              to_text(options.cell))
                          ->group("Noise");
  CLI::Option* frequency =
      add(command, "--frequency", "CELLS", options.frequency, parse_positive,
          "Cells per sample, instead of --cell: 0.01 is the same as --cell 100")
          ->group("Noise");
  cell->excludes(frequency);
}

void add_octave_options(CLI::App& command, RenderOptions& options) {
  add_choice(command, "--fractal", options.fractal, field::fractals(), "How octaves make a map:")
      ->group("Noise");
  add(command, "--octaves", "N", options.octaves.octaves, parse_integer,
      "Layers of noise, 1 to " + std::to_string(Fractal::octave_limit) +
          ". The last one's cells should\n"
          "be no smaller than two samples: log2(--cell) octaves, while the\n"
          "lacunarity is 2. Default: " +
          std::to_string(options.octaves.octaves))
      ->group("Noise");
  add(command, "--lacunarity", "RATIO", options.octaves.lacunarity, parse_number,
      "Frequency of an octave over that of the octave before.\n"
      "Default: " +
          to_text(options.octaves.lacunarity))
      ->group("Noise");
  add(command, "--gain", "RATIO", options.octaves.gain, parse_number,
      "Amplitude of an octave over that of the octave before: lower is\n"
      "smoother, higher is rougher. Default: " +
          to_text(options.octaves.gain))
      ->group("Noise");
  command
      .add_flag("--aligned", options.octaves.aligned,
                "Leave the lattices of all octaves in step, as published sums have them.\n"
                "With a whole --lacunarity a regular grid shows in ridges and coasts.")
      ->group("Noise");
}

void add_field_option(CLI::App& command, RenderOptions& options) {
  CLI::Option* field =
      command
          .add_option("--field", options.field,
                      "A field as JSON, in place of all options of noise: a file, or - for\n"
                      "standard input, or the text itself. \"perlane nodes\" lists what it may\n"
                      "be made of. Its unit of coordinate is a sample.")
          ->type_name("FILE")
          ->group("Noise");
  for (const char* name : {"--noise", "--seed", "--cell", "--frequency", "--fractal", "--octaves",
                           "--lacunarity", "--gain", "--aligned"}) {
    field->excludes(command.get_option(name));
  }
}

void add_place_options(CLI::App& command, RenderOptions& options) {
  add(command, "--first", "X,Y", options.first, parse_indices,
      "Index of the first sample, 64 bits each: which part of an endless map\n"
      "this is. The east neighbour of a map of 1024 samples is the one with\n"
      "--first 1024,0; they match to the bit. Default: 0,0")
      ->group("Place");
  add(command, "--origin", "X,Y", options.origin, parse_coordinates,
      "Coordinate of sample 0,0, in samples: moves the samples on the lattice\n"
      "of the noise, by fractions too. Default: 0,0")
      ->group("Place");
}

void add_run_options(CLI::App& command, RenderOptions& options) {
  add(command, "--threads", "N", options.threads, parse_count,
      "Threads to use at most; the image never depends on it.\nDefault: all cores")
      ->group("Run");
  command
      .add_option("--isa", options.isa,
                  "Instruction set; the image never depends on it. \"perlane info\" lists\n"
                  "those of this CPU.\n"
                  "Default: PERLANE_ISA of the environment, or else the best one")
      ->type_name("NAME")
      ->group("Run");
  command
      .add_flag("-q,--quiet", options.quiet, "No progress and no summary; only warnings and errors")
      ->group("Run");
}

}  // namespace

void add_render_options(CLI::App& command, RenderOptions& options) {
  command
      .add_option("OUTPUT", options.output,
                  "The heightmap, a greyscale PNG. A file of that name is replaced\n"
                  "once the new one is complete, and kept if anything goes wrong.")
      ->required();
  add_image_options(command, options);
  add_noise_options(command, options);
  add_octave_options(command, options);
  add_field_option(command, options);
  add_place_options(command, options);
  add_run_options(command, options);
}

Field make_field(const RenderOptions& options) {
  const Field source =
      entry_of(field::sources(), options.noise).make(options.seed, options.cells_per_sample());
  return entry_of(field::fractals(), options.fractal).make(source, options.octaves);
}

std::string in_terms_of_options(std::string message, const RenderOptions& options) {
  const std::string_view frequency = options.frequency ? "--frequency" : "1 / --cell";
  const std::pair<std::string_view, std::string_view> names[] = {
      {"Fractal::octaves", "--octaves"},
      {"Multifractal::octaves", "--octaves"},
      {"Multifractal::lacunarity", "--lacunarity"},
      {"Multifractal::gain", "--gain"},
      {"Fractal::lacunarity", "--lacunarity"},
      {"Fractal::gain", "--gain"},
      {"Grid::origin, first and step put", "--origin, --first and --size put"},
      {"Grid::origin", "--origin"},
      {"Grid::first", "--first"},
      {"Grid::shape", "--size"},
  };
  for (const auto& [member, option] : names) replace(message, member, option);
  // Any source of noise may complain of its frequency, each with the name of its own type.
  constexpr std::string_view member = "::frequency";
  for (std::size_t at = message.find(member); at != std::string::npos; at = message.find(member)) {
    const std::size_t type = message.find_last_of(' ', at) + 1;
    message.replace(type, at + member.size() - type, frequency);
  }
  return message;
}

}  // namespace perlane::cli
