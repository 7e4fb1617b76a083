#include "cli/command/info.hpp"

#include "cli/formats/format.hpp"
#include "engine/parallel.hpp"
#include "graph/catalogue/catalogue.hpp"

#include <perlane/isa.hpp>
#include <perlane/version.hpp>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <span>
#include <string_view>

namespace perlane::cli::command {

namespace {

template <class Entry>
void print_list(std::string_view title, std::span<const Entry> list) {
  std::size_t width = 0;
  for (const Entry& entry : list) width = std::max(width, entry.name.size());
  std::cout << '\n' << title << '\n' << std::left;
  for (const Entry& entry : list) {
    std::cout << "  " << std::setw(static_cast<int>(width)) << entry.name << "  "
              << entry.description << '\n';
  }
}

}  // namespace

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
  std::cout << "formats           " << formats::extensions() << '\n';
  for (const std::string_view extension : formats::left_out())
    std::cout << "built without     " << extension << '\n';
  print_list("noises", graph::sources());
  print_list("fractals", graph::fractals());
}

}  // namespace perlane::cli::command
