#pragma once
// Throws errors about bad input.

#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>

namespace perlane::base {

// A piece of a message. Floating-point numbers have the fewest digits that read back as the same
// number, or as the same float if they are floats: the digits that people typed.
class MessagePart {
 public:
  MessagePart(const char* text) noexcept : kind_(text_kind), text_(text) {}
  MessagePart(std::string_view text) noexcept : kind_(text_kind), text_(text) {}
  MessagePart(char letter) noexcept : kind_(letter_kind), letter_(letter) {}
  MessagePart(double number) noexcept : kind_(real_kind), real_(number) {}
  MessagePart(float number) noexcept : MessagePart(static_cast<double>(number)) {}
  MessagePart(std::signed_integral auto number) noexcept : kind_(signed_kind), signed_(number) {}
  MessagePart(std::unsigned_integral auto number) noexcept
      : kind_(unsigned_kind), unsigned_(number) {}

  void append_to(std::string& message) const;

 private:
  enum Kind { text_kind, letter_kind, real_kind, signed_kind, unsigned_kind } kind_;
  union {
    std::string_view text_;
    char letter_;
    double real_;
    long long signed_;
    unsigned long long unsigned_;
  };
};

[[noreturn]] void throw_message(std::initializer_list<MessagePart> parts);

// Throws std::invalid_argument; the parts make the message: which member, what it is, what it may
// be. Control characters in them and bytes that are not valid UTF-8 are escaped. Throws
// std::bad_alloc if there is no memory for the whole message.
template <class... Part>
[[noreturn]] void throw_invalid(const Part&... parts) {
  throw_message({MessagePart(parts)...});
}

}  // namespace perlane::base
