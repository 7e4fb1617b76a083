// Manual pages, in the macros of man(7).

#include "cli/command/documents.hpp"
#include "cli/command/usage.hpp"
#include "graph/catalogue/factories.hpp"
#include "text/members.hpp"

#include <perlane/version.hpp>

#include <algorithm>
#include <sstream>
#include <utility>
#include <vector>

namespace perlane::cli::command {
namespace {

// Text as it is: no request, no escape, and hyphens that can be copied.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '\\') {
      result += "\\e";
    } else if (letter == '-') {
      result += "\\-";
    } else {
      result += letter;
    }
  }
  return result;
}

std::string line_of(std::string_view text) {
  const bool is_request = text.starts_with('.') || text.starts_with('\'');
  return (is_request ? "\\&" : "") + escaped(text) + '\n';
}

std::string bold(std::string_view text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + escaped(text) + "\\fR"; }

// A help text: words that are explained are items of a list, and the default has a line of its own.
std::string paragraphs(const std::string& text) {
  std::string result;
  std::istringstream lines(text);
  bool is_within_list = false;
  for (std::string line; std::getline(lines, line);) {
    if (is_item(line)) {
      const std::size_t colon = line.find(": ");
      result += (is_within_list ? "" : ".RS\n") + std::string(".TP\n.B ") +
                line_of(line.substr(2, colon - 2)) + line_of(line.substr(colon + 2));
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
  std::string title = name;
  for (char& letter : title) letter = static_cast<char>(std::toupper(letter));
  return ".TH " + escaped(title) + " 1 \"\" \"perlane " + std::string(version) +
         "\" \"User Commands\"\n";
}

std::string name_section(const std::string& name, const CLI::App& command) {
  return ".SH NAME\n" + escaped(name) + " \\- " +
         line_of(first_sentence(command.get_description()));
}

std::string item(const CLI::Option& option) {
  std::string names;
  for (const std::string& name : names_of(option))
    names += (names.empty() ? "" : ", ") + bold(name);
  if (takes_value(option)) names += ' ' + italic(option.get_type_name());
  return ".TP\n" + names + '\n' + paragraphs(option.get_description());
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
    result += (result.empty() ? ".SH ARGUMENTS\n" : "") + std::string(".TP\n") +
              italic(argument->get_name(true)) + '\n' + paragraphs(argument->get_description());
  }
  return result;
}

std::string exit_section() {
  return ".SH EXIT STATUS\n"
         ".TP\n.B 0\nAll went well.\n"
         ".TP\n.B 1\nSomething went wrong: a file could not be read or written, or memory is "
         "short.\n"
         ".TP\n.B 2\nWhat was asked for is not possible: an option, a value or a field.\n"
         ".TP\n.B 130\nThe program was interrupted by Ctrl\\-C. No file is left half written.\n";
}

std::string environment_section() {
  return ".SH ENVIRONMENT\n.TP\n.B PERLANE_ISA\n"
         "The instruction set to use, in place of the best one that this CPU runs. "
         "No value ever depends on it.\n";
}

// What fields are made of, for the page of the subcommand that lists it.
std::string factories_section() {
  std::string result = ".SH FACTORIES\n";
  for (const graph::Factory& factory : graph::factories()) {
    result += ".TP\n" + bold(factory.name) + '\n' + line_of(factory.help);
    std::string members;
    const auto add = [&](std::string_view name) {
      members += (members.empty() ? "" : ", ") + italic(name);
    };
    for (const std::string_view name : factory.fields) add(name);
    for (const graph::Member& member : factory.members) add(member.name);
    if (!members.empty()) result += ".br\n" + members + '\n';
  }
  return result;
}

std::string see_also(const CLI::App& app, const std::string& but) {
  std::string pages;
  const auto add = [&](const std::string& name) {
    if (name != but) pages += (pages.empty() ? "" : ",\n") + (".BR " + escaped(name) + " (1)");
  };
  add("perlane");
  for (const CLI::App* command : subcommands_of(app)) add("perlane-" + command->get_name());
  std::string lines;
  std::istringstream stream(pages);
  for (std::string line; std::getline(stream, line);) lines += line + '\n';
  return ".SH SEE ALSO\n" + lines;
}

}  // namespace

std::string manual_of_program(const CLI::App& app) {
  std::string page = header("perlane") + name_section("perlane", app);
  page += ".SH SYNOPSIS\n";
  const char* separator = "";
  for (const CLI::App* command : subcommands_of(app)) {
    page += separator + bold("perlane " + command->get_name());
    for (const CLI::Option* argument : arguments_of(*command))
      page += ' ' + italic(argument->get_name(true));
    page += " [\\fIoptions\\fR]\n";
    separator = ".br\n";
  }
  page += ".SH DESCRIPTION\n" + line_of(app.get_description()) + ".SH SUBCOMMANDS\n";
  for (const CLI::App* command : subcommands_of(app)) {
    page += ".TP\n" + bold(command->get_name()) + '\n' + paragraphs(command->get_description());
  }
  return page + option_sections(app) + exit_section() + environment_section() +
         ".SH EXAMPLES\n.EX\nperlane render height.png \\-\\-preview look.png\n.EE\n" +
         see_also(app, "perlane");
}

std::string manual_of_subcommand(const CLI::App& app, const CLI::App& command) {
  const std::string name = "perlane-" + command.get_name();
  std::string page = header(name) + name_section(name, command);
  page += ".SH SYNOPSIS\n" + bold("perlane " + command.get_name());
  for (const CLI::Option* argument : arguments_of(command))
    page += ' ' + italic(argument->get_name(true));
  page += " [\\fIoptions\\fR]\n.SH DESCRIPTION\n" + paragraphs(command.get_description());
  page += arguments_section(command) + option_sections(command);
  if (command.get_name() == "nodes") page += factories_section();
  return page + exit_section() + environment_section() + see_also(app, name);
}

}  // namespace perlane::cli::command
