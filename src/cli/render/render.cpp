// Renders a heightmap and its preview block by block, so that memory holds only a few of them,
// whatever the size of the image. While one is written, the next is evaluated.

#include "cli/render/render.hpp"

#include "base/extremes.hpp"
#include "cli/output/message.hpp"
#include "cli/samples/blocks.hpp"
#include "cli/formats/format.hpp"
#include "cli/samples/histogram.hpp"
#include "cli/render/isa_and_threads.hpp"
#include "cli/samples/memory.hpp"
#include "cli/output/output_file.hpp"
#include "cli/render/plan.hpp"
#include "cli/render/preview.hpp"
#include "cli/render/started.hpp"
#include "cli/output/progress.hpp"
#include "cli/samples/samples.hpp"
#include "cli/render/summary.hpp"
#include "engine/parallel.hpp"

#include <perlane/evaluate.hpp>
#include <perlane/isa.hpp>
#include <perlane/text.hpp>

#include <algorithm>
#include <chrono>
#include <future>
#include <iostream>
#include <iterator>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace perlane::cli::render {
namespace {

using formats::Block;
using samples::Area;
using samples::Blocks;
using samples::Histogram;
using samples::Samples;

class Stopwatch {
 public:
  // Returns the seconds since the last lap.
  double lap() {
    const Clock::time_point now = Clock::now();
    return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_ = Clock::now();
};

class Render {
 public:
  Render(Plan& plan, const Blocks& blocks, bool has_preview);

  // Returns the least and the greatest value, by a first pass.
  Range find_extremes(output::Progress& progress);
  Rendered run(formats::Writer& writer, Preview* preview, std::optional<Histogram> histogram,
               output::Progress& progress);

 private:
  bool has_blocks_for_all() const;
  void run_in_order(formats::Writer& writer, Preview* preview, output::Progress& progress);
  void run_in_any_order(formats::Writer& writer, output::Progress& progress);

