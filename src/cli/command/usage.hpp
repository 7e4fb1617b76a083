#pragma once
// Says what is wrong with a command line.

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <span>
#include <string>
#include <vector>

namespace perlane::cli::command {

// The message of an error, or a better one for names that are not known: with the nearest name.
// `words` are those of the command line.
std::string complaint(const CLI::App& app, const CLI::ParseError& error,
                      std::span<char* const> words);

// "--help" and such, with both dashes or one; the long names of an option first.
std::vector<std::string> names_of(const CLI::Option& option);
std::vector<std::string> names_of_options(const CLI::App& command);

// The subcommands that users see.
std::vector<const CLI::App*> subcommands_of(const CLI::App& app);
std::vector<std::string> names_of_subcommands(const CLI::App& app);

// "render, info or nodes"
std::string subcommand_names(const CLI::App& app);

}  // namespace perlane::cli::command
