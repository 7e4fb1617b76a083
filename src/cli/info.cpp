#include "cli/info.hpp"

#include "engine/parallel.hpp"

#include <perlane/isa.hpp>
#include <perlane/version.hpp>

#include <iostream>

namespace perlane::cli {

void info() {
  const std::string_view active = active_isa();
  std::cout << "version           " << version << '\n';
  std::cout << "instruction sets  ";
  const char* separator = "";
  for (const std::string_view isa : isas()) {
    std::cout << separator << isa << (isa == active ? " (active)" : "");
    separator = ", ";
  }
  std::cout << "\nthreads           " << engine::thread_count() << '\n';
}

}  // namespace perlane::cli
