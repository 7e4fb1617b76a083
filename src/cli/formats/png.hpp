#pragma once
// Reads PNG.

#include "cli/formats/format.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace perlane::cli::formats::png {

// The keyword of the text that is the recipe.
inline constexpr char keyword[] = "perlane";

// These are Format::recipe and Format::read.
std::optional<std::string> recipe(const std::filesystem::path& path);
void read(const std::filesystem::path& path, const Picture& picture, const Visit& visit);

}  // namespace perlane::cli::formats::png
