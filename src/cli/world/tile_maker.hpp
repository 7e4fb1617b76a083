#pragma once
// Makes the tiles of a world.

#include "cli/output/output_file.hpp"
#include "cli/output/progress.hpp"
#include "cli/world/manifest.hpp"

#include <perlane/field.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace perlane::cli::world {

// The samples of a tile.
struct MadeTile {
  std::uint32_t sum;       // as SampleSum has it
  Range seen;              // the smallest and the largest value
  std::int64_t saturated;  // samples that became the first or the last code
};

class TileMaker {
 public:
  // The header must outlive it, and its range of codes need not be known yet.
  explicit TileMaker(const Header& header);

  const Header& header() const noexcept { return header_; }
  // The format of tiles; null if this perlane was built without it.
  const formats::Format* format() const noexcept { return format_; }
  const Field& field_of(const Tile& tile) const { return of(tile).field; }
  // The text of a field as the recipe of a tile has it.
  const std::string& text_of(const Tile& tile) const { return of(tile).text; }
  // The picture of a tile, without a recipe.
  formats::Picture picture_of(const Tile& tile) const;

  // Throws what the library throws for coordinates out of range, and std::bad_alloc if the tiles
  // that are begun at a time do not fit in memory.
  void check() const;

  // Writes the file of a tile.
  MadeTile write(const Tile& tile, output::OutputFile& file, output::Progress& progress) const;

  // The files that describe the world beside its tiles and its manifest: names and texts.
  std::vector<std::pair<std::string, std::string>> descriptions() const;

 private:
  struct OfLevel {
    Field field;
    std::string text;
  };
  const OfLevel& of(const Tile& tile) const {
    return levels_[static_cast<std::size_t>(tile.level)];
  }

  const Header& header_;
  const formats::Format* format_ = nullptr;
  std::vector<OfLevel> levels_;
};

// Calls `body` for every tile, on all cores. Only two tiles for each thread are begun at a time,
// since a thread that waits for others within one may begin another.
void for_each_tile(const Tiles& tiles, const std::function<void(const Tile&)>& body);

std::int64_t samples_in(const Tiles& tiles);

// The title of a progress bar: "world, 21 tiles".
std::string title_of(const std::string& directory, std::size_t tiles);

}  // namespace perlane::cli::world
