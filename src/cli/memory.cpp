#include "cli/memory.hpp"

#include <algorithm>
#include <fstream>
#include <unistd.h>

namespace perlane::cli {

std::uint64_t memory_size() {
  auto size = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
              static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  // A container's limit is in one of these files, depending on the version of Linux control groups.
  // It reads "max" if there is none.
  for (const char* path :
       {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::uint64_t limit = 0;
    if (std::ifstream(path) >> limit) size = std::min(size, limit);
  }
  return size;
}

}  // namespace perlane::cli
