#include "cli/command/commands.hpp"

#include "graph/catalogue/factories.hpp"
#include "text/limits.hpp"
#include "text/members.hpp"

#include <nlohmann/json.hpp>

#include <limits>
#include <variant>

namespace perlane::cli::command {
namespace {

using Json = nlohmann::ordered_json;  // in the order of the list

constexpr std::int64_t largest_exact = std::int64_t{1} << 53;  // as a number

Json reference(std::string_view name) { return {{"$ref", "#/definitions/" + std::string(name)}}; }

// As few digits as a float needs; these round to no more than what is read as one.
Json bound(double limit, bool is_float) {
  return Json::parse(is_float ? text::number_text(static_cast<float>(limit))
                              : text::number_text(limit));
}

// A number within limits. Numbers of JSON are finite, so that those of binary64 need no others.
Json number(const char* type, const graph::Limits& limits, bool is_float = false) {
  constexpr double most = std::numeric_limits<double>::max();
  const double rounded_to_0 = is_float ? 0x1p-150 : 0;  // and so is all that is less
  Json schema{{"type", type}};
  if (limits.is_above_0()) {
    schema["exclusiveMinimum"] = rounded_to_0;
  } else if (limits.least > -most) {
    schema["minimum"] = bound(limits.least, is_float);
  }
  if (limits.most < most) schema["maximum"] = bound(limits.most, is_float);
  if (limits.smallest > 0) {
    schema["not"] = {{"exclusiveMinimum", rounded_to_0},
                     {"exclusiveMaximum", bound(limits.smallest, is_float)}};
  }
  return schema;
}

Json any_float(const graph::Limits& limits = {}) {
  constexpr double most = std::numeric_limits<float>::max();
  return number("number",
                {std::max(limits.least, -most), std::min(limits.most, most), {}, limits.smallest},
                true);
}
Json any_integer(double least, double most) { return number("integer", {least, most}); }

Json list_of(Json items, int least, int most) {
  return {{"type", "array"}, {"items", std::move(items)}, {"minItems", least}, {"maxItems", most}};
}
Json list_of(Json items) { return {{"type", "array"}, {"items", std::move(items)}}; }

// An object with these members and no others.
Json object(Json members, Json required) {
  return {{"type", "object"},
          {"properties", std::move(members)},
          {"required", std::move(required)},
          {"additionalProperties", false}};
}
// An object with one of these members.
Json one_of(Json members) {
  return {{"type", "object"},
          {"properties", std::move(members)},
          {"minProperties", 1},
          {"maxProperties", 1},
          {"additionalProperties", false}};
}

// Whole numbers of 64 bits are strings of their digits where programs would round them.
Json seed(std::int64_t least, const char* pattern) {
  return {{"type", {"integer", "string"}},
          {"minimum", least},
          {"maximum", largest_exact},
          {"pattern", pattern}};
}
Json unsigned_seed() { return seed(0, "^[0-9]+$"); }

Json base64() { return {{"type", "string"}, {"contentEncoding", "base64"}}; }

Json lattice() {
  const Json table = one_of({{"size", any_integer(2, 65536)}, {"table", base64()}});
  const Json extents = list_of(any_integer(1, 0x7fffffff), 1, 4);
  const auto of_data = [&](const char* data) {
    return object({{"extents", extents}, {data, base64()}}, {"extents", data});
  };
  return {{"anyOf",
           {{{"enum", Json::array({"hashed"})}},
            one_of({{"permutation", table},
                    {"classic", table},
                    {"explicit_values", of_data("values")},
                    {"explicit_gradients", of_data("gradients")}})}}};
}

Json gradients() {
  const Json vectors =
      object({{"dimensions", any_integer(1, 4)}, {"vectors", base64()}}, {"dimensions", "vectors"});
  return {{"anyOf",
           {{{"enum", {"automatic", "edges", "axes", "diagonals"}}},
            one_of({{"random", object({{"seed", unsigned_seed()}}, Json::array({"seed"}))},
                    {"vectors", vectors}})}}};
}

class SchemaOf {
 public:
  explicit SchemaOf(const graph::Limits& of) : limits(of) {}

