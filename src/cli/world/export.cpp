// Exports a world as tiles. A tile is made in a temporary directory, then its line goes into the
// journal, then it appears under its name. So every file under such a name has a line, or is not of
// this export, and a run that is killed at any moment can be resumed.

#include "cli/world/export.hpp"

#include "base/extremes.hpp"
#include "cli/formats/format.hpp"
#include "cli/output/message.hpp"
#include "cli/output/progress.hpp"
#include "cli/render/isa_and_threads.hpp"
#include "cli/render/plan.hpp"
#include "cli/render/summary.hpp"
#include "cli/samples/blocks.hpp"
#include "cli/samples/samples.hpp"
#include "cli/world/manifest.hpp"
#include "cli/world/stale_files.hpp"
#include "cli/world/tile_maker.hpp"
#include "cli/world/world_directory.hpp"

#include <iostream>
#include <mutex>
#include <new>

namespace perlane::cli::world {
namespace {

namespace fs = std::filesystem;

// Returns true if the extension of the names of tiles stands for the format.
bool tells_format(const options::ExportOptions& options) {
  if (!options.render.has("--names")) return false;
  const std::string& names = options.tiling.names;
  if (names.empty())
    output::throw_invalid("--names is \"\"; use a pattern such as {}", options::default_names);
  const std::string extension = fs::path(names).extension().string();
  if (extension == ".{ext}") return false;
  if (!options.render.format && formats::format_of(extension) == nullptr &&
      !formats::is_left_out(extension)) {
    output::throw_invalid(
        "--names is \"{}\", which has no extension of a format; use .{{ext}}, one of {}, or "
        "--format",
        names, formats::extensions());
  }
  return true;
}

// The plan of a render of the whole world.
render::Plan plan_of_world(const options::ExportOptions& options) {
  options::RenderOptions render = options.render;
  const std::string extension = "." + render.format.value_or("png");
  render.output = tells_format(options) ? options.tiling.names : "tile" + extension;
  render::Plan plan = render::plan_of(render);
  if (options.tiling.fades_octaves && !render::fades(plan.field)) {
    output::throw_invalid(
        "--fade-octaves has no effect, since no fractal in this field fades; leave it out");
  }
  return plan;
}

// The tiling, with what the format wants.
options::Tiling tiling_of(const options::ExportOptions& options, const render::Plan& plan) {
  options::Tiling tiling = options.tiling;
  const formats::Size& size = plan.recipe.size;
  tiling.extension = plan.format->extension;
  if (!tiling.is_sharded()) {
    if (tiling.tile == 0) tiling.tile = options::default_tile;
    if (tiling.names.empty()) tiling.names = options::default_names;
    return tiling;
  }
  const std::int64_t chunk = size.is_volume() ? formats::chunk_of_volumes : formats::chunk_of_maps;
  if (tiling.tile == 0) {
    tiling.tile =
        static_cast<int>(size.is_volume() ? formats::shard_of_volumes : formats::shard_of_maps);
  }
  if (tiling.tile > chunk && tiling.tile % chunk != 0) {
    output::throw_invalid("--tile is {}; for .zarr use at most {}, or a multiple of it",
                          tiling.tile, chunk);
  }
  if (plan.recipe.zarr == 2)
    output::throw_invalid("--zarr 2 has no shards, and tiles are shards; use --zarr 3");
  if (tiling.overlap != 0)
    output::throw_invalid("--overlap is {}, and shards of .zarr do not overlap; leave it out",
                          tiling.overlap);
  if (!tiling.names.empty()) {
    output::throw_invalid("--names is \"{}\", and .zarr has names of its own; leave it out",
                          tiling.names);
  }
  tiling.names = names_of_shards(size);
  return tiling;
}

class Export {
 public:
  Export(const options::ExportOptions& options, render::Plan& plan);
  void run();

 private:
  void check_directory() const;
  void find_range();
  void initialise();
  void make_tiles();
  void warn_of_values(const Tiles& made) const;
  TileSums make(const Tile& tile, output::TemporaryDirectory& temporaries, Journal& journal,
                output::Progress& progress);
  std::string what() const { return title_of(options_.directory, all_.size()); }

  const options::ExportOptions& options_;
  render::Plan& plan_;
  fs::path directory_;
  Header header_;
  TileMaker maker_;
  Tiles all_;

