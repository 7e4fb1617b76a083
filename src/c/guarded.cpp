#include "c/guarded.hpp"

#include "base/utf8.hpp"

#include <algorithm>
#include <cstddef>

namespace perlane::c {

perlane_status report(perlane_error* error, perlane_status status,
                      std::string_view message) noexcept {
  constexpr std::size_t begin = offsetof(perlane_error, message);
  if (error == nullptr || error->size <= begin) return status;
  error->status = status;
  const std::size_t most = std::min<std::size_t>(error->size, sizeof *error) - begin - 1;
  const std::string_view shown = base::first_characters(message, most);
  std::ranges::copy(shown, error->message);
  error->message[shown.size()] = '\0';
  return status;
}

}  // namespace perlane::c
