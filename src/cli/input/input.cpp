// Reads the value of --field: a text, or a file that holds one or that perlane has rendered.

#include "cli/input/external_field.hpp"
#include "cli/formats/format.hpp"
#include "cli/input/stream.hpp"
#include "cli/input/recipe.hpp"
#include "cli/output/message.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace perlane::cli::input {
namespace {

namespace fs = std::filesystem;

enum class Origin { apart, within_file, beside_file };

struct Text {
  std::string text;
  Origin origin = Origin::apart;  // of the text, seen from the samples
};

[[noreturn]] void cannot_open(const std::string& path, int error, std::string_view use = "") {
  output::throw_failure("cannot read {}: {}{}", path, std::strerror(error), use);
}

std::string text_in(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) cannot_open(path, errno);
  return all_of(file, path);
}

// Returns true if a text begins with one of these, after white space and the byte order mark that
// some programs write.
bool begins_with(std::string_view any, std::string_view text) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  if (text.starts_with(mark)) text.remove_prefix(mark.size());
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && any.find(text[first]) != std::string_view::npos;
}

// Returns the name of the recipe beside samples, or beside a link to them, whose recipe has a link
// of its own.
std::string name_beside(const std::string& given) {
  const std::string beside = sidecar_of(given).string();
  std::error_code error;
  return fs::exists(beside, error) ? beside : given + ".json";
}

// Returns true if a file without a recipe in it holds samples, and has its recipe beside it.
// Samples of eight bits may look like text, but do not begin as fields do.
bool has_recipe_beside(const std::string& given) {
  std::ifstream file(given, std::ios::binary);
  if (!file) return false;
  const std::string start = start_of(file, given);
  return !(is_text(start) && begins_with("{", start)) &&
         sidecar_at(name_beside(given)) == Sidecar::recipe;
}

Text text_of(const std::string& given) {
  if (given.empty())
    output::throw_invalid(
        "the field is \"\"; use a file, - for standard input, or a field as JSON");
  if (given == "-") return {of_standard_input()};
  std::error_code error, ignored;
  const fs::file_status status = fs::status(given, error);
  if (begins_with("{[", given) && !fs::exists(status)) return {given};
  if (!fs::exists(status) && !fs::exists(name_beside(given), ignored)) {
    const std::error_condition reason = error.default_error_condition();
    cannot_open(given, error ? reason.value() : ENOENT,
                status.type() == fs::file_type::not_found
                    ? "; use a file, - for standard input, or a field as JSON"
                    : "");
  }
  if (fs::exists(status)) {
    std::ifstream file(given, std::ios::binary);
    if (!file) cannot_open(given, errno);
    // Pipes and devices can be read only once.
    if (!fs::is_regular_file(status) && !fs::is_directory(status))
      return {of_stream(file, "'" + given + "'")};
  }
  // The content of a file decides, whatever its name is, and then the file beside it.
  for (const formats::Format& format : formats::all()) {
    if (auto recipe = format.recipe(given)) return {*recipe, Origin::within_file};
  }
  const std::string extension = fs::path(given).extension().string(), beside = name_beside(given);
  const formats::Format* named = formats::format_of(extension);
  if ((named != nullptr && !named->carries_recipe) || has_recipe_beside(given))
    return {text_in(beside), Origin::beside_file};
  if (formats::is_left_out(extension) && fs::exists(status))
    output::throw_invalid("cannot read {}: this perlane was built without {}", given, extension);
  if (named != nullptr && fs::exists(status))
    formats::reject_recipe(given, fmt::format("is not what its name says, {}", named->description));
  return {text_in(given)};
}

// Checks the size of a file without a recipe in it, which follows from the recipe beside it.
void check_size(const std::string& given, const Input& read) {
  std::error_code error;
  const std::uint64_t size = fs::file_size(given, error);
  if (error) cannot_open(given, error.default_error_condition().value());
  const formats::Picture picture = picture_of(*read.recipe);
  const formats::Format* named = formats::format_of(fs::path(given).extension().string());
  if (named == nullptr || named->carries_recipe) named = &formats::raw_format;
  const auto is_right = [&](const formats::Format& format) {
    return !format.carries_recipe && format.bytes(picture) == size;
  };
  if (std::ranges::any_of(formats::all(), is_right)) return;
  formats::reject_recipe(
      given, fmt::format("has {} bytes, and by its recipe it has {}", size, named->bytes(picture)));
}

}  // namespace

Input read_input(const std::string& given, bool takes_other_values,
                 const std::optional<std::string>& name, std::string* text) {
  const Text found = text_of(given);
  FindField find;
  if (found.origin == Origin::within_file)
    find = [&](const ExternalField& external) { return read_external(external, given); };
  // Messages about a file have its name, and those about a text given as it is do not.
  const auto named = [&](const std::string& problem) {
    std::error_code error;
    const bool is_file = given != "-" && (!begins_with("{[", given) || fs::exists(given, error));
    const bool has_name = problem.find(given) != std::string::npos;
    return is_file && !has_name ? "'" + given + "': " + problem : problem;
  };
  Input read = [&] {
    try {
      return input_of(text::parsed(found.text, formats::most_of_recipe), find, name);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(named(error.what()));
    }
  }();
  if (!read.difference.empty() && !takes_other_values) {
    throw std::invalid_argument(
        named(read.difference + ". To render what it makes here, use --other-values"));
  }
  if (read.recipe && found.origin == Origin::beside_file) check_size(given, read);
  if (text != nullptr) *text = found.text;
  return read;
}

}  // namespace perlane::cli::input