  // The values of the tiles that this run makes, and samples that became the first or last code.
  std::mutex mutex_;
  Range seen_ = samples::nothing_seen;
  std::int64_t saturated_ = 0;
};

Header header_for(const options::ExportOptions& options, const render::Plan& plan) {
  const options::Tiling tiling = tiling_of(options, plan);
  return {plan.recipe, plan.field, tiling, Layout(plan.recipe, tiling), {}, {}};
}

Export::Export(const options::ExportOptions& options, render::Plan& plan)
    : options_(options),
      plan_(plan),
      directory_(options.directory),
      header_(header_for(options, plan)),
      maker_(header_) {
  for (const Tile& tile : header_.layout.tiles()) all_.push_back(&tile);
}

void Export::find_range() {
  output::Progress progress("the range of " + what(), samples_in(all_), options_.render.quiet);
  Range seen = samples::nothing_seen;
  std::mutex mutex;
  for_each_tile(all_, [&](const Tile& tile) {
    const input::Recipe recipe = recipe_of(plan_.recipe, tile);
    const samples::Blocks blocks(recipe.size, {1, 1, recipe.size.is_volume() ? 1 : 0});
    samples::Samples samples(maker_.field_of(tile), recipe, samples::Samples::Need::values,
                             blocks.most());
    blocks.each([&](const samples::Area& area) {
      Range found = samples::nothing_seen;
      samples.fill_values(area, progress, &found);
      progress.advance(area.samples());
      const std::lock_guard lock(mutex);
      seen = base::merged(seen, found);
    });
  });
  plan_.recipe.range = samples::automatic_range(seen);
}

TileSums Export::make(const Tile& tile, output::TemporaryDirectory& temporaries, Journal& journal,
                      output::Progress& progress) {
  output::OutputFile file(directory_ / tile.name, temporaries);
  const MadeTile made = maker_.write(tile, file, progress);
  const TileSums sums{output::checksum_of(file.finish()), made.sum};
  journal.add(line_of(tile, sums));
  const std::lock_guard lock(mutex_);
  seen_ = base::merged(seen_, made.seen);
  saturated_ += made.saturated;
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
    output::throw_failure("{} is not a directory; use another name", name);
  if (type == fs::file_type::symlink && !fs::exists(directory_))
    output::throw_failure("{} is a symbolic link to a directory that is missing; make it", name);
}

void Export::make_tiles() {
  Journal journal(directory_);
  StaleFiles stale(options_, maker_);
  Checksums& sums = stale.sums;
  const Tiles& missing = stale.missing;
  journal.begin(header_.text);
  output::TemporaryDirectory temporaries(temporary_directory_path(directory_));
  stale.remove_others();
  const auto publish = [&](const std::string& name, const auto& write) {
    output::OutputFile file(directory_ / name, temporaries);
    write(file);
    file.finish();
    file.publish_alone();
  };
  for (const auto& [name, text] : stale.descriptions)
    publish(name, [&](output::OutputFile& file) { file.put(text.data(), text.size()); });
  for (const Tile* tile : missing) sums.try_emplace(tile->name);
  if (!missing.empty()) {
    output::Progress progress(what(), samples_in(missing), options_.render.quiet);
    // No other tile has this name, and all names are there already.
    for_each_tile(missing, [&](const Tile& tile) {
      sums.find(tile.name)->second = make(tile, temporaries, journal, progress);
    });
  }
  publish(manifest_path("").string(),
          [&](output::OutputFile& file) { write_manifest(file, header_, sums); });
  journal.remove();
  warn_of_values(missing);
  if (options_.render.quiet) return;
  std::cout << fmt::format("tiles      {} made, {} kept\nmanifest   {}\n", missing.size(),
                           all_.size() - missing.size(), manifest_path(directory_).string());
}

// A part of the tiles may be flat.
void Export::warn_of_values(const Tiles& made) const {
  if (made.size() != all_.size()) return;
  const double saturated = static_cast<double>(saturated_) / static_cast<double>(samples_in(made));
  for (const std::string& text :
       render::warnings_of_values(options_.render, options_.directory, plan_.recipe,
                                  base::with_positive_zeros(seen_), saturated))
    output::print_message("warning: " + text);
}

void Export::initialise() {
  initialise_directory(directory_, maker_);
  if (options_.render.quiet) return;
  std::cout << fmt::format("tasks      {}, from 0 to {}\nmanifest   {}\n", all_.size(),
                           all_.size() - 1, manifest_path(directory_).string());
}

void Export::run() {
  check_directory();
  maker_.check();
  if (plan_.range_is_auto) find_range();
  header_.recipe.range = plan_.recipe.range;
  header_.text = header_of(header_.recipe, header_.field, header_.layout, header_.tiling);
  if (options_.init) {
    initialise();
  } else {
    make_tiles();
  }
  const std::string warning =
      header_.tiling.fades_octaves
          ? std::string()
          : fineness_of_levels(options_.render, plan_, header_.tiling.levels);
  for (const std::string& text :
       {warning, no_tile(options_.render, plan_), shallow_gullies(plan_)}) {
    if (!text.empty()) output::print_message("warning: " + text);
  }
  if (options_.render.quiet || !is_code(plan_.recipe.element)) return;
  const auto [black, white] = plan_.recipe.range;
  std::cout << fmt::format("codes      black is {}, white {}\n", black, white);
}

}  // namespace

void export_world(const options::ExportOptions& options) {
  const render::IsaAndThreads isa_and_threads(options.render);
  render::Plan plan = plan_of_world(options);
  try {
    Export(options, plan).run();
  } catch (const std::bad_alloc&) {
    output::throw_failure(
        "not enough memory for the tiles that are made at a time; use a smaller "
        "--tile, or fewer --threads");
  }
}

}  // namespace perlane::cli::world
