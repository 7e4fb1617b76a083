// Completion for shells: the words and the files that may follow.

#include "cli/command/documents.hpp"
#include "cli/command/usage.hpp"
#include "cli/output/message.hpp"

namespace perlane::cli::command {
namespace {

std::string spaced(const std::vector<std::string>& words) { return output::listed(words, {}, " "); }

// The case of bash for an option that takes a value.
std::string bash_case(const CLI::Option& option) {
  const std::vector<std::string> words = words_of(option);
  return fmt::format("        {}) {}return ;;\n", output::listed(names_of(option), {}, "|"),
                     takes_file(option) ? "_perlane_files; "
                     : words.empty()    ? ""
                                        : fmt::format("_perlane_words {}; ", spaced(words)));
}

std::string bash_command(const CLI::App& command) {
  std::string cases;
  for (const CLI::Option* option : options_of(command)) {
    if (takes_value(*option)) cases += bash_case(*option);
  }
  if (!cases.empty()) cases = fmt::format("      case $previous in\n{}      esac\n", cases);
  return fmt::format(
      "    {})\n{}      if [[ $current == -* ]]; then\n        _perlane_words {}\n{}      fi ;;\n",
      command.get_name(), cases, spaced(names_of_options(command)),
      arguments_of(command).empty() ? "" : "      else\n        _perlane_files\n");
}

// The text within single quotes.
std::string in_quotes(const std::string& text) {
  return '\'' + output::replaced(text, "'", R"('\'')") + '\'';
}

// Explanations are in brackets, and colons end them.
std::string zsh_escaped(std::string text) {
  for (const std::string letter : {"\\", "[", "]", ":"})
    text = output::replaced(std::move(text), letter, '\\' + letter);
  return text;
}

std::string zsh_value(const CLI::Option& option) {
  if (takes_file(option)) return ":file:_files";
  const std::vector<std::string> words = words_of(option);
  return fmt::format(":{}:{}", zsh_escaped(option.get_type_name()),
                     words.empty() ? " " : fmt::format("({})", spaced(words)));
}

std::string zsh_options(const CLI::App& command) {
  std::string text;
  for (const CLI::Option* option : options_of(command)) {
    const std::vector<std::string> names = names_of(*option);
    for (const std::string& name : names) {
      const std::string others = names.size() > 1 ? fmt::format("({})", spaced(names)) : "";
      text += " \\\n        " +
              in_quotes(fmt::format("{}{}[{}]{}", others, name,
                                    zsh_escaped(first_sentence(option->get_description())),
                                    takes_value(*option) ? zsh_value(*option) : ""));
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
         spaced(names_of_subcommands(app)) + ' ' + spaced(names_of_options(app)) +
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
