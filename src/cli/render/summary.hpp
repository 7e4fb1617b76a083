#pragma once
// The text that a render prints when it is done.

#include "cli/samples/histogram.hpp"
#include "cli/output/output_file.hpp"
#include "cli/render/plan.hpp"
#include "cli/options/render_options.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace perlane::cli::render {

struct Rendered {
  Range range;              // black and white
  Range seen;               // smallest and largest value
  double noise_seconds;     // spent evaluating the field
  double image_seconds;     // spent colouring, compressing and writing, beyond that
  std::int64_t saturated;   // samples that became the first or the last code
  std::optional<samples::Histogram> histogram;
  std::string_view isa;
  int threads;
};

// Warns of gullies of erosion that are too shallow for their height; empty if they are not.
std::string shallow_gullies(const Plan& plan);

// Says why a map that was to repeat does not fit next to itself; empty if it does, or if it is only
// a part of a map.
std::string no_tile(const options::RenderOptions& options, const Plan& plan);

// Prints on standard output, or on standard error if the heightmap went to standard output.
void print_summary(const Plan& plan, const Rendered& rendered, const output::OutputFile& output,
                   const output::OutputFile* preview);

// Returns true if octaves of the field fade with a footprint.
bool fades(const Field& field);

// Warns of octaves that are finer than samples; empty if they are not.
std::string fineness(const options::RenderOptions& options, const Plan& plan);
// Does the same for levels of detail, each of which has every second sample of the one before.
std::string fineness_of_levels(const options::RenderOptions& options, const Plan& plan, int levels);

// Says what is wrong with samples of these values, a part of which became the first or the last
// code, and what to do about it. `name`: of the file, or of the directory of the tiles.
std::vector<std::string> warnings_of_values(const options::RenderOptions& options,
                                            const std::string& name, const input::Recipe& recipe,
                                            Range seen, double saturated);

// Says what is wrong with a map, and what to do about it.
std::vector<std::string> warnings(const options::RenderOptions& options, const Plan& plan,
                                  const Rendered& rendered);

}  // namespace perlane::cli::render
