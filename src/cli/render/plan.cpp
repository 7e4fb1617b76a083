#include "cli/render/plan.hpp"

#include "api/destination.hpp"
#include "cli/output/message.hpp"

#include <perlane/text.hpp>

#include <algorithm>
#include <filesystem>

namespace perlane::cli::render {
namespace {

std::string extension_for(const options::RenderOptions& options) {
  if (options.format) return "." + *options.format;
  return std::filesystem::path(options.output).extension().string();
}

const formats::Format& format_for(const options::RenderOptions& options) {
  const bool is_stream = options.output == "-";
  const std::string list = formats::extensions(is_stream), extension = extension_for(options);
  const formats::Format* format = formats::format_of(extension);
  if (formats::is_left_out(extension))
    output::throw_invalid("this perlane was built without {}; use one of {}", extension, list);
  if (options.format && format == nullptr)
    output::throw_invalid("--format is \"{}\"; use one of {}, without the dot", *options.format,
                          formats::extensions());
  if (is_stream && format == nullptr)
    output::throw_invalid("standard output needs --format; use one of {}", list);
  if (is_stream && !format->streams)
    output::throw_invalid("--format {} cannot go to standard output; use one of {}",
                          *options.format, list);
  if (format == nullptr)
    output::throw_invalid("'{}' has no extension of a format; use one of {}, or --format",
                          options.output, list);
  return *format;
}

formats::Element element_for(const options::RenderOptions& options, const formats::Format& format,
                             const std::optional<input::Recipe>& recipe) {
  if (options.element && !format.has(*options.element)) {
    output::throw_invalid("a file of {} does not hold {}; use --type {}", format.extension,
                          name_of(*options.element),
                          output::listed(format.elements, formats::name_of));
  }
  if (options.element) return *options.element;
  return recipe && format.has(recipe->element) ? recipe->element : format.elements.front();
}

// Sets the members that only one format has.
void set_for_format(const options::RenderOptions& options, const formats::Format& format,
                    input::Recipe& recipe) {
  const bool is_tiff = format.extension == ".tif", is_zarr = format.extension == ".zarr";
  if (options.compression && !is_tiff)
    output::throw_invalid("--compression is for .tif, and this file is {}", format.extension);
  if (options.zarr && !is_zarr)
    output::throw_invalid("--zarr is for .zarr, and this file is {}", format.extension);
  const bool is_on_map = options.map_origin || options.pixel_size || options.epsg;
  if (is_on_map && !is_tiff) {
    output::throw_invalid("--pixel-size, --map-origin and --crs are for .tif, and this file is {}",
                          format.extension);
  }
  if (is_on_map) {
    formats::MapPlace map = recipe.map.value_or(formats::MapPlace{});
    map.origin = options.map_origin.value_or(map.origin);
    map.pixel_size = options.pixel_size.value_or(map.pixel_size);
    map.epsg = options.epsg.value_or(map.epsg);
    recipe.map = map;
  }
  if (!is_tiff) recipe.map.reset();
  if (options.compression) recipe.compression = options.compression;
  if (options.zarr) recipe.zarr = options.zarr;
  recipe.compression =
      is_tiff ? std::optional(recipe.compression.value_or(formats::Compression::deflate))
              : std::nullopt;
  recipe.zarr = is_zarr ? std::optional(recipe.zarr.value_or(formats::newest_zarr)) : std::nullopt;
}

formats::Size preview_size_for(const options::RenderOptions& options, formats::Size size) {
  const std::int64_t most = options.preview_size, longest = std::max(size.width, size.height);
  if (most == 0 || most >= longest) return size;
  const auto shortened = [&](std::int64_t samples) {
    return std::max<std::int64_t>((samples * most + longest / 2) / longest, 1);
  };
  return {shortened(size.width), shortened(size.height)};
}

// Rejects formats and options that have no third dimension for volumes, and a place along z for
// maps.
void check_volume(const options::RenderOptions& options, const formats::Format& format,
                  const input::Recipe& recipe) {
  if (!recipe.size.is_volume()) {
    for (const auto& [name, z] : {std::pair("--first", static_cast<double>(recipe.first[2])),
                                  std::pair("--origin", recipe.origin[2])}) {
      if (z != 0)
        output::throw_invalid(
            "{} has three numbers, and this is a map; use two, or a volume, "
            "--size WxHxD",
            name);
    }
    return;
  }
  if (!format.holds_volumes) {
    output::throw_invalid("--size has three numbers, and {} holds no volumes; use .zarr",
                          format.extension);
  }
  if (options.preview)
    output::throw_invalid("--preview is for maps, and this is a volume; leave it out");
}

void check_preview_name(const options::RenderOptions& options) {
  if (!options.preview || options.preview->empty()) return;
  const auto extension = std::filesystem::path(*options.preview).extension().string();
  const formats::Format* look = formats::format_of(extension);
  if (look == nullptr || look->extension != formats::png_format.extension)
    output::throw_invalid("--preview is '{}'; use a name with .png", *options.preview);
}

// Reads the field and the recipe of --field, if it is given. Warns of options without an effect.
std::optional<input::Input> given_input(const options::RenderOptions& options) {
  if (!options.field) return std::nullopt;
  input::Input given = input::read_input(*options.field, options.takes_other_values, options.name);
  if (options.reseed) {
    const Field other = reseed(given.field, *options.reseed);
    if (!options.quiet && to_json(other) == to_json(given.field))
      output::print_message("warning: --reseed has no effect, since the field has no seeds");
    given.field = other;
  }
  if (options.takes_other_values && !options.quiet && given.difference.empty()) {
    output::print_message(
        given.recipe
            ? "warning: --other-values has no effect, since the recipe gives the same samples here"
            : "warning: --other-values has no effect, since a field alone is no recipe");
  }
  return given;
}

// Sets the range of codes, which depends on the field unless one is given.
void set_range(const options::RenderOptions& options,
               const std::optional<input::Recipe>& given_recipe, Plan& plan) {
  input::Recipe& recipe = plan.recipe;
  if (!is_code(recipe.element)) {
    if (!options.range) return;
    output::throw_invalid(
        "--range is for codes, and {} holds the values themselves; leave it out, or use --type "
        "uint16",
        name_of(recipe.element));
  }
  const bool has_given_range = given_recipe && is_code(given_recipe->element) && !options.range;
  if (options.range && *options.range) {
    recipe.range = **options.range;
  } else if (!has_given_range) {
    recipe.range = api::default_codes(plan.field, recipe.size.is_volume() ? 3 : 2);
  }
  plan.may_saturate = (options.range && *options.range) || has_given_range;
}

}  // namespace

options::RenderOptions without_final_slash(const options::RenderOptions& options) {
  options::RenderOptions shorter = options;
  shorter.output.resize(options.output.find_last_not_of('/') + 1);
  const formats::Format* format = formats::format_of(extension_for(shorter));
  const bool is_directory =
      format != nullptr && format->kind == output::OutputFile::Kind::directory;
  return is_directory && !shorter.output.empty() ? shorter : options;
}

Plan plan_of(const options::RenderOptions& options) {
  const formats::Format& format = format_for(options);
  check_preview_name(options);
  const std::optional<input::Input> given = given_input(options);
  const std::optional<input::Recipe> given_recipe = given ? given->recipe : std::nullopt;

  Plan plan{.field = given ? given->field : make_field(options),
            .format = &format,
            .recipe = given_recipe.value_or(input::Recipe{}),
            .range_is_auto = options.range && !*options.range,
            .may_saturate = false,
            .stats = options.stats,
            .preview_size = {},
            .sea_level = options.sea_level,
            .palette = options.palette};
  input::Recipe& recipe = plan.recipe;
  recipe.element = element_for(options, format, given_recipe);
  if (options.size) recipe.size = *options.size;
  plan.preview_size = preview_size_for(options, recipe.size);
  if (options.first) recipe.first = *options.first;
  if (options.origin) recipe.origin = *options.origin;
  check_volume(options, format, recipe);
  set_for_format(options, format, recipe);
  set_range(options, given_recipe, plan);
  return plan;
}

void check_extents(const Plan& plan) {
  const formats::Format& format = *plan.format;
  if (format.takes(plan.recipe.size)) return;
  output::throw_invalid("--size is {}, and {} has at most {} samples along an axis; use fewer",
                        text_of(plan.recipe.size), format.extension, format.most_extent);
}

}  // namespace perlane::cli::render
