// Renders a heightmap and its preview band by band, so that memory holds only a band of rows,
// whatever the height of the image.

#include "cli/render.hpp"

#include "cli/band.hpp"
#include "cli/field_text.hpp"
#include "cli/format.hpp"
#include "cli/output_file.hpp"
#include "cli/progress.hpp"
#include "cli/relief.hpp"
#include "cli/summary.hpp"
#include "api/destination.hpp"
#include "engine/dispatch.hpp"
#include "engine/parallel.hpp"

#include <perlane/evaluate.hpp>
#include <perlane/isa.hpp>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

namespace perlane::cli {
namespace {

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

// The extremes of no values at all.
constexpr Range nothing_seen{std::numeric_limits<float>::infinity(),
                             -std::numeric_limits<float>::infinity()};

// An image file that the render writes.
struct Image {
  OutputFile file;
  std::unique_ptr<ImageWriter> writer;

  Image(const std::string& path, PixelFormat format, Size size)
      : file(path), writer(format_of(path).make(file, format, size.width, size.height)) {}
};

// Turns values into the colours of the relief.
void paint(const Band& band, std::int64_t rows, const Relief& relief) {
  engine::parallel_for(rows, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t row = begin; row < end; ++row)
      relief.colour(band.values_at(row), band.stride, band.width, band.colours_at(row));
  });
}

// One thread compresses an image, so two threads compress two.
void write(const Band& band, std::int64_t rows, Image& heightmap, Image* preview) {
  engine::parallel_for(preview != nullptr ? 2 : 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t image = begin; image < end; ++image) {
      for (std::int64_t row = 0; row < rows; ++row) {
        if (image == 0) {
          heightmap.writer->write_row(band.codes_at(row));
        } else {
          preview->writer->write_row(band.colours_at(row));
        }
      }
    }
  });
}

class Render {
 public:
  explicit Render(const RenderOptions& options)
      : options_(options),
        field_(options.field ? read_field(*options.field) : make_field(options)),
        range_(options.range ? *options.range : api::default_codes(field_, 2)) {
    check_corners();
  }

  Rendered run(Image& heightmap, Image* preview);

 private:
  Grid<2> grid_at(std::int64_t first_row, std::int64_t rows, std::int64_t margin) const;
  Range fill_codes(const Band& band, std::int64_t first_row, std::int64_t rows,
                   Progress& progress) const;
  void check_corners() const;

  const RenderOptions& options_;
  Field field_;
  Range range_;
};

// The grid of some rows of the image, with `margin` more samples on every side.
Grid<2> Render::grid_at(std::int64_t first_row, std::int64_t rows, std::int64_t margin) const {
  return {.shape = {options_.size.width + 2 * margin, rows + 2 * margin},
          .origin = options_.origin,
          .first = {options_.first[0] - margin, options_.first[1] + first_row - margin}};
}

// The library refuses coordinates out of range. This makes
// it do so before the first band, not at the last.
void Render::check_corners() const {
  const Grid<2> whole = grid_at(0, options_.size.height, options_.preview ? 1 : 0);
  for (const bool last : {false, true}) {
    Grid<2> corner = whole;
    corner.shape = {1, 1};
    for (std::size_t axis = 0; axis < 2; ++axis)
      corner.first[axis] += last ? whole.shape[axis] - 1 : 0;
    float value = 0;
    fill<2>({&value, 1}, corner, field_);
  }
}

// Fills the codes of the heightmap, and returns the smallest and the largest value.
Range Render::fill_codes(const Band& band, std::int64_t first_row, std::int64_t rows,
                         Progress& progress) const {
  const Options told{.progress = [&progress, rows](double part) {
    progress.show(part * static_cast<double>(rows));
  }};
  const Grid<2> grid = grid_at(first_row, rows, 0);
  const auto pixels = static_cast<std::size_t>(band.width * rows);
  if (options_.depth == 8)
    return fill<2>(std::span(reinterpret_cast<std::uint8_t*>(band.codes.get()), pixels), grid,
                   field_, range_, told);
  return fill<2>(std::span(reinterpret_cast<std::uint16_t*>(band.codes.get()), pixels), grid,
                 field_, range_, told);
}

Rendered Render::run(Image& heightmap, Image* preview) {
  const auto [width, height] = options_.size;
  const Band band(options_.size, options_.depth, preview != nullptr);
  // A single octave has the range of the sum, for the amplitudes add up to 1.
  const Relief relief(perlane::range(field_, 2), options_.cells_per_sample(), options_.octaves);

  Rendered rendered{range_, nothing_seen, 0, 0, active_isa(), engine::thread_count()};
  const std::string size = std::to_string(width) + " x " + std::to_string(height);
  Progress progress(heightmap.file.path().string() + ", " + size + " samples", height,
                    options_.quiet);
  Stopwatch stopwatch;
  for (std::int64_t first_row = 0; first_row < height; first_row += band.rows) {
    const std::int64_t rows = std::min(band.rows, height - first_row);
    const Range seen = fill_codes(band, first_row, rows, progress);
    if (preview != nullptr) {
      const Grid<2> grid = grid_at(first_row, rows, band.margin);
      fill<2>({band.values.get(), static_cast<std::size_t>(grid.shape[0] * grid.shape[1])}, grid,
              field_);
    }
    rendered.noise_seconds += stopwatch.lap();

    if (preview != nullptr) paint(band, rows, relief);
    rendered.seen = {std::min(rendered.seen.min, seen.min), std::max(rendered.seen.max, seen.max)};
    write(band, rows, heightmap, preview);
    rendered.image_seconds += stopwatch.lap();
    progress.advance(rows);
  }
  heightmap.writer->finish();
  if (preview != nullptr) preview->writer->finish();
  rendered.image_seconds += stopwatch.lap();
  // The sign of a zero would depend on the order of the samples; the sum is +0 for both signs.
  rendered.seen = {rendered.seen.min + 0.0f, rendered.seen.max + 0.0f};
  return rendered;
}

}  // namespace

void render(const RenderOptions& options) {
  if (options.preview && same_file(options.output, *options.preview)) {
    throw std::invalid_argument("--preview and OUTPUT are both '" + options.output +
                                "'; use two names");
  }
  if (options.isa) engine::select(*options.isa, "--isa");
  active_isa();  // refuses an unknown PERLANE_ISA
  std::optional<engine::ThreadLimit> limit;
  if (options.threads) limit.emplace(std::min(*options.threads, engine::thread_count()));

  Render render(options);
  Image heightmap(options.output, options.depth == 8 ? PixelFormat::grey8 : PixelFormat::grey16,
                  options.size);
  std::optional<Image> preview;
  if (options.preview) preview.emplace(*options.preview, PixelFormat::rgb8, options.size);
  const Rendered rendered = render.run(heightmap, preview ? &*preview : nullptr);
  OutputFile::publish({&heightmap.file, preview ? &preview->file : nullptr});

  const std::string flat = flatness(options, rendered);
  if (!flat.empty()) std::cerr << "perlane: warning: " << flat << '\n';
  if (!options.quiet)
    print_summary(options, rendered, heightmap.file, preview ? &preview->file : nullptr);
}

}  // namespace perlane::cli
