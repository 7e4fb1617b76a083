#pragma once
// Files that are installed beside the program and made from its tables: manual pages, completion
// for shells, the JSON Schema.

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace perlane::cli::command {

// Runs `perlane documents DIRECTORY`, which users do not see: the build does. Writes perlane.1 and
// a page for each subcommand, perlane.bash, _perlane (for zsh) and field.schema.json.
void documents(const CLI::App& app, const std::filesystem::path& directory);

// The manual page, of section 1, of the program or of one of its subcommands.
std::string manual_of_program(const CLI::App& app);
std::string manual_of_subcommand(const CLI::App& app, const CLI::App& command);

std::string bash_completion(const CLI::App& app);
std::string zsh_completion(const CLI::App& app);

// ---- helpers of these -------------------------------------------------------

// The options of a command, or the arguments that have no name.
std::vector<const CLI::Option*> options_of(const CLI::App& command);
std::vector<const CLI::Option*> arguments_of(const CLI::App& command);

// Returns true if a line of a help text explains a word, as "  perlin: gradient noise" does.
bool is_item(std::string_view line);

// The words that an option takes: those of "LOW,HIGH|auto", the type of its value, that have small
// letters; or those that its help explains one by one; none if it takes others.
std::vector<std::string> words_of(const CLI::Option& option);
bool takes_file(const CLI::Option& option);
inline bool takes_value(const CLI::Option& option) { return !option.get_type_name().empty(); }

// Up to the end of the first sentence, in one line.
std::string first_sentence(std::string_view text);

}  // namespace perlane::cli::command
