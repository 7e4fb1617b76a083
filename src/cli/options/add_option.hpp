#pragma once
// Functions that declare an option.

#include "cli/output/message.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

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
      throw CLI::ValidationError(fmt::format("{} is \"{}\"; {}", name, given.front(), error.what()),
                                 CLI::ExitCodes::ValidationError);
    }
    return true;
  };
  return command.add_option(name, read, help)->type_name(type);
}

// "deflate|zstd", the type of a value that is one of these words.
std::string joined(const std::vector<std::string_view>& words);

// Names the option that takes a word that this one does not take: "--fractal ridged, or ".
using Advice = std::string (*)(const std::string& option, const std::string& word);

// Adds an option that is one of a few words, whose number `set` gets. The type of its value lists
// them, for the help, manual pages and completion.
CLI::Option* add_word(CLI::App& command, const std::string& name,
                      const std::vector<std::string_view>& words,
                      const std::function<void(std::size_t)>& set, const std::string& help,
                      Advice advice = nullptr);

// Adds an option that names an entry of one of the library's lists; the first is the default.
template <class Entry>
CLI::Option* add_choice(CLI::App& command, const std::string& name, std::string& target,
                        std::span<const Entry> list, std::string help, Advice advice = nullptr) {
  std::vector<std::string_view> names;
  for (const Entry& entry : list) {
    names.push_back(entry.name);
    help += fmt::format("\n  {}: {}", entry.name, entry.description);
  }
  target = names.front();
  const auto set = [=, &target](std::size_t i) { target = names[i]; };
  return add_word(command, name, names, set, help + "\nDefault: " + target, advice)
      ->type_name("NAME");
}

}  // namespace perlane::cli::options