  Plan& plan_;
  const Blocks& blocks_;
  Samples::Need need_;
  std::vector<Samples> samples_;  // one is evaluated while the other is written
  Rendered rendered_{};
};

Render::Render(Plan& plan, const Blocks& blocks, bool has_preview) : plan_(plan), blocks_(blocks) {
  const input::Recipe& recipe = plan.recipe;
  need_ = has_preview                        ? Samples::Need::values_and_more
          : plan.stats || plan.range_is_auto ? Samples::Need::values
                                             : Samples::Need::file;
  const std::int64_t number = engine::thread_count() > 1 ? 2 : 1;
  check_memory(recipe, blocks, need_, number);
  for (std::int64_t i = 0; i < number; ++i)
    samples_.emplace_back(plan.field, recipe, need_, blocks.most());
}

Range Render::find_extremes(output::Progress& progress) {
  Range seen = samples::nothing_seen;
  blocks_.each([&](const Area& area) {
    Range found = samples::nothing_seen;
    samples_.front().fill_values(area, progress, &found);
    seen = base::merged(seen, found);
    progress.advance(area.samples());
  });
  return base::with_positive_zeros(seen);
}

Rendered Render::run(formats::Writer& writer, Preview* preview, std::optional<Histogram> histogram,
                     output::Progress& progress) {
  rendered_ = {plan_.recipe.range, samples::nothing_seen, 0, 0, 0, std::move(histogram),
               active_isa(),       engine::thread_count()};
  Stopwatch stopwatch;
  if (need_ == Samples::Need::file && writer.takes_any_order() && has_blocks_for_all()) {
    run_in_any_order(writer, progress);
  } else {
    run_in_order(writer, preview, progress);
  }
  const double seconds = stopwatch.lap();
  writer.finish();
  if (preview != nullptr) preview->finish();
  // Several threads may have worked at both at a time.
  const double noise = rendered_.noise_seconds, all = noise + rendered_.image_seconds;
  rendered_.noise_seconds = seconds * noise / all;
  rendered_.image_seconds = seconds - rendered_.noise_seconds + stopwatch.lap();
  rendered_.seen = base::with_positive_zeros(rendered_.seen);
  return std::move(rendered_);
}

// Returns true if threads may have blocks of their own: there are several for each, and those that
// are in memory at a time take little of it.
bool Render::has_blocks_for_all() const {
  const std::int64_t threads = engine::thread_count();
  return threads > 1 && blocks_.number() >= 4 * threads && blocks_.most().samples() <= 1 << 20;
}

// While one block is written, the next one is evaluated on all cores.
void Render::run_in_order(formats::Writer& writer, Preview* preview, output::Progress& progress) {
  Stopwatch stopwatch;
  std::future<void> writing;
  std::size_t next = 0;
  blocks_.each([&](const Area& area) {
    Samples& samples = samples_[next];
    next = (next + 1) % samples_.size();
    if (samples_.size() == 1 && writing.valid()) writing.get();
    rendered_.image_seconds += stopwatch.lap();
    Range seen = samples::nothing_seen;
    samples.fill(area, progress, &seen);
    rendered_.seen = base::merged(rendered_.seen, seen);
    rendered_.noise_seconds += stopwatch.lap();
    if (writing.valid()) writing.get();
    const auto write = [&] {
      const Block block = samples.block();
      writer.write(block);
      if (preview != nullptr) preview->write(samples);
      if (rendered_.histogram) samples.count(*rendered_.histogram);
      if (plan_.may_saturate) rendered_.saturated += samples.saturated();
      progress.advance(block.width * block.rows());
    };
    writing = started(samples_.size() > 1, write);
  });
  if (writing.valid()) writing.get();
  rendered_.image_seconds += stopwatch.lap();
}

// Every thread evaluates blocks and writes them itself, so that none waits for another, and samples
// are written while they are in its caches.
void Render::run_in_any_order(formats::Writer& writer, output::Progress& progress) {
  std::mutex mutex;
  samples_.clear();  // each thread makes its own
  std::vector<Samples> idle;
  const auto run = [&](const Area& area) {
    Stopwatch stopwatch;
    std::unique_lock lock(mutex);
    if (idle.empty()) idle.emplace_back(plan_.field, plan_.recipe, need_, blocks_.most(), false);
    Samples samples = std::move(idle.back());
    idle.pop_back();
    lock.unlock();
    Range seen = samples::nothing_seen;
    samples.fill(area, progress, &seen);
    const double noise_seconds = stopwatch.lap();
    const Block block = samples.block();
    writer.write(block);
    const std::int64_t saturated = plan_.may_saturate ? samples.saturated() : 0;
    progress.advance(block.width * block.rows());
    lock.lock();
    idle.push_back(std::move(samples));
    rendered_.seen = base::merged(rendered_.seen, seen);
    rendered_.saturated += saturated;
    rendered_.noise_seconds += noise_seconds;
    rendered_.image_seconds += stopwatch.lap();
  };
  constexpr std::size_t most = 64;  // blocks that may be in memory, however many threads there are
  std::vector<Area> areas;
  const auto run_all = [&] {
    engine::parallel_for(std::ssize(areas), [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) run(areas[static_cast<std::size_t>(i)]);
    });
    areas.clear();
  };
  blocks_.each([&](const Area& area) {
    areas.push_back(area);
    if (areas.size() == most) run_all();
  });
  run_all();
}

// Users have not named the recipe beside a file, so any other file of its name stays.
void check_sidecar(const options::RenderOptions& options, const std::string& beside) {
  if (input::sidecar_at(beside) == input::Sidecar::foreign) {
    output::throw_failure(
        "cannot write the recipe '{}': a file that is not a recipe has this name; give the "
        "heightmap another name, or remove that file",
        beside);
  }
  if (options.preview && output::same_file(beside, *options.preview)) {
    output::throw_invalid("--preview is '{}', which is the recipe, '{}'; use another name",
                          *options.preview, beside);
  }
}

void print_statistics(const Plan& plan, const Histogram& histogram) {
  const formats::Size& size = plan.recipe.size;
  const Area all{0, 0, size.width, size.height, 0, size.slices()};
  const Range bounds = samples::with_grid(
      plan.recipe, all, 0, [&](const auto& grid) { return range(plan.field, grid); });
  std::cerr << fmt::format("bounds     {} to {}, proven for this map\n", bounds.min, bounds.max)
            << histogram.text();
}

// Evaluates the map, and writes the heightmap and, unless null, the preview.
Rendered write_map(const options::RenderOptions& options, Plan& plan, output::OutputFile& heightmap,
                   output::OutputFile* look) {
  formats::Size granularity = plan.format->granularity(picture_of(plan.recipe));
  if (look != nullptr)
    granularity.height = std::max(granularity.height, Preview::granularity(plan));
  const Blocks blocks(plan.recipe.size, granularity);
  Render render(plan, blocks, look != nullptr);
  const bool needs_extremes = plan.range_is_auto || plan.stats;
  const std::int64_t passes = needs_extremes ? 2 : 1;
  const formats::Size size = plan.recipe.size;
  output::Progress progress(fmt::format("{}, {} samples", heightmap.path().string(), text_of(size)),
                            passes * size.samples(), options.quiet);
  Range extremes{};
  if (needs_extremes) extremes = render.find_extremes(progress);
  if (plan.range_is_auto) plan.recipe.range = samples::automatic_range(extremes);
  const std::unique_ptr<formats::Writer> writer =
      plan.format->make(heightmap, picture_of(plan.recipe, plan.field, to_json(plan.field)));
  std::optional<Preview> preview;
  if (look != nullptr) preview.emplace(plan, *look);
  // The histogram is of the values seen, for the proven range may be far wider.
  return render.run(*writer, preview ? &*preview : nullptr,
                    plan.stats ? std::optional(Histogram(extremes)) : std::nullopt, progress);
}

void render_plan(const options::RenderOptions& options, Plan& plan) {
  const bool is_stream = options.output == "-";
  output::OutputFile heightmap(is_stream ? "standard output" : options.output,
                               is_stream ? output::OutputFile::Kind::stream : plan.format->kind);
  std::optional<output::OutputFile> preview, sidecar;
  if (options.preview) preview.emplace(*options.preview);
  output::OutputFile* const look = preview ? &*preview : nullptr;
  const std::string beside = input::sidecar_of(options.output).string();
  if (!plan.format->carries_recipe && !is_stream) {
    check_sidecar(options, beside);
    sidecar.emplace(beside);
  }
  const Rendered rendered = write_map(options, plan, heightmap, look);
  if (sidecar) {
    check_sidecar(options, beside);  // another program may have made such a file meanwhile
    const std::string text = to_text(plan.recipe, plan.field, to_json(plan.field)) + "\n";
    sidecar->put(text.data(), text.size());
  }
  output::OutputFile* const files[] = {&heightmap, look, sidecar ? &*sidecar : nullptr};
  output::OutputFile::publish(files);

  // It may be all that is left of another map, so perlane does not remove it.
  if (!sidecar && !is_stream && input::sidecar_at(beside) == input::Sidecar::recipe)
    output::print_message(fmt::format(
        "warning: '{}' is the recipe of an older file, and this one has its own", beside));
  for (const std::string& warning : warnings(options, plan, rendered))
    output::print_message("warning: " + warning);
  if (rendered.histogram) print_statistics(plan, *rendered.histogram);
  if (!options.quiet) print_summary(plan, rendered, heightmap, look);
}

}  // namespace

void run(const options::RenderOptions& given) {
  const options::RenderOptions options = without_final_slash(given);
  if (options.preview && output::same_file(options.output, *options.preview))
    output::throw_invalid("--preview and OUTPUT are both '{}'; use two names", options.output);
  const IsaAndThreads isa_and_threads(options);
  Plan plan = plan_of(options);
  check_extents(plan);
  try {
    samples::check_corners(plan.recipe, plan.field, options.preview ? 1 : 0);
    render_plan(options, plan);
  } catch (const std::bad_alloc&) {
    output::throw_failure("not enough memory for rows of {} samples; use a --size of less width",
                          plan.recipe.size.width);
  }
}

}  // namespace perlane::cli::render
