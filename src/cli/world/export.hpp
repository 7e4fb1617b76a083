#pragma once

#include "cli/options/export_options.hpp"

namespace perlane::cli::world {

// Runs `perlane export`, or `--init`. Throws std::invalid_argument if the options are wrong,
// std::runtime_error if something fails. Complete tiles stay then, and the next run keeps them.
void export_world(const options::ExportOptions& options);

// Runs `perlane export --task`. Throws likewise.
void run_tasks(const options::ExportOptions& options);

// Runs `perlane export --verify`. Prints every fault, and returns true if there is none.
bool verify_export(const options::ExportOptions& options);

}  // namespace perlane::cli::world
