#include "cli/options/add_option.hpp"

#include "text/nearest.hpp"

#include <algorithm>

namespace perlane::cli::options {

std::string joined(const std::vector<std::string_view>& words) {
  std::string all;
  for (const std::string_view word : words) all += (all.empty() ? "" : "|") + std::string(word);
  return all;
}

CLI::Option* add_word(CLI::App& command, const std::string& name,
                      const std::vector<std::string_view>& words,
                      const std::function<void(std::size_t)>& set, const std::string& help) {
  std::string use;
  for (const std::string_view word : words) {
    use += (use.empty() ? "" : word == words.back() ? " or " : ", ") + std::string(word);
  }
  const auto read = [=](const CLI::results_t& given) {
    const auto word = std::ranges::find(words, given.front());
    if (word == words.end()) {
      throw CLI::ValidationError(name + " is \"" + given.front() + "\"" +
                                     text::suggestion(given.front(), words) + "; use " + use,
                                 CLI::ExitCodes::ValidationError);
    }
    set(static_cast<std::size_t>(word - words.begin()));
    return true;
  };
  return command.add_option(name, read, help)->type_name(joined(words));
}

}  // namespace perlane::cli::options
