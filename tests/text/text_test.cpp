// Fields as text: what is written, and what is read back.

#include "support/small_stack.hpp"
#include "support/testing.hpp"

#include <perlane/text.hpp>

#include "graph/catalogue/factories.hpp"
#include "graph/signature.hpp"
#include "model/program.hpp"
#include "text/document.hpp"

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace perlane;
using perlane::testing::document;
using perlane::testing::on_a_small_stack;

// The same bits at places near and far, the same bounds and the same number of steps.
void expect_same(const Field& a, const Field& b) {
  const auto [least, most] = graph::node_of(a).dimensions();
  ASSERT_EQ(graph::node_of(b).dimensions().least, least);
  ASSERT_EQ(graph::node_of(b).dimensions().most, most);
  for (int dimensions = least; dimensions <= most; ++dimensions) {
    EXPECT_EQ(range(a, dimensions), range(b, dimensions));
    EXPECT_EQ(graph::node_of(a).program(dimensions, false).steps.size(),
              graph::node_of(b).program(dimensions, false).steps.size());
    for (int i = 0; i < 200; ++i) {
      const double far = i % 4 == 0 ? 1000003.1 : 1;
      const model::Point point{
          dimensions, false, {i * 0.37 * far, i * 0.11 - 7, far * 0.7 - i, i * 0.05}};
      ASSERT_EQ(std::bit_cast<std::uint32_t>(graph::node_of(a).sample(point, nullptr)),
                std::bit_cast<std::uint32_t>(graph::node_of(b).sample(point, nullptr)));
    }
  }
}

void expect_round_trip(const Field& field) {
  const std::string text = to_json(field);
  SCOPED_TRACE(text.substr(0, 300));
  const Field again = from_json(text);
  EXPECT_EQ(to_json(again), text);
  expect_same(field, again);
}

void expect_text(const Field& field, const std::string& text) {
  EXPECT_EQ(to_json(field), document(text));
  expect_round_trip(field);
}

// ---- every factory ----------------------------------------------------------

// Values for members that have no default.
const std::map<std::string_view, std::string> examples{
    {"value", "0.25"},
    {"point", "[1,-2.5]"},
    {"dimensions", "2"},
    {"low", "-0.25"},
    {"high", "0.5"},
    {"exponent", "1.7"},
    {"radius", "0.3"},
    {"steps", "5"},
    {"points", "[[-1,0],[0,0.25],[0.2,0.5],[1,3]]"},
    {"from", "[-1,1]"},
    {"to", "[0,0.1]"},
    {"edge", "0.1"},
    {"threshold", "-0.1"},
    {"distance", "[0,20.5]"},
    {"factor", "[2,-3]"},
    {"angle", "0.7"},
    {"step", "0.5"},
    {"affine", "[[1,0.1,0,0,3],[0,1,0,0,0],[0,0,1,0,0],[0,0,0,1,0]]"},
    {"axis", "1"},
    {"length", "50"},
    {"size", "[30,40]"},
    {"component", "1"},
    {"seeds", "[1,4294967295,3,4]"},
    {"path", "[[3,0,9],[15,6,2]]"},
    {"values", "[-2,5]"},
    {"layers", "[[0,1],[2,-0.5]]"},
};

// The fields and the members of a call that have no default, and perhaps one more.
std::string call_of(const graph::Factory& factory, const std::string& more = {},
                    std::string_view but = {}) {
  std::string inner;
  const auto add = [&](const std::string& item) { inner += (inner.empty() ? "" : ",") + item; };
  const auto name = [](std::string_view text) { return '"' + std::string(text) + "\":"; };
  for (std::size_t i = 0; i < factory.fields.size(); ++i) {
    const bool is_above_0 = (factory.name == "divide" && i == 1) || factory.name == "log" ||
                            factory.fields[i] == "exponent";
    const std::string part = is_above_0 ? R"({"add":{"a":{"perlin":{}},"b":3}})"
                                        : R"({"perlin":{"seed":)" + std::to_string(i + 5) + "}}";
    const bool is_list = factory.most_of_list > 0 && i + 1 == factory.fields.size();
    add(name(factory.fields[i]) + (is_list ? '[' + part + ']' : part));
  }
  if (!more.empty()) add(more);
  for (const graph::Member& member : factory.members) {
    if (member.is_required && member.name != but) add(name(member.name) + examples.at(member.name));
  }
  return "{\"" + std::string(factory.name) + "\":{" + inner + "}}";
}

