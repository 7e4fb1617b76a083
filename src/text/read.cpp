// A field from text.

#include <perlane/noise.hpp>
#include <perlane/text.hpp>

#include "graph/catalogue/factories.hpp"
#include "text/call.hpp"
#include "text/default_environment.hpp"
#include "text/limits.hpp"
#include "text/nearest.hpp"
#include "text/read.hpp"
#include "text/read_members.hpp"
#include "text/values.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace perlane {
namespace {

using base::throw_invalid;
using graph::Factory;
using text::Json;
using text::JsonPath;

class Reader {
 public:
  explicit Reader(const Json& document) : document_(document) {}

  Field field(const std::optional<std::string>& name) {
    constexpr auto use = "an object with perlane, field and perhaps fields";
    if (!document_.is_object())
      throw_invalid("the text is ", std::string_view(text::shown(document_)), "; use ", use);
    for (const text::Member& member : document_.members()) {
      constexpr std::string_view names[] = {"perlane", "field", "fields"};
      if (std::ranges::find(names, member.name) != std::end(names)) continue;
      const std::string shown = text::shown(member.name);
      if (graph::factory_of(member.name) != nullptr) {
        throw_invalid(
            "the text is not a field, but what one is made of; use "
            "{\"perlane\":1,\"field\":{\"",
            std::string_view(shown), "\":...}}");
      }
      throw_invalid(std::string_view(text::shown(member.name)), " is not known",
                    std::string_view(text::suggestion(member.name, names)), "; use ", use);
    }
    if (document_.find("perlane") == nullptr) {
      throw_invalid("perlane, the version of the format, is missing; begin with {\"perlane\":",
                    text::version, ",");
    }
    if (document_.find("field") == nullptr && !name) throw_invalid("field is missing; use ", use);
    const Json& version = *document_.find("perlane");
    if (!version.is_number() || version.number() != text::version) {
      text::reject_value(JsonPath("perlane"), version, "1, the version of this format");
    }
    if (const Json* names = document_.find("fields")) {
      if (!names->is_object()) text::reject_value(JsonPath("fields"), *names, "an object");
      for (const text::Member& member : names->members())
        named_.emplace(member.name, Named{member});
      for (const text::Member& member : names->members()) read_named(named_.at(member.name));
    }
    Field field = name ? named(*name) : read(*document_.find("field"), JsonPath("field"), 1);
    text::check_steps(graph::node_of(field));
    return field;
  }

 private:
  Field named(const std::string& name) const {
    if (const auto found = named_.find(name); found != named_.end()) return *found->second.field;
    const std::vector<std::string_view> names = all_names();
    std::string all;
    for (const std::string_view each : names) (all += all.empty() ? "" : ", ") += text::shown(each);
    throw_invalid("\"fields\" has no ", std::string_view(text::shown(name)),
                  std::string_view(text::suggestion(name, names)), "; ",
                  std::string_view(all.empty() ? "it names nothing" : "it has " + all));
  }

  std::vector<std::string_view> all_names() const {
    std::vector<std::string_view> names;
    for (const auto& item : named_) names.push_back(item.first);
    return names;
  }

  // A field that has a name, and how far it is.
  struct Named {
    const text::Member& member;
    std::optional<Field> field{};
    bool is_open = false;
  };
  struct Open {
    Named& named;
    std::vector<std::string_view> references;
    std::size_t next = 0;
  };

  // Reads a field that has a name, and before that those that it refers to. The stack is our own,
  // for chains of names may be longer than that of the thread is deep.
  void read_named(Named& first) {
    if (first.field) return;
    std::vector<Open> open;
    const auto begin = [&](Named& named) {
      open.push_back({named, {}, 0});
      find_references(named.member.value, open.back().references);
      named.is_open = true;
    };
    begin(first);
    while (!open.empty()) {
      Open& last = open.back();
      const text::Member& member = last.named.member;
      if (last.next < last.references.size()) {
        const auto found = named_.find(last.references[last.next++]);
        if (found == named_.end() || found->second.field) continue;  // rejected below
        if (found->second.is_open) {
          throw_invalid("fields.", std::string_view(text::shown(member.name)), " refers to \"",
                        std::string_view(text::shown(found->first)),
                        "\", which is made of it; use names without a circle");
        }
        begin(found->second);
        continue;
      }
      const JsonPath outer("fields");
      last.named.field = read(member.value, JsonPath(member.name, &outer), 1);
      last.named.is_open = false;
      open.pop_back();
    }
  }

