#include "cli/command/commands.hpp"

#include "cli/output/message.hpp"
#include "graph/catalogue/factories.hpp"
#include "text/members.hpp"
#include "text/nearest.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace perlane::cli::command {
namespace {

// A field or a member of a factory.
struct Row {
  std::string name;
  std::string type;     // "number, above 0"
  std::string initial;  // the default; nothing where there is none
  std::string help;
};

// Nothing where any number will do.
std::string limits_text(const graph::Limits& limits) {
  if (!limits.has_least() && !limits.has_most()) return {};
  const bool is_above_0 = limits.is_above_0();
  const std::string least = is_above_0            ? "above 0"
                            : limits.smallest > 0 ? "0, or " + text::number_text(limits.smallest)
                                                  : text::number_text(limits.least);
  if (limits.has_most()) return fmt::format(", {} to {}", least, text::number_text(limits.most));
  return is_above_0 ? ", above 0" : fmt::format(", {} or more", least);
}

Row row_of(const graph::Factory& factory, const graph::Member& member) {
  std::any defaults = factory.default_arguments();
  const graph::Slot slot = member.slot(factory.address(defaults));
  std::string type = std::string(graph::type_of(slot)) + limits_text(member.limits);
  if (const auto* choice = std::get_if<graph::Choice>(&slot))
    type += ": " + output::listed(choice->names);
  return {std::string(member.name), type, member.is_required ? "" : text::member_text(slot),
          std::string(member.help)};
}

std::vector<Row> rows_of(const graph::Factory& factory) {
  std::vector<Row> rows;
  for (const std::string_view name : factory.fields) {
    rows.push_back({std::string(name),
                    factory.is_list(name)
                        ? "a list of 1 to " + std::to_string(factory.most_of_list) + " fields"
                        : "a field",
                    "", ""});
  }
  for (const graph::Member& member : factory.members) rows.push_back(row_of(factory, member));
  return rows;
}

// Bars would end a cell of a table.
std::string cell(const std::string& text) {
  return ' ' + output::replaced(text, "|", "\\|") + (text.empty() ? "|" : " |");
}

std::string code(const std::string& text) { return text.empty() ? "" : fmt::format("`{}`", text); }

std::string table_of(const graph::Factory& factory) {
  const std::vector<Row> rows = rows_of(factory);
  if (rows.empty()) return {};
  std::string table = "\n| member | type | default | |\n|---|---|---|---|\n";
  for (const Row& row : rows) {
    table += fmt::format("|{}{}{}{}\n", cell(code(row.name)), cell(row.type),
                         cell(code(row.initial)), cell(row.help));
  }
  return table;
}

}  // namespace

std::string nodes_as_text(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (graph::factory_of(name) != nullptr) continue;
    std::vector<std::string_view> known;
    for (const graph::Factory& factory : graph::factories()) known.push_back(factory.name);
    output::throw_invalid("{} is not known{}; \"perlane nodes\" lists all that there is", name,
                          text::suggestion(name, known));
  }
  std::string text;
  for (const graph::Factory& factory : graph::factories()) {
    if (!names.empty() && std::ranges::find(names, factory.name) == names.end()) continue;
    text += fmt::format("{}: {}\n", factory.name, factory.help);
    const std::vector<Row> rows = rows_of(factory);
    std::size_t width = 0;
    for (const Row& row : rows) width = std::max(width, row.name.size());
    for (const Row& row : rows) {
      text += fmt::format("  {:<{}}  {}", row.name, width, row.help);
      if (!row.help.empty()) text += fmt::format("\n  {:<{}}  ", "", width);
      text += row.type + (row.initial.empty() ? "" : "; default " + row.initial) + '\n';
    }
    text += '\n';
  }
  return text;
}

std::string nodes_as_markdown() {
  std::string text =
      "# Functions that make fields\n\n"
      "This page lists all functions that make fields, and their parameters, by the names that "
      "they\n"
      "have in [fields as text](text.md). A parameter without a default is required.\n"
      "`perlane nodes --markdown` printed this page.\n\n"
      "| group | functions |\n|---|---|\n";
  const auto link = [](const graph::Factory& factory) {
    return fmt::format("[`{0}`](#{0})", factory.name);
  };
  for (const auto& [name, title, factories] : graph::groups())
    text += fmt::format("| {} | {} |\n", title, output::listed(factories(), link));
  for (const auto& [name, title, factories] : graph::groups()) {
    text += fmt::format("\n## {}\n", title);
    for (const graph::Factory& factory : factories()) {
      text += fmt::format("\n### {}\n\n{}\n{}", factory.name, factory.help, table_of(factory));
    }
  }
  return text;
}

}  // namespace perlane::cli::command
