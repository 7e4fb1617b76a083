#include "text/call.hpp"

#include "text/default_environment.hpp"
#include "text/limits.hpp"
#include "text/nearest.hpp"
#include "text/read_members.hpp"
#include "text/values.hpp"

#include <algorithm>

namespace perlane::text {
namespace {

const graph::Factory& factory_called(std::string_view name) {
  if (const graph::Factory* factory = graph::factory_of(name)) return *factory;
  std::vector<std::string_view> names;
  for (const graph::Factory& known : graph::factories()) names.push_back(known.name);
  base::throw_invalid("function is ", std::string_view(shown(name)),
                      std::string_view(suggestion(name, names)),
                      "; use the name of a function (\"perlane nodes\" lists them)");
}

void validate_count(const graph::Factory& factory, std::size_t count) {
  const std::size_t least = factory.fields.size();
  const std::size_t most = factory.most_of_list == 0 ? least : least - 1 + factory.most_of_list;
  if (count >= least && count <= most) return;
  const std::string use =
      std::to_string(least) + (most == least ? "" : " to " + std::to_string(most));
  base::throw_invalid("count is ", count, "; use ", std::string_view(use),
                      ", the number of fields that ", factory.name, " takes");
}

}  // namespace

std::vector<std::string_view> names_in(const graph::Factory& factory) {
  std::vector<std::string_view> names(factory.fields.begin(), factory.fields.end());
  for (const graph::Member& member : factory.members) names.push_back(member.name);
  return names;
}

void reject_unknown(std::span<const std::string_view> names, const Json& object,
                    const JsonPath& path) {
  for (const Member& given : object.members()) {
    if (std::ranges::find(names, given.name) != names.end()) continue;
    std::string use;
    for (const std::string_view name : names) use += (use.empty() ? "" : ", ") + std::string(name);
    reject_name(path, given.name, names, use);
  }
}

std::any read_arguments(const graph::Factory& factory, const Json& object, const JsonPath& path) {
  std::any arguments = factory.default_arguments();
  void* const address = factory.address(arguments);
  for (const graph::Member& member : factory.members) {
    if (const Json* found = object.find(member.name)) {
      read_member(*found, JsonPath(member.name, &path), member, member.slot(address));
    } else if (member.is_required) {
      required(object, path, member.name);
    }
  }
  return arguments;
}

Field made(const graph::Factory& factory, const std::any& arguments, std::span<const Field> fields,
           const JsonPath& path) {
  return checked(path, names_in(factory), [&] { return factory.make(arguments, fields); });
}

Field call(std::string_view function, std::string_view members, std::span<const Field> fields) {
  const DefaultEnvironment environment;
  const graph::Factory& factory = factory_called(function);
  validate_count(factory, fields.size());
  const JsonPath path(factory.name);
  const Json object = members.empty() ? Json::empty_object() : parsed(members, most_bytes);
  if (!object.is_object()) reject_value(path, object, "an object");
  const std::vector<std::string_view> names = names_in(factory);
  reject_unknown(std::span(names).subspan(factory.fields.size()), object, path);
  return made(factory, read_arguments(factory, object, path), fields, path);
}

}  // namespace perlane::text
