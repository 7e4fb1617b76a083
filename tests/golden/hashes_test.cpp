// Compares hashes of fields of every kind with src/text/golden/hashes.csv. They are the same on
// every instruction set, CPU, compiler and optimisation level, and may change only as
// docs/versions.md says. If a field has no line there, the test fails and says what its line would
// be. src/text/golden/fields.jsonl has the fields.

#include "golden/golden_fields.hpp"
#include "support/testing.hpp"

#include "graph/catalogue/factories.hpp"
#include "graph/node.hpp"
#include "text/golden.hpp"
#include "text/members.hpp"

#include <perlane/perlane.h>

#include <fstream>
#include <map>
#include <set>

namespace perlane::testing {
namespace {

TEST(Golden, Hashes) {
  std::map<std::string, std::string> expected;  // by field and dimensions
  std::ifstream file(GOLDEN_HASHES);
  ASSERT_TRUE(file) << GOLDEN_HASHES;
  std::size_t compared = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with("#")) continue;
    const std::size_t comma = line.find(',', line.find(',') + 1);
    expected[line.substr(0, comma)] = line.substr(comma + 1);
  }
  const std::vector<NamedField> fields = golden_fields();
  with_every_isa([&](std::string_view) {
    compared = 0;
    for (const NamedField& named : fields) {
      const auto [least, most] = graph::node_of(named.field).dimensions();
      for (int dimensions = least; dimensions <= most; ++dimensions) {
        const std::string line = text::golden_hashes_of(named.field, dimensions);
        const std::string key = named.name + "," + std::to_string(dimensions);
        EXPECT_EQ(line, expected[key]) << "the line: " << key << "," << line;
        ++compared;
      }
    }
  });
  EXPECT_EQ(compared, expected.size()) << "lines without a field";
}

// The same fields as text, by which the module of web/perlane makes them and compares its hashes.
TEST(Golden, Texts) {
  std::set<std::string> lines;
  std::ifstream file(GOLDEN_FIELDS);
  ASSERT_TRUE(file) << GOLDEN_FIELDS;
  for (std::string line; std::getline(file, line);) lines.insert(line);
  for (const NamedField& named : golden_fields()) {
    const std::string line =
        R"({"name":")" + named.name + R"(","text":)" + to_json(named.field) + "}";
    EXPECT_EQ(lines.erase(line), 1u) << "the line: " << line;
  }
  for (const std::string& line : lines) ADD_FAILURE() << "a line without a field: " << line;
}

// The dimensions in which golden fields evaluate a function, and each text that they give a member.
struct Covered {
  std::set<int> dimensions;
  std::map<std::string_view, std::set<std::string>> texts;
};

// `dimensions`: those in which a golden field evaluates the node.
void add_calls(const graph::Node& node, const std::set<int>& dimensions,
               std::map<std::string_view, Covered>& covered) {
  const graph::Call* call = node.call();
  Covered& of = covered[call == nullptr ? "constant" : call->function];
  of.dimensions.insert(dimensions.begin(), dimensions.end());
  if (call == nullptr) return;
  const graph::Factory& factory = *graph::factory_of(call->function);
  std::any arguments = call->arguments;
  for (const graph::Member& member : factory.members)
    of.texts[member.name].insert(text::member_text(member.slot(factory.address(arguments))));
  std::set<int> of_fields;
  for (const int number : dimensions)
    of_fields.insert(call->function == "extrude" ? number - 1 : number);
  for (const graph::NodePointer& field : call->fields) add_calls(*field, of_fields, covered);
}

