#pragma once

#include <string>
#include <vector>

namespace perlane::cli::command {

// Returns the text of `perlane nodes`: the factories of these names, or all, with their fields and
// members. Throws std::invalid_argument if there is none of such a name.
std::string nodes_as_text(const std::vector<std::string>& names);
std::string nodes_as_markdown();

}  // namespace perlane::cli::command
