// A heightmap and its preview, band by band: memory is for a band of rows, whatever the height of the image.

#include "cli/render.hpp"

#include "cli/band.hpp"
#include "cli/heightmap.hpp"
#include "cli/output_file.hpp"
#include "cli/png.hpp"
#include "cli/progress.hpp"
#include "cli/relief.hpp"
#include "cli/summary.hpp"
#include "engine/dispatch.hpp"
#include "engine/parallel.hpp"

#include <perlane/evaluate.hpp>
#include <perlane/isa.hpp>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <limits>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace perlane::cli {
namespace {

class Stopwatch {
 public:
  // Seconds since the last lap.
  double lap() {
    const Clock::time_point now = Clock::now();
    return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_ = Clock::now();
};

// An image file of the render.
struct Image {
  OutputFile file;
  PngWriter png;

  Image(const std::string& path, PixelFormat format, Size size) : file(path), png(file, format, size.width, size.height) {}
};

constexpr Range nothing_seen{std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()};

// Values to codes, and to colours if there is a relief; returns the smallest and the largest value.
Range paint(const Band& band, std::int64_t rows, Range range, const Relief* relief) {
  Range seen = nothing_seen;
  std::mutex mutex;
  engine::parallel_for(rows, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t row = begin; row < end; ++row) {
      const float* here = band.values_at(row);
      const auto samples = static_cast<std::size_t>(band.width);
      const Range seen_here = encode({here, samples}, range, {band.codes_at(row), samples});
      if (relief != nullptr) relief->colour(here, band.stride, band.width, band.colours_at(row));
      const std::lock_guard lock(mutex);
      seen = {std::min(seen.min, seen_here.min), std::max(seen.max, seen_here.max)};
    }
  });
  return seen;
}

// A PNG is compressed by one thread, but two of them by two.
void write(const Band& band, std::int64_t rows, Image& heightmap, Image* preview) {
  engine::parallel_for(preview != nullptr ? 2 : 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t image = begin; image < end; ++image) {
      for (std::int64_t row = 0; row < rows; ++row) {
        if (image == 0) {
          heightmap.png.write_row(band.codes_at(row));
        } else {
          preview->png.write_row(band.colours_at(row));
        }
      }
    }
  });
}

class Render {
 public:
  explicit Render(const RenderOptions& options)
      : options_(options), field_(make_field(options)), range_(options.range.value_or(perlane::range(field_, 2))) {
    check_corners();
  }

  Rendered run(Image& heightmap, Image* preview);

 private:
  Grid<2> grid_at(std::int64_t first_row, std::int64_t rows) const;
  void check_corners() const;

  const RenderOptions& options_;
  Field field_;
  Range range_;
};

// Rows of the image, with `margin` more samples on every side.
Grid<2> Render::grid_at(std::int64_t first_row, std::int64_t rows) const {
  const std::int64_t margin = options_.preview ? 1 : 0;
  return {.shape = {options_.size.width + 2 * margin, rows + 2 * margin},
          .origin = options_.origin,
          .first = {options_.first[0] - margin, options_.first[1] + first_row - margin}};
}

// What the library refuses is refused before the first band, not at the last.
void Render::check_corners() const {
  const Grid<2> whole = grid_at(0, options_.size.height);
  for (const bool last : {false, true}) {
    Grid<2> corner = whole;
    corner.shape = {1, 1};
    for (std::size_t axis = 0; axis < 2; ++axis) corner.first[axis] += last ? whole.shape[axis] - 1 : 0;
    float value = 0;
    fill<2>({&value, 1}, corner, field_);
  }
}

Rendered Render::run(Image& heightmap, Image* preview) {
  const auto [width, height] = options_.size;
  const Band band(options_.size, preview != nullptr);
  // The range of single octaves is that of the sum: amplitudes add up to 1.
  const Relief relief(perlane::range(field_, 2), options_.cells_per_sample(), options_.octaves);

  Rendered rendered{range_, nothing_seen, 0, 0, active_isa(), engine::thread_count()};
  const std::string size = std::to_string(width) + " x " + std::to_string(height);
  Progress progress(heightmap.file.path().string() + ", " + size + " samples", height, options_.quiet);
  Stopwatch stopwatch;
  for (std::int64_t first_row = 0; first_row < height; first_row += band.rows) {
    const std::int64_t rows = std::min(band.rows, height - first_row);
    const Grid<2> grid = grid_at(first_row, rows);
    fill<2>({band.values.get(), static_cast<std::size_t>(grid.shape[0] * grid.shape[1])}, grid, field_);
    rendered.noise_seconds += stopwatch.lap();

    const Range seen = paint(band, rows, range_, preview != nullptr ? &relief : nullptr);
    rendered.seen = {std::min(rendered.seen.min, seen.min), std::max(rendered.seen.max, seen.max)};
    write(band, rows, heightmap, preview);
    rendered.image_seconds += stopwatch.lap();
    progress.advance(rows);
  }
  heightmap.png.finish();
  if (preview != nullptr) preview->png.finish();
  rendered.image_seconds += stopwatch.lap();
  // Which zero it is depends on the order of the samples; the sum is +0 for both.
  rendered.seen = {rendered.seen.min + 0.0f, rendered.seen.max + 0.0f};
  return rendered;
}

}  // namespace

void render(const RenderOptions& options) {
  if (options.preview && same_file(options.output, *options.preview)) {
    throw std::invalid_argument("--preview and OUTPUT are both '" + options.output + "'; use two names");
  }
  if (options.isa) engine::select(*options.isa, "--isa");
  active_isa();  // refuses an unknown PERLANE_ISA
  std::optional<engine::ThreadLimit> limit;
  if (options.threads) limit.emplace(std::min(*options.threads, engine::thread_count()));

  Render render(options);
  Image heightmap(options.output, PixelFormat::grey16, options.size);
  std::optional<Image> preview;
  if (options.preview) preview.emplace(*options.preview, PixelFormat::rgb8, options.size);
  const Rendered rendered = render.run(heightmap, preview ? &*preview : nullptr);
  OutputFile::publish({&heightmap.file, preview ? &preview->file : nullptr});

  const std::string flat = flatness(options, rendered);
  if (!flat.empty()) std::cerr << "perlane: warning: " << flat << '\n';
  if (!options.quiet) print_summary(options, rendered, heightmap.file, preview ? &preview->file : nullptr);
}

}  // namespace perlane::cli
