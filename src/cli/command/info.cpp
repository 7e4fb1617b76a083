#include "cli/command/commands.hpp"

#include "cli/formats/format.hpp"
#include "cli/output/message.hpp"
#include "engine/parallel.hpp"
#include "graph/catalogue/catalogue.hpp"

#include <perlane/isa.hpp>
#include <perlane/version.hpp>

#include <algorithm>
#include <iostream>
#include <span>
#include <string_view>

namespace perlane::cli::command {

namespace {

template <class Entry>
void print_list(std::string_view title, std::span<const Entry> list) {
  std::size_t width = 0;
  for (const Entry& entry : list) width = std::max(width, entry.name.size());
  std::cout << '\n' << title << '\n';
  for (const Entry& entry : list)
    std::cout << fmt::format("  {:<{}}  {}\n", entry.name, width, entry.description);
}

}  // namespace

void info() {
  const auto name = [active = active_isa()](std::string_view isa) {
    return std::string(isa) + (isa == active ? " (active)" : "");
  };
  std::cout << fmt::format(
      "version           {}\ninstruction sets  {}\nthreads           {}\nformats           {}\n",
      version, output::listed(isas(), name), engine::thread_count(), formats::extensions());
  for (const std::string_view extension : formats::left_out())
    std::cout << "built without     " << extension << '\n';
  print_list("noises", graph::sources());
  print_list("fractals", graph::fractals());
}

}  // namespace perlane::cli::command
