// Exports a world as tiles. A tile is made in a temporary directory, then its line goes into the
// journal, then it appears under its name. So every file under such a name has a line, or is not of
// this export, and a run that is killed at any moment can be resumed.

#include "cli/world/export.hpp"

#include "cli/output/message.hpp"
#include "cli/samples/blocks.hpp"
#include "cli/input/external_field.hpp"
#include "cli/formats/format.hpp"
#include "cli/render/machine.hpp"
#include "cli/world/manifest.hpp"
#include "cli/samples/memory.hpp"
#include "cli/render/plan.hpp"
#include "cli/output/progress.hpp"
#include "cli/world/stale_files.hpp"
#include "cli/formats/sample_sum.hpp"
#include "cli/samples/samples.hpp"
#include "cli/render/summary.hpp"
#include "engine/parallel.hpp"

#include <perlane/text.hpp>

#include <algorithm>
#include <functional>
#include <iostream>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

namespace perlane::cli::world {
namespace {

namespace fs = std::filesystem;

// Calls `body` for every tile, on all cores. Only two tiles for each thread are begun at a time,
// since a thread that waits for others within one may begin another.
void for_each_tile(const Tiles& tiles, const std::function<void(const Tile&)>& body) {
  const std::size_t most = 2 * static_cast<std::size_t>(engine::thread_count());
  for (std::size_t first = 0; first < tiles.size(); first += most) {
    const std::size_t number = std::min(most, tiles.size() - first);
    engine::parallel_for(static_cast<std::int64_t>(number),
                         [&](std::int64_t begin, std::int64_t end) {
                           for (std::int64_t i = begin; i < end; ++i)
                             body(*tiles[first + static_cast<std::size_t>(i)]);
                         });
  }
}

std::int64_t samples_in(const Tiles& tiles) {
  std::int64_t sum = 0;
  for (const Tile* tile : tiles) sum += tile->size.width * tile->size.height;
  return sum;
}

// The plan of a render of the whole world.
render::Plan plan_of_world(const options::ExportOptions& options) {
  options::RenderOptions render = options.render;
  const std::string extension = "." + render.format.value_or("png");
  const fs::path pattern = options.tiling.names;
  render.output = pattern.extension() == ".{ext}" ? "tile" + extension : pattern.string();
  return render::plan_of(render);
}

class Export {
 public:
  Export(const options::ExportOptions& options, render::Plan& plan, options::Tiling tiling);
  void run();

 private:
  void check_directory() const;
  void check_memory() const;
  void find_range(output::Progress& progress);
  TileSums make(const Tile& tile, output::TemporaryDirectory& temporaries, Journal& journal,
                output::Progress& progress);
  fs::path path_of(const Tile& tile) const { return directory_ / tile.name; }
  const auto& of(const Tile& tile) const { return fields_[static_cast<std::size_t>(tile.level)]; }

