#pragma once
// What declares an option.

#include "text/nearest.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace perlane::cli::options {

// Adds an option whose text `parse` reads. CLI11 itself would read 010 as eight, -1 as a seed, and
// 1e99 as the largest integer.
template <class Target, class Value>
CLI::Option* add(CLI::App& command, const std::string& name, const std::string& type,
                 Target& target, Value (*parse)(std::string_view), const std::string& help) {
  const auto read = [name, &target, parse](const CLI::results_t& given) {
    try {
      target = parse(given.front());
    } catch (const std::invalid_argument& error) {
      throw CLI::ValidationError(name + " is \"" + given.front() + "\"; " + error.what(),
                                 CLI::ExitCodes::ValidationError);
    }
    return true;
  };
  return command.add_option(name, read, help)->type_name(type);
}

// "deflate|zstd", the type of a value that is one of these words.
std::string joined(const std::vector<std::string_view>& words);

// Adds an option that is one of a few words, whose number `set` gets. The type of its value lists
// them, for the help, manual pages and completion.
CLI::Option* add_word(CLI::App& command, const std::string& name,
                      const std::vector<std::string_view>& words,
                      const std::function<void(std::size_t)>& set, const std::string& help);

// Adds an option that names an entry of one of the library's lists; the first is the default.
// `advice`, if any, says which option takes a name that is not in the list.
template <class Entry>
CLI::Option* add_choice(CLI::App& command, const std::string& name, std::string& target,
                        std::span<const Entry> list, std::string help,
                        std::string (*advice)(const std::string& option,
                                              const std::string& name) = nullptr) {
  std::string names;
  std::vector<std::string_view> known;
  for (const Entry& entry : list) {
    known.push_back(entry.name);
    names += names.empty() ? "" : ", ";
    names += entry.name;
    help += "\n  " + std::string(entry.name) + ": " + std::string(entry.description);
  }
  target = list.front().name;
  const auto read = [name, &target, known, names, advice](const CLI::results_t& given) {
    if (std::ranges::find(known, given.front()) != known.end()) return target = given.front(), true;
    throw CLI::ValidationError(
        name + " is \"" + given.front() + "\"" + text::suggestion(given.front(), known) + "; use " +
            (advice != nullptr ? advice(name, given.front()) : "") + "one of " + names,
        CLI::ExitCodes::ValidationError);
  };
  return command.add_option(name, read, help + "\nDefault: " + target)->type_name("NAME");
}

}  // namespace perlane::cli::options
