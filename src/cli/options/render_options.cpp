#include "cli/options/render_options.hpp"

#include "cli/options/add_option.hpp"
#include "cli/samples/relief.hpp"
#include "engine/dispatch.hpp"

#include <iterator>

namespace perlane::cli::options {
namespace {

void add_file_options(CLI::App& command, RenderOptions& options) {
  command.option_defaults()->group("File");
  std::vector<formats::Element> elements;  // that some format has
  std::vector<std::string_view> names;
  for (const formats::Element element : {formats::Element::uint8, formats::Element::uint16,
                                         formats::Element::float16, formats::Element::float32}) {
    const auto has = [=](const formats::Format& format) { return format.has(element); };
    if (std::ranges::none_of(formats::all(), has)) continue;
    elements.push_back(element);
    names.push_back(name_of(element));
  }
  const auto set = [=, &options](std::size_t i) { options.element = elements[i]; };
  CLI::Option* type = add_word(command, "--type", names, set,
                               "Type of a sample. Default: the first that the format has");
  CLI::Option* depth = add_word(command, "--depth", {"8", "16"}, set,
                                "The same as --type uint8 or uint16, by its bits");
  type->excludes(depth);
  if (formats::format_of(".tif") != nullptr) {
    add_word(
        command, "--compression",
        {std::begin(formats::compression_names), std::end(formats::compression_names)},
        [&options](std::size_t i) { options.compression = static_cast<formats::Compression>(i); },
        "The compression of .tif. Every program reads the first. Default: deflate");
    add(command, "--pixel-size", "SIZE", options.pixel_size, parse_pixel_size,
        "Make a GeoTIFF: the distance between samples on the map, or X,Y. Default: 1");
    add(command, "--map-origin", "X,Y", options.map_origin, parse_pair,
        "Make a GeoTIFF: where sample 0,0 lies on the map, as a point, which is the\n"
        "centre of its pixel. Rows run from north to south. Default: 0,0");
    add(command, "--crs", "EPSG:CODE", options.epsg, parse_crs,
        "Make a GeoTIFF: its coordinate reference system, such as EPSG:2056");
  }
  if (formats::format_of(".zarr") != nullptr) {
    add_word(
        command, "--zarr", {"2", "3"},
        [&options](std::size_t i) { options.zarr = static_cast<int>(i) + 2; },
        fmt::format("The version of .zarr. Default: {}", formats::newest_zarr));
  }
}

void add_image_options(CLI::App& command, RenderOptions& options) {
  command.option_defaults()->group("Image");
  add(command, "--size", "N|WxH|WxHxD", options.size, parse_size,
      fmt::format("Samples, one per pixel: N x N, or W wide and H high. {}Default: {}",
                  formats::format_of(".zarr") != nullptr
                      ? "D slices of\nthem are a volume, along z, which .zarr holds. "
                      : "",
                  input::Recipe{}.size.width));
  add(command, "--range", "LOW,HIGH|auto", options.range, parse_range,
      "The values that become black and white; values outside saturate.\n"
      "Default: the range that the field provably never leaves. It is the same\n"
      "for every seed and place, so that neighbouring maps match, but few maps\n"
      "use all of it. For full contrast, give auto: the least and the greatest\n"
      "value of this map, which takes a second pass.");
}

void add_preview_options(CLI::App& command, RenderOptions& options) {
  command.option_defaults()->group("Image");
  CLI::Option* preview =
      command
          .add_option("--preview", options.preview,
                      "Write a shaded relief in colour, too: an 8-bit RGB PNG, with the light\n"
                      "from the north-west (the upper left). --range does not change it.")
          ->type_name("FILE");
  add(command, "--preview-size", "N", options.preview_size, parse_count,
      "At most so many pixels wide and high; each is the mean of the samples that\n"
      "it stands for. Default: the size of the heightmap")
      ->needs(preview);
  add(command, "--sea-level", "VALUE", options.sea_level, parse_value,
      "The value that the sea of the preview reaches to. Default: 0")
      ->needs(preview);
  add_choice(command, "--palette", options.palette, samples::palettes(),
             "The colours of the preview:")
      ->needs(preview);
}

void add_place_options(CLI::App& command, RenderOptions& options) {
  command.option_defaults()->group("Place");
  add(command, "--first", "X,Y[,Z]", options.first, parse_indices,
      "Index of the first sample, 64 bits each: which part of an endless map\n"
      "this is. The east neighbour of a map of 1024 samples is the one with\n"
      "--first 1024,0; they match to the bit. Default: 0,0");
  add(command, "--origin", "X,Y[,Z]", options.origin, parse_coordinates,
      "Coordinate of sample 0,0, in samples: moves the samples on the lattice\n"
      "of the noise, by fractions too. Default: 0,0");
}

void add_run_options(CLI::App& command, RenderOptions& options) {
  command.option_defaults()->group("Run");
  add(command, "--threads", "N", options.threads, parse_count,
      "Threads to use at most; the image never depends on it.\nDefault: all cores");
  command
      .add_option("--isa", options.isa,
                  "Instruction set; the image never depends on it. \"perlane info\" lists\n"
                  "those of this CPU.\n"
                  "Default: PERLANE_ISA of the environment, or else the best one")
      ->type_name(joined(engine::built_isas()));
  command.add_flag("-q,--quiet", options.quiet,
                   "Print only errors and warnings about the map: no progress, no summary,\n"
                   "and no warnings about options without effect");
}

}  // namespace

std::string names_of_formats() {
  const auto name = [](const formats::Format& format) { return format.extension.substr(1); };
  return output::listed(formats::all(), name, "|");
}

std::string list_of_formats(Formats by) {
  std::string list;
  for (const formats::Format& format : formats::all()) {
    list += fmt::format("\n  {}: {}: {}", format.extension.substr(by == Formats::by_name ? 1 : 0),
                        format.description, output::listed(format.elements, formats::name_of));
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
  add_place_options(command, options);
  add_run_options(command, options);
}

void add_render_options(CLI::App& command, RenderOptions& options) {
  command
      .add_option("OUTPUT", options.output,
                  "The heightmap, or - for standard output. A file of that name is replaced\n"
                  "once the new one is complete, and kept if anything goes wrong. The\n"
                  "extension is the format, and the first type of a sample the default:" +
                      list_of_formats(Formats::by_extension))
      ->required();
  command
      .add_option("--format", options.format,
                  "The format, in place of that of the extension. Standard output needs\n"
                  "it, and takes " +
                      formats::extensions(true))
      ->type_name(names_of_formats())
      ->group("File");
  add_shared_options(command, options);
  add_preview_options(command, options);
  command
      .add_flag("--stats", options.stats,
                "Take a second pass, and print on standard error proven bounds of the map,\n"
                "and quantiles and a histogram of the values. Quantiles are interpolated\n"
                "between 65536 steps from the least value to the greatest")
      ->group("Run");
}

}  // namespace perlane::cli::options
