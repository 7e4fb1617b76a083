#include "c/guarded.hpp"

#include "base/utf8.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <new>
#include <string>

namespace perlane::c {
namespace {

struct Name {
  std::string_view cpp;
  std::string_view c;
};
constexpr Name names[] = {
    {"Grid::", "grid->"}, {"out.", "out->"}, {"World::grid.", "grid->"}, {"World::", ""}};

std::string in_c(std::string_view message) {
  std::string result;
  while (!message.empty()) {
    const auto* name = std::ranges::find_if(
        names, [&](const Name& known) { return message.starts_with(known.cpp); });
    if (name != std::end(names)) {
      result += name->c;
      message.remove_prefix(name->cpp.size());
    }
    const std::size_t word = std::min(message.find(' '), message.size() - 1) + 1;
    result += message.substr(0, word);
    message.remove_prefix(word);
  }
  return result;
}

}  // namespace

perlane_status report(perlane_error* error, perlane_status status,
                      std::string_view message) noexcept {
  constexpr std::size_t begin = offsetof(perlane_error, message);
  constexpr std::size_t first_size = 1024;  // of the structure, in the first version
  if (error == nullptr) return status;
  const std::size_t size = error->size == 0 ? first_size : error->size;
  if (size <= begin) return status;
  error->status = status;
  const std::size_t most = std::min(size, sizeof *error) - begin - 1;
  const std::string_view shown = base::first_characters(message, most);
  std::ranges::copy(shown, error->message);
  error->message[shown.size()] = '\0';
  return status;
}

perlane_status report_invalid(perlane_error* error, std::string_view message) noexcept {
  try {
    return report(error, PERLANE_INVALID, in_c(message));
  } catch (const std::bad_alloc&) {
    return report(error, PERLANE_INVALID, message);
  }
}

}  // namespace perlane::c
