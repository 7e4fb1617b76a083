#pragma once
// The text that a render prints when it is done.

#include "cli/output_file.hpp"
#include "cli/render_options.hpp"

#include <string>
#include <string_view>

namespace perlane::cli {

struct Rendered {
  Range range;              // black and white
  Range seen;               // smallest and largest value
  double noise_seconds;     // spent evaluating the field
  double image_seconds;     // spent colouring and compressing
  std::string_view isa;
  int threads;
};

// Prints on standard output.
void print_summary(const RenderOptions& options, const Rendered& rendered, const OutputFile& output,
                   const OutputFile* preview);

// Says why all pixels are the same and what to do about it; empty if they differ.
std::string flatness(const RenderOptions& options, const Rendered& rendered);

}  // namespace perlane::cli
