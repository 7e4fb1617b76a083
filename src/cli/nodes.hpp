#pragma once

namespace perlane::cli {

// Runs `perlane nodes`, which prints the list of factories, with their fields and members.
void nodes();

}  // namespace perlane::cli
