#pragma once
// The options of `perlane render`.

#include "cli/formats/format.hpp"
#include "cli/options/parse.hpp"
#include "cli/input/recipe.hpp"

#include <perlane/fade.hpp>
#include <perlane/fractal.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace perlane::cli::options {

// The name of no fractal: a single octave.
inline constexpr std::string_view no_fractal = "none";

struct RenderOptions {
  std::string output;
  std::optional<std::string> preview;
  int preview_size = 0;  // the most pixels along an axis; 0: as many as samples
  std::optional<std::string> format;  // if not given, by the extension of `output`
  std::optional<formats::Size> size;           // these four are by default those of a Recipe
  std::optional<formats::Element> element;
  std::optional<std::array<std::int64_t, 3>> first;
  std::optional<std::array<double, 3>> origin;
  std::optional<std::optional<Range>> range;  // "auto" is none; if not given, the proven range
  std::optional<formats::Compression> compression;
  std::optional<int> zarr;
  // These three are for GeoTIFF; if one of them is given, the others are by default those of a
  // MapPlace.
  std::optional<std::array<double, 2>> map_origin;
  std::optional<std::array<double, 2>> pixel_size;
  std::optional<int> epsg;
  float sea_level = 0;
  std::string palette;  // one of palettes(); the first unless given

  // A text that stands for a field (perlane/text.hpp) or a recipe, a file that holds it, or "-",
  // standard input.
  std::optional<std::string> field;
  std::optional<std::string> name;  // of one of its named fields, in place of `field`
  std::optional<std::uint64_t> reseed;
  bool takes_other_values = false;  // of a recipe that makes other samples here

  std::string noise;    // one of graph::sources(); the first unless given
  std::string fractal;  // one of graph::fractals(), or no_fractal (fractal_of)
  std::uint64_t seed = 0;
  std::string seed_as_given;        // for messages: -1 is the seed 2^64 - 1
  double cell = 256;                // in samples
  std::optional<double> frequency;  // cells per sample, instead of `cell`
  Fractal octaves{.octaves = 8};    // with the default cell, the finest spans two samples

  std::optional<Fade> fade;
  std::optional<std::array<std::int64_t, 2>> period;  // in cells
  std::optional<std::array<double, 2>> seamless;      // in samples

  bool stats = false;
  std::optional<int> threads;      // if not given, all cores
  std::optional<std::string> isa;  // if not given, PERLANE_ISA or the best one
  bool quiet = false;

  std::vector<std::string> given;  // "--seed", of all options that were

  bool has(std::string_view option) const {
    return std::find(given.begin(), given.end(), option) != given.end();
  }
  double cells_per_sample() const noexcept { return frequency ? *frequency : 1 / cell; }
};

// Declares the options of the subcommand; parsing fills `options`, which must live as long as
// `command`.
void add_render_options(CLI::App& command, RenderOptions& options);

// Declares the options that other subcommands have, too: the field, its place, its samples, and how
// to run.
void add_shared_options(CLI::App& command, RenderOptions& options);
// Declares the options of the noise, or of the field in its place.
void add_noise_options(CLI::App& command, RenderOptions& options);

// Returns the names of the options that a parsed command line has.
std::vector<std::string> given_options(const CLI::App& command);

// "png|tif"
std::string names_of_formats();

// A line for each format, with the samples that it has: by its extension, or by what --format
// takes.
enum class Formats { by_extension, by_name };
std::string list_of_formats(Formats by);

// Returns true if the noise that the options ask for depends on a seed. A ramp and a constant do
// not.
bool has_seed(const RenderOptions& options);
// The name of the fractal that they ask for. Without --fractal, noise without a seed has
// no_fractal.
std::string_view fractal_of(const RenderOptions& options);

// Makes the field that the options ask for, and warns of those without effect.
Field make_field(const RenderOptions& options);

// Rewrites a message of the library about its parameters, with the names of the options that set
// them.
std::string in_terms_of_options(std::string message, const RenderOptions& options);

}  // namespace perlane::cli::options
