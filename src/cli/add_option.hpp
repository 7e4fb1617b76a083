#pragma once
// What declares an option.

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

namespace perlane::cli {

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

}  // namespace perlane::cli
