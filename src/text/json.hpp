#pragma once
// A text of JSON, taken apart.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace perlane::text {

struct Member;

// A value of JSON. nlohmann_json reads the text, but its own values need memory to be destroyed: a
// program that runs out of memory while they are made would be terminated. Reading them with a
// callback takes a time that grows with the square of the members of an object.
class Json {
 public:
  using List = std::vector<Json>;
  using Members = std::vector<Member>;

  Json() = default;
  explicit Json(bool value);
  explicit Json(std::int64_t value);
  explicit Json(std::uint64_t value);
  explicit Json(double value);
  explicit Json(std::string&& value);
  static Json empty_list();
  static Json empty_object();

  bool is_boolean() const { return std::holds_alternative<bool>(is_); }
  bool is_string() const { return std::holds_alternative<std::unique_ptr<std::string>>(is_); }
  bool is_array() const { return std::holds_alternative<std::unique_ptr<List>>(is_); }
  bool is_object() const { return std::holds_alternative<std::unique_ptr<Members>>(is_); }
  bool is_real() const { return std::holds_alternative<double>(is_); }
  // Integers that are not negative, which may have 64 bits, and those that are.
  bool is_unsigned() const { return std::holds_alternative<std::uint64_t>(is_); }
  bool is_negative() const { return std::holds_alternative<std::int64_t>(is_); }
  bool is_integer() const { return is_unsigned() || is_negative(); }
  bool is_number() const { return is_real() || is_integer(); }
  bool is_string(std::string_view text) const { return is_string() && this->text() == text; }

  // Each of these requires a value of that kind.
  bool boolean() const { return std::get<bool>(is_); }
  const std::string& text() const { return *std::get<std::unique_ptr<std::string>>(is_); }
  std::uint64_t natural() const { return std::get<std::uint64_t>(is_); }
  std::int64_t negative() const { return std::get<std::int64_t>(is_); }
  double number() const;
  const List& list() const { return *std::get<std::unique_ptr<List>>(is_); }
  const Members& members() const { return *std::get<std::unique_ptr<Members>>(is_); }  // by name
  List& list() { return *std::get<std::unique_ptr<List>>(is_); }
  Members& members() { return *std::get<std::unique_ptr<Members>>(is_); }

  // A member of an object; null if there is none, or this is not an object.
  const Json* find(std::string_view name) const;
  // The number of elements or members; 0 of other values.
  std::size_t size() const;

  // In one line, with all but ASCII escaped. The value is neither a list nor an object.
  std::string dump() const;

 private:
  std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double,
               std::unique_ptr<std::string>, std::unique_ptr<List>, std::unique_ptr<Members>>
      is_;
};

struct Member {
  std::string name;
  Json value;
};

// In C++23, constructors need the whole of Member.
inline Json::Json(bool value) : is_(value) {}
inline Json::Json(std::int64_t value) : is_(value) {}
inline Json::Json(std::uint64_t value) : is_(value) {}
inline Json::Json(double value) : is_(value) {}
inline Json::Json(std::string&& value) : is_(std::make_unique<std::string>(std::move(value))) {}

// Throws if the text is not JSON, is longer or deeper than it may be, or has two members of one
// name, by std::invalid_argument.
Json parsed(std::string_view text, std::size_t most);

}  // namespace perlane::text
