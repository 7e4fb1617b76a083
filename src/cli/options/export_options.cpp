#include "cli/options/export_options.hpp"

#include "cli/options/add_option.hpp"

namespace perlane::cli::options {
namespace {

void add_tile_options(CLI::App& command, ExportOptions& options) {
  command.option_defaults()->group("Tiles");
  Tiling& tiling = options.tiling;
  add(command, "--tile", "N", tiling.tile, parse_count,
      "Samples from a tile to the next, along both axes. Default: " + std::to_string(tiling.tile));
  add(command, "--overlap", "N", tiling.overlap, parse_integer,
      "Rows and columns that a tile has beyond, those of its neighbours in the\n"
      "south and in the east. Engines want 1. Default: " +
          std::to_string(tiling.overlap));
  add(command, "--levels", "N", tiling.levels, parse_count,
      "Levels of detail: level k has every 2^k-th sample. Default: " +
          std::to_string(tiling.levels));
  command
      .add_option("--names", tiling.names,
                  "The path of a tile within DIR. {level}, {x} and {y} are numbers from 0\n"
                  "on, and {ext} is the format. Default: " +
                      tiling.names)
      ->type_name("PATTERN");
}

void add_work_options(CLI::App& command, ExportOptions& options) {
  command.option_defaults()->group("Run");
  CLI::Option* part = add(command, "--part", "I/N", options.part, parse_part,
                          "Make one of N parts of the tiles, which other machines may make others\n"
                          "of at the same time. --verify puts them together.");
  CLI::Option* force =
      command.add_flag("--force", options.force,
                       "Replace the tiles and the manifest that another export has left, and\n"
                       "tiles that have changed since");
  CLI::Option* verify =
      command.add_flag("--verify", options.verify,
                       "Make nothing: decode the tiles, check them against the manifests in DIR\n"
                       "and the field, and put the manifests of parts together. It needs no\n"
                       "other options.");
  verify->excludes(part)->excludes(force);
}

}  // namespace

void add_export_options(CLI::App& command, ExportOptions& options) {
  RenderOptions& render = options.render;
  command
      .add_option("DIR", options.directory,
                  "The directory of the tiles, which is made if it is not there. What an\n"
                  "export that was ended has left there is kept, and the rest is made.")
      ->required();
  command
      .add_option("--format", render.format,
                  "The format, and the type of a sample its first. Default: the extension of\n"
                  "--names, or png:" +
                      list_of_formats(Formats::by_name))
      ->type_name(names_of_formats())
      ->group("File");
  add_tile_options(command, options);
  add_shared_options(command, render);
  add_work_options(command, options);
  CLI::Option* verify = command.get_option("--verify")->excludes(command.get_option("--isa"));
  for (CLI::Option* option : command.get_options()) {
    const std::string group = option->get_group();
    if (option->nonpositional() && (group != "Run" && group != "OPTIONS" && group != "Options"))
      verify->excludes(option);
  }
}

}  // namespace perlane::cli::options
