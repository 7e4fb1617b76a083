#pragma once

#include <cstdint>

namespace perlane::cli {

// Returns the bytes of memory that this machine, or the container
// around this process, has. An allocation beyond it can succeed, and
// the system then ends the process by a signal that it cannot handle.
std::uint64_t memory_size();

}  // namespace perlane::cli
