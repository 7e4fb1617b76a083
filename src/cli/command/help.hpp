#pragma once
// The layout of the help text.

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <string>
#include <vector>

namespace perlane::cli::command {

// This is CLI11's layout, but it shows only the kind of value after an option's name, and one empty
// line between groups.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() { column_width(28); }

  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string type = option->get_type_name();
    return option->get_positional() || type.empty() ? "" : " " + type;
  }

  std::string make_group(std::string group, bool is_positional,
                         std::vector<const CLI::Option*> options) const override {
    const bool is_first = is_positional || group == "Options";
    return Formatter::make_group(group, is_positional, options).substr(is_first ? 0 : 1);
  }
};

}  // namespace perlane::cli::command
