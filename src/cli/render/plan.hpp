#pragma once
// The plan of a render: its options and the recipe that it was given, put together.

#include "cli/formats/format.hpp"
#include "cli/input/recipe.hpp"
#include "cli/options/render_options.hpp"

#include <perlane/field.hpp>

#include <string>

namespace perlane::cli::render {

struct Plan {
  Field field;
  const formats::Format* format;
  input::Recipe recipe;
  bool range_is_auto;  // and not known yet
  bool may_saturate;   // the range is not the proven one
  bool stats;
  formats::Size preview_size;
  float sea_level;
  std::string palette;
};

// These options, with the output `map.zarr` for `map.zarr/`, which also names that directory.
options::RenderOptions without_final_slash(const options::RenderOptions& options);

// Throws std::invalid_argument if options do not go together.
Plan plan_of(const options::RenderOptions& options);

// Throws std::invalid_argument if the format has no files of so many samples along an axis.
void check_extents(const Plan& plan);

}  // namespace perlane::cli::render
