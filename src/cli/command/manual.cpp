// Manual pages, in the macros of man(7).

#include "cli/command/documents.hpp"
#include "cli/command/usage.hpp"
#include "cli/output/message.hpp"
#include "graph/catalogue/factories.hpp"

#include <perlane/version.hpp>

#include <algorithm>
#include <sstream>
#include <utility>
#include <vector>

namespace perlane::cli::command {
namespace {

// Text as it is: no request, no escape, and hyphens that can be copied.
std::string escaped(std::string_view text) {
  return output::replaced(output::replaced(std::string(text), "\\", "\\e"), "-", "\\-");
}

std::string line_of(std::string_view text) {
  const bool is_request = text.starts_with('.') || text.starts_with('\'');
  return (is_request ? "\\&" : "") + escaped(text) + '\n';
}

std::string bold(std::string_view text) { return fmt::format("\\fB{}\\fR", escaped(text)); }
std::string italic(std::string_view text) { return fmt::format("\\fI{}\\fR", escaped(text)); }

// A help text: words that are explained are items of a list, and the default has a line of its own.
std::string paragraphs(const std::string& text) {
  std::string result;
  std::istringstream lines(text);
  bool is_within_list = false;
  for (std::string line; std::getline(lines, line);) {
    if (is_item(line)) {
      const std::size_t colon = line.find(": ");
      result += fmt::format("{}.TP\n.B {}{}", is_within_list ? "" : ".RS\n",
                            line_of(line.substr(2, colon - 2)), line_of(line.substr(colon + 2)));
      is_within_list = true;
      continue;
    }
    if (is_within_list) result += ".RE\n.IP\n";
    is_within_list = false;
    if (line.starts_with("Default: ")) result += ".br\n";
    result += line_of(line);
  }
  return is_within_list ? result + ".RE\n" : result;
}

std::string header(const std::string& name) {
  std::string title = escaped(name);
  for (char& letter : title) letter = static_cast<char>(std::toupper(letter));
  return fmt::format(".TH {} 1 \"\" \"perlane {}\" \"User Commands\"\n", title, version);
}

std::string name_section(const std::string& name, const CLI::App& command) {
  return fmt::format(".SH NAME\n{} \\- {}", escaped(name),
                     line_of(first_sentence(command.get_description())));
}

std::string item(const CLI::Option& option) {
  const std::string value = takes_value(option) ? ' ' + italic(option.get_type_name()) : "";
  return fmt::format(".TP\n{}{}\n{}", output::listed(names_of(option), bold), value,
                     paragraphs(option.get_description()));
}

// The options, those of each group under a heading of its own. The first one is that of --help.
std::string option_sections(const CLI::App& command) {
  std::vector<std::pair<std::string, std::string>> groups;
  for (const CLI::Option* option : options_of(command)) {
    const std::string& name = option->get_group();
    const auto of_name = [&](const auto& group) { return group.first == name; };
    if (std::ranges::none_of(groups, of_name)) groups.emplace_back(name, "");
    std::ranges::find_if(groups, of_name)->second += item(*option);
  }
  std::string result;
  for (const auto& [name, items] : groups)
    result += (result.empty() ? ".SH OPTIONS\n" : ".SS " + name + '\n') + items;
  return result;
}

std::string arguments_section(const CLI::App& command) {
  std::string result;
  for (const CLI::Option* argument : arguments_of(command)) {
    result +=
        fmt::format("{}.TP\n{}\n{}", result.empty() ? ".SH ARGUMENTS\n" : "",
                    italic(argument->get_name(true)), paragraphs(argument->get_description()));
  }
  return result;
}

std::string synopsis(const CLI::App& command) {
  std::string text = bold("perlane " + command.get_name());
  for (const CLI::Option* argument : arguments_of(command)) {
    const std::string name =
        italic(argument->get_name(true)) + (argument->get_expected_max() > 1 ? " ..." : "");
    text += argument->get_required() ? ' ' + name : " [" + name + ']';
  }
  return text + " [\\fIoptions\\fR]\n";
}

std::string exit_section() {
  return ".SH EXIT STATUS\n"
         ".TP\n.B 0\nAll went well.\n"
         ".TP\n.B 1\nSomething went wrong: a file could not be read or written, or memory is "
         "short.\n"
         ".TP\n.B 2\nAn option, a value or a field is not possible.\n"
         ".TP\n.B 130\nThe program was interrupted by Ctrl\\-C. No file is left half written.\n";
}

std::string environment_section() {
  return ".SH ENVIRONMENT\n.TP\n.B PERLANE_ISA\n"
         "The instruction set to use, in place of the best one that this CPU runs. "
         "No value ever depends on it.\n";
}

// The functions that make fields, for the page of the subcommand that lists them.
std::string factories_section() {
  std::string result = ".SH FUNCTIONS\n";
  for (const graph::Factory& factory : graph::factories()) {
    result += fmt::format(".TP\n{}\n{}", bold(factory.name), line_of(factory.help));
    std::vector<std::string_view> names(factory.fields.begin(), factory.fields.end());
    for (const graph::Member& member : factory.members) names.push_back(member.name);
    if (!names.empty()) result += fmt::format(".br\n{}\n", output::listed(names, italic));
  }
  return result;
}

std::string see_also(const CLI::App& app, const std::string& but) {
  std::vector<std::string> pages{"perlane"};
  for (const std::string& name : names_of_subcommands(app)) pages.push_back("perlane-" + name);
  std::erase(pages, but);
  const auto line = [](const std::string& page) {
    return fmt::format(".BR {} (1)", escaped(page));
  };
  return fmt::format(".SH SEE ALSO\n{}\n", output::listed(pages, line, ",\n"));
}

}  // namespace

std::string manual_of_program(const CLI::App& app) {
  const auto usage = [](const CLI::App* command) { return synopsis(*command); };
  std::string page = header("perlane") + name_section("perlane", app) + ".SH SYNOPSIS\n" +
                     output::listed(subcommands_of(app), usage, ".br\n") + ".SH DESCRIPTION\n" +
                     line_of(app.get_description()) + ".SH SUBCOMMANDS\n";
  for (const CLI::App* command : subcommands_of(app))
    page += fmt::format(".TP\n{}\n{}", bold(command->get_name()),
                        paragraphs(command->get_description()));
  return page + option_sections(app) + exit_section() + environment_section() +
         ".SH EXAMPLES\n.EX\nperlane render height.png \\-\\-preview look.png\n.EE\n" +
         see_also(app, "perlane");
}

std::string manual_of_subcommand(const CLI::App& app, const CLI::App& command) {
  const std::string name = "perlane-" + command.get_name();
  return header(name) + name_section(name, command) + ".SH SYNOPSIS\n" + synopsis(command) +
         ".SH DESCRIPTION\n" + paragraphs(command.get_description()) + arguments_section(command) +
         option_sections(command) + (command.get_name() == "nodes" ? factories_section() : "") +
         exit_section() + environment_section() + see_also(app, name);
}

}  // namespace perlane::cli::command
