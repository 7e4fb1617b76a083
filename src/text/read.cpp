// A field from text.

#include <perlane/text.hpp>

#include "field/factories.hpp"
#include "text/limits.hpp"
#include "text/nearest.hpp"
#include "text/read_members.hpp"
#include "text/values.hpp"

#include <algorithm>
#include <cfenv>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace perlane {
namespace {

using engine::refuse;
using field::Factory;
using text::Json;
using text::Place;

// The environment that numbers are read in. engine::FloatEnvironment leaves the x87 unit of an x86
// CPU as it is, whose rounding strtod asks for.
class DefaultEnvironment {
 public:
  DefaultEnvironment() noexcept {
    std::fegetenv(&callers_);
    std::fesetenv(FE_DFL_ENV);
  }
  DefaultEnvironment(const DefaultEnvironment&) = delete;
  DefaultEnvironment& operator=(const DefaultEnvironment&) = delete;
  ~DefaultEnvironment() { std::fesetenv(&callers_); }

 private:
  std::fenv_t callers_;
};

// Objects keep the last of two members of one name; here neither is taken.
class DuplicateCheck {
 public:
  bool operator()(int depth, Json::parse_event_t event, Json& parsed) {
    if (depth > text::deepest_json) {
      refuse("the text has lists and objects deeper than ", text::deepest_json,
             "; give fields names in \"fields\"");
    }
    if (event == Json::parse_event_t::object_start) names_.emplace_back();
    if (event == Json::parse_event_t::object_end) names_.pop_back();
    if (event == Json::parse_event_t::key) {
      const auto& name = parsed.get_ref<const std::string&>();
      if (!names_.back().insert(name).second)
        refuse("the text has an object with two members \"", std::string_view(name), "\"; use one");
    }
    return true;
  }

 private:
  std::vector<std::unordered_set<std::string>> names_;
};

Json parsed(std::string_view text) {
  if (text.size() > text::most_characters) {
    refuse("the text has ", text.size(), " characters; use ", text::most_characters, " at most");
  }
  DuplicateCheck check;
  try {
    return Json::parse(text, [&check](int depth, Json::parse_event_t event, Json& value) {
      return check(depth, event, value);
    });
  } catch (const Json::exception& error) {
    const std::string_view message = error.what();
    refuse("the text is no JSON: ", message.substr(message.find("] ") + 2));
  }
}

class Reader {
 public:
  explicit Reader(const Json& document) : document_(document) {}

  Field field() {
    constexpr auto use = "an object with perlane, field and perhaps fields";
    if (!document_.is_object())
      refuse("the text is ", std::string_view(text::shown(document_)), "; use ", use);
    for (const auto& item : document_.items()) {
      constexpr std::string_view names[] = {"perlane", "field", "fields"};
      if (std::ranges::find(names, item.key()) != std::end(names)) continue;
      refuse(std::string_view(item.key()), " is not known",
             std::string_view(text::suggestion(item.key(), names)), "; use ", use);
    }
    for (const char* name : {"perlane", "field"}) {
      if (!document_.contains(name)) refuse(name, " is not there; use ", use);
    }
    const Json& version = document_["perlane"];
    if (version != text::version) {
      text::refuse_value(Place("perlane"), version, "1, the version of this format");
    }
    if (const auto names = document_.find("fields"); names != document_.end()) {
      if (!names->is_object()) text::refuse_value(Place("fields"), *names, "an object");
      names_ = &*names;
      for (const auto& item : names_->items()) read_named(item.key());
    }
    return read(document_["field"], Place("field"), 1);
  }

 private:
  struct Open {
    const std::string& name;
    std::vector<std::string> references;
    std::size_t next = 0;
  };

  // Reads a field that has a name, and before that those that it refers to. The stack is our own,
  // for chains of names may be longer than that of the thread is deep.
  void read_named(const std::string& first) {
    if (named_.contains(first)) return;
    std::vector<Open> open;
    std::unordered_set<std::string> within;
    const auto begin = [&](const std::string& name) {
      const auto item = names_->find(name);
      open.push_back({item.key(), {}, 0});
      find_references(*item, open.back().references);
      within.insert(name);
    };
    begin(first);
    while (!open.empty()) {
      Open& last = open.back();
      if (last.next < last.references.size()) {
        const std::string other = last.references[last.next++];
        if (named_.contains(other) || !names_->contains(other)) continue;  // refused below
        if (within.contains(other)) {
          refuse("fields.", std::string_view(last.name), " refers to \"", std::string_view(other),
                 "\", which is made of it; use names without a circle");
        }
        begin(other);
        continue;
      }
      const Place outer("fields");
      named_.emplace(last.name, read((*names_)[last.name], Place(last.name, &outer), 1));
      within.erase(last.name);
      open.pop_back();
    }
  }

  // All strings that stand for fields. What is wrong with the text is refused when it is read.
  static void find_references(const Json& value, std::vector<std::string>& to) {
    if (value.is_string()) to.push_back(value.get<std::string>());
    if (value.is_array()) {
      for (const Json& element : value) find_references(element, to);
    }
    if (!value.is_object() || value.size() != 1) return;
    const Factory* factory = field::factory_of(value.begin().key());
    if (factory == nullptr || !value.begin()->is_object()) return;
    for (const std::string_view name : factory->fields) {
      const auto part = value.begin()->find(name);
      if (part != value.begin()->end()) find_references(*part, to);
    }
  }

