#pragma once
// The subcommands that only print.

#include <string>
#include <vector>

namespace perlane::cli::command {

// Runs `perlane info`, which prints what this program is and what it runs on.
void info();

// Runs `perlane info FILE`, which prints the recipe or the field of a file as JSON, indented, and
// warns if the recipe makes other samples here.
void info_of(const std::string& file);

// Runs `perlane selftest`. Throws std::runtime_error if values are wrong, and names them.
void selftest();

// Returns the text of `perlane nodes`: the factories of these names, or all, with their fields and
// members. Throws std::invalid_argument if there is none of such a name.
std::string nodes_as_text(const std::vector<std::string>& names);
std::string nodes_as_markdown();

// Returns the JSON Schema of fields as text, made from the list of factories. It is of draft 7,
// which all editors know.
std::string schema();

}  // namespace perlane::cli::command
