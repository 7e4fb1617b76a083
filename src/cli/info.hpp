#pragma once

namespace perlane::cli {

// Runs `perlane info`, which prints what this program is and what it runs on.
void info();

}  // namespace perlane::cli
