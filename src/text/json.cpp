#include "text/json.hpp"

#include "base/error.hpp"
#include "base/utf8.hpp"
#include "text/limits.hpp"
#include "text/json_path.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#if NLOHMANN_JSON_VERSION_MAJOR * 100 + NLOHMANN_JSON_VERSION_MINOR < 311
#error "perlane needs nlohmann_json 3.11 or newer"
#endif
#include <utility>

namespace perlane::text {
namespace {

using base::throw_invalid;

// Makes values as nlohmann_json reads them, in its order.
class Builder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  Json root;

  bool null() override { return add(Json()); }
  bool boolean(bool value) override { return add(Json(value)); }
  bool number_integer(std::int64_t value) override { return add(Json(value)); }
  bool number_unsigned(std::uint64_t value) override { return add(Json(value)); }
  bool number_float(double value, const std::string&) override { return add(Json(value)); }
  bool string(std::string& value) override { return add(Json(std::move(value))); }
  bool binary(binary_t&) override { return false; }  // no text has any
  bool start_object(std::size_t) override { return open(Json::empty_object()); }
  bool start_array(std::size_t) override { return open(Json::empty_list()); }
  bool end_array() override { return close(); }

  bool key(std::string& name) override {
    open_.back()->members().push_back({std::move(name), Json()});
    return true;
  }

  // The first of all names in use twice is named, whichever comes first.
  bool end_object() override {
    Json::Members& members = open_.back()->members();
    std::ranges::sort(members, {}, &Member::name);
    const auto twice = std::ranges::adjacent_find(members, {}, &Member::name);
    if (twice == members.end()) return close();
    throw_invalid("the text has an object with two members \"",
                  std::string_view(shown(twice->name)), "\"; use one");
  }

  bool parse_error(std::size_t, const std::string&,
                   const nlohmann::json::exception& error) override {
    const std::string_view message = error.what();
    constexpr std::size_t most = 200;  // of which the end was read last
    const std::string shown = base::abridged(message.substr(message.find("] ") + 2), most);
    throw_invalid("the text is not JSON: ", std::string_view(shown));
  }

 private:
  // Lists and objects stay where they are while one within them is open.
  Json& place_for_next() {
    if (open_.empty()) return root;
    if (open_.back()->is_object()) return open_.back()->members().back().value;
    return open_.back()->list().emplace_back();
  }
  bool add(Json value) {
    place_for_next() = std::move(value);
    return true;
  }
  bool open(Json value) {
    if (open_.size() == static_cast<std::size_t>(deepest_json)) {
      throw_invalid("the text has lists and objects deeper than ", deepest_json,
                    "; give fields names in \"fields\"");
    }
    Json& place = place_for_next();
    place = std::move(value);
    open_.push_back(&place);
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  std::vector<Json*> open_;
};

// nlohmann_json would take it for the end of the text.
void reject_zero_byte(std::string_view text) {
  const std::size_t at = text.find('\0');
  if (at == std::string_view::npos) return;
  const std::string_view before = text.substr(0, at);
  const auto lines = std::ranges::count(before, '\n');
  const std::size_t begin = before.rfind('\n') + 1;  // 0 in the first line
  throw_invalid("the text is not JSON: there is a zero byte at line ", lines + 1, ", column ",
                at - begin + 1, "; use UTF-8 without any");
}

}  // namespace

Json Json::empty_list() {
  Json json;
  json.is_ = std::make_unique<List>();
  return json;
}

Json Json::empty_object() {
  Json json;
  json.is_ = std::make_unique<Members>();
  return json;
}

double Json::number() const {
  if (is_unsigned()) return static_cast<double>(natural());
  return is_negative() ? static_cast<double>(negative()) : std::get<double>(is_);
}

const Json* Json::find(std::string_view name) const {
  if (!is_object()) return nullptr;
  const auto found = std::ranges::lower_bound(members(), name, {}, &Member::name);
  return found != members().end() && found->name == name ? &found->value : nullptr;
}

std::size_t Json::size() const {
  return is_object() ? members().size() : is_array() ? list().size() : 0;
}

std::string Json::dump() const {
  const auto write = [](const nlohmann::json& value) { return value.dump(-1, ' ', true); };
  if (is_boolean()) return write(boolean());
  if (is_string()) return write(text());
  if (is_unsigned()) return write(natural());
  if (is_negative()) return write(negative());
  return is_real() ? write(number()) : "null";
}

Json parsed(std::string_view text, std::size_t most) {
  if (text.size() > most) {
    throw_invalid("the text has ", text.size(), " bytes; use ", most, " at most");
  }
  reject_zero_byte(text);
  Builder builder;
  nlohmann::json::sax_parse(text, &builder);
  return std::move(builder.root);
}

}  // namespace perlane::text
