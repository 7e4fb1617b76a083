#pragma once
// Helpers that readers of files share.

#include <cstddef>
#include <filesystem>
#include <string>

namespace perlane::cli::formats {

// That of the text of a field, and more for what stands about it.
inline constexpr std::size_t most_of_recipe = (std::size_t{1} << 28) + 4096;

// Throws std::invalid_argument: "'map.png' " and the problem.
[[noreturn]] void reject_recipe(const std::filesystem::path& path, const std::string& problem);

// Throws std::runtime_error: "cannot read 'map.png': " and the problem.
[[noreturn]] void cannot_read(const std::filesystem::path& path, const std::string& problem);

}  // namespace perlane::cli::formats
