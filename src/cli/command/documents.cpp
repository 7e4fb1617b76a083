#include "cli/command/documents.hpp"

#include "cli/command/commands.hpp"
#include "cli/command/usage.hpp"
#include "cli/output/message.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace perlane::cli::command {
namespace {

void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) output::throw_errno("cannot write " + output::quoted(path));
}

}  // namespace

void documents(const CLI::App& app, const std::filesystem::path& directory) {
  std::filesystem::create_directories(directory);
  write(directory / "perlane.1", manual_of_program(app));
  for (const CLI::App* command : subcommands_of(app)) {
    write(directory / ("perlane-" + command->get_name() + ".1"),
          manual_of_subcommand(app, *command));
  }
  write(directory / "perlane.bash", bash_completion(app));
  write(directory / "_perlane", zsh_completion(app));
  write(directory / "field.schema.json", schema());
}

std::vector<const CLI::Option*> options_of(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return option->nonpositional(); });
}

std::vector<const CLI::Option*> arguments_of(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

bool is_item(std::string_view line) {
  return line.starts_with("  ") && line.find(": ") < line.find(' ', 2);
}

std::vector<std::string> words_of(const CLI::Option& option) {
  std::vector<std::string> words;
  if (takes_file(option)) return words;
  const auto is_of_word = [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '_';
  };
  std::istringstream types(option.get_type_name());
  for (std::string word; std::getline(types, word, '|');) {
    if (std::ranges::all_of(word, is_of_word)) words.push_back(word);
  }
  if (!words.empty()) return words;
  std::istringstream lines(option.get_description());
  for (std::string line; std::getline(lines, line);) {
    if (is_item(line)) words.push_back(line.substr(2, line.find(':') - 2));
  }
  return words;
}

bool takes_file(const CLI::Option& option) {
  return option.get_positional() || option.get_type_name() == "FILE";
}

std::string first_sentence(std::string_view text) {
  std::size_t end = text.find(":\n");  // words that are explained
  for (std::size_t dot = text.find('.'); dot < end; dot = text.find('.', dot + 1)) {
    const std::string_view rest = text.substr(dot + 1);
    if ((rest.starts_with(' ') || rest.starts_with('\n')) && text[dot - 1] != '.') end = dot;
  }
  std::string line(text.substr(0, end));
  std::ranges::replace(line, '\n', ' ');
  if (line.ends_with('.')) line.pop_back();
  return line;
}

}  // namespace perlane::cli::command
