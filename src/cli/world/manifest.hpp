#pragma once
// Manifests of exports, and the journals that grow while an export runs. Both are lines: one that
// says what is exported, and one for each tile.

#include "cli/output/checksum.hpp"
#include "cli/world/layout.hpp"
#include "cli/output/output_file.hpp"
#include "cli/input/recipe.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace perlane::cli::world {

// The checksums by which an export recognises a tile.
struct TileSums {
  output::Checksum file;
  std::uint32_t samples = 0;  // as SampleSum has it

  friend bool operator==(const TileSums&, const TileSums&) = default;
};

using Checksums = std::unordered_map<std::string, TileSums>;  // by the names of tiles

// The first line, which is the same for two exports if and only if all their tiles are.
std::string header_of(const input::Recipe& recipe, const Field& field, const Layout& layout,
                      const options::Tiling& tiling);

// The content of the first line. Reading it throws std::invalid_argument if it is not as perlane
// writes it, or if a member contradicts the others.
struct Header {
  input::Recipe recipe;
  Field field;
  options::Tiling tiling;
  Layout layout;
  std::string difference;  // of its recipe, as Input has it
  std::string text;  // the line as this perlane writes it
};
Header read_header(std::string line);

struct Written;
// Reads the first line of a manifest, and throws std::runtime_error with its path instead.
Header header_in(const Written& manifest);

std::string line_of(const Tile& tile, const TileSums& sums);

std::filesystem::path manifest_path(const std::filesystem::path& directory);

// A manifest or a journal that is there.
struct Written {
  std::filesystem::path path;
  std::string header;
  Checksums sums;
  bool is_whole = false;  // else it is a journal, or damaged

  // Returns true for the manifest of a world whose tiles have not been verified yet.
  bool is_open() const noexcept { return is_whole && sums.empty(); }
};

Written read_written(const std::filesystem::path& path);

// The names of the tiles whose lines in a manifest contradict a layout and the checksums, and of
// those that the layout does not have.
std::vector<std::string> wrong_tiles(const std::filesystem::path& manifest, const Layout& layout);

// The number of the first line of a manifest that contradicts the header and the checksums; 0 if
// there is none. A first line that another version has written may have other digits.
std::size_t first_wrong_line(const Written& manifest, const Header& header);

// The manifest and the journal of a directory, if there are any.
std::optional<Written> manifest_in(const std::filesystem::path& directory);
std::optional<Written> journal_in(const std::filesystem::path& directory);

// Has a line for every tile of the sums, which may be none.
void write_manifest(output::OutputFile& file, const Header& header, const Checksums& sums);

// The list of the tiles that a run has made so far. A line is in it before its tile appears.
class Journal {
 public:
  // Makes the directory, and keeps other runs out of it as long as this lives. Throws
  // std::runtime_error if another run is still there after `patience`. A journal that was not there
  // does not stay if this is destroyed, or a signal ends the program, before it has begun;
  // directories may.
  explicit Journal(const std::filesystem::path& directory,
                   std::chrono::milliseconds patience = std::chrono::milliseconds(0));
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  // Resumes the journal that is there if it has this header.
  void begin(const std::string& header);

  // Any thread may.
  void add(const std::string& line);
  void remove();

 private:
  void open(std::chrono::milliseconds patience);
  void remove_made_directory() const;
  [[noreturn]] void fail(int error) const;

  std::filesystem::path path_;
  bool made_directory_ = false;
  int descriptor_ = -1;
  std::optional<output::RemovedBySignals> registration_;  // until it has begun
  std::mutex mutex_;
};

std::filesystem::path journal_path(const std::filesystem::path& directory);

// The directory for files that are not complete.
std::filesystem::path temporary_directory_path(const std::filesystem::path& directory);

// The first of the directories of a tile that is a symbolic link, or the tile where it is one; none
// if there is no link.
std::optional<std::filesystem::path> link_to(const std::filesystem::path& directory,
                                             const std::string& tile);

// Returns true for the name of a journal or of such a directory.
bool is_unfinished(const std::string& name);

}  // namespace perlane::cli::world
