#include "cli/options/export_options.hpp"

#include "cli/options/add_option.hpp"

namespace perlane::cli::options {
namespace {

void add_tile_options(CLI::App& command, ExportOptions& options) {
  command.option_defaults()->group("Tiles");
  Tiling& tiling = options.tiling;
  add(command, "--tile", "N", tiling.tile, parse_count,
      fmt::format("Samples from a tile to the next, along every axis. Default: {}{}", default_tile,
                  formats::format_of(".zarr") != nullptr
                      ? fmt::format(";\nfor zarr, whose tiles are shards, {}, or {} in a volume",
                                    formats::shard_of_maps, formats::shard_of_volumes)
                      : ""));
  add(command, "--overlap", "N", tiling.overlap, parse_integer,
      fmt::format("Rows and columns that a tile shares with its neighbours in the south\n"
                  "and in the east. Engines want 1. Default: {}",
                  tiling.overlap));
  add(command, "--levels", "N", tiling.levels, parse_count,
      fmt::format("Levels of detail: level k has every 2^k-th sample. Default: {}", tiling.levels));
  command.add_flag("--fade-octaves", tiling.fades_octaves,
                   "Fade out octaves that are too fine for the samples of a level, and would\n"
                   "look like white noise there");
  command
      .add_option("--names", tiling.names,
                  "The path of a tile within DIR. {level}, {x} and {y} are numbers from 0\n"
                  "on, and {ext} is the format. Default: " +
                      std::string(default_names))
      ->type_name("PATTERN");
}

void add_work_options(CLI::App& command, ExportOptions& options) {
  command.option_defaults()->group("Run");
  CLI::Option* init = command.add_flag(
      "--init", options.init,
      "Make no tile, but a manifest and, for zarr, the metadata. Each tile is then\n"
      "a task that any machine does by --task, in any order");
  CLI::Option* task =
      add(command, "--task", "I|FIRST-LAST", options.tasks, parse_tasks,
          "Do one task of a world that --init has made, or several: 0 is the first,\n"
          "and a LAST beyond the last task stands for it. Tiles that are there are\n"
          "kept. It needs no options of the world.");
  CLI::Option* force =
      command.add_flag("--force", options.force,
                       "Replace the tiles and the manifest of another export, and tiles that\n"
                       "have changed since they were written. With --task, make tiles again");
  CLI::Option* verify =
      command.add_flag("--verify", options.verify,
                       "Render nothing: decode the tiles, check them against the manifest in\n"
                       "DIR and the field, and, after tasks, complete the manifest. It needs no\n"
                       "other options.");
  verify->excludes(init)->excludes(task)->excludes(force);
  init->excludes(task)->excludes(force);
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
  CLI::Option* task = command.get_option("--task");
  for (CLI::Option* option : command.get_options()) {
    const std::string group = option->get_group();
    if (option->nonpositional() && (group != "Run" && group != "OPTIONS" && group != "Options")) {
      verify->excludes(option);
      task->excludes(option);
    }
  }
}

}  // namespace perlane::cli::options
