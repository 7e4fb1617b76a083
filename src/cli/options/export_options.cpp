#include "cli/options/export_options.hpp"

#include "cli/options/add_option.hpp"

namespace perlane::cli::options {
namespace {

void add_tile_options(CLI::App& command, ExportOptions& options) {
  command.option_defaults()->group("Tiles");
  Tiling& tiling = options.tiling;
  add(command, "--tile", "N", tiling.tile, parse_count,
      fmt::format("Samples from a tile to the next, along both axes. Default: {}", tiling.tile));
  add(command, "--overlap", "N", tiling.overlap, parse_integer,
      fmt::format("Rows and columns that a tile shares with its neighbours in the south\n"
                  "and in the east. Engines want 1. Default: {}",
                  tiling.overlap));
  add(command, "--levels", "N", tiling.levels, parse_count,
      fmt::format("Levels of detail: level k has every 2^k-th sample. Default: {}", tiling.levels));
  command.add_flag("--fade-octaves", tiling.fades_octaves,
                   "Fade octaves out that are too fine for the samples of a level, and would\n"
                   "look like white noise there");
  command
      .add_option("--names", tiling.names,
                  "The path of a tile within DIR. {level}, {x} and {y} are numbers from 0\n"
                  "on, and {ext} is the format. Default: " +
                      tiling.names)
      ->type_name("PATTERN");
}

void add_work_options(CLI::App& command, ExportOptions& options) {
  command.option_defaults()->group("Run");
  CLI::Option* part =
      add(command, "--part", "I/N", options.part, parse_part,
          "Make one of N parts of the tiles, while other machines make the others.\n"
          "--verify joins them.");
  CLI::Option* force =
      command.add_flag("--force", options.force,
                       "Replace the tiles and the manifest of another export, and tiles that\n"
                       "have changed since they were written");
  CLI::Option* verify =
      command.add_flag("--verify", options.verify,
                       "Render nothing: decode the tiles, check them against the manifests in\n"
                       "DIR and the field, and join the manifests of parts. It needs no other\n"
                       "options.");
  verify->excludes(part)->excludes(force);
}

}  // namespace

void add_export_options(CLI::App& command, ExportOptions& options) {
  RenderOptions& render = options.render;
  command
      .add_option("DIR", options.directory,
                  "The directory of the tiles, which is made if it does not exist. An export\n"
                  "that was interrupted is resumed: its complete tiles are kept.")
      ->required();
  command
      .add_option("--format", render.format,
                  "The format; its first type of a sample is the default. Default: the\n"
                  "extension of --names, or png:" +
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