  Json operator()(const bool*) const { return {{"type", "boolean"}}; }
  Json operator()(const int*) const { return number("integer", limits); }
  Json operator()(const std::int64_t*) const { return seed(-largest_exact, "^-?[0-9]+$"); }
  Json operator()(const Seed*) const { return unsigned_seed(); }
  Json operator()(const double*) const { return number("number", limits); }
  Json operator()(const float*) const { return any_float(limits); }
  Json operator()(const graph::Choice& choice) const { return {{"enum", choice.names}}; }
  Json operator()(const Lattice*) const { return reference("lattice"); }
  Json operator()(const Gradients*) const { return reference("gradients"); }
  Json operator()(const PerAxis<std::int64_t>*) const { return by_axis("integer"); }
  Json operator()(const PerAxis<double>*) const { return by_axis("number"); }
  Json operator()(const std::array<std::array<double, 5>, 4>*) const {
    return list_of(list_of(number("number", limits), 5, 5), 4, 4);
  }
  Json operator()(const Range*) const { return list_of(any_float(limits), 2, 2); }
  Json operator()(const Path*) const { return list_of(list_of(any_integer(0, 15), 3, 3)); }
  Json operator()(const std::vector<std::array<float, 2>>*) const {
    return list_of(list_of(any_float(limits), 2, 2));
  }
  Json operator()(const std::vector<ChunkLayer>*) const {
    Json pair = list_of(
        {any_integer(-Chunk::chop_limit, Chunk::chop_limit), number("number", limits)}, 2, 2);
    return list_of(std::move(pair));
  }
  Json operator()(const std::vector<std::uint32_t>*) const {
    return list_of(number("integer", limits));
  }

 private:
  // One for all axes, or a list.
  Json by_axis(const char* type) const {
    const Json one = number(type, limits);
    return {{"anyOf", {one, list_of(one, 0, 4)}}};
  }

  const graph::Limits& limits;
};

Json of_factory(const graph::Factory& factory) {
  Json members = Json::object(), required = Json::array();
  for (const std::string_view name : factory.fields) {
    members[std::string(name)] =
        factory.is_list(name)
            ? list_of(reference("field"), 1, static_cast<int>(factory.most_of_list))
            : reference("field");
    required.push_back(name);
  }
  for (const graph::Member& member : factory.members) {
    std::any defaults = factory.default_arguments();
    const graph::Slot slot = member.slot(factory.address(defaults));
    Json& schema = members[std::string(member.name)];
    schema = std::visit([&](const auto& at) { return SchemaOf{member.limits}(at); }, slot);
    // Draft 7 reads nothing beside a reference.
    if (schema.contains("$ref")) schema = {{"allOf", Json::array({schema})}};
    schema["description"] = member.help;
    if (member.is_required) {
      required.push_back(member.name);
    } else {
      schema["default"] = Json::parse(text::member_text(slot));
    }
  }
  Json schema = object(std::move(members), std::move(required));
  schema["description"] = factory.help;
  return schema;
}

// A number, a name, or an object with the name of a factory: each keyword is about one of these.
Json any_field() {
  Json calls = Json::object();
  for (const graph::Factory& factory : graph::factories())
    calls[std::string(factory.name)] = reference(factory.name);
  Json schema = one_of(std::move(calls));
  schema["type"] = {"object", "number", "string"};
  schema.update(Json(any_float()).patch(Json::array({{{"op", "remove"}, {"path", "/type"}}})));
  return schema;
}

}  // namespace

std::string schema() {
  Json definitions{{"field", any_field()}, {"lattice", lattice()}, {"gradients", gradients()}};
  for (const graph::Factory& factory : graph::factories())
    definitions[std::string(factory.name)] = of_factory(factory);
  Json schema = object({{"perlane", {{"const", text::version}}},
                        {"field", reference("field")},
                        {"fields", {{"type", "object"}}}},
                       {"perlane", "field"});
  schema["properties"]["fields"]["additionalProperties"] = reference("field");
  schema["properties"]["fields"]["description"] = "fields by name";
  schema["properties"]["perlane"]["description"] = "the version of the format";
  Json document{{"$schema", "http://json-schema.org/draft-07/schema#"},
                {"title", "A field of perlane"}};
  document.update(schema);
  document["definitions"] = std::move(definitions);
  return document.dump(2) + '\n';
}

}  // namespace perlane::cli::command
