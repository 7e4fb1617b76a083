#include "c/guarded.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace perlane::c {
namespace {

// The first bytes of a message that are whole characters of UTF-8.
std::string_view cut_off(std::string_view message, std::size_t most) noexcept {
  if (message.size() <= most) return message;
  const auto continues = [&](std::size_t i) {
    return (static_cast<unsigned char>(message[i]) & 0xc0) == 0x80;
  };
  while (most > 0 && continues(most)) --most;
  return message.substr(0, most);
}

}  // namespace

perlane_status report(perlane_error* error, perlane_status status,
                      std::string_view message) noexcept {
  constexpr std::size_t begin = offsetof(perlane_error, message);
  if (error == nullptr || error->size <= begin) return status;
  error->status = status;
  const std::size_t most = std::min<std::size_t>(error->size, sizeof *error) - begin - 1;
  const std::string_view shown = cut_off(message, most);
  std::memcpy(error->message, shown.data(), shown.size());
  error->message[shown.size()] = '\0';
  return status;
}

}  // namespace perlane::c
