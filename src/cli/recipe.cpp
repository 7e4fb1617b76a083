#include "cli/recipe.hpp"

#include "cli/formats/recipes.hpp"

#include <perlane/text.hpp>
#include <perlane/version.hpp>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <system_error>
#include <type_traits>
#include <vector>

namespace perlane::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr int recipe_version = 1;
constexpr const char* compressions[] = {"deflate", "zstd"};

[[noreturn]] void refuse(const std::string& member, const std::string& use) {
  throw std::invalid_argument("recipe." + member + " is not right; use " + use);
}

const Json& member(const Json& recipe, const char* name) {
  const auto found = recipe.find(name);
  if (found == recipe.end())
    throw std::invalid_argument("recipe." + std::string(name) + " is not there");
  return *found;
}

template <class Number>
std::array<Number, 2> pair(const Json& recipe, const char* name) {
  constexpr bool is_integer = std::is_integral_v<Number>;
  const char* const use = is_integer ? "two integers of 64 bits" : "two finite numbers";
  const Json& list = member(recipe, name);
  if (!list.is_array() || list.size() != 2) refuse(name, use);
  for (const Json& number : list) {
    const bool is_large = number.is_number_unsigned() &&
                          number.get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max();
    if (is_integer ? !number.is_number_integer() || is_large : !number.is_number())
      refuse(name, use);
  }
  return {list[0].get<Number>(), list[1].get<Number>()};
}

// Whether a version, such as 0.10.2, is after this program's.
bool is_later(const std::string& text) {
  const auto numbers = [](std::string_view from) {
    std::array<unsigned, 3> parts{};
    const char* at = from.data();
    const char* const end = at + from.size();
    for (unsigned& part : parts) {
      const bool is_first = &part == parts.data();
      if (!is_first && (at == end || *at++ != '.')) refuse("version", "one such as 0.2.0");
      const auto [next, error] = std::from_chars(at, end, part);
      if (error != std::errc()) refuse("version", "one such as 0.2.0");
      at = next;
    }
    if (at != end) refuse("version", "one such as 0.2.0");
    return parts;
  };
  return numbers(text) > numbers(version);
}

Recipe read_recipe(const Json& json) {
  const Json& number = member(json, "recipe");
  const Json& maker = member(json, "version");
  if (!number.is_number_integer() || !maker.is_string())
    throw std::invalid_argument("this is no recipe of perlane's");
  if (is_later(maker.get<std::string>())) {
    throw std::invalid_argument("the recipe is by perlane " + maker.get<std::string>() +
                                ", and this is " + std::string(version) + "; use that version");
  }
  if (number != recipe_version) refuse("recipe", std::to_string(recipe_version));
  for (const auto& [name, value] : json.items()) {
    constexpr std::string_view known[] = {"recipe", "version", "size",  "first",
                                          "origin", "type",    "range", "compression",
                                          "zarr",   "field",   "step"};
    if (std::find(std::begin(known), std::end(known), name) == std::end(known))
      throw std::invalid_argument("recipe." + name + " is unknown");
  }
  Recipe recipe;
  const auto size = pair<std::int64_t>(json, "size");
  recipe.size = {size[0], size[1]};
  if (size[0] < 1 || size[1] < 1 || size[0] > size_limit || size[1] > size_limit)
    refuse("size", "two integers from 1 to " + std::to_string(size_limit));
  recipe.first = pair<std::int64_t>(json, "first");
  recipe.origin = pair<double>(json, "origin");
  if (json.contains("step")) {
    const Json& step = json["step"];
    if (!step.is_number_unsigned() || step.get<std::uint64_t>() < 1 ||
        step.get<std::uint64_t>() > static_cast<std::uint64_t>(size_limit))
      refuse("step", "an integer from 1 to " + std::to_string(size_limit));
    recipe.step = step.get<std::int64_t>();
  }
  const Json& type = member(json, "type");
  const auto element = element_of(type.is_string() ? type.get<std::string>() : "");
  if (!element || *element == Element::rgb8) refuse("type", "uint8, uint16, float16 or float32");
  recipe.element = *element;
  if (is_code(recipe.element)) {
    const auto range = pair<float>(json, "range");
    if (!std::isfinite(range[0]) || !std::isfinite(range[1]) || !(range[0] < range[1]))
      refuse("range", "two finite binary32 numbers, the lower one first");
    recipe.range = {range[0], range[1]};
  }
  if (json.contains("compression")) {
    const Json& name = json["compression"];
    if (name != compressions[0] && name != compressions[1])
      refuse("compression", "deflate or zstd");
    recipe.compression = name == compressions[1] ? Compression::zstd : Compression::deflate;
  }
  if (json.contains("zarr")) {
    if (json["zarr"] != 2 && json["zarr"] != 3) refuse("zarr", "2 or 3");
    recipe.zarr = json["zarr"].get<int>();
  }
  return recipe;
}