  // All strings that stand for fields. Errors in the text are reported later, when it is read.
  static void find_references(const Json& value, std::vector<std::string_view>& to) {
    if (value.is_string()) to.push_back(value.text());
    if (value.is_array()) {
      for (const Json& element : value.list()) find_references(element, to);
    }
    if (!value.is_object() || value.size() != 1) return;
    const auto& [name, call] = value.members().front();
    const Factory* factory = graph::factory_of(name);
    if (factory == nullptr || !call.is_object()) return;
    for (const std::string_view of_field : factory->fields) {
      if (const Json* part = call.find(of_field)) find_references(*part, to);
    }
  }

  Field read(const Json& value, const JsonPath& path, int depth) {
    if (depth > text::deepest_read) {
      throw_invalid(std::string_view(path.to_string()), " is deeper than ", text::deepest_read,
                    " fields; give some of them names in \"fields\"");
    }
    if (value.is_number()) return constant(text::float_number(value, path));
    if (value.is_string()) {
      const auto found = named_.find(value.text());
      if (found != named_.end()) return *found->second.field;
      reject_reference(path, value);
    }
    if (!value.is_object() || value.size() != 1) {
      text::reject_value(path, value,
                         "a number, a name, or an object with one member, named like a function");
    }
    const auto& [name, call] = value.members().front();
    const JsonPath inner(name, &path);
    const Factory* factory = graph::factory_of(name);
    if (factory == nullptr) {
      std::vector<std::string_view> names;
      for (const Factory& known : graph::factories()) names.push_back(known.name);
      text::reject_name(path, name, names, "the name of a function (\"perlane nodes\" lists them)");
    }
    return read_call(*factory, call, inner, depth);
  }

  [[noreturn]] void reject_reference(const JsonPath& path, const Json& value) const {
    const std::string near = text::suggestion(value.text(), all_names());
    text::reject_value(path, value, "a name that \"fields\" has" + near);
  }

  Field read_call(const Factory& factory, const Json& value, const JsonPath& path, int depth) {
    if (!value.is_object()) text::reject_value(path, value, "an object");
    text::reject_unknown(text::names_in(factory), value, path);
    const std::vector<Field> fields = read_fields(factory, value, path, depth);
    std::any arguments = text::read_arguments(factory, value, path);
    count_octaves(factory, fields, factory.address(arguments), path);
    Field made = text::made(factory, arguments, fields, path);
    nodes_.add(graph::node_of(made));
    if (nodes_.value() > graph::most_nodes) reject_nodes(path);
    return made;
  }

  std::vector<Field> read_fields(const Factory& factory, const Json& value, const JsonPath& path,
                                 int depth) {
    std::vector<Field> fields;
    for (std::size_t i = 0; i < factory.fields.size(); ++i) {
      const Json& part = text::required(value, path, factory.fields[i]);
      const JsonPath at(factory.fields[i], &path);
      if (factory.most_of_list == 0 || i + 1 < factory.fields.size()) {
        fields.push_back(read(part, at, depth + 1));
        continue;
      }
      text::each(part, at, 1, factory.most_of_list,
                 "a list of 1 to " + std::to_string(factory.most_of_list) + " fields",
                 [&](const Json& element, const JsonPath& of_element, std::size_t) {
                   fields.push_back(read(element, of_element, depth + 1));
                 });
    }
    return fields;
  }

  // Few characters may stand for more nodes than there is memory for. Fractals make all that their
  // source is made of anew for every octave, and are counted before they do.
  void count_octaves(const Factory& factory, const std::vector<Field>& fields, void* arguments,
                     const JsonPath& path) const {
    if (fields.empty() || factory.fields[0] != "source") return;
    const auto member = std::ranges::find(factory.members, "octaves", &graph::Member::name);
    const int octaves = *std::get<int*>(member->slot(arguments));
    if (octaves < 2) return;
    const std::size_t more =
        static_cast<std::size_t>(octaves - 1) * graph::count_nodes(graph::node_of(fields[0]));
    // The function itself throws if a source alone is too large.
    if (more <= graph::most_nodes && nodes_.value() + more > graph::most_nodes) reject_nodes(path);
  }

  [[noreturn]] static void reject_nodes(const JsonPath& path) {
    throw_invalid(std::string_view(path.to_string()), " makes the field one of more than ",
                  graph::most_nodes, " nodes; use fewer fields or octaves");
  }

  const Json& document_;
  std::map<std::string_view, Named> named_;
  graph::NodeCount nodes_;  // that the fields read so far are made of
};

}  // namespace

Field text::field_of(const Json& document, const std::optional<std::string>& name) {
  return Reader(document).field(name);
}

Field from_json(std::string_view text) {
  const text::DefaultEnvironment environment;
  return text::field_of(text::parsed(text, text::most_bytes));
}

}  // namespace perlane
