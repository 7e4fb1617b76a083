#include "cli/command/commands.hpp"

#include "cli/formats/format.hpp"
#include "cli/input/recipe.hpp"
#include "cli/output/message.hpp"
#include "engine/parallel.hpp"
#include "graph/catalogue/catalogue.hpp"

#include <perlane/isa.hpp>
#include <perlane/self_test.hpp>
#include <perlane/version.hpp>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
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

// The text of a value, with what fits into a line in one.
std::string indented(const nlohmann::ordered_json& json, std::size_t indent, std::size_t before) {
  constexpr std::size_t longest = 80;
  std::string line = json.dump();
  if (!json.is_structured() || indent + before + line.size() <= longest) return line;
  std::string text;
  for (const auto& [name, value] : json.items()) {
    const std::string start = json.is_object() ? nlohmann::ordered_json(name).dump() + ": " : "";
    text += fmt::format("{}\n{:{}}{}{}", text.empty() ? "" : ",", "", indent + 2, start,
                        indented(value, indent + 2, start.size()));
  }
  return fmt::format("{}{}\n{:{}}{}", line.front(), text, "", indent, line.back());
}

}  // namespace

void info_of(const std::string& file) {
  std::string text;
  const input::Input read = input::read_input(file, true, {}, &text);
  std::cout << indented(nlohmann::ordered_json::parse(text), 0, 0) << '\n';
  if (!read.difference.empty()) output::print_message("warning: " + read.difference);
}

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

void selftest() {
  const SelfTest result = self_test();
  if (!result.wrong.empty())
    output::throw_failure("{} of {} fields have wrong values with {}:\n{}", result.wrong.size(),
                          result.compared, active_isa(),
                          output::listed(result.wrong, std::identity(), "\n"));
  std::cout << fmt::format("{} fields have the right values with {}\n", result.compared,
                           active_isa());
}

}  // namespace perlane::cli::command
