#pragma once

#include <string>

namespace perlane::cli {

// What `perlane nodes` prints: the list of factories, with their fields and members.
std::string nodes_as_text();
std::string nodes_as_markdown();

}  // namespace perlane::cli