TEST(Text, EveryFactory) {
  std::set<std::string_view> names;
  for (const graph::Factory& factory : graph::factories()) {
    EXPECT_TRUE(names.insert(factory.name).second) << factory.name;
    EXPECT_FALSE(factory.help.empty());
    SCOPED_TRACE(factory.name);
    const std::string text = document(call_of(factory));
    const Field field = from_json(text);
    if (factory.name == "constant") {
      EXPECT_EQ(to_json(field), document("0.25"));
    } else {
      EXPECT_EQ(to_json(field), text);
    }
    expect_round_trip(field);
  }
  EXPECT_EQ(names.size(), 70u);
}

// Every member that has a default is left out if it is that, and every one but the names is written
// if it is another number.
TEST(Text, EveryMember) {
  for (const graph::Factory& factory : graph::factories()) {
    for (const graph::Member& member : factory.members) {
      EXPECT_FALSE(member.help.empty());
      std::any defaults = factory.default_arguments();
      const graph::Slot slot = member.slot(factory.address(defaults));
      if (member.is_required) continue;
      std::string other;
      if (std::holds_alternative<bool*>(slot)) other = "true";
      if (const auto* choice = std::get_if<graph::Choice>(&slot))
        other = '"' + std::string(choice->names[1]) + '"';
      if (std::holds_alternative<int*>(slot)) other = member.name == "octaves" ? "7" : "3";
      if (std::holds_alternative<Seed*>(slot)) other = "\"18446744073709551615\"";
      if (std::holds_alternative<std::int64_t*>(slot)) other = "\"-9223372036854775808\"";
      if (std::holds_alternative<double*>(slot) || std::holds_alternative<float*>(slot))
        other = "0.1";
      if (std::holds_alternative<PerAxis<std::int64_t>*>(slot)) other = "[0,8]";
      if (std::holds_alternative<Lattice*>(slot)) other = R"({"classic":{"size":100}})";
      if (std::holds_alternative<Gradients*>(slot)) other = "\"axes\"";
      ASSERT_FALSE(other.empty()) << factory.name << '.' << member.name;
      if (member.name == "towards") continue;  // must be another axis than the other
      if (factory.name == "cellular" && member.name == "distance") other = "\"manhattan\"";
      const std::string text =
          document(call_of(factory, '"' + std::string(member.name) + "\":" + other));
      SCOPED_TRACE(text);
      const std::string written = to_json(from_json(text));
      EXPECT_NE(written.find('"' + std::string(member.name) + "\":" + other), written.npos)
          << written;
      EXPECT_EQ(to_json(from_json(written)), written);
    }
  }
}

// The arguments with another number or name in one member, several times.
std::vector<std::any> other_arguments(const graph::Factory& factory, const graph::Member& member,
                                      const std::any& arguments) {
  std::vector<std::any> others;
  for (const double number : {1.0, 2.0, 3.0, 0.25, 0.5, 0.75}) {
    others.push_back(arguments);
    const graph::Slot slot = member.slot(factory.address(others.back()));
    const double width = member.name == "footprint" ? 25 : 1;  // or no octave fades
    if (auto* const* at = std::get_if<bool*>(&slot)) **at = number > 1;
    if (auto* const* at = std::get_if<int*>(&slot)) **at = static_cast<int>(number);
    if (auto* const* at = std::get_if<std::int64_t*>(&slot)) **at = static_cast<int>(number);
    if (auto* const* at = std::get_if<Seed*>(&slot)) **at = static_cast<int>(number);
    if (auto* const* at = std::get_if<double*>(&slot)) **at = number * width;
    if (auto* const* at = std::get_if<float*>(&slot)) **at = static_cast<float>(number);
    if (const auto* choice = std::get_if<graph::Choice>(&slot))
      choice->set(choice->at, static_cast<int>(number));
  }
  return others;
}

// Nodes of one value number are computed once, so calls that differ must not share one.
TEST(Text, CallsWithOtherNumbersHaveOtherValueNumbers) {
  for (const graph::Factory& factory : graph::factories()) {
    if (factory.name == "constant") continue;
    if (factory.name == "fastnoise_lite") continue;  // some members count in some fractals only
    const Field field = from_json(document(call_of(factory)));
    const graph::Call& call = *graph::node_of(field).call();
    std::vector<Field> fields;
    for (const graph::NodePointer& node : call.fields) fields.push_back(graph::field_of(node));
    std::any arguments = call.arguments;
    if (const graph::Member* octaves = factory.member("octaves"))
      *std::get<int*>(octaves->slot(factory.address(arguments))) = 6;
    for (const graph::Member& member : factory.members) {
      std::map<std::string, Field> by_text;
      for (const std::any& others : other_arguments(factory, member, arguments)) {
        try {
          const Field other = factory.make(others, fields);
          by_text.emplace(to_json(other), other);
        } catch (const std::invalid_argument&) {  // a number beyond its limits
        }
      }
      std::vector<const graph::Node*> nodes;
      for (const auto& [text, other] : by_text) nodes.push_back(&graph::node_of(other));
      const graph::ValueNumbering numbering(nodes);
      std::map<int, std::string> by_number;
      for (const auto& [text, other] : by_text) {
        const auto [same, is_new] =
            by_number.emplace(numbering.number_of(graph::node_of(other)), text);
        EXPECT_TRUE(is_new) << same->second << " and " << text;
      }
    }
  }
}