  const options::ExportOptions& options_;
  render::Plan& plan_;
  options::Tiling tiling_;
  Layout layout_;
  struct OfLevel {
    Field field;
    std::string text;  // as tiles have it
  };
  std::vector<OfLevel> fields_;  // by level
  fs::path directory_;
  Tiles tiles_;  // of this part
};

Export::Export(const options::ExportOptions& options, render::Plan& plan, options::Tiling tiling)
    : options_(options),
      plan_(plan),
      tiling_(std::move(tiling)),
      layout_(plan.recipe, tiling_),
      directory_(options.directory) {
  for (int level = 0; level < tiling_.levels; ++level) {
    const Field field = field_of(plan.recipe, plan.field, tiling_, level);
    const std::string json = to_json(field);
    fields_.push_back({field, input::text_in_tiles(json, tiling_.names)});
    if (tiling_.fades_octaves && fields_.back().text != json) {
      output::throw_invalid(
          "--fade-octaves does not go with a field of {} bytes, which only the manifest has; use "
          "one of {} at most",
          json.size(), input::most_in_tile);
    }
  }
  const options::Part part = options.part.value_or(options::Part{1, 1});
  const auto of = static_cast<std::size_t>(part.of);
  const std::vector<Tile>& all = layout_.tiles();
  for (std::size_t i = static_cast<std::size_t>(part.number) - 1; i < all.size(); i += of)
    tiles_.push_back(&all[i]);
  for (const Level& level : layout_.levels())
    samples::check_corners(recipe_of(plan.recipe, level, tiling_.overlap), plan.field);
}

// Checks that the tiles that are begun at a time fit; the first one is as large as any.
void Export::check_memory() const {
  const input::Recipe recipe = recipe_of(plan_.recipe, layout_.tiles().front());
  const samples::Blocks blocks(recipe.size, plan_.format->granularity(picture_of(recipe)));
  const std::int64_t bytes =
      memory_of(recipe, blocks, samples::Samples::Need::file, 1) * 2 * engine::thread_count();
  if (static_cast<std::uint64_t>(bytes) > samples::memory_size()) throw std::bad_alloc();
}

void Export::find_range(output::Progress& progress) {
  Range seen = samples::nothing_seen;
  std::mutex mutex;
  for_each_tile(tiles_, [&](const Tile& tile) {
    const input::Recipe recipe = recipe_of(plan_.recipe, tile);
    const samples::Blocks blocks(recipe.size, {recipe.size.width, 1});
    samples::Samples samples(of(tile).field, recipe, samples::Samples::Need::values, blocks.width(),
                             blocks.height());
    blocks.each([&](const samples::Area& area) {
      Range found = samples::nothing_seen;
      samples.fill_values(area, progress, &found);
      progress.advance(area.width * area.height);
      const std::lock_guard lock(mutex);
      seen = samples::joined(seen, found);
    });
  });
  plan_.recipe.range = samples::automatic_range(seen);
}

TileSums Export::make(const Tile& tile, output::TemporaryDirectory& temporaries, Journal& journal,
                      output::Progress& progress) {
  const input::Recipe recipe = recipe_of(plan_.recipe, tile);
  const formats::Picture picture = picture_of(recipe, of(tile).field, of(tile).text);
  const samples::Blocks blocks(recipe.size, plan_.format->granularity(picture));
  samples::Samples samples(of(tile).field, recipe, samples::Samples::Need::file, blocks.width(),
                           blocks.height());
  output::OutputFile file(path_of(tile), plan_.format->kind, temporaries);
  formats::SampleSum made(picture);
  {
    const std::unique_ptr<formats::Writer> writer = plan_.format->make(file, picture);
    blocks.each([&](const samples::Area& area) {
      samples.fill(area, progress);
      made.add(samples.block());
      writer->write(samples.block());
      progress.advance(area.width * area.height);
    });
    writer->finish();
  }
  const TileSums sums{output::checksum_of(file.finish()), made.result()};
  journal.add(line_of(tile, sums));
  file.publish_alone();
  return sums;
}

// Comes before anything is evaluated.
void Export::check_directory() const {
  const std::string name = output::quoted(directory_);
  if (directory_ == "-") {
    output::throw_invalid(
        "an export is a directory, and cannot go to standard output; use ./- for a directory of "
        "that name");
  }
  const fs::file_type type = fs::symlink_status(directory_).type();
  if (fs::exists(directory_) && !fs::is_directory(directory_))
    output::throw_failure("{} is no directory; use another name", name);
  if (type == fs::file_type::symlink && !fs::exists(directory_))
    output::throw_failure("{} is a symbolic link to what is not there; make that directory", name);
}

void Export::run() {
  check_directory();
  const std::int64_t all = samples_in(tiles_);
  const std::string what = fmt::format("{}, {} tiles", directory_.string(), tiles_.size());
  check_memory();
  if (plan_.range_is_auto) {
    output::Progress progress("the range of " + what, all, options_.render.quiet);
    find_range(progress);
  }
  const std::string header = header_of(plan_.recipe, plan_.field, layout_, tiling_);
  Journal journal(directory_, options_.part);
  journal.announce(header);
  StaleFiles stale(options_, header, tiles_, plan_.format->kind);
  Checksums& sums = stale.sums;
  const Tiles& missing = stale.missing;
  journal.begin(header);
  stale.check_runs();  // again, for those that took an older journal for what is made here
  output::TemporaryDirectory temporaries(temporary_directory_path(directory_, options_.part));
  stale.remove_others();
  for (const Tile* tile : missing) sums.try_emplace(tile->name);
  if (!missing.empty()) {
    output::Progress progress(what, samples_in(missing), options_.render.quiet);
    // No other tile has this name, and all names are there already.
    for_each_tile(missing, [&](const Tile& tile) {
      sums.find(tile.name)->second = make(tile, temporaries, journal, progress);
    });
  }
  output::OutputFile manifest(manifest_path(directory_, options_.part),
                              output::OutputFile::Kind::file, temporaries);
  write_manifest(manifest, header, options_.part, tiles_, sums);
  manifest.finish();
  manifest.publish_alone();
  journal.remove();

  const std::string warning = tiling_.fades_octaves
                                  ? std::string()
                                  : fineness_of_levels(options_.render, plan_, tiling_.levels);
  for (const std::string& text :
       {warning, no_tile(options_.render, plan_), shallow_gullies(plan_)}) {
    if (!text.empty()) output::print_message("warning: " + text);
  }
  if (options_.render.quiet) return;
  std::cout << fmt::format("tiles      {} made, {} kept\nmanifest   {}\n", missing.size(),
                           tiles_.size() - missing.size(), manifest.path().string());
  if (is_code(plan_.recipe.element)) {
    const auto [black, white] = plan_.recipe.range;
    std::cout << fmt::format("codes      black is {}, white {}\n", black, white);
  }
}

}  // namespace

void export_world(const options::ExportOptions& options) {
  const render::Machine machine(options.render);
  render::Plan plan = plan_of_world(options);
  if (plan.range_is_auto && options.part) {
    output::throw_invalid(
        "--range auto does not go with --part, for no part knows the range of the others; use the "
        "range of the field, or LOW,HIGH");
  }
  options::Tiling tiling = options.tiling;
  tiling.extension = plan.format->extension;
  try {
    Export(options, plan, tiling).run();
  } catch (const std::bad_alloc&) {
    output::throw_failure("not enough memory for tiles of {} samples; use a smaller --tile",
                          tiling.tile);
  }
}

}  // namespace perlane::cli::world
