#pragma once

namespace perlane::cli::command {

// Runs `perlane info`, which prints what this program is and what it runs on.
void info();

}  // namespace perlane::cli::command
