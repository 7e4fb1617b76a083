#pragma once
// How bad input is refused.

#include <sstream>
#include <stdexcept>

namespace perlane::engine {

// Throws std::invalid_argument; the parts make the message: which member, what it is, what it may
// be.
template <class... Part>
[[noreturn]] void refuse(const Part&... part) {
  std::ostringstream message;
  message.exceptions(
      std::ios_base::badbit);  // running out of memory must throw, not shorten the message
  message.precision(17);
  (message << ... << part);
  throw std::invalid_argument(message.str());
}

}  // namespace perlane::engine
