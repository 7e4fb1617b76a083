#pragma once
// Decides if a recipe makes the same samples here as where it was written.

#include "cli/input/recipe.hpp"

#include <perlane/field.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace perlane::cli::input {

// A version of perlane, such as 0.2.1.
struct Release {
  unsigned major;
  unsigned minor;
  unsigned patch;

  friend auto operator<=>(const Release&, const Release&) = default;
};
std::optional<Release> release_of(std::string_view text) noexcept;

// Returns true if two versions give the same values. Until 1.0 a minor version may change them,
// then only a major one.
constexpr bool have_same_values(const Release& a, const Release& b) noexcept {
  return a.major == b.major && (a.major > 0 || a.minor == b.minor);
}

// "the recipe is by perlane 0.3.0, and this is 0.2.0"
std::string versions_of(std::string_view version);
// Returns true if that version is later than this program's.
bool is_later(std::string_view version) noexcept;

// The checksum that a recipe carries, of some samples of what it makes: as values, and as codes
// where it has codes.
std::string checksum_of_samples(const Recipe& recipe, const Field& field);

// Says why a recipe makes other samples here than where it was written; empty if it does not. Its
// checksum decides; where it has none, the version that wrote it does.
std::string difference(const Recipe& recipe, const Field& field, std::string_view version,
                       const std::optional<std::string>& checksum);

}  // namespace perlane::cli::input
