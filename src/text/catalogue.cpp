#include "text/catalogue.hpp"

#include "graph/catalogue/factories.hpp"
#include "text/limits.hpp"
#include "text/members.hpp"

#include <perlane/version.hpp>

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

namespace perlane::text {
namespace {

std::string member(std::string_view name, const std::string& value) {
  return ',' + in_quotes(name) + ':' + value;
}

template <class Names>
std::string list(const Names& names) {
  std::string text;
  for (const std::string_view name : names) {
    text += text.empty() ? '[' : ',';
    text += in_quotes(name);
  }
  return text.empty() ? "[]" : text + ']';
}

// A limit that any finite number keeps is left out.
std::string limits(const graph::Limits& limits) {
  std::string text;
  if (limits.is_above_0()) {
    text += member("above", "0");
  } else if (limits.has_least()) {
    text += member("least", number_text(limits.least));
  }
  if (limits.has_most()) text += member("most", number_text(limits.most));
  if (limits.smallest > 0) text += member("smallest", number_text(limits.smallest));
  return text;
}

std::string described(const graph::Factory& factory, const graph::Member& of) {
  std::any defaults = factory.default_arguments();
  const graph::Slot slot = of.slot(factory.address(defaults));
  std::string text = "{\"name\":" + in_quotes(of.name) + member("help", in_quotes(of.help)) +
                     member("type", in_quotes(graph::type_of(slot))) +
                     member("cpp", in_quotes(graph::cpp_type_of(slot))) + limits(of.limits);
  if (!of.type.empty()) text += member("structure", in_quotes(of.type));
  if (const auto* choice = std::get_if<graph::Choice>(&slot))
    text += member("choices", list(choice->names));
  if (!of.is_required) text += member("default", member_text(slot));
  return text + '}';
}

std::vector<std::string_view> arguments_of(const graph::Factory& factory) {
  if (!factory.arguments.empty()) return {factory.arguments.begin(), factory.arguments.end()};
  std::vector<std::string_view> names(factory.fields.begin(), factory.fields.end());
  for (const graph::Member& of : factory.members) {
    const std::string_view name = of.type.empty() ? of.name : of.type;
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

std::string described(const graph::Factory& factory, std::string_view group) {
  std::string text = "{\"name\":" + in_quotes(factory.name) +
                     member("help", in_quotes(factory.help)) + member("group", in_quotes(group)) +
                     member("fields", list(factory.fields));
  if (factory.most_of_list > 0) text += member("most", std::to_string(factory.most_of_list));
  text += member("arguments", list(arguments_of(factory)));
  if (!factory.infix.empty()) text += member("infix", in_quotes(factory.infix));
  text += ",\"members\":[";
  const char* separator = "";
  for (const graph::Member& of : factory.members) {
    text += separator;
    text += described(factory, of);
    separator = ",";
  }
  return text + "]}";
}

}  // namespace

std::string catalogue() {
  std::string text = "{\"perlane\":" + std::to_string(version) + ",\"factories\":[";
  const char* separator = "";
  for (const graph::Group& group : graph::groups()) {
    for (const graph::Factory& factory : group.factories()) {
      text += separator;
      text += described(factory, group.name);
      separator = ",";
    }
  }
  return text + "]}";
}

}  // namespace perlane::text
