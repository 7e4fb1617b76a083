// Completion for shells: words that they complete, and options that are followed by files.

#include "cli/command/documents.hpp"
#include "cli/command/usage.hpp"

#include <string_view>

namespace perlane::cli::command {
namespace {

std::string with_separators(const std::vector<std::string>& words, std::string_view separator) {
  std::string result;
  for (const std::string& word : words)
    result += (result.empty() ? "" : std::string(separator)) + word;
  return result;
}

std::vector<std::string> names_of_all(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : options_of(command)) {
    for (const std::string& name : names_of(*option)) names.push_back(name);
  }
  return names;
}

std::vector<std::string> names_of_subcommands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : subcommands_of(app)) names.push_back(command->get_name());
  return names;
}

// What bash does after an option that takes a value.
std::string bash_case(const CLI::Option& option) {
  const std::vector<std::string> words = words_of(option);
  std::string action = "return";
  if (!words.empty()) action = "_perlane_words " + with_separators(words, " ") + "; return";
  if (takes_file(option)) action = "_perlane_files; return";
  return "        " + with_separators(names_of(option), "|") + ") " + action + " ;;\n";
}

std::string bash_command(const CLI::App& command) {
  std::string cases;
  for (const CLI::Option* option : options_of(command)) {
    if (takes_value(*option)) cases += bash_case(*option);
  }
  std::string text = "    " + command.get_name() + ")\n";
  if (!cases.empty()) text += "      case $previous in\n" + cases + "      esac\n";
  text += "      if [[ $current == -* ]]; then\n        _perlane_words " +
          with_separators(names_of_all(command), " ") + "\n";
  if (!arguments_of(command).empty()) text += "      else\n        _perlane_files\n";
  return text + "      fi ;;\n";
}

// Within single quotes.
std::string in_quotes(std::string_view text) {
  std::string result = "'";
  for (const char letter : text) {
    if (letter == '\'') {
      result += "'\\''";
    } else {
      result += letter;
    }
  }
  return result + '\'';
}

// Explanations stand in brackets, and colons end them.
std::string zsh_escaped(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '[' || letter == ']' || letter == ':' || letter == '\\') result += '\\';
    result += letter;
  }
  return result;
}

std::string zsh_value(const CLI::Option& option) {
  if (takes_file(option)) return ":file:_files";
  const std::vector<std::string> words = words_of(option);
  const std::string name = zsh_escaped(option.get_type_name());
  return ':' + name + ':' + (words.empty() ? " " : '(' + with_separators(words, " ") + ')');
}

std::string zsh_options(const CLI::App& command) {
  std::string text;
  for (const CLI::Option* option : options_of(command)) {
    const std::vector<std::string> names = names_of(*option);
    for (const std::string& name : names) {
      const std::string others = names.size() > 1 ? '(' + with_separators(names, " ") + ')' : "";
      const std::string help = '[' + zsh_escaped(first_sentence(option->get_description())) + ']';
      text += " \\\n        " +
              in_quotes(others + name + help + (takes_value(*option) ? zsh_value(*option) : ""));
    }
  }
  for (std::size_t i = 0; i < arguments_of(command).size(); ++i)
    text += " \\\n        " + in_quotes("*:file:_files");
  return text;
}

}  // namespace

// It uses nothing of the package bash-completion, and no arrays that bash 3 lacks.
std::string bash_completion(const CLI::App& app) {
  std::string cases;
  for (const CLI::App* command : subcommands_of(app)) cases += bash_command(*command);
  return R"(# Completion of perlane for bash, made by perlane itself.

_perlane_words() {
  COMPREPLY=($(compgen -W "$*" -- "$current"))
}

_perlane_files() {
  local IFS=$'\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "$current"))
}

_perlane() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  # "--noise=per" are three words.
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD-2]}
  fi
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    _perlane_words )" +
         with_separators(names_of_subcommands(app), " ") + ' ' +
         with_separators(names_of_all(app), " ") +
         R"(
    return
  fi
  case ${COMP_WORDS[1]} in
)" + cases +
         R"(  esac
}

complete -F _perlane perlane
)";
}

std::string zsh_completion(const CLI::App& app) {
  std::string commands, cases;
  for (const CLI::App* command : subcommands_of(app)) {
    const std::string& name = command->get_name();
    commands += "    " + in_quotes(name + ':' + first_sentence(command->get_description())) + '\n';
    cases += "    " + name + ")\n      _arguments" + zsh_options(*command) + " ;;\n";
  }
  return R"(#compdef perlane
# Completion of perlane for zsh, made by perlane itself.

_perlane() {
  local -a commands=(
)" + commands +
         R"(  )
  local line state curcontext=$curcontext
  _arguments -C)" +
         zsh_options(app) + R"( \
        '1:subcommand:->subcommand' \
        '*::argument:->argument'
  if [[ $state == subcommand ]]; then
    _describe subcommand commands
    return
  fi
  case $line[1] in
)" + cases +
         R"(  esac
}

_perlane "$@"
)";
}

}  // namespace perlane::cli::command
