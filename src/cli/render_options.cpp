#include "cli/render_options.hpp"

#include "cli/add_option.hpp"
#include "cli/recipe.hpp"
#include "cli/relief.hpp"
#include "engine/dispatch.hpp"
#include "field/catalogue.hpp"
#include "field/factory.hpp"
#include "text/nearest.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace perlane::cli {
namespace {

// Adds an option that names an entry of one of the library's lists.
template <class Entry>
CLI::Option* add_choice(CLI::App& command, const std::string& name, std::string& target,
                        std::span<const Entry> list, std::string help) {
  std::string names;
  std::vector<std::string_view> known;
  for (const Entry& entry : list) {
    known.push_back(entry.name);
    names += names.empty() ? "" : ", ";
    names += entry.name;
    help += "\n  " + std::string(entry.name) + ": " + std::string(entry.description);
  }
  target = list.front().name;
  const auto read = [name, &target, known, names](const CLI::results_t& given) {
    if (std::find(known.begin(), known.end(), given.front()) != known.end())
      return target = given.front(), true;
    throw CLI::ValidationError(name + " is \"" + given.front() + "\"" +
                                   text::suggestion(given.front(), known) + "; use one of " + names,
                               CLI::ExitCodes::ValidationError);
  };
  return command.add_option(name, read, help + "\nDefault: " + target)->type_name("NAME");
}

void add_file_options(CLI::App& command, RenderOptions& options) {
  std::vector<Element> elements;  // that some format has
  std::vector<std::string_view> names;
  for (const Element element :
       {Element::uint8, Element::uint16, Element::float16, Element::float32}) {
    const auto has = [=](const Format& format) {
      return std::ranges::find(format.elements, element) != format.elements.end();
    };
    if (std::ranges::none_of(formats(), has)) continue;
    elements.push_back(element);
    names.push_back(name_of(element));
  }
  const auto set = [=, &options](std::size_t i) { options.element = elements[i]; };
  CLI::Option* type = add_word(command, "--type", names, set,
                               "Type of a sample. Default: the first that the format has")
                          ->group("File");
  CLI::Option* depth = add_word(command, "--depth", {"8", "16"}, set,
                                "The same as --type uint8 or uint16, by its bits")
                           ->group("File");
  type->excludes(depth);
  if (format_of(".tif") != nullptr) {
    add_word(
        command, "--compression", {std::begin(compression_names), std::end(compression_names)},
        [&options](std::size_t i) { options.compression = static_cast<Compression>(i); },
        "Of .tif. Every program reads the first. Default: deflate")
        ->group("File");
  }
  if (format_of(".zarr") != nullptr) {
    add_word(
        command, "--zarr", {"2", "3"},
        [&options](std::size_t i) { options.zarr = static_cast<int>(i) + 2; },
        "The version of .zarr. Default: " + std::to_string(newest_zarr))
        ->group("File");
  }
}

void add_image_options(CLI::App& command, RenderOptions& options) {
  add(command, "--size", "N|WxH", options.size, parse_size,
      "Samples, one per pixel: N x N, or W wide and H high. Default: " +
          std::to_string(Recipe{}.size.width))
      ->group("Image");
  add(command, "--range", "LOW,HIGH|auto", options.range, parse_range,
      "The values that become black and white; values outside saturate.\n"
      "Default: the range that the field provably never leaves. It is the same\n"
      "for every seed and place, so that neighbouring maps match, but few maps\n"
      "use all of it. For full contrast, give auto: the least and the greatest\n"
      "value of this map, which takes a second pass.")
      ->group("Image");
}

void add_preview_options(CLI::App& command, RenderOptions& options) {
  CLI::Option* preview =
      command
          .add_option("--preview", options.preview,
                      "Write a shaded relief in colour, too: an 8-bit RGB PNG, with the light\n"
                      "from the north-west (the upper left). --range does not change it.")
          ->type_name("FILE")
          ->group("Image");
  add(command, "--sea-level", "VALUE", options.sea_level, parse_value,
      "The value that the sea of the preview reaches to. Default: 0")
      ->group("Image")
      ->needs(preview);
  add_choice(command, "--palette", options.palette, palettes(), "The colours of the preview:")
      ->group("Image")
      ->needs(preview);
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
  const std::vector<std::string_view> fades(std::begin(field::names_of<Fade>),
                                            std::end(field::names_of<Fade>));
  add_word(
      command, "--fade", fades, [&options](std::size_t i) { options.fade = static_cast<Fade>(i); },
      "The ease curve within a cell, of noise that has one. Default: quintic")
      ->group("Noise");
  add(command, "--period", "X,Y", options.period, parse_period,
      "Cells after which the noise repeats along x and y, at no cost; 0: never.\n"
      "The image tiles if it is as large: --cell 64 --period 16,16 --size 1024")
      ->group("Noise");
  add(command, "--seamless", "W,H", options.seamless, parse_extents,
      "Blend the field so that it repeats after so many samples; 0: it does not\n"
      "along this axis. --period is better where it will do")
      ->group("Noise");
}

void add_octave_options(CLI::App& command, RenderOptions& options) {
  std::vector<field::FractalKind> kinds(field::fractals().begin(), field::fractals().end());
  kinds.push_back({no_fractal, "a single octave", nullptr});
  add_choice(command, "--fractal", options.fractal, std::span<const field::FractalKind>(kinds),
             "How octaves make a map. What has no seed is a single octave by default:")
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
  add(command, "--weight", "PART", options.octaves.weight, parse_number,
      "How much weaker octaves are where the octave before is low, 0 to 1:\n"
      "smooth valleys between rough peaks. Default: 0")
      ->group("Noise");
  add(command, "--fraction", "PART", options.octaves.fraction, parse_number,
      "How much of one more octave there is, 0 to 1. Default: 0")
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
                      "be made of. Its unit of coordinate is a sample. Or a file that perlane\n"
                      "has rendered, to make it again; other options change it.")
          ->type_name("FILE")
          ->group("Noise");
  for (const char* name :
       {"--noise", "--seed", "--cell", "--frequency", "--fractal", "--octaves", "--lacunarity",
        "--gain", "--weight", "--fraction", "--aligned", "--fade", "--period", "--seamless"}) {
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
      ->type_name(joined(engine::known()))
      ->group("Run");
  command
      .add_flag("-q,--quiet", options.quiet,
                "No progress, no summary and no word of options without effect; only\n"
                "warnings of the map, and errors")
      ->group("Run");
}

}  // namespace