// The calls themselves, with the names and in the order that the text has.
TEST(Text, NamesTheCallsAndTheirArguments) {
  const Field a = perlin({.seed = 1}), b = value({.seed = 2});
  const std::string A = R"({"perlin":{"seed":1}})", B = R"({"value":{"seed":2}})";
  expect_text(a + b, R"({"add":{"a":)" + A + R"(,"b":)" + B + "}}");
  expect_text(a - 0.5f, R"({"subtract":{"a":)" + A + R"(,"b":0.5}})");
  expect_text(2 * b, R"({"multiply":{"a":2,"b":)" + B + "}}");
  expect_text(-b, R"({"multiply":{"a":-1,"b":)" + B + "}}");
  expect_text(clamp(a, -0.1f, 0.3f), R"({"clamp":{"a":)" + A + R"(,"low":-0.1,"high":0.3}})");
  expect_text(select(a, 0.1f, b, 3),
              R"({"select":{"by":)" + A + R"(,"below":)" + B + R"(,"above":3,"threshold":0.1}})");
  expect_text(mix(a, b, 0.5f), R"({"mix":{"a":)" + A + R"(,"b":)" + B + R"(,"t":0.5}})");
  expect_text(smooth_min(a, b, 0),
              R"({"smooth_min":{"a":)" + A + R"(,"b":)" + B + R"(,"radius":0}})");
  expect_text(warp(a, {b, 4}), R"({"warp":{"field":)" + A + R"(,"by":[)" + B + ",4]}}");
  expect_text(curl(a)[1], R"({"curl":{"potential":[)" + A + R"(],"component":1}})");
  expect_text(curl(std::array<Field, 3>{a, b, perlin()})[2],
              R"({"curl":{"potential":[)" + A + "," + B + R"(,{"perlin":{}}],"component":2}})");
  expect_text(ping_pong(a, {.octaves = 3}, 1.5),
              R"({"ping_pong":{"source":)" + A + R"(,"octaves":3,"strength":1.5}})");
  expect_text(damped(a, {.octaves = 3}, 2),
              R"({"damped":{"source":)" + A + R"(,"octaves":3,"damping":2}})");
  expect_text(perlin2002(), R"({"perlin2002":{}})");
  expect_text(mx_cell_noise(0.25), R"({"mx_cell_noise":{"frequency":0.25}})");
  expect_text(distance({1, 2, 3, 4}, 2, 0.5),
              R"({"distance":{"point":[1,2],"dimensions":2,"frequency":0.5}})");
  expect_text(tile(a, {64, 0, 32}), R"({"tile":{"field":)" + A + R"(,"size":[64,0,32]}})");
  expect_text(constant(0.1f), "0.1");
  expect_text(constant(1) + constant(2), "3");  // nothing is left of the call
}

TEST(Text, Chunks) {
  const Path path{{3, 0, 9}, {15, 6, 2}};
  const std::string P = R"("dimensions":2,"path":[[3,0,9],[15,6,2]])";
  expect_text(chunk_noise<2>(path, {.world_seed = 7, .chop = 3}),
              R"({"chunk_noise":{)" + P + R"(,"world_seed":7,"chop":3}})");
  expect_text(chunk_noise<3>(CornerSeeds<3>(1, 2, 3, 4, 5, 6, 7, -1)),
              R"({"chunk_noise_of_seeds":{"dimensions":3,"seeds":[1,2,3,4,5,6,7,4294967295]}})");
  expect_text(chunk_value<2>(path, {}, {-1, 2.5f}, Fade::linear),
              R"({"chunk_value":{)" + P + R"(,"values":[-1,2.5],"fade":"linear"}})");
  expect_text(chunk_layers<2>(path, {.salt = 1}, {{.chop = 0}, {.chop = 2, .weight = 0.5}}),
              R"({"chunk_layers_by_weight":{)" + P + R"(,"salt":1,"layers":[[0,1],[2,0.5]]}})");
  expect_text(chunk_layers<2>(path, {}, {.octaves = 5, .left_out = 2}),
              R"({"chunk_layers":{)" + P + R"(,"octaves":5,"left_out":2}})");
  expect_round_trip(translate(chunk_noise<3>(Path{}), {1, 2}) * 3 + 1);
}

