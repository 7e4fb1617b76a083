// Gives `perlane render` a file that holds a field or a recipe, and options beside it. A plan that
// is made of them can be written as a recipe, and read again. If the tool rejects the file or the
// options, it says which of them, or what in the file, is wrong.
//
// An input is lines, the first of which is the name of the file, and the others of which are
// options; a zero byte; the text of the file beside that one, its name with .json; a zero byte; and
// the bytes of the file. Arrays of Zarr have these texts in .zattrs and zarr.json. The name - is
// that of a stream.

#include "require.hpp"

#include <perlane/perlane.hpp>
#include <perlane/text.hpp>

#include "cli/input/recipe.hpp"
#include "cli/input/stream.hpp"
#include "cli/options/render_options.hpp"
#include "cli/render/plan.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace {

using namespace perlane;
using namespace perlane::cli;
using fuzz::require;
namespace fs = std::filesystem;

// A directory for the files of one input. It is removed at the end of the program.
class Directory {
 public:
  Directory()
      : path_(fs::temp_directory_path() / ("perlane-fuzz-recipe-" + std::to_string(getpid()))) {
    fs::create_directory(path_);
  }
  ~Directory() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;

  void clear() const {
    for (const fs::directory_entry& entry : fs::directory_iterator(path_)) fs::remove_all(entry);
  }
  void write(const std::string& name, std::string_view content) const {
    std::ofstream file(path_ / name, std::ios::binary);
    require(static_cast<bool>(file << content << std::flush), "a file of the input is not written");
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string_view taken_up_to(char end, std::string_view& text) {
  const std::size_t size = std::min(text.find(end), text.size());
  const std::string_view part = text.substr(0, size);
  text.remove_prefix(std::min(size + 1, text.size()));
  return part;
}

bool is_name(std::string_view name) {
  return !name.empty() && name.size() < 32 &&
         std::ranges::all_of(
             name,
             [](char letter) {
               return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') ||
                      letter == '.';
             }) &&
         name != "." && name != "..";
}

// A message names the mistake: an option, a member, a file, or a version.
void require_message(const std::string& message) {
  constexpr std::string_view names[] = {"--",   "recipe",   "field",    "manifest",
                                        "text", "perlane ", "perlane,", "perlane-fuzz-recipe"};
  require(
      std::ranges::any_of(
          names, [&](std::string_view name) { return message.find(name) != std::string::npos; }),
      "a message names nothing");
}

// Reads back the recipe that the tool would write beside samples.
void write_and_read(const input::Recipe& recipe, const Field& field) {
  const std::string text = input::to_text(recipe, field, to_json(field));
  const input::Input again = input::input_of(text::parsed(text, text.size()));
  require(again.recipe.has_value() && again.difference.empty(), "a recipe makes other samples");
  require(input::to_text(*again.recipe, again.field, to_json(again.field)) == text,
          "a recipe is read as another one");
}

void read_stream(std::string_view bytes) {
  std::istringstream stream{std::string(bytes)};
  const std::string text = input::of_stream(stream, "the stream of a recipe");
  (void)input::input_of(text::parsed(text, text.size()));
}

void plan(const std::vector<std::string>& lines, options::RenderOptions& options) {
  CLI::App app;
  options::add_render_options(*app.add_subcommand("render"), options);
  std::vector<std::string> reversed{lines.rbegin(), lines.rend()};
  reversed.push_back("render");
  app.parse(reversed);
  options.given = options::given_options(*app.get_subcommand("render"));
  if (options.field == "-") return;  // standard input is not the fuzzer's
  const render::Plan plan = render::plan_of(options);
  if (plan.range_is_auto) return;
  write_and_read(plan.recipe, plan.field);
  // A plan is without what has not been read, and without what only other files have.
  input::Recipe whole = plan.recipe;
  whole.first = {3, -5, 2};
  whole.origin = {0.5, -7, 0.25};
  whole.step = 4;
  whole.compression = cli::formats::Compression::zstd;
  whole.map = {.origin = {1000, 2000.5}, .pixel_size = {2, 3}, .epsg = 2056};
  whole.zarr = 2;
  write_and_read(whole, plan.field);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Directory directory;
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  std::string_view heads = taken_up_to('\0', rest);
  const std::string_view beside = taken_up_to('\0', rest);
  const std::string name(taken_up_to('\n', heads));
  options::RenderOptions options;
  try {
    if (name == "-") return read_stream(rest), 0;
    if (!is_name(name)) return 0;
    const bool is_zarr = name.ends_with(".zarr");
    if (is_zarr) fs::create_directory(directory.path() / name);
    directory.write(is_zarr ? name + "/zarr.json" : name, rest);
    if (!beside.empty()) directory.write(name + (is_zarr ? "/.zattrs" : ".json"), beside);
    std::vector<std::string> lines{"map.png", "--quiet", "--field",
                                   (directory.path() / name).string()};
    while (!heads.empty()) lines.emplace_back(taken_up_to('\n', heads));
    plan(lines, options);
  } catch (const CLI::ParseError&) {
  } catch (const std::invalid_argument& error) {
    require_message(options::in_terms_of_options(error.what(), options));
  } catch (const std::runtime_error& error) {  // the tool cannot read the file
    require_message(error.what());
  }
  directory.clear();
  return 0;
}
