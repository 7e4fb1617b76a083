#pragma once
// The options of `perlane render`.

#include "cli/parse.hpp"

#include <perlane/field.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace perlane::cli {

struct RenderOptions {
  std::string output;
  std::optional<std::string> preview;
  Size size{1024, 1024};
  int depth = 16;              // bits of a pixel: 8 or 16
  std::optional<Range> range;  // if not given, the proven range of the field

  // A text that stands for a field (perlane/text.hpp), a file that holds it, or "-", standard
  // input.
  std::optional<std::string> field;

  std::string noise;    // one of field::sources(); the first unless given
  std::string fractal;  // one of field::fractals(); the first unless given
  std::uint64_t seed = 0;
  double cell = 256;                // in samples
  std::optional<double> frequency;  // cells per sample, instead of `cell`
  Fractal octaves{.octaves = 8};    // with the default cell, the finest spans two samples

  std::array<std::int64_t, 2> first{};
  std::array<double, 2> origin{};

  std::optional<int> threads;      // if not given, all cores
  std::optional<std::string> isa;  // if not given, PERLANE_ISA or the best one
  bool quiet = false;

  double cells_per_sample() const noexcept { return frequency ? *frequency : 1 / cell; }
};

// Declares the options of the subcommand; parsing fills
// `options`, which must live as long as `command`.
void add_render_options(CLI::App& command, RenderOptions& options);

// Makes the field that the options ask for.
Field make_field(const RenderOptions& options);

// Rewrites a message of the library about its parameters,
// with the names of the options that set them.
std::string in_terms_of_options(std::string message, const RenderOptions& options);

}  // namespace perlane::cli
