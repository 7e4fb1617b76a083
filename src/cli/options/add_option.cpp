#include "cli/options/add_option.hpp"

#include "text/nearest.hpp"

#include <algorithm>

namespace perlane::cli::options {

std::string joined(const std::vector<std::string_view>& words) {
  return output::listed(words, {}, "|");
}

CLI::Option* add_word(CLI::App& command, const std::string& name,
                      const std::vector<std::string_view>& words,
                      const std::function<void(std::size_t)>& set, const std::string& help,
                      Advice advice) {
  const std::string use =
      words.size() > 4 ? "one of " + output::listed(words) : output::either(words);
  const auto read = [=](const CLI::results_t& given) {
    const std::string& word = given.front();
    const auto found = std::ranges::find(words, word);
    if (found == words.end()) {
      throw CLI::ValidationError(
          fmt::format("{} is \"{}\"{}; use {}{}", name, word, text::suggestion(word, words),
                      advice != nullptr ? advice(name, word) : "", use),
          CLI::ExitCodes::ValidationError);
    }
    set(static_cast<std::size_t>(found - words.begin()));
    return true;
  };
  return command.add_option(name, read, help)->type_name(joined(words));
}

}  // namespace perlane::cli::options
