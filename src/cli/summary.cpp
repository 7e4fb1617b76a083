#include "cli/summary.hpp"

#include <perlane/evaluate.hpp>

#include <cstdio>
#include <iostream>

namespace perlane::cli {
namespace {

std::string rounded(double number, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, number);
  return text;
}

std::string megabytes(const OutputFile& file) {
  return rounded(static_cast<double>(file.size()) * 1e-6, 1) + " MB";
}

std::string both(Range range) { return to_text(range.min) + " to " + to_text(range.max); }

// Returns the code that a value is written as, with `depth` bits.
int code_of(float value, Range range, int depth) {
  std::uint8_t narrow = 0;
  std::uint16_t wide = 0;
  fill<1>(std::span(&narrow, 1), {.shape = {1}}, constant(value), range);
  fill<1>(std::span(&wide, 1), {.shape = {1}}, constant(value), range);
  return depth == 8 ? narrow : wide;
}

}  // namespace

void print_summary(const RenderOptions& options, const Rendered& rendered, const OutputFile& output,
                   const OutputFile* preview) {
  const std::string size =
      std::to_string(options.size.width) + " x " + std::to_string(options.size.height);
  std::cout << "heightmap  " << output.path().string() << ", " << size << ", " << options.depth
            << "-bit grey, " << megabytes(output) << '\n';
  if (preview != nullptr) {
    std::cout << "preview    " << preview->path().string() << ", " << size << ", 8-bit RGB, "
              << megabytes(*preview) << '\n';
  }
  std::cout << "values     " << both(rendered.seen) << "; black is " << to_text(rendered.range.min)
            << ", white " << to_text(rendered.range.max) << '\n';
  const double samples =
      static_cast<double>(options.size.width) * static_cast<double>(options.size.height);
  std::cout << "time       " << rounded(rendered.noise_seconds + rendered.image_seconds, 2)
            << " s: " << rounded(rendered.noise_seconds, 3) << " s for noise, "
            << rounded(samples * 1e-6 / rendered.noise_seconds, 1) << " million samples/s; "
            << rounded(rendered.image_seconds, 2) << " s for images\n";
  std::cout << "ran on     " << rendered.isa << ", " << rendered.threads
            << (rendered.threads == 1 ? " thread\n" : " threads\n");
}

std::string flatness(const RenderOptions& options, const Rendered& rendered) {
  const auto [min, max] = rendered.seen;
  if (code_of(min, rendered.range, options.depth) != code_of(max, rendered.range, options.depth))
    return {};
  const std::string flat = "'" + options.output + "' is flat: ";
  if (min == 0 && max == 0) {
    const std::string grid = options.frequency ? "--frequency " + to_text(*options.frequency)
                                               : "--cell " + to_text(options.cell);
    return flat + "all its values are 0, since noise is 0 at every corner of its cells, and with " +
           grid + " and --origin " + to_text(options.origin[0]) + "," + to_text(options.origin[1]) +
           " all samples lie on corners. Use larger cells (such as --cell 256), or an --origin off "
           "the corners (such as 0.3,0.3).";
  }
  if (options.size.width == 1 && options.size.height == 1) return {};
  if (min == max) return flat + "all its values are " + to_text(min) + ".";
  return flat + "its values, " + both(rendered.seen) + ", have one grey in the range " +
         both(rendered.range) +
         ". Give --range the values that are to be black and white, or use smaller cells.";
}

}  // namespace perlane::cli