Given from_text(const std::string& text) {
  // The parser keeps the last of members of one name.
  std::vector<std::set<std::string>> open;  // the members of each object that has not ended
  std::optional<std::string> twice;
  const auto look = [&](int, Json::parse_event_t event, Json& parsed) {
    using enum Json::parse_event_t;
    if (event == object_start) open.emplace_back();
    if (event == object_end) open.pop_back();
    if (event == key && !open.back().insert(parsed.get<std::string>()).second)
      twice = parsed.get<std::string>();
    return true;
  };
  // What is no JSON is refused as a field, with the place of the error.
  Json json = Json::parse(text, look, false);
  // The manifest of an export has the recipe of its world.
  if (json.is_object() && json.contains("manifest") && json.contains("recipe"))
    json = Json(json["recipe"]);
  if (!json.is_object() || !json.contains("recipe")) return {from_json(text), std::nullopt};
  if (twice) throw std::invalid_argument("the recipe has the member \"" + *twice + "\" twice");
  Recipe recipe = read_recipe(json);
  return {from_json(member(json, "field").dump()), recipe};
}

std::string all_of(std::istream& stream, const std::string& name) {
  try {
    return {std::istreambuf_iterator<char>(stream), {}};
  } catch (const std::ios_base::failure& error) {  // of a directory, for one
    throw std::runtime_error("cannot read " + name + ": " + error.code().message());
  }
}

struct Text {
  std::string text;
  const Format* beside = nullptr;  // the format of the file that the text lies beside
};

Text text_of(const std::string& given) {
  if (given.empty()) {
    throw std::invalid_argument(
        "--field is \"\"; use a file, - for standard input, or a field as JSON");
  }
  const std::size_t first = given.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && given[first] == '{') return {given};
  if (given == "-") return {all_of(std::cin, "standard input")};
  for (const Format& format : formats()) {
    if (auto recipe = format.recipe(given)) return {*recipe};
  }
  // Files without a place for a recipe have it beside them.
  const Format* format = format_of(std::filesystem::path(given).extension().string());
  const bool has_sidecar = format != nullptr && !format->carries_recipe;
  if (format != nullptr && format->carries_recipe && std::filesystem::exists(given))
    refuse_recipe(given, "is not what its name says, " + std::string(format->description));
  const std::string path = has_sidecar ? given + ".json" : given;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path + ": " + std::strerror(errno));
  return {all_of(file, path), has_sidecar ? format : nullptr};
}

}  // namespace

void refuse_recipe(const std::filesystem::path& path, const std::string& problem) {
  throw std::invalid_argument("'" + path.string() + "' " + problem +
                              "; use a file that perlane has rendered, or a field as JSON");
}

std::string to_text(const Recipe& recipe, const Field& field) {
  Json json{{"recipe", recipe_version},
            {"version", std::string(version)},
            {"size", {recipe.size.width, recipe.size.height}},
            {"first", recipe.first},
            {"origin", recipe.origin},
            {"type", std::string(name_of(recipe.element))}};
  if (recipe.step != 1) json["step"] = recipe.step;
  if (is_code(recipe.element)) json["range"] = {recipe.range.min, recipe.range.max};
  if (recipe.compression) json["compression"] = compressions[static_cast<int>(*recipe.compression)];
  if (recipe.zarr) json["zarr"] = *recipe.zarr;
  std::string text = json.dump();
  text.back() = ',';
  return text + "\"field\":" + to_json(field) + "}";
}

Picture picture_of(const Recipe& recipe, const Field& field) {
  return {.width = recipe.size.width,
          .height = recipe.size.height,
          .element = recipe.element,
          .recipe = to_text(recipe, field),
          .compression = recipe.compression.value_or(Compression::deflate),
          .zarr = recipe.zarr.value_or(newest_zarr)};
}

bool is_recipe(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  std::ifstream file(path, std::ios::binary);
  const Json json = Json::parse(file, nullptr, false);
  return json.is_object() && json.contains("recipe") && json.contains("version") &&
         json.contains("field");
}

Given read_given(const std::string& given) {
  const auto [text, format] = text_of(given);
  Given read = from_text(text);
  if (read.recipe && format != nullptr) {
    std::error_code error;
    const std::uint64_t size = std::filesystem::file_size(given, error);
    if (error) throw std::runtime_error("cannot read " + given + ": " + error.message());
    const std::uint64_t right = format->bytes(picture_of(*read.recipe, read.field));
    if (size != right)
      refuse_recipe(given, "has " + std::to_string(size) + " bytes, and by its recipe it has " +
                               std::to_string(right));
  }
  return read;
}

}  // namespace perlane::cli