  Field read(const Json& value, const Place& place, int depth) {
    if (depth > text::deepest_read) {
      refuse(std::string_view(place.path()), " is deeper than ", text::deepest_read,
             " fields; give some of them names in \"fields\"");
    }
    if (value.is_number()) return constant(text::float_number(value, place));
    if (value.is_string()) {
      const auto found = named_.find(value.get_ref<const std::string&>());
      if (found != named_.end()) return found->second;
      refuse_reference(place, value);
    }
    if (!value.is_object() || value.size() != 1) {
      text::refuse_value(place, value,
                         "a number, a name, or an object with the name of one factory");
    }
    const Place inner(value.begin().key(), &place);
    const Factory* factory = field::factory_of(value.begin().key());
    if (factory == nullptr) {
      std::vector<std::string_view> names;
      for (const Factory& known : field::factories()) names.push_back(known.name);
      text::refuse_name(place, value.begin().key(), names,
                        "the name of a factory (docs/nodes.md lists them)");
    }
    return read_call(*factory, *value.begin(), inner, depth);
  }

  [[noreturn]] void refuse_reference(const Place& place, const Json& value) const {
    std::vector<std::string_view> names;
    for (const auto& item : named_) names.push_back(item.first);
    std::ranges::sort(names);
    const std::string near = text::suggestion(value.get_ref<const std::string&>(), names);
    text::refuse_value(place, value, "a name that \"fields\" has" + near);
  }

  Field read_call(const Factory& factory, const Json& value, const Place& place, int depth) {
    if (!value.is_object()) text::refuse_value(place, value, "an object");
    refuse_unknown(factory, value, place);
    const std::vector<Field> fields = read_fields(factory, value, place, depth);
    std::any arguments = factory.blank();
    void* const address = factory.address(arguments);
    for (const field::Member& member : factory.members) {
      const auto found = value.find(member.name);
      if (found != value.end()) {
        const Place at(member.name, &place);
        text::read_member(*found, at, member, member.slot(address));
      } else if (member.is_required) {
        text::required(value, place, member.name);
      }
    }
    count(factory, fields, address, place);
    return text::checked(place, [&] { return factory.make(arguments, fields); });
  }

  static void refuse_unknown(const Factory& factory, const Json& value, const Place& place) {
    for (const auto& item : value.items()) {
      if (std::ranges::find(factory.fields, item.key()) != factory.fields.end()) continue;
      if (std::ranges::find(factory.members, item.key(), &field::Member::name) !=
          factory.members.end())
        continue;
      std::vector<std::string_view> names(factory.fields.begin(), factory.fields.end());
      for (const field::Member& member : factory.members) names.push_back(member.name);
      std::string use;
      for (const std::string_view name : names)
        use += (use.empty() ? "" : ", ") + std::string(name);
      text::refuse_name(place, item.key(), names, use);
    }
  }

  std::vector<Field> read_fields(const Factory& factory, const Json& value, const Place& place,
                                 int depth) {
    std::vector<Field> fields;
    for (std::size_t i = 0; i < factory.fields.size(); ++i) {
      const Json& part = text::required(value, place, factory.fields[i]);
      const Place at(factory.fields[i], &place);
      if (factory.most_of_list == 0 || i + 1 < factory.fields.size()) {
        fields.push_back(read(part, at, depth + 1));
        continue;
      }
      text::each(part, at, 1, factory.most_of_list,
                 "a list of 1 to " + std::to_string(factory.most_of_list) + " fields",
                 [&](const Json& element, const Place& of_element, std::size_t) {
                   fields.push_back(read(element, of_element, depth + 1));
                 });
    }
    return fields;
  }

  // Fractals make all that their source is made of anew for every octave, so that few characters
  // could stand for more nodes than there is memory for.
  void count(const Factory& factory, const std::vector<Field>& fields, void* arguments,
             const Place& place) {
    std::size_t octaves = 1;
    const auto member = std::ranges::find(factory.members, "octaves", &field::Member::name);
    if (member != factory.members.end())
      octaves = static_cast<std::size_t>(*std::get<int*>(member->slot(arguments)));
    nodes_ += octaves;
    if (!fields.empty() && factory.fields[0] == "source" && octaves > 1)
      nodes_ += (octaves - 1) * text::count_nodes(fields[0].node(), text::most_nodes);
    if (nodes_ <= text::most_nodes) return;
    refuse(std::string_view(place.path()), " makes the field one of more than ", text::most_nodes,
           " nodes; use fewer fields or octaves");
  }

  const Json& document_;
  const Json* names_ = nullptr;
  std::unordered_map<std::string, Field> named_;
  std::size_t nodes_ = 0;
};

}  // namespace

Field from_json(std::string_view text) {
  const DefaultEnvironment environment;
  const Json document = parsed(text);
  return Reader(document).field();
}

}  // namespace perlane
