#include "cli/render/summary.hpp"

#include "cli/output/printable.hpp"
#include "graph/call.hpp"
#include "graph/node.hpp"

#include <perlane/evaluate.hpp>
#include <perlane/noise.hpp>
#include <perlane/terrain.hpp>

#include <algorithm>
#include <any>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <span>
#include <unordered_map>
#include <variant>

namespace perlane::cli::render {
namespace {

std::string rounded(double number, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, number);
  return text;
}

std::string megabytes(const output::OutputFile& file) {
  return rounded(static_cast<double>(file.size()) * 1e-6, 1) + " MB";
}

std::string both(Range range) {
  return options::to_text(range.min) + " to " + options::to_text(range.max);
}

// Returns the code that a value is written as.
int code_of(float value, const input::Recipe& recipe) {
  std::uint8_t narrow = 0;
  std::uint16_t wide = 0;
  fill<1>(std::span(&narrow, 1), {.shape = {1}}, constant(value), recipe.range);
  fill<1>(std::span(&wide, 1), {.shape = {1}}, constant(value), recipe.range);
  return recipe.element == formats::Element::uint8 ? narrow : wide;
}

// Whether every sample lies on a corner of a cell.
bool is_on_corners(const options::RenderOptions& options, const input::Recipe& recipe) {
  const auto is_whole = [](double number) { return number == std::floor(number); };
  const double frequency = options.cells_per_sample();
  return !options.field && draws(options) &&
         is_whole(static_cast<double>(recipe.step) * frequency) &&
         is_whole(recipe.origin[0] * frequency) && is_whole(recipe.origin[1] * frequency);
}

// Why all samples are the same; empty if they differ.
std::string flatness(const options::RenderOptions& options, const input::Recipe& recipe,
                     const Rendered& rendered) {
  const auto [min, max] = rendered.seen;
  const bool is_flat =
      is_code(recipe.element) ? code_of(min, recipe) == code_of(max, recipe) : min == max;
  if (!is_flat) return {};
  if (recipe.size.width == 1 && recipe.size.height == 1) return {};
  const std::string flat = "'" + options.output + "' is flat: ";
  if (min == max && is_on_corners(options, recipe)) {
    const std::string grid = options.frequency
                                 ? "--frequency " + options::to_text(*options.frequency)
                                 : "--cell " + options::to_text(options.cell);
    return flat + "all its values are " + options::to_text(min) +
           ", since noise is the same at every corner of its cells, and with " + grid +
           " and --origin " + options::to_text(recipe.origin[0]) + "," +
           options::to_text(recipe.origin[1]) +
           " all samples lie on corners. Use larger cells (such as --cell 256), or an --origin off "
           "the corners (such as 0.3,0.3).";
  }
  if (min == max) return flat + "all its values are " + options::to_text(min) + ".";
  return flat + "its values, " + both(rendered.seen) + ", have one grey in the range " +
         both(rendered.range) +
         ". Give --range the values that are to be black and white, or use smaller cells.";
}

}  // namespace

namespace {

using Frequencies = std::unordered_map<const graph::Node*, double>;

// The highest frequency of the cells of a field: ramps have none. What raises the frequency of its
// parts stretches them all alike, but for gullies, which have cells of their own.
double frequency_of_cells(const graph::Node& node, Frequencies& known) {
  if (const auto noise = node.noise())
    return std::holds_alternative<const model::Ramp*>(*noise) ? 0 : node.highest_frequency();
  if (const auto found = known.find(&node); found != known.end()) return found->second;
  double cells = 0, highest = 0;
  for (const graph::NodePointer& part : node.parts()) {
    cells = std::max(cells, frequency_of_cells(*part, known));
    highest = std::max(highest, part->highest_frequency());
  }
  if (cells > 0 && node.added_frequency() == 0) cells *= node.highest_frequency() / highest;
  return known[&node] = std::max(cells, node.added_frequency());
}

// Cells of the finest octave per sample; 0 where there are no octaves.
double finest(const options::RenderOptions& options, const Plan& plan) {
  Frequencies known;
  double frequency = frequency_of_cells(graph::node_of(plan.field), known);
  if (!options.field) {
    const Fractal& octaves = options.octaves;
    const int finer = octaves.octaves - 1 + (octaves.fraction > 0 ? 1 : 0);
    if (fractal_of(options) == options::no_fractal || finer == 0 || octaves.gain == 0 ||
        !draws(options))
      return 0;
    frequency = options.cells_per_sample() * std::max(std::pow(octaves.lacunarity, finer), 1.0);
  }
  return frequency * static_cast<double>(plan.recipe.step);
}

}  // namespace

std::string fineness(const options::RenderOptions& options, const Plan& plan) {
  const double frequency = finest(options, plan);
  if (!(frequency > 0.5)) return {};
  return "the finest cells span " + rounded(1 / frequency, 2) +
         " samples, and what is finer than 2 looks like white noise. Use fewer octaves, or larger "
         "cells.";
}

std::string fineness_of_levels(const options::RenderOptions& options, const Plan& plan,
                               int levels) {
  const double frequency = finest(options, plan);
  if (frequency > 0.5) return fineness(options, plan);
  int first = 1;
  while (first < levels && std::ldexp(frequency, first) <= 0.5) ++first;
  if (first >= levels) return {};
  const std::string which =
      first + 1 == levels ? "level " + std::to_string(first)
                          : "levels " + std::to_string(first) + " to " + std::to_string(levels - 1);
  return "cells of the finest octave span less than 2 samples of " + which +
         ", and look like white noise there, for a level has samples of level 0, no averages. Use "
         "fewer octaves, or larger cells.";
}

