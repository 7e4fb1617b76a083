#include "cli/command/usage.hpp"

#include "cli/output/message.hpp"
#include "text/nearest.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace perlane::cli::command {
namespace {

// The innermost subcommand that was given.
const CLI::App& given_command(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

std::string unknown(std::string_view given, const std::vector<std::string>& names) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  return fmt::format("{} is not known{}", given, text::suggestion(given, views));
}

std::string unknown_option(const CLI::App& app, const CLI::App& command, std::string_view given) {
  const std::string_view name = given.substr(0, given.find('='));
  for (const CLI::App* other : subcommands_of(app)) {
    const std::vector<std::string> names = names_of_options(*other);
    if (&command != &app && std::ranges::find(names, name) != names.end()) {
      return fmt::format("{} is not an option of {}, but of {}", name, command.get_name(),
                         other->get_name());
    }
  }
  return unknown(name, names_of_options(command));
}

std::string unknown_subcommand(const CLI::App& app, std::string_view given) {
  return unknown(given, names_of_subcommands(app)) + "; use " + subcommand_names(app);
}

}  // namespace

std::string complaint(const CLI::App& app, const CLI::ParseError& error,
                      std::span<char* const> words) {
  const std::string message = error.what();
  const bool is_misread = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError) ||
                          error.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError);
  if (!is_misread) return message;
  const CLI::App& command = given_command(app);
  const std::vector<std::string> rest = command.remaining();
  const auto end = std::ranges::find(words, std::string_view("--"));
  const auto option = std::ranges::find_if(rest, [&](std::string_view word) {
    return word.size() > 1 && word.starts_with('-') && std::find(words.begin(), end, word) != end;
  });
  if (option != rest.end()) return unknown_option(app, command, *option);
  if (!rest.empty() && !subcommands_of(command).empty())
    return unknown_subcommand(command, rest.front());
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError) && end != words.end())
    return "there are too many arguments; after -- nothing is an option";
  return message;
}

std::vector<const CLI::App*> subcommands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  return names;
}

std::vector<std::string> names_of_options(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    std::ranges::move(names_of(*option), std::back_inserter(names));
  return names;
}

std::vector<std::string> names_of_subcommands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : subcommands_of(app)) names.push_back(command->get_name());
  return names;
}

std::string subcommand_names(const CLI::App& app) {
  const std::vector<std::string> names = names_of_subcommands(app);
  return output::either({names.begin(), names.end()});
}

}  // namespace perlane::cli::command
