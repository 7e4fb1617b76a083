#include "cli/render/plan.hpp"

#include "api/destination.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

namespace perlane::cli::render {
namespace {

const formats::Format& format_for(const options::RenderOptions& options) {
  const bool is_stream = options.output == "-";
  const std::string list = formats::extensions(is_stream);
  const std::string extension = options.format
                                    ? "." + *options.format
                                    : std::filesystem::path(options.output).extension().string();
  const formats::Format* format = formats::format_of(extension);
  if (formats::is_left_out(extension)) {
    throw std::invalid_argument("this perlane was built without " + extension + "; use one of " +
                                list);
  }
  if (options.format && format == nullptr) {
    throw std::invalid_argument("--format is \"" + *options.format + "\"; use one of " +
                                formats::extensions() + ", without the dot");
  }
  if (is_stream && format == nullptr)
    throw std::invalid_argument("standard output needs --format; use one of " + list);
  if (is_stream && !format->streams) {
    throw std::invalid_argument("--format " + *options.format +
                                " cannot go to standard output; use one of " + list);
  }
  if (format == nullptr) {
    throw std::invalid_argument("'" + options.output +
                                "' has no extension of a format; use one of " + list +
                                ", or --format");
  }
  return *format;
}

std::string names_of(std::span<const formats::Element> elements) {
  std::string names;
  for (const formats::Element element : elements)
    names += (names.empty() ? "" : ", ") + std::string(name_of(element));
  return names;
}

formats::Element element_for(const options::RenderOptions& options, const formats::Format& format,
                             const std::optional<input::Recipe>& recipe) {
  const auto has = [&](formats::Element element) {
    return std::find(format.elements.begin(), format.elements.end(), element) !=
           format.elements.end();
  };
  if (options.element && !has(*options.element)) {
    throw std::invalid_argument("a file of " + std::string(format.extension) + " does not hold " +
                                std::string(name_of(*options.element)) + "; use --type " +
                                names_of(format.elements));
  }
  if (options.element) return *options.element;
  return recipe && has(recipe->element) ? recipe->element : format.elements.front();
}

// What only one format has.
void set_for_format(const options::RenderOptions& options, const formats::Format& format,
                    input::Recipe& recipe) {
  const bool is_tiff = format.extension == ".tif", is_zarr = format.extension == ".zarr";
  const std::string other = ", and this file is " + std::string(format.extension);
  if (options.compression && !is_tiff)
    throw std::invalid_argument("--compression is for .tif" + other);
  if (options.zarr && !is_zarr) throw std::invalid_argument("--zarr is for .zarr" + other);
  if (options.compression) recipe.compression = options.compression;
  if (options.zarr) recipe.zarr = options.zarr;
  recipe.compression =
      is_tiff ? std::optional(recipe.compression.value_or(formats::Compression::deflate))
              : std::nullopt;
  recipe.zarr = is_zarr ? std::optional(recipe.zarr.value_or(formats::newest_zarr)) : std::nullopt;
}

}  // namespace

Plan plan_of(const options::RenderOptions& options) {
  const formats::Format& format = format_for(options);
  if (options.preview && !options.preview->empty()) {
    const auto extension = std::filesystem::path(*options.preview).extension().string();
    const formats::Format* look = formats::format_of(extension);
    if (look == nullptr || look->extension != formats::png_format.extension)
      throw std::invalid_argument("--preview is '" + *options.preview + "'; use a name with .png");
  }
  std::optional<input::Input> given;
  if (options.field) given = input::read_input(*options.field, options.takes_other_values);
  const std::optional<input::Recipe> told = given ? given->recipe : std::nullopt;

  Plan plan{.field = given ? given->field : make_field(options),
            .format = &format,
            .recipe = told.value_or(input::Recipe{}),
            .range_is_auto = options.range && !*options.range,
            .may_saturate = false,
            .stats = options.stats,
            .sea_level = options.sea_level,
            .palette = options.palette};
  input::Recipe& recipe = plan.recipe;
  recipe.element = element_for(options, format, told);
  if (options.size) recipe.size = *options.size;
  if (options.first) recipe.first = *options.first;
  if (options.origin) recipe.origin = *options.origin;
  set_for_format(options, format, recipe);
  if (!is_code(recipe.element)) {
    if (options.range)
      throw std::invalid_argument(
          "--range is for codes, and " + std::string(name_of(recipe.element)) +
          " holds the values themselves; leave it out, or use --type uint16");
    return plan;
  }
  const bool is_told = told && is_code(told->element) && !options.range;
  if (options.range && *options.range) {
    recipe.range = **options.range;
  } else if (!is_told) {
    recipe.range = api::default_codes(plan.field, 2);
  }
  plan.may_saturate = (options.range && *options.range) || is_told;
  return plan;
}

}  // namespace perlane::cli::render
