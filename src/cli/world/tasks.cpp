// The template of a world, and its tasks. A task makes one tile, which appears under its name when
// it is complete. It needs the manifest alone, so tasks are done in any order, on any machines, and
// several times: the tile is the same.

#include "cli/output/message.hpp"
#include "cli/render/machine.hpp"
#include "cli/world/export.hpp"
#include "cli/world/template.hpp"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <new>

namespace perlane::cli::world {
namespace {

namespace fs = std::filesystem;

void make_directory_of(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error)
    output::throw_errno("cannot make " + output::quoted(path.parent_path()), error.value());
}

void write_text(const fs::path& path, const std::string& text) {
  make_directory_of(path);
  output::OutputFile file(path);
  file.put(text.data(), text.size());
  output::OutputFile* const files[] = {&file};
  output::OutputFile::publish(files);
}

// The first file that is no part of the template. A run that was killed may have left such parts.
std::optional<fs::path> file_in_the_way(
    const fs::path& directory,
    const std::vector<std::pair<std::string, std::string>>& descriptions) {
  if (!fs::exists(directory)) return std::nullopt;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory)) {
    if (entry.is_directory() && !entry.is_symlink()) continue;
    const std::string name = entry.path().lexically_relative(directory).generic_string();
    const auto is_it = [&](const auto& file) {
      return file.first == name && holds(directory, name, file.second);
    };
    if (std::ranges::any_of(descriptions, is_it) || is_unfinished(entry.path().filename().string()))
      continue;
    return entry.path();
  }
  return std::nullopt;
}

}  // namespace

bool holds(const fs::path& directory, const std::string& name, const std::string& text) {
  if (link_to(directory, name) || !fs::is_regular_file(directory / name)) return false;
  std::ifstream file(directory / name, std::ios::binary);
  return std::ranges::equal(
      std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()), text);
}

void write_template(const fs::path& directory, const TileMaker& maker) {
  const auto descriptions = maker.descriptions();
  std::optional<Written> older = manifest_in(directory);
  if (!older) {
    const auto in_the_way = file_in_the_way(directory, descriptions);
    older = manifest_in(directory);  // another call may have made the world meanwhile
    if (!older && in_the_way)
      output::throw_failure("{} is in the way; use another directory", output::quoted(*in_the_way));
  }
  if (older && older->header != maker.header().text) {
    output::throw_failure("{} is of another world; use another directory",
                          output::quoted(older->path));
  }
  for (const auto& [name, text] : descriptions) {
    if (const auto link = link_to(directory, name))
      output::throw_failure("{} is a symbolic link; remove it", output::quoted(*link));
    if (!holds(directory, name, text)) write_text(directory / name, text);
  }
  if (older) return;
  make_directory_of(manifest_path(directory));
  output::OutputFile file(manifest_path(directory));
  write_manifest(file, maker.header(), {});
  output::OutputFile* const files[] = {&file};
  output::OutputFile::publish(files);
}

void run_tasks(const options::ExportOptions& options) {
  const render::Machine machine(options.render);
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
    output::Progress progress(fmt::format("{}, {} tiles", directory.string(), tiles.size()),
                              samples_in(tiles), options.render.quiet);
    for_each_tile(tiles, [&](const Tile& tile) {
      make_directory_of(directory / tile.name);
      output::OutputFile file(directory / tile.name);
      maker.write(tile, file, progress);
      output::OutputFile* const files[] = {&file};
      output::OutputFile::publish(files);
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
