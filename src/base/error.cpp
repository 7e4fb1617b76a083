#include "base/error.hpp"

#include "base/utf8.hpp"

#include <cstdio>
#include <cstring>
#include <stdexcept>

namespace perlane::base {
namespace {

// The program's locale may have another decimal point, of several bytes perhaps.
void append_real(std::string& message, double number) {
  char text[32];
  const int length = std::snprintf(text, sizeof text, "%.17g", number);
  bool is_in_point = false;
  for (int i = 0; i < length; ++i) {
    const bool is_point = std::strchr("0123456789+-einfa", text[i]) == nullptr;
    if (!is_point) {
      message += text[i];
    } else if (!is_in_point) {
      message += '.';
    }
    is_in_point = is_point;
  }
}

}  // namespace

void MessagePart::append_to(std::string& message) const {
  switch (kind_) {
    case text_kind:
      message += text_;
      break;
    case letter_kind:
      message += letter_;
      break;
    case real_kind:
      append_real(message, real_);
      break;
    case signed_kind:
      message += std::to_string(signed_);
      break;
    case unsigned_kind:
      message += std::to_string(unsigned_);
      break;
  }
}

void throw_message(std::initializer_list<MessagePart> parts) {
  std::string message;
  for (const MessagePart& part : parts) part.append_to(message);
  throw std::invalid_argument(printable(message));
}

}  // namespace perlane::base