std::string shallow_gullies(const Plan& plan) {
  std::string warning;
  graph::visit_nodes(graph::node_of(plan.field), [&](const graph::Node& node) {
    const graph::Call* const call = node.call();
    if (call != nullptr && call->function == "erode") {
      const double strength = std::any_cast<const Erosion&>(call->arguments).strength;
      const auto [low, high] = node.part(0).bounds(2);
      // Nobody sees a tenth, and less, of the default's share of heights from -1 to 1. A range as
      // wide as that of a coordinate says nothing about heights.
      constexpr double least = 0.025, widest = 0x1p25;
      if (strength > 0 && strength < (high - low) * least && high - low < widest) {
        warning = "the gullies of erode are " + options::to_text(strength) +
                  " deep, in units of the height, which may be " + rounded(low, 1) + " to " +
                  rounded(high, 1) + ", so they hardly show. Use a strength of " +
                  rounded((high - low) / 4, 1) + ", or erode the height before it is multiplied.";
      }
    }
    return warning.empty();
  });
  return warning;
}

std::string no_tile(const options::RenderOptions& options, const Plan& plan) {
  if (options.first || (!options.period && !options.seamless)) return {};  // a part, or no tile
  const formats::Size size = plan.recipe.size;
  const std::array<std::int64_t, 2> samples{size.width, size.height};
  std::array<double, 2> repeats{}, fitting{};
  bool is_tile = true, is_whole = true;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const auto given = static_cast<double>(samples[axis]);
    if (options.seamless) {
      repeats[axis] = (*options.seamless)[axis];
    } else {
      const auto cells = static_cast<double>((*options.period)[axis]);
      repeats[axis] = options.frequency ? cells / *options.frequency : cells * options.cell;
    }
    fitting[axis] = given;
    if (repeats[axis] == 0) continue;
    const double times = std::max(std::round(given / repeats[axis]), 1.0);
    fitting[axis] = std::round(times * repeats[axis]);
    constexpr double seen = 1e-6;  // of a sample; the reciprocal of a frequency is rounded
    is_tile = is_tile && std::abs(times * repeats[axis] - given) < seen;
    is_whole = is_whole && std::abs(times * repeats[axis] - fitting[axis]) < seen;
  }
  if (is_tile) return {};
  std::string along;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    if (repeats[axis] == 0) continue;
    along += (along.empty() ? "" : " and ") + options::to_text(repeats[axis]) + " samples along " +
             (axis == 0 ? "x" : "y");
  }
  return "the map is no tile: it repeats after " + along + ", and its size is " +
         std::to_string(size.width) + " x " + std::to_string(size.height) + ". Use " +
         (is_whole           ? "--size " + rounded(fitting[0], 0) + "x" + rounded(fitting[1], 0)
          : options.seamless ? "whole numbers for --seamless"
                             : "a --cell that makes these numbers whole") +
         ".";
}

void print_summary(const Plan& plan, const Rendered& rendered, const output::OutputFile& output,
                   const output::OutputFile* preview) {
  const input::Recipe& recipe = plan.recipe;
  std::ostream& out = output.kind() == output::OutputFile::Kind::stream ? std::cerr : std::cout;
  const std::string size =
      std::to_string(recipe.size.width) + " x " + std::to_string(recipe.size.height);
  out << "heightmap  " << output::printable(output.path().string()) << ", " << size << ", "
      << name_of(recipe.element) << ", " << megabytes(output) << '\n';
  if (preview != nullptr) {
    out << "preview    " << output::printable(preview->path().string()) << ", " << size
        << ", 8-bit RGB, " << megabytes(*preview) << '\n';
  }
  out << "values     " << both(rendered.seen);
  if (is_code(recipe.element))
    out << "; black is " << options::to_text(rendered.range.min) << ", white "
        << options::to_text(rendered.range.max);
  const double samples =
      static_cast<double>(recipe.size.width) * static_cast<double>(recipe.size.height);
  out << "\ntime       " << rounded(rendered.noise_seconds + rendered.image_seconds, 2)
      << " s: " << rounded(rendered.noise_seconds, 3) << " s for noise, "
      << rounded(samples * 1e-6 / rendered.noise_seconds, 1) << " million samples/s; "
      << rounded(rendered.image_seconds, 2) << " s for images\n";
  out << "ran on     " << rendered.isa << ", " << rendered.threads
      << (rendered.threads == 1 ? " thread\n" : " threads\n");
}

std::vector<std::string> warnings(const options::RenderOptions& options, const Plan& plan,
                                  const Rendered& rendered) {
  std::vector<std::string> all{flatness(options, plan.recipe, rendered), fineness(options, plan),
                               no_tile(options, plan), shallow_gullies(plan)};
  const double part =
      static_cast<double>(rendered.saturated) /
      (static_cast<double>(plan.recipe.size.width) * static_cast<double>(plan.recipe.size.height));
  const bool leaves =
      rendered.seen.min < rendered.range.min || rendered.seen.max > rendered.range.max;
  if (all.front().empty() && leaves && part > 0.5) {
    all.push_back(rounded(100 * part, 0) +
                  " % of the samples are black or white, for the values, " + both(rendered.seen) +
                  ", leave the range " + both(rendered.range) + ". Use --range auto.");
  }
  // Half a step beyond the largest number, 65504, which rounds to infinity.
  constexpr float beyond_float16 = 65520;
  if (plan.recipe.element == formats::Element::float16 &&
      (rendered.seen.max >= beyond_float16 || rendered.seen.min <= -beyond_float16)) {
    all.push_back("the values, " + both(rendered.seen) +
                  ", leave what float16 holds, -65504 to 65504, and became infinity there. Use "
                  "--type float32.");
  }
  std::erase(all, std::string());
  return all;
}

}  // namespace perlane::cli::render
