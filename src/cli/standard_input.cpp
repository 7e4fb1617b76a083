#include "cli/standard_input.hpp"

#include "cli/formats/format.hpp"
#include "cli/signals.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace perlane::cli {
namespace {

std::string extensions_with_recipes() {
  std::string names;
  for (const Format& format : formats()) {
    if (format.carries_recipe && format.kind == OutputFile::Kind::file)
      names += (names.empty() ? "" : ", ") + std::string(format.extension);
  }
  return names;
}

// A file for what comes by standard input, which goes when this is destroyed or a signal ends the
// program.
class Temporary {
 public:
  Temporary() {
    path_ = (std::filesystem::temp_directory_path() / "perlane-XXXXXX").string();
    const SignalsBlocked blocked;
    descriptor_ = ::mkstemp(path_.data());
    if (descriptor_ < 0) fail(errno);
    removed_by_signals_.emplace(path_.c_str());
  }
  ~Temporary() {
    ::close(descriptor_);
    ::unlink(path_.c_str());
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  void put(std::string_view bytes) {
    if (const int error = write_all(descriptor_, bytes.data(), bytes.size())) fail(error);
  }
  const std::string& path() const { return path_; }

 private:
  [[noreturn]] void fail(int error) const {
    throw std::system_error(error, std::generic_category(), "cannot write '" + path_ + "'");
  }

  std::string path_;
  int descriptor_;
  std::optional<RemovedBySignals> removed_by_signals_;
};

}  // namespace

std::string all_of(std::istream& stream, const std::string& name) {
  try {
    return {std::istreambuf_iterator<char>(stream), {}};
  } catch (const std::ios_base::failure& error) {  // of a directory, for one
    throw std::runtime_error("cannot read " + name + ": " + error.code().message());
  }
}

std::string of_standard_input() {
  constexpr const char* name = "standard input";
  std::string start(65536, '\0');
  std::cin.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(std::cin.gcount()));
  // JSON has no other control characters; pictures and samples do.
  const bool is_text = std::ranges::all_of(start, [](unsigned char byte) {
    return byte >= ' ' || byte == '\t' || byte == '\r' || byte == '\n';
  });
  if (is_text) return start + all_of(std::cin, name);
  Temporary file;
  file.put(start);
  for (std::string more(1 << 20, '\0');
       std::cin.read(more.data(), std::ssize(more)) || std::cin.gcount() > 0;)
    file.put(std::string_view(more).substr(0, static_cast<std::size_t>(std::cin.gcount())));
  try {
    for (const Format& format : formats()) {
      if (auto recipe = format.recipe(file.path())) return *recipe;
    }
  } catch (const std::invalid_argument& error) {
    std::string message = error.what();
    const std::string path = "'" + file.path() + "'";
    if (message.starts_with(path)) message.replace(0, path.size(), name);
    throw std::invalid_argument(message);
  }
  throw std::invalid_argument(
      "standard input is neither JSON nor a file that has a recipe in it; use a field as JSON, a "
      "recipe, or one of " +
      extensions_with_recipes());
}

}  // namespace perlane::cli
