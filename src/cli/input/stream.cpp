#include "cli/input/stream.hpp"

#include "cli/formats/format.hpp"
#include "cli/input/recipe.hpp"
#include "cli/output/message.hpp"
#include "cli/output/signals.hpp"
#include "cli/output/temporary.hpp"
#include "cli/system/system.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <random>
#include <ranges>
#include <utility>

namespace perlane::cli::input {
namespace {

std::string extensions_with_recipes() {
  const auto carries = [](const formats::Format& format) {
    return format.carries_recipe && format.kind == output::OutputFile::Kind::file;
  };
  return output::listed(formats::all() | std::views::filter(carries), &formats::Format::extension);
}

// A file for the bytes of a stream. It is removed when this is destroyed or a signal ends the
// program.
class Temporary {
 public:
  Temporary() {
    const output::SignalsDeferred deferred;
    std::random_device random;
    do {
      path_ = std::filesystem::temp_directory_path() / fmt::format("perlane-{:08x}", random());
      descriptor_ = system::open(path_, system::Open::create_private);
    } while (descriptor_ < 0 && errno == EEXIST);
    if (descriptor_ < 0) output::throw_errno("cannot write " + output::quoted(path_));
    registration_.emplace(path_);
  }
  ~Temporary() {
    system::close(descriptor_);
    const output::SignalsDeferred deferred;
    output::remove_tree(path_);
    registration_.reset();  // another program may take the name
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  void put(std::string_view bytes) {
    if (const int error = system::write(descriptor_, bytes.data(), bytes.size()))
      output::throw_errno("cannot write " + output::quoted(path_), error);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int descriptor_;
  std::optional<output::RemovedBySignals> registration_;
};

constexpr std::size_t piece = 65536;

// Returns true if a file begins like those that have a recipe in them. The rest may be missing.
bool is_picture(const std::filesystem::path& path) {
  if (!std::ifstream(path)) output::throw_errno("cannot read " + output::quoted(path));
  try {
    return std::ranges::any_of(formats::all(), [&](const formats::Format& format) {
      return format.recipe(path).has_value();
    });
  } catch (const std::invalid_argument&) {  // it is of the format, but not whole
    return true;
  }
}

// Adds up to so many bytes of a stream, and returns true if there were as many.
bool read_more(std::istream& stream, const std::string& name, std::size_t bytes, std::string& to) {
  const std::size_t before = to.size();
  to.resize(before + bytes);
  errno = EIO;
  stream.read(to.data() + before, static_cast<std::streamsize>(bytes));
  if (stream.bad())  // of a directory, for one
    output::throw_failure("cannot read {}: {}", name, std::strerror(errno));
  to.resize(before + static_cast<std::size_t>(stream.gcount()));
  return to.size() == before + bytes;
}

[[noreturn]] void reject_length(const std::string& name, const char* use) {
  output::throw_invalid("cannot read {}: it has more than {} bytes; use {}", name,
                        formats::most_of_recipe, use);
}

// The first line of a manifest is all but its tiles. If the text begins with it, this leaves only
// that, as JSON, and returns true.
bool is_manifest(std::string& text) {
  if (!text.starts_with(start_of_manifest)) return false;
  const std::size_t end = text.find(",\n");
  if (end == std::string::npos) return false;
  text.resize(end);
  text += '}';
  return true;
}

}  // namespace

std::string start_of(std::istream& stream, const std::string& name) {
  std::string start;
  read_more(stream, name, piece, start);
  return start;
}

bool is_text(std::string_view start) {
  return std::ranges::all_of(start, [](unsigned char byte) {
    return byte >= ' ' || byte == '\t' || byte == '\r' || byte == '\n';
  });
}

std::string all_of(std::istream& stream, const std::string& name, std::string start) {
  std::string text = start.empty() ? start_of(stream, name) : std::move(start);
  while (!is_manifest(text) && text.size() >= piece &&
         read_more(stream, name, std::min(text.size(), formats::most_of_recipe + 1 - text.size()),
                   text)) {
    if (text.size() > formats::most_of_recipe) reject_length(name, "a shorter text");
  }
  is_manifest(text);  // the last piece may have ended its first line
  return text;
}

std::string of_stream(std::istream& stream, const std::string& name) {
  std::string start = start_of(stream, name);
  if (is_text(start)) return all_of(stream, name, std::move(start));
  Temporary file;
  file.put(start);
  if (!is_picture(file.path())) {
    output::throw_invalid(
        "{} is neither JSON nor a file that has a recipe in it; use a field as JSON, a recipe, or "
        "one of {}",
        name, extensions_with_recipes());
  }
  std::size_t size = start.size();
  for (std::string more; read_more(stream, name, 16 * piece, more) || !more.empty(); more.clear()) {
    file.put(more);
    size += more.size();
    if (size > formats::most_of_recipe)
      reject_length(name, "the name of a file in place of a stream");
  }
  try {
    for (const formats::Format& format : formats::all()) {
      if (auto recipe = format.recipe(file.path())) return *recipe;
    }
  } catch (const std::invalid_argument& error) {
    std::string message = error.what();
    const std::string path = output::quoted(file.path());
    if (message.starts_with(path)) message.replace(0, path.size(), name);
    throw std::invalid_argument(message);
  }
  return {};
}

std::string of_standard_input() { return of_stream(std::cin, "standard input"); }

}  // namespace perlane::cli::input
