#include "cli/world/world_directory.hpp"

#include "cli/output/message.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace perlane::cli::world {
namespace {

namespace fs = std::filesystem;

void write_text(const fs::path& path, const std::string& text) {
  make_directory_of(path);
  output::OutputFile file(path);
  file.put(text.data(), text.size());
  file.publish();
}

// Returns the first file that does not belong to a new world. Files that do belong to it may be
// there if an earlier run was killed.
std::optional<fs::path> file_in_the_way(
    const fs::path& directory,
    const std::vector<std::pair<std::string, std::string>>& descriptions) {
  if (!fs::exists(directory)) return std::nullopt;
  for (auto entry = fs::recursive_directory_iterator(directory);
       entry != fs::recursive_directory_iterator(); ++entry) {
    const std::string name = entry->path().lexically_relative(directory).generic_string();
    const auto file =
        std::ranges::find(descriptions, name, [](const auto& each) { return each.first; });
    if (is_unfinished(entry->path().filename().string())) {
      entry.disable_recursion_pending();
    } else if (file != descriptions.end() ? !holds(directory, name, file->second)
                                          : !entry->is_directory() || entry->is_symlink()) {
      return entry->path();
    }
  }
  return std::nullopt;
}

}  // namespace

void make_directory_of(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) {
    output::throw_errno("cannot make " + output::quoted(path.parent_path()),
                        error.default_error_condition().value());
  }
}

bool holds(const fs::path& directory, const std::string& name, const std::string& text) {
  if (link_to(directory, name) || !fs::is_regular_file(directory / name)) return false;
  std::ifstream file(directory / name, std::ios::binary);
  return std::ranges::equal(
      std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()), text);
}

void initialise_directory(const fs::path& directory, const TileMaker& maker) {
  const auto descriptions = maker.descriptions();
  // Other tasks may call this at the same time, and are done in a moment; an export is not.
  const Journal lock(directory, std::chrono::seconds(5));
  const std::optional<Written> older = manifest_in(directory);
  if (!older) {
    if (const auto in_the_way = file_in_the_way(directory, descriptions))
      output::throw_failure("{} is in the way; use another directory", output::quoted(*in_the_way));
  }
  if (older && older->header != maker.header().text) {
    output::throw_failure("{} is of another world; use another directory",
                          output::quoted(older->path));
  }
  for (const auto& [name, text] : descriptions) {
    if (const auto link = link_to(directory, name))
      output::throw_failure("{} is a symbolic link; remove it", output::quoted(*link));
    if (!holds(directory, name, text)) write_text(directory / name, text);
  }
  if (older) return;
  output::OutputFile file(manifest_path(directory));
  write_manifest(file, maker.header(), {});
  file.publish();
}

}  // namespace perlane::cli::world