// Every function of the catalogue is in some golden field, in all dimensions that it has; so is
// every member with a value other than its default, every name of a choice, and every kind of
// lattice and of gradients.
TEST(Golden, FieldsCoverTheCatalogue) {
  const std::set<int> all = {1, 2, 3, 4}, from_2D = {2, 3, 4}, of_space = {2, 3};
  const std::map<std::string_view, std::set<int>> fewer = {{"opensimplex2", from_2D},
                                                           {"opensimplex2s", from_2D},
                                                           {"fastnoise_lite", of_space},
                                                           {"mx_noise", of_space},
                                                           {"mx_cell_noise", of_space},
                                                           {"erode", {2}},
                                                           {"rotate", from_2D},
                                                           {"extrude", from_2D},
                                                           {"curl", from_2D},
                                                           {"chunk_noise", of_space},
                                                           {"chunk_noise_of_seeds", of_space},
                                                           {"chunk_value", of_space},
                                                           {"chunk_layers", of_space},
                                                           {"chunk_layers_by_weight", of_space}};
  std::map<std::string_view, Covered> covered;
  for (const NamedField& named : golden_fields()) {
    std::set<int> dimensions;
    for (const int number : all) {
      if (has_dimensions(named.field, number)) dimensions.insert(number);
    }
    add_calls(graph::node_of(named.field), dimensions, covered);
  }
  std::string kinds;
  for (const char* member : {"lattice", "gradients"}) {
    for (const std::string& text : covered["perlin"].texts[member]) kinds += text;
    for (const std::string& text : covered["value"].texts[member]) kinds += text;
  }
  for (const char* kind :
       {R"("hashed")", R"({"permutation":{"size")", R"({"permutation":{"table")",
        R"({"classic":{"size")", R"({"classic":{"table")", R"("explicit_gradients")",
        R"("explicit_values")", R"("automatic")", R"("edges")", R"("axes")", R"("diagonals")",
        R"({"random")", R"({"vectors")"}) {
    EXPECT_NE(kinds.find(kind), std::string::npos) << kind;
  }
  for (const graph::Factory& factory : graph::factories()) {
    const Covered& found = covered[factory.name];
    const auto known = fewer.find(factory.name);
    EXPECT_EQ(found.dimensions, known == fewer.end() ? all : known->second) << factory.name;
    if (found.texts.empty()) continue;  // a constant, or no members, or no field
    std::any defaults = factory.default_arguments();
    for (const graph::Member& member : factory.members) {
      SCOPED_TRACE(std::string(factory.name) + ": " + std::string(member.name));
      const graph::Slot slot = member.slot(factory.address(defaults));
      std::set<std::string> texts = found.texts.at(member.name);
      if (const auto* choice = std::get_if<graph::Choice>(&slot)) {
        for (const std::string_view name : choice->names)
          EXPECT_TRUE(texts.contains(text::in_quotes(name))) << name;
      } else {
        if (!member.is_required) texts.erase(text::member_text(slot));
        EXPECT_FALSE(texts.empty());
      }
    }
  }
}

// The library holds the hashes and the fields of the files.
TEST(SelfTest, ComparesAllGoldenHashes) {
  std::ifstream file(GOLDEN_HASHES);
  int lines = 0;
  for (std::string line; std::getline(file, line);) lines += !line.starts_with("#");
  const SelfTest result = self_test();
  EXPECT_EQ(result.compared, lines);
  EXPECT_EQ(result.wrong, std::vector<std::string>{});

  perlane_error error{};
  error.size = sizeof error;
  EXPECT_EQ(perlane_self_test(&error), PERLANE_OK) << error.message;
}

// A field whose values differ from its hashes is found, by dimension, and named.
TEST(SelfTest, FindsWrongValues) {
  const std::string field =
      R"({"name":"one","text":{"perlane":1,"field":{"constant":{"value":1}}}})";
  const std::string right = "one,2," + text::golden_hashes_of(constant(1), 2);
  EXPECT_EQ(text::self_test({{field}}, {{right}}).wrong, std::vector<std::string>{});
  std::string other = right;
  other.back() ^= 1;
  const SelfTest result = text::self_test({{field}}, {{right, "one,3" + other.substr(5)}});
  EXPECT_EQ(result.compared, 2);
  ASSERT_EQ(result.wrong.size(), 1u);
  EXPECT_TRUE(result.wrong[0].starts_with("one in 3 dimensions: the hashes are "))
      << result.wrong[0];
}

}  // namespace
}  // namespace perlane::testing
