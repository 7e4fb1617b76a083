// What --field was given: a text, or a file that holds one, or that perlane has rendered.

#include "cli/formats/recipes.hpp"
#include "cli/input.hpp"
#include "cli/recipe.hpp"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace perlane::cli {
namespace {

namespace fs = std::filesystem;

struct Text {
  std::string text;
  std::span<const Format> beside{};  // one of which the file is of that the text lies beside
};

// A file is of the format that its name has, if any has it.
void check_name(const std::string& given, const Format& format) {
  const std::string extension = fs::path(given).extension().string();
  const Format* named = format_of(extension);
  if (named == &format || (named == nullptr && !is_left_out(extension) && extension != ".json"))
    return;
  throw std::invalid_argument("'" + given + "' is " + std::string(format.description) +
                              ", and not what its name says; use a name with " +
                              std::string(format.extension));
}

std::string text_in(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path + ": " + std::strerror(errno));
  return all_of(file, path);
}

// Whether a text begins as all objects of JSON do.
bool is_object(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

// Whether a file whose name is that of no format holds samples, and has its recipe beside it.
// Samples of eight bits may look like text, but do not begin as JSON does.
bool has_recipe_beside(const std::string& given) {
  std::ifstream file(given, std::ios::binary);
  if (!file) return false;
  const std::string start = start_of(file, given);
  return !(is_text(start) && is_object(start)) && is_recipe(given + ".json");
}

Text text_of(const std::string& given) {
  if (given.empty()) {
    throw std::invalid_argument(
        "--field is \"\"; use a file, - for standard input, or a field as JSON");
  }
  if (is_object(given)) return {given};
  if (given == "-") return {of_standard_input()};
  std::error_code error;
  const fs::file_status status = fs::status(given, error);
  if (!fs::exists(status) && !fs::exists(given + ".json", error)) {
    throw std::runtime_error("cannot read " + given + ": " + std::strerror(ENOENT) +
                             "; --field takes a file, - for standard input, or a field as JSON");
  }
  // What pipes and devices give can be read only once.
  if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status)) {
    std::ifstream file(given, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read " + given + ": " + std::strerror(errno));
    return {of_stream(file, "'" + given + "'")};
  }
  const std::string extension = fs::path(given).extension().string(), beside = given + ".json";
  const Format* named = format_of(extension);
  const bool is_of_samples = named != nullptr && !named->carries_recipe;
  if (is_of_samples && fs::exists(beside)) return {text_in(beside), std::span(named, 1)};
  for (const Format& format : formats()) {
    if (auto recipe = format.recipe(given)) {
      check_name(given, format);
      return {*recipe};
    }
  }
  if (is_left_out(extension) && fs::exists(status))
    throw std::invalid_argument("cannot read " + given + ": this perlane was built without " +
                                extension);
  if (named != nullptr && named->carries_recipe && fs::exists(status))
    refuse_recipe(given, "is not what its name says, " + std::string(named->description));
  if (named == nullptr && has_recipe_beside(given)) return {text_in(beside), formats()};
  return {text_in(is_of_samples ? beside : given)};
}

// Only what has no recipe in it has a size that follows from its recipe.
void check_size(const std::string& given, std::span<const Format> formats, const Given& read) {
  std::error_code error;
  const std::uint64_t size = fs::file_size(given, error);
  if (error) throw std::runtime_error("cannot read " + given + ": " + error.message());
  const Picture picture = picture_of(*read.recipe, read.field);
  std::uint64_t right = 0;
  for (const Format& format : formats) {
    if (format.carries_recipe) continue;
    right = format.bytes(picture);
    if (right == size) return;
  }
  refuse_recipe(given, "has " + std::to_string(size) + " bytes, and by its recipe it has " +
                           std::to_string(right));
}

}  // namespace

Given read_given(const std::string& given) {
  const auto [text, beside] = text_of(given);
  Given read = given_by(text::parsed(text, most_of_recipe));
  if (read.recipe && !beside.empty()) check_size(given, beside, read);
  return read;
}

}  // namespace perlane::cli
