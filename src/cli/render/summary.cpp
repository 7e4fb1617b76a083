#include "cli/render/summary.hpp"

#include "cli/output/message.hpp"
#include "graph/call.hpp"
#include "graph/node.hpp"

#include <perlane/terrain.hpp>

#include <algorithm>
#include <any>
#include <cmath>
#include <iostream>

namespace perlane::cli::render {
namespace {

std::string both(Range range) { return fmt::format("{} to {}", range.min, range.max); }

// Returns true if every sample lies on a corner of a cell.
bool is_on_corners(const options::RenderOptions& options, const input::Recipe& recipe) {
  const auto is_whole = [](double number) { return number == std::floor(number); };
  const double frequency = options.cells_per_sample();
  return !options.field && has_seed(options) &&
         is_whole(static_cast<double>(recipe.step) * frequency) &&
         std::ranges::all_of(recipe.origin, [&](double at) { return is_whole(at * frequency); });
}

// Says why all samples are the same; empty if they differ.
std::string flatness(const options::RenderOptions& options, const std::string& name,
                     const input::Recipe& recipe, Range seen) {
  const auto [min, max] = seen;
  bool is_flat = min == max;
  if (is_code(recipe.element)) {
    const model::Coding coding = input::coding_of(recipe);
    is_flat = reference::code(min, coding) == reference::code(max, coding);
  }
  if (!is_flat || recipe.size.samples() == 1) return {};
  const std::string flat = output::quoted(name) + " is flat: ";
  if (min == max && is_on_corners(options, recipe)) {
    return flat +
           fmt::format(
               "all its values are {}, since noise is the same at every corner of its cells, and "
               "with {} {} and --origin {},{} all samples lie on corners. Use larger cells (such "
               "as --cell 256), or an --origin off the corners (such as 0.3,0.3).",
               min, options.frequency ? "--frequency" : "--cell",
               options.frequency.value_or(options.cell), recipe.origin[0], recipe.origin[1]);
  }
  if (min == max) return flat + fmt::format("all its values are {}.", min);
  return flat + fmt::format(
                    "its values, {}, have one grey in the range {}. Give --range the values that "
                    "are to be black and white, or use smaller cells.",
                    both(seen), both(recipe.range));
}

// Cells of the finest octave per sample; 0 where there are no octaves.
double finest(const options::RenderOptions& options, const Plan& plan) {
  double frequency = graph::node_of(plan.field).cell_frequency();
  if (!options.field) {
    const Fractal& octaves = options.octaves;
    const int finer = octaves.octaves - 1 + (octaves.fraction > 0 ? 1 : 0);
    if (fractal_of(options) == options::no_fractal || finer == 0 || octaves.gain == 0 ||
        !has_seed(options))
      return 0;
    frequency = options.cells_per_sample() * std::max(std::pow(octaves.lacunarity, finer), 1.0);
    if (octaves.footprint > 0) frequency = std::min(frequency, 0.5 / octaves.footprint);
  }
  return frequency * static_cast<double>(plan.recipe.step);
}

}  // namespace

bool fades(const Field& field) {
  return to_json(with_footprint(field, 1)) != to_json(with_footprint(field, 2));
}

std::string fineness(const options::RenderOptions& options, const Plan& plan) {
  const double frequency = finest(options, plan);
  if (!(frequency > 0.5)) return {};
  return fmt::format(
      "the finest cells span {:.2f} samples, and cells finer than 2 look like white noise. Use "
      "fewer "
      "octaves, or larger cells.",
      1 / frequency);
}

std::string fineness_of_levels(const options::RenderOptions& options, const Plan& plan,
                               int levels) {
  const double frequency = finest(options, plan);
  if (frequency > 0.5) return fineness(options, plan);
  int first = 1;
  while (first < levels && std::ldexp(frequency, first) <= 0.5) ++first;
  if (first >= levels) return {};
  return fmt::format(
      "cells of the finest octave span less than 2 samples of {}, and look like white noise there, "
      "since a level takes samples of level 0 and does not average them. Use {}fewer octaves, or "
      "larger cells.",
      first + 1 == levels ? fmt::format("level {}", first)
                          : fmt::format("levels {} to {}", first, levels - 1),
      fades(plan.field) ? "--fade-octaves, " : "");
}

std::string shallow_gullies(const Plan& plan) {
  std::string warning;
  graph::visit_nodes(graph::node_of(plan.field), [&](const graph::Node& node) {
    const graph::Call* const call = node.call();
    if (call != nullptr && call->function == "erode") {
      const double strength = std::any_cast<const Erosion&>(call->arguments).strength;
      const auto [low, high] = node.part(0).bounds(2);
      // A tenth, or less, of the default's share of heights from -1 to 1 cannot be seen. A range as
      // wide as that of a coordinate says nothing about heights.
      constexpr double least = 0.025, widest = 0x1p25;
      if (strength > 0 && strength < (high - low) * least && high - low < widest) {
        warning = fmt::format(
            "the gullies of erode are {} deep, in units of the height, which may be {:.1f} to "
            "{:.1f}, so they hardly show. Use a strength of {:.1f}, or erode the height before it "
            "is multiplied.",
            strength, low, high, (high - low) / 4);
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
  std::vector<std::string> along;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    if (repeats[axis] != 0)
      along.push_back(fmt::format("{} samples along {}", repeats[axis], axis == 0 ? "x" : "y"));
  }
  return fmt::format("the map does not tile: it repeats after {}, and its size is {} x {}. Use {}.",
                     output::listed(along, {}, " and "), size.width, size.height,
                     is_whole ? fmt::format("--size {:.0f}x{:.0f}", fitting[0], fitting[1])
                     : options.seamless ? "whole numbers for --seamless"
                                        : "a --cell that makes these numbers whole");
}

void print_summary(const Plan& plan, const Rendered& rendered, const output::OutputFile& output,
                   const output::OutputFile* preview) {
  const input::Recipe& recipe = plan.recipe;
  std::ostream& out = output.kind() == output::OutputFile::Kind::stream ? std::cerr : std::cout;
  const auto print_file = [&](std::string_view what, const output::OutputFile& file,
                              const formats::Size& size, std::string_view type) {
    out << fmt::format("{:<11}{}, {}, {}, {:.1f} MB\n", what,
                       output::printable(file.path().string()), text_of(size), type,
                       static_cast<double>(file.size()) * 1e-6);
  };
  print_file("heightmap", output, recipe.size, name_of(recipe.element));
  if (preview != nullptr) print_file("preview", *preview, plan.preview_size, "8-bit RGB");
  out << "values     " << both(rendered.seen);
  if (is_code(recipe.element))
    out << fmt::format("; black is {}, white {}", rendered.range.min, rendered.range.max);
  const auto samples = static_cast<double>(recipe.size.samples());
  out << fmt::format(
      "\ntime       {:.2f} s: {:.3f} s for noise, {:.1f} million samples/s; {:.2f} s for images\n"
      "ran on     {}, {} thread{}\n",
      rendered.noise_seconds + rendered.image_seconds, rendered.noise_seconds,
      samples * 1e-6 / rendered.noise_seconds, rendered.image_seconds, rendered.isa,
      rendered.threads, rendered.threads == 1 ? "" : "s");
}

std::vector<std::string> warnings_of_values(const options::RenderOptions& options,
                                            const std::string& name, const input::Recipe& recipe,
                                            Range seen, double saturated) {
  std::vector<std::string> all;
  const Range range = recipe.range;
  if (const std::string flat = flatness(options, name, recipe, seen); !flat.empty()) {
    all.push_back(flat);
  } else if ((seen.min < range.min || seen.max > range.max) && saturated > 0.5) {
    all.push_back(fmt::format(
        "{:.0f} % of the samples are black or white, for the values, {}, leave the range {}. Use "
        "--range auto.",
        100 * saturated, both(seen), both(range)));
  }
  // Half a step beyond the largest number, 65504, which rounds to infinity.
  constexpr float beyond_float16 = 65520;
  if (recipe.element == formats::Element::float16 &&
      (seen.max >= beyond_float16 || seen.min <= -beyond_float16)) {
    all.push_back(fmt::format(
        "the values, {}, leave what float16 holds, -65504 to 65504, and became infinity there. Use "
        "--type float32.",
        both(seen)));
  }
  return all;
}

std::vector<std::string> warnings(const options::RenderOptions& options, const Plan& plan,
                                  const Rendered& rendered) {
  const double saturated =
      static_cast<double>(rendered.saturated) / static_cast<double>(plan.recipe.size.samples());
  std::vector<std::string> all =
      warnings_of_values(options, options.output, plan.recipe, rendered.seen, saturated);
  for (const std::string& text :
       {fineness(options, plan), no_tile(options, plan), shallow_gullies(plan)})
    all.push_back(text);
  std::erase(all, std::string());
  return all;
}

}  // namespace perlane::cli::render
