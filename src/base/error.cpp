#include "base/error.hpp"

#include "base/utf8.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace perlane::base {
namespace {

// Writes as many digits as it takes to read the number back, as a float if it is one: 0.2f is 0.2.
// The program's locale may have another decimal point, of several bytes perhaps.
void append_real(std::string& message, double number) {
  constexpr double largest = std::numeric_limits<float>::max(), most_of_whole = 1e17;
  const auto is_as_float = [=](double read) {
    return std::abs(number) <= largest && static_cast<double>(static_cast<float>(read)) == number;
  };
  const bool is_whole = std::abs(number) < most_of_whole && number == std::floor(number);
  char text[32];
  int length = 0;
  for (int digits = is_whole ? 17 : 6; digits <= 17; ++digits) {
    length = std::snprintf(text, sizeof text, "%.*g", digits, number);
    const double read = std::strtod(text, nullptr);
    if (read == number || is_as_float(read)) break;
  }
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