std::string names_of_formats() {
  std::vector<std::string_view> names;
  for (const Format& format : formats()) names.push_back(format.extension.substr(1));
  return joined(names);
}

std::string list_of_formats(Formats by) {
  std::string list;
  for (const Format& format : formats()) {
    list += "\n  " + std::string(format.extension.substr(by == Formats::by_name ? 1 : 0)) + ": " +
            std::string(format.description) + ": ";
    const char* separator = "";
    for (const Element element : format.elements) {
      list += separator + std::string(name_of(element));
      separator = ", ";
    }
  }
  return list;
}

std::vector<std::string> given_options(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() > 0 && !option->get_lnames().empty())
      names.push_back("--" + option->get_lnames().front());
  }
  return names;
}

void add_shared_options(CLI::App& command, RenderOptions& options) {
  add_file_options(command, options);
  add_image_options(command, options);
  add_noise_options(command, options);
  add_octave_options(command, options);
  add_field_option(command, options);
  add_place_options(command, options);
  add_run_options(command, options);
}

void add_render_options(CLI::App& command, RenderOptions& options) {
  command
      .add_option("OUTPUT", options.output,
                  "The heightmap, or - for standard output. A file of that name is replaced\n"
                  "once the new one is complete, and kept if anything goes wrong. The\n"
                  "extension is the format, and the type of a sample its first:" +
                      list_of_formats(Formats::by_extension))
      ->required();
  command
      .add_option("--format", options.format,
                  "The format, in place of that of the extension. Standard output needs\n"
                  "it, and takes " +
                      extensions(true))
      ->type_name(names_of_formats())
      ->group("File");
  add_shared_options(command, options);
  add_preview_options(command, options);
  command
      .add_flag("--stats", options.stats,
                "Print quantiles and a histogram of the values on standard error, which\n"
                "takes a second pass. Quantiles are interpolated between 65536 steps from\n"
                "the least value to the greatest")
      ->group("Run");
}

}  // namespace perlane::cli
