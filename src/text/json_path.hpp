#pragma once
// The paths of values in a text, and errors that name them.

#include "base/error.hpp"
#include "text/json.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace perlane::text {

// A name within an object, or an element of a list. It lives as long as those within it.
class JsonPath {
 public:
  explicit JsonPath(std::string_view name, const JsonPath* outer = nullptr) noexcept
      : outer_(outer), name_(name) {}
  JsonPath(std::size_t index, const JsonPath* outer) noexcept : outer_(outer), index_(index) {}

  // "field.warp.by[1].perlin"
  std::string to_string() const;

 private:
  const JsonPath* outer_;
  std::string_view name_{};
  std::optional<std::size_t> index_{};
};

// A value for messages: itself, or its kind.
std::string shown(const Json& value);
// A name, or a text, of any length.
std::string shown(std::string_view text);

// "PATH is VALUE; use WHAT"
[[noreturn]] void reject_value(const JsonPath& path, const Json& value, std::string_view use);

// "PATH is not known (did you mean NAME?); use WHAT", for a member whose name is none of these.
[[noreturn]] void reject_name(const JsonPath& outer, std::string_view name,
                              std::span<const std::string_view> names, std::string_view use);

// The message of a factory, or of another public function, in terms of the text:
// "Perlin::frequency is -1; ..." becomes "PATH.frequency is -1; ...", if that is one of the members
// of that value, and other messages become "PATH: ...".
std::string in_terms_of_text(const JsonPath& path, std::string_view message,
                             std::span<const std::string_view> members);

}  // namespace perlane::text