TEST(Text, LatticesAndGradients) {
  std::minstd_rand random(5);
  std::vector<int> table(300);
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = static_cast<int>(7 * i % 300);
  const std::vector<std::array<float, 2>> vectors{{1, -0.0f}, {0.1f, 1e-40f}, {-1e30f, 3}};
  for (const Lattice& lattice :
       {Lattice::permutation(), Lattice::permutation(100), Lattice::permutation(table),
        Lattice::classic(65536), Lattice::classic(table), Lattice::random_gradients<1>({7}, random),
        Lattice::random_gradients<2>({5, 3}, random),
        Lattice::random_gradients<3>({5, 3, 2}, random),
        Lattice::random_gradients<4>({1, 2, 3, 4}, random)}) {
    expect_round_trip(perlin({.seed = 3, .lattice = lattice}));
    expect_round_trip(fbm(perlin({.lattice = lattice}), {.octaves = 3}));
  }
  expect_round_trip(value({.lattice = Lattice::random_values<2>({300, 200}, random)}));
  expect_round_trip(white({.seed = 9, .lattice = Lattice::random_values<4>({3, 1, 2, 2}, random)}));
  for (const Gradients& gradients :
       {Gradients::edges(), Gradients::axes(), Gradients::diagonals(), Gradients::random(),
        Gradients::random(~std::uint64_t{0}), Gradients::vectors<2>(vectors)}) {
    expect_round_trip(perlin({.gradients = gradients}));
    expect_round_trip(simplex({.gradients = gradients}));
  }
  const std::vector<float> values{0, 1, -2};
  expect_text(
      value({.lattice = Lattice::explicit_values<1>(values, {3})}),
      R"({"value":{"lattice":{"explicit_values":{"extents":[3],"values":"AAAAAAAAgD8AAADA"}}}})");
  expect_text(perlin({.lattice = Lattice::permutation(std::vector<int>{2, 0, 3, 1})}),
              R"({"perlin":{"lattice":{"permutation":{"table":"AgAAAAMAAQA="}}}})");
  expect_text(perlin({.gradients = Gradients::random(5)}),
              R"({"perlin":{"gradients":{"random":{"seed":5}}}})");
}

// ---- numbers ----------------------------------------------------------------

TEST(Text, Numbers) {
  constexpr std::uint64_t exact = std::uint64_t{1} << 53;
  expect_text(perlin({.seed = exact}), R"({"perlin":{"seed":9007199254740992}})");
  expect_text(perlin({.seed = exact + 1}), R"({"perlin":{"seed":"9007199254740993"}})");
  expect_text(perlin({.seed = -1}), R"({"perlin":{"seed":"18446744073709551615"}})");
  expect_text(opensimplex2({.seed = -5}), R"({"opensimplex2":{"seed":-5}})");
  expect_text(opensimplex2s({.orientation = Orientation::improve_xy_improve_zw}),
              R"({"opensimplex2s":{"orientation":"improve_xy_improve_zw"}})");
  expect_text(fastnoise_lite({.seed = std::numeric_limits<int>::min()}),
              R"({"fastnoise_lite":{"seed":-2147483648}})");
  expect_text(perlin({.frequency = 0.1}), R"({"perlin":{"frequency":0.1}})");
  expect_text(perlin({.frequency = 1e-300}), R"({"perlin":{"frequency":1e-300}})");
  expect_text(constant(0.0f), "0");
  expect_text(constant(-0.0f), "-0.0");
  expect_text(constant(std::numeric_limits<float>::denorm_min()), "1e-45");
  expect_text(constant(std::numeric_limits<float>::max()), "3.4028235e+38");
  expect_text(translate(perlin(), {-0.0, 0, 0}),
              R"({"translate":{"field":{"perlin":{}},"distance":[-0.0]}})");
  for (const PerAxis<double>& distance :
       {PerAxis<double>{0, -0.0, -0.0, -0.0}, {-0.0, -0.0, -0.0, -0.0}, {-0.0, 0, 0, 0}, {0, 0}}) {
    const std::string text = to_json(translate(perlin(), distance));
    EXPECT_EQ(to_json(from_json(text)), text);
  }
  EXPECT_THROW(from_json(document("3.40282350000001e38")), std::invalid_argument);
}

