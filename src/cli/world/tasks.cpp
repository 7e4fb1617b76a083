// The tasks of a world. A task makes one tile, which appears under its name when it is complete. It
// needs the manifest alone, so tasks are done in any order, on any machines, and several times: the
// tile is the same.

#include "cli/output/message.hpp"
#include "cli/render/isa_and_threads.hpp"
#include "cli/world/export.hpp"
#include "cli/world/world_directory.hpp"

#include <algorithm>
#include <iostream>
#include <new>

namespace perlane::cli::world {

namespace fs = std::filesystem;

void run_tasks(const options::ExportOptions& options) {
  const render::IsaAndThreads isa_and_threads(options.render);
  const fs::path directory = options.directory;
  const std::optional<Written> manifest = manifest_in(directory);
  if (!manifest) {
    output::throw_failure("there is no manifest.json in {}; make the world first, with --init",
                          output::quoted(directory));
  }
  const Header header = header_in(*manifest);
  if (!header.difference.empty())
    output::throw_failure("{}: {}", output::quoted(manifest->path), header.difference);
  const std::int64_t number = std::ssize(header.layout.tiles());
  const auto [first, last] = *options.tasks;
  if (first >= number) {
    output::throw_invalid("--task is {}, and {} has the tasks 0 to {}", first,
                          output::quoted(directory), number - 1);
  }
  const TileMaker maker(header);
  if (maker.format() == nullptr)
    output::throw_failure("this perlane was built without {}", header.tiling.extension);
  Tiles tiles;
  for (std::int64_t i = first; i <= std::min(last, number - 1); ++i) {
    const Tile& tile = header.layout.tiles()[static_cast<std::size_t>(i)];
    if (const auto link = link_to(directory, tile.name))
      output::throw_failure("{} is a symbolic link, and no link is followed; remove it",
                            output::quoted(*link));
    if (options.force || !fs::is_regular_file(directory / tile.name)) tiles.push_back(&tile);
  }
  try {
    maker.check();
    output::Progress progress(title_of(directory.string(), tiles.size()), samples_in(tiles),
                              options.render.quiet);
    for_each_tile(tiles, [&](const Tile& tile) {
      make_directory_of(directory / tile.name);
      output::OutputFile file(directory / tile.name);
      maker.write(tile, file, progress);
      file.publish();
    });
  } catch (const std::bad_alloc&) {
    output::throw_failure(
        "not enough memory for the tiles that are made at a time; use fewer "
        "--threads, or a world of a smaller --tile");
  }
  if (options.render.quiet) return;
  std::cout << fmt::format("tiles      {} made, {} kept\n", tiles.size(),
                           std::min(last, number - 1) - first + 1 - std::ssize(tiles));
}

}  // namespace perlane::cli::world