// JSON has one kind of number, and many programs write 10.0 for 10.
TEST(Text, WholeNumbersWithAFraction) {
  expect_same(fbm(perlin({.seed = 12, .period = {4, 8}}), {.octaves = 10}),
              from_json(document(R"({"fbm":{"source":{"perlin":{"seed":12.0,"period":[4.0,8e0]}},)"
                                 R"("octaves":10.0}})")));
  EXPECT_EQ(to_json(from_json(document(R"({"perlin":{"seed":9007199254740992.0}})"))),
            document(R"({"perlin":{"seed":9007199254740992}})"));
}

// Any bits, of floats and of doubles.
TEST(Text, NumbersOfAnyBits) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    const auto number = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (!std::isfinite(number)) continue;
    const Field again = from_json(to_json(constant(number)));
    ASSERT_EQ(std::bit_cast<std::uint32_t>(*graph::node_of(again).constant()),
              std::bit_cast<std::uint32_t>(number));
  }
  for (int i = 0; i < 20000; ++i) {
    const double number = std::abs(std::bit_cast<double>(random()));
    if (!std::isfinite(number)) continue;
    const std::string text = to_json(perlin({.frequency = number}));
    ASSERT_EQ(to_json(from_json(text)), text);
    ASSERT_EQ(graph::node_of(from_json(text)).highest_frequency(), number);
  }
}

TEST(Text, IsTheSameInAnyRoundingMode) {
  const Field field = constant(0.1f) + perlin({.frequency = 0.3}) * 0.7f;
  const std::string text = to_json(field);
  std::fesetround(FE_UPWARD);
  const std::string upward = to_json(from_json(text));
  const float number = *graph::node_of(from_json(document("0.1"))).constant();
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(upward, text);
  EXPECT_EQ(number, 0.1f);
}

// ---- sharing ----------------------------------------------------------------

TEST(Text, SharedFieldsAreWrittenOnce) {
  const Field a = perlin({.seed = 1});
  const std::string text = R"({"perlane":1,"fields":{"f1":{"perlin":{"seed":1}}},)"
                           R"("field":{"multiply":{"a":"f1","b":"f1"}}})";
  EXPECT_EQ(to_json(a * a), text);
  EXPECT_EQ(to_json(perlin({.seed = 1}) * perlin({.seed = 1})), text);
  // Other names, in another order, and some that are not used: the same field.
  EXPECT_EQ(to_json(from_json(R"({"field": "product", "perlane": 1, "fields": {
      "product": {"multiply": {"b": "z", "a": "z"}}, "unused": 3, "z": "y",
      "y": {"perlin": {"frequency": 0.015625, "seed": "1"}}}})")),
            text);
  expect_same(a * a, from_json(text));
  Field doubled = a;
  for (int i = 0; i < 200; ++i) doubled = doubled * 0.5f + doubled * 0.25f;  // 2^200 paths
  expect_round_trip(doubled);
}

TEST(Text, DeepFieldsFitASmallStack) {
  on_a_small_stack(
      [](void*) -> void* {
        const auto chain = [] {
          Field field = perlin();
          for (int i = 0; i < 100000; ++i) field = (i % 2 == 0 ? field + 0.5f : field - 0.5f);
          return field;
        };
        const std::string text = to_json(chain());
        const Field again = from_json(text);
        EXPECT_EQ(to_json(again), text);
        const model::Point point{2, false, {3, 4}};
        EXPECT_EQ(graph::node_of(again).sample(point, nullptr),
                  graph::node_of(chain()).sample(point, nullptr));
        return nullptr;
      },
      nullptr);
}

// A time that grows with the square of the names would be minutes.
TEST(Text, ManyNames) {
  on_a_small_stack(
      [](void*) -> void* {
        constexpr int number = 100000;
        std::string names = R"("n0":{"perlin":{}})";
        for (int i = 1; i < number; ++i) {
          names += ",\"n" + std::to_string(i) + R"(":{"add":{"a":"n)" + std::to_string(i - 1) +
                   R"(","b":0.5}})";
        }
        const Field field = from_json(R"({"perlane":1,"fields":{)" + names + R"(},"field":"n)" +
                                      std::to_string(number - 1) + "\"}");
        Field sum = perlin();
        for (int i = 1; i < number; ++i) sum = sum + 0.5f;
        EXPECT_EQ(to_json(field), to_json(sum));
        return nullptr;
      },
      nullptr);
}

}  // namespace
