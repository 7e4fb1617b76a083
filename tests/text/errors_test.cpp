// Texts that are no fields: each is rejected, and the message says where and what to use.

#include <perlane/perlane.hpp>
#include <perlane/text.hpp>

#include "graph/catalogue/factories.hpp"
#include "text/document.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iomanip>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace perlane;
using perlane::testing::document;

std::string message_of(std::string_view text) {
  try {
    from_json(text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "not rejected";
}

struct Case {
  std::string text;
  std::string message;
};

TEST(TextErrors, Syntax) {
  using namespace std::string_literals;
  for (const std::string& text :
       {""s, "{"s, "nonsense"s, "{\"perlane\":1,\"field\":1} x"s, "{'perlane':1}"s, "{\"a\":1,}"s,
        "{\"perlane\":1,\"field\":NaN}"s, "{\"perlane\":1,\"field\":1e999}"s,
        "{\"perlane\":1,\"field\":01}"s, "{\"perlane\":1,\"field\":\"\xff\"}"s,
        "{\"perlane\":1,\"field\":\"\0\"}"s, std::string(100, '\0'), std::string(99, '[')}) {
    EXPECT_TRUE(message_of(text).starts_with("the text is not JSON: ")) << message_of(text);
  }
}

TEST(TextErrors, OfTheDocument) {
  const std::vector<Case> cases{
      {R"([1])", "the text is a list of 1; use an object with perlane, field and perhaps fields"},
      {R"(5)", "the text is 5; use an object with perlane, field and perhaps fields"},
      {R"({})", "perlane, the version of the format, is missing; begin with {\"perlane\":1,"},
      {R"({"perlane":1})",
       "field is missing; use an object with perlane, field and perhaps fields"},
      {R"({"perlane":2,"field":1})", "perlane is 2; use 1, the version of this format"},
      {R"({"perlane":"1","field":1})", "perlane is \"1\"; use 1, the version of this format"},
      {R"({"perlane":1,"field":1,"more":2})",
       "more is not known; use an object with perlane, field and perhaps fields"},
      {R"({"perlane":1,"feild":1})",
       "feild is not known (did you mean field?); use an object with perlane, field and perhaps "
       "fields"},
      {R"({"perlane":1,"fields":{"hills":1},"field":"hill"})",
       "field is \"hill\"; use a name that \"fields\" has (did you mean hills?)"},
      {R"({"perlane":1,"field":1,"field":2})",
       "the text has an object with two members \"field\"; use one"},
      {R"({"perlane":1,"field":1,"fields":[]})", "fields is a list of 0; use an object"},
      {R"({"perlane":1,"field":"a","fields":{"a":"b","b":{"abs":{"a":"a"}}}})",
       "fields.b refers to \"a\", which is made of it; use names without a circle"},
      {R"({"perlane":1,"field":"a","fields":{"a":"a"}})",
       "fields.a refers to \"a\", which is made of it; use names without a circle"},
      {R"({"perlane":1,"field":"a","fields":{"a":{"add":{"a":1,"b":"c"}}}})",
       "fields.a.add.b is \"c\"; use a name that \"fields\" has"},
      {R"({"perlane":1,"field":"a"})", "field is \"a\"; use a name that \"fields\" has"},
      {R"({"perlane":1,"field":null})",
       "field is null; use a number, a name, or an object with one member, "
       "named like a function"},
      {R"({"perlane":1,"field":1e39})",
       "field is 1e+39; use a number from -3.4028235e38 to 3.4028235e38"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(message_of(text), message) << text;
}

TEST(TextErrors, OfFields) {
  const std::vector<Case> cases{
      {R"({})",
       "field is an object; use a number, a name, or an object with one member, "
       "named like a function"},
      {R"([])",
       "field is a list of 0; use a number, a name, or an object with one member, "
       "named like a function"},
      {R"(true)",
       "field is true; use a number, a name, or an object with one member, "
       "named like a function"},
      {R"({"perlin":{},"value":{}})",
       "field is an object; use a number, a name, or an object with one member, "
       "named like a function"},
      {R"({"perlin":[]})", "field.perlin is a list of 0; use an object"},
      {R"({"noise":{}})",
       "field.noise is not known; use the name of a function (\"perlane nodes\" lists them)"},
      {R"({"perlin":{"frequency":-1}})",
       "field.perlin.frequency is -1; use a finite number above 0"},
      {R"({"fbm":{"source":{"perlin":{"frequency":-1}}}})",
       "field.fbm.source.perlin.frequency is -1; use a finite number above 0"},
      {R"({"fbm":{}})", "field.fbm.source is missing; it has no default"},
      {R"({"fbm":{"source":{"perlin":{"sead":1}}}})",
       "field.fbm.source.perlin.sead is not known (did you mean seed?); use seed, frequency, "
       "lattice, gradients, fade, period"},
      {R"({"fmb":{"source":1}})",
       "field.fmb is not known (did you mean fbm?); use the name of a function (\"perlane nodes\" "
       "lists them)"},
      {R"({"perlin":{"fade":"qintic"}})",
       "field.perlin.fade is \"qintic\"; use \"quintic\", \"cubic\" or \"linear\" (did you mean "
       "quintic?)"},
      {R"({"perlin":{"lattice":{"permutation":{"sise":16}}}})",
       "field.perlin.lattice.permutation.sise is not known (did you mean size?); use either "
       "size or table"},
      {R"({"perlin":{"seed":-1}})",
       "field.perlin.seed is -1; use a whole number from 0 to 2^64 - 1, as a string if "
       "it is above 2^53"},
      {R"({"perlin":{"seed":1.5}})",
       "field.perlin.seed is 1.5; use a whole number from 0 to 2^64 - 1, as a string if "
       "it is above 2^53"},
      {R"({"perlin":{"seed":9007199254740993}})",
       "field.perlin.seed is 9007199254740993; use a whole number from 0 to 2^64 - 1, "
       "as a string if it is above 2^53"},
      {R"({"perlin":{"seed":"12x"}})",
       "field.perlin.seed is \"12x\"; use a whole number from 0 to 2^64 - 1, as a string "
       "if it is above 2^53"},
      {R"({"perlin":{"seed":"18446744073709551616"}})",
       "field.perlin.seed is \"18446744073709551616\"; use a whole number from 0 to 2^64 "
       "- 1, as a string if it is above 2^53"},
      {R"({"opensimplex2":{"seed":"9223372036854775808"}})",
       "field.opensimplex2.seed is \"9223372036854775808\"; use a whole number from -2^63 "
       "to 2^63 - 1, as a string if it is beyond 2^53"},
      {R"({"opensimplex2":{"seed":-9007199254740993}})",
       "field.opensimplex2.seed is -9007199254740993; use a whole number from -2^63 to "
       "2^63 - 1, as a string if it is beyond 2^53"},
      {R"({"fastnoise_lite":{"seed":2147483648}})",
       "field.fastnoise_lite.seed is 2147483648; use a whole number from -2147483648 to "
       "2147483647"},
      {R"({"fbm":{"source":1,"octaves":33}})",
       "field.fbm.octaves is 33; use a whole number from 1 to 32"},
      {R"({"fbm":{"source":1,"octaves":2.5}})",
       "field.fbm.octaves is 2.5; use a whole number from 1 to 32"},
      {R"({"fbm":{"source":1,"octaves":33.0}})",
       "field.fbm.octaves is 33.0; use a whole number from 1 to 32"},
      {R"({"perlin":{"seed":-1.0}})",
       "field.perlin.seed is -1.0; use a whole number from 0 to 2^64 - 1, as a string if "
       "it is above 2^53"},
      {R"({"perlin":{"seed":1e16}})",
       "field.perlin.seed is 1e+16; use a whole number from 0 to 2^64 - 1, as a string if "
       "it is above 2^53"},
      {R"({"fbm":{"source":1,"aligned":1}})", "field.fbm.aligned is 1; use true or false"},
      {R"({"fbm":{"source":1,"gain":1e300}})",
       "field.fbm.gain is 1e+300; its powers overflow over 6 octaves, "
       "use a smaller one"},
      {R"({"fbm":{"source":{"perlin":{"period":[4]}},"lacunarity":1.5}})",
       "field.fbm.lacunarity makes an octave's frequency 1.5 times that of the source; "
       "use a whole number with a source that has a period"},
      {R"({"perlin":{"fade":"smooth"}})",
       "field.perlin.fade is \"smooth\"; use \"quintic\", \"cubic\" or \"linear\""},
      {R"({"perlin":{"period":[1,2,3,4,5]}})",
       "field.perlin.period is a list of 5; use a whole number for all axes, or a list of up to 4, "
       "for x, y, z and w"},
      {R"({"perlin":{"period":[0,-4]}})",
       "field.perlin.period[1] is -4; use a whole number from 0 to 4294967296"},
      {R"({"perlin":{"period":"4"}})",
       "field.perlin.period is \"4\"; use a whole number for all axes, or a list of up to 4, for "
       "x, "
       "y, z and w"},
      {R"({"perlin":{"lattice":"grid"}})",
       "field.perlin.lattice is \"grid\"; use \"hashed\", or an object with permutation, "
       "classic, explicit_gradients or explicit_values"},
      {R"({"perlin":{"lattice":{"permutation":{}}}})",
       "field.perlin.lattice.permutation is an object; use either size or table"},
      {R"({"perlin":{"lattice":{"permutation":{"size":1}}}})",
       "field.perlin.lattice.permutation.size is 1; use a whole number from 2 to 65536"},
      {R"({"perlin":{"lattice":{"permutation":{"table":"AAA"}}}})",
       "field.perlin.lattice.permutation.table is \"AAA\"; use base64 of numbers of 2 "
       "bytes, the least significant byte first"},
      {R"({"perlin":{"lattice":{"permutation":{"table":"AQA=AAA="}}}})",
       "field.perlin.lattice.permutation.table is \"AQA=AAA=\"; use base64 of numbers of 2 "
       "bytes, the least significant byte first"},
      {R"({"perlin":{"lattice":{"permutation":{"table":"AAAAAA=="}}}})",
       "field.perlin.lattice.permutation.table[1] is 0, and so is table[0]; use 0 to 1, "
       "each once"},
      {R"({"perlin":{"lattice":{"explicit_values":{"extents":[1],"values":"AAAAAA=="}}}})",
       "field.perlin.lattice has explicit values; use explicit_gradients"},
      {R"({"value":{"lattice":{"explicit_values":{"extents":[2],"values":"AAAAAA=="}}}})",
       "field.value.lattice.explicit_values.values has 1 elements; extents have 2 "
       "lattice points, and both must be the same"},
      {R"({"value":{"lattice":{"explicit_values":{"extents":[1],"values":"AADAfw=="}}}})",
       "field.value.lattice.explicit_values.values[0] is nan; use a number from -1e30 "
       "to 1e30"},
      {R"({"value":{"lattice":{"explicit_values":{"extents":[1],"values":"AAAAAB=="}}}})",
       "field.value.lattice.explicit_values.values is \"AAAAAB==\"; use base64 of numbers "
       "of 4 bytes, the least significant byte first"},
      {R"({"perlin":{"lattice":{"explicit_gradients":)"
       R"({"extents":[1,1],"gradients":"AAAAAA=="}}}})",
       "field.perlin.lattice.explicit_gradients.gradients has 1 numbers; use 2 for each "
       "vector"},
      {R"({"perlin":{"gradients":"round"}})",
       "field.perlin.gradients is \"round\"; use \"automatic\", \"edges\", \"axes\" or "
       "\"diagonals\", or an object with random or vectors"},
      {R"({"perlin":{"gradients":{"vectors":{"dimensions":5,"vectors":""}}}})",
       "field.perlin.gradients.vectors.dimensions is 5; use a whole number from 1 to 4"},
      {R"({"perlin":{"gradients":{"vectors":{"dimensions":2,"vectors":""}}}})",
       "field.perlin.gradients.vectors: there are 0 vectors; use 1 to 256"},
      {R"({"clamp":{"a":1,"low":2,"high":1}})",
       "field.clamp.low is 2 and high is 1; use two numbers, the smaller one first"},
      {R"({"clamp":{"a":{"perlin":{}},"low":2,"high":1}})",
       "field.clamp.low is 2 and high is 1; use two numbers, the smaller one first"},
      {R"({"clamp":{"a":{"perlin":{}},"low":2}})",
       "field.clamp.high is missing; it has no default"},
      {R"({"divide":{"a":1,"b":{"perlin":{}}}})",
       "field.divide.b is from -0.9999983 to 0.9999983, and might be 0; keep it "
       "away from 0, for example by max(b, 0.01)"},
      {R"({"pow":{"a":{"perlin":{}},"exponent":-1}})",
       "field.pow.exponent is -1, and the values are from -0.9999983 to 0.9999983; use an "
       "exponent above 0, or keep the values above 0, for example by "
       "max(values, 0.01)"},
      {R"({"log":{"a":{"perlin":{}}}})",
       "field.log.a is from -0.9999983 to 0.9999983, and might be 0 or below; "
       "keep it above 0, for example by max(a, 0.01)"},
      {R"({"exp":{"a":89}})",
       "field.exp.a is from 89 to 89, and its power might be beyond a float; keep it at 88.7 at "
       "most, for example by min(a, 88)"},
      {R"({"pow_of_fields":{"a":0,"exponent":-1}})",
       "field.pow_of_fields.exponent is from -1 to -1, and a is from 0 to 0; keep one of them "
       "above "
       "0, for example by max(a, 0.01)"},
      {R"({"curve":{"a":1,"points":[[1,2]]}})",
       "field.curve.points has 1 elements; use 2 to 65536"},
      {R"({"curve":{"a":1,"points":5}})",
       "field.curve.points is 5; use a list of points, each [x, y]"},
      {R"({"chunk_noise":{"dimensions":2,"path":null}})",
       "field.chunk_noise.path is null; use a list of positions, each [x, y, z]"},
      {R"({"curve":{"a":1,"points":[[1,2],[1,3]]}})",
       "field.curve.points[1] has x = 1 after x = 1; use points whose x rises"},
      {R"({"curve":{"a":1,"points":[[1,2],[3]]}})",
       "field.curve.points[1] is a list of 1; use a list of x and y"},
      {R"({"warp":{"field":{"perlin":{}},"by":1}})",
       "field.warp.by is 1; use a list of 1 to 4 fields"},
      {R"({"warp":{"field":{"perlin":{}},"by":[]}})",
       "field.warp.by is a list of 0; use a list of 1 to 4 fields"},
      {R"({"warp":{"field":{"perlin":{}},"by":[1,{"perlin":{"frequency":0}}]}})",
       "field.warp.by[1].perlin.frequency is 0; use a finite number above 0"},
      {R"({"curl":{"potential":[1,2],"component":0}})",
       "field.curl.potential has 2 fields; use 1 in two dimensions, or 3 in three"},
      {R"({"curl":{"potential":[{"perlin":{}}],"component":2}})",
       "field.curl.component is 2; use 0 to 1"},
      {R"({"chunk_noise":{"dimensions":4,"path":[]}})",
       "field.chunk_noise.dimensions is 4; use a whole number from 2 to 3"},
      {R"({"chunk_noise":{"dimensions":2,"path":[[1,2,16]]}})",
       "field.chunk_noise.path[0][2] is 16; use a whole number from 0 to 15"},
      {R"({"chunk_noise":{"dimensions":2,"path":[],"chop":1}})",
       "field.chunk_noise.chop is 1; use 0 to 0 with a path of 0 positions"},
      {R"({"chunk_noise_of_seeds":{"dimensions":3,"seeds":[1]}})",
       "field.chunk_noise_of_seeds.seeds has 1 elements; use 8 in 3 dimensions"},
      {R"({"fbm":{"source":{"chunk_noise":{"dimensions":2,"path":[]}}}})",
       "field.fbm: the field holds noise of a chunk, which matches its neighbours only "
       "within the chunk, and fbm would go beyond its borders; use chunk_layers, which "
       "adds the noise of virtual chunks"},
      {R"({"transform":{"field":1,"affine":[[1]]}})",
       "field.transform.affine is a list of 1; use a list of 4 rows, for x, y, z and w"},
      {R"({"perlin2002":{"frequency":0}})",
       "field.perlin2002.frequency is 0; use a finite number above 0"},
      {R"({"rotate":{"field":{"perlin":{}},"angle":1e7}})",
       "field.rotate.angle is 10000000; use -1e6 to 1e6 radians"},
      {R"({"constant":{"value":"x"}})", "field.constant.value is \"x\"; use a number"},
      {R"({"cellular":{"distance":"squared","returns":"edge"}})",
       "field.cellular.distance is another than the Euclidean, and returns is edge; use euclidean, "
       "or f2_minus_f1"},
      {R"({"multiply":{"a":1e30,"b":{"multiply":{"a":1e30,"b":{"perlin":{}}}}}})",
       "field.multiply: values might be -inf and inf, beyond a float; keep those of the operands "
       "smaller, perhaps by a smaller frequency"},
      {R"({"translate":{"field":{"perlin":{"frequency":1}},"distance":[1e300]}})",
       "field.translate: a distance of 1e+300 times the highest frequency of the "
       "field, 1, is too large; keep it below 2^50"},
      {R"({"scale":{"field":{"perlin":{"frequency":1e300}},"factor":[1e-30]}})",
       "field.scale: a factor of 1e-30 makes a frequency of inf; use another, or "
       "a "
       "lower frequency of the field"},
      {R"({"perlin":{"gradients":"axes","lattice":)"
       R"({"explicit_gradients":{"extents":[1,1],"gradients":"AAAAAAAAAAA="}}}})",
       "field.perlin.gradients is given, and so are the gradients of lattice; use one of them"},
      {R"({"Perlin":{}})",
       "field.Perlin is not known (did you mean perlin?); use the name of a function (\"perlane "
       "nodes\" "
       "lists them)"},
      {R"({"perlin":{"FREQUENCY":1}})",
       "field.perlin.FREQUENCY is not known (did you mean frequency?); use seed, frequency, "
       "lattice, gradients, fade, period"},
      {R"({"perlin":{"freq":1}})",
       "field.perlin.freq is not known (did you mean frequency?); use seed, frequency, lattice, "
       "gradients, fade, period"},
      {R"({"fbm":{"source":1,"persistence":0.5}})",
       "field.fbm.persistence is not known (did you mean gain?); use source, octaves, lacunarity, "
       "gain, aligned, weight, fraction, footprint"},
      {R"({"perlin":{"fade":"Cubic"}})",
       "field.perlin.fade is \"Cubic\"; use \"quintic\", \"cubic\" or \"linear\" (did you mean "
       "cubic?)"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(message_of(document(text)), message) << text;
}

// No message tells of the names that only C++ has, whatever is wrong.
TEST(TextErrors, DoNotMentionNamesOfCpp) {
  const auto reject = [](const std::string& text) {
    const std::string message = message_of(document(text));
    EXPECT_TRUE(message.starts_with("field.")) << message;
    for (const char* word : {"::", "operator", "0.01f", "<2>", "<3>"})
      EXPECT_EQ(message.find(word), std::string::npos) << message;
  };
  for (const char* operation : {"add", "subtract", "multiply"}) {
    std::string text = R"({"perlin":{}})";
    for (int i = 0; i < 2; ++i) text = "{\"multiply\":{\"a\":3e38,\"b\":" + text + "}}";
    reject("{\"" + std::string(operation) + "\":{\"a\":" + text + ",\"b\":" + text + "}}");
  }
  const std::string chunk = R"({"chunk_noise":{"dimensions":2,"path":[]}})";
  for (const graph::Factory& factory : graph::factories()) {
    if (factory.fields.empty()) continue;
    std::string members;
    for (const std::string_view field : factory.fields) {
      const bool is_list = factory.most_of_list > 0 && field == factory.fields.back();
      members += (members.empty() ? "\"" : ",\"") + std::string(field) +
                 "\":" + (is_list ? "[" + chunk + "]" : chunk);
    }
    const std::string message =
        message_of(document("{\"" + std::string(factory.name) + "\":{" + members + "}}"));
    EXPECT_EQ(message.find("::"), std::string::npos) << message;
    EXPECT_EQ(message.find("operator"), std::string::npos) << message;
  }
}

// Bytes of the text that are no UTF-8 come out escaped.
TEST(TextErrors, AreUtf8) {
  for (const char* text : {"\"a\xff\"", "\xff", "\"\xc3(\"", "\"\xed\xa0\x80\"", "nul\xf0\x9f"}) {
    const std::string message = message_of(document(text));
    EXPECT_TRUE(message.starts_with("the text is not JSON: ")) << message;
    EXPECT_NE(message.find("\\x"), std::string::npos) << message;
    EXPECT_TRUE(std::ranges::all_of(message, [](char letter) { return letter >= ' '; })) << message;
  }
  EXPECT_EQ(message_of(document(R"({"p\u00e9rlin":{}})")).substr(0, 13), "field.p\xc3\xa9rlin");
}

// A zero byte ends no text. UTF-16 has many.
TEST(TextErrors, ZeroBytesAreRejected) {
  using namespace std::string_literals;
  const auto at = [](const char* place) {
    return "the text is not JSON: there is a zero byte at " + std::string(place) +
           "; use UTF-8 without any";
  };
  const std::string text = document("1");
  EXPECT_EQ(message_of(text + "\0garbage}{"s), at("line 1, column 24"));
  EXPECT_EQ(message_of(text + '\0'), at("line 1, column 24"));
  EXPECT_EQ(message_of("{\n \n" + document("\"\0\""s)), at("line 3, column 23"));
  EXPECT_EQ(message_of("{\0\"\0p\0"s), at("line 1, column 2"));
  EXPECT_EQ(message_of("\n\0"s), at("line 2, column 1"));
}

// Text of strangers stands in messages without control characters, all of it.
TEST(TextErrors, ArePrintable) {
  const auto expect_start = [](const std::string& text, std::string_view start) {
    const std::string message = message_of(text);
    EXPECT_EQ(message.substr(0, start.size()), start);
    EXPECT_TRUE(std::ranges::all_of(message, [](char letter) { return letter >= ' '; }))
        << ::testing::PrintToString(message);
  };
  expect_start(document(R"({"perlin":{"\u0000x":1}})"), "field.perlin.\\u0000x is not known; use");
  expect_start(document(R"({"\u001b[2J":1})"), "field.\\u001b[2J is not known; use");
  expect_start(document(R"({"a\nb\rc\t\u007f\u009b":1})"),
               "field.a\\u000ab\\u000dc\\u0009\\u007f\\u009b is not known; use");
  expect_start(document(R"("\u001b")"), R"(field is "\u001b"; use)");
  const auto named = [](const std::string& field) {
    return R"({"perlane":1,"fields":{"\u001b\u0000":)" + field + R"(},"field":1})";
  };
  expect_start(named(R"({"perlin":{"frequency":-1}})"),
               "fields.\\u001b\\u0000.perlin.frequency is -1; use a finite number above 0");
  expect_start(named(R"("\u001b\u0000")"),
               "fields.\\u001b\\u0000 refers to \"\\u001b\\u0000\", which");
  expect_start(R"({"\u001b":1,"\u001b":2})", "the text has an object with two members \"\\u001b\"");
}

// ---- limits of numbers ------------------------------------------------------

// A call of the factory with its fields, members that have no default, and this one.
std::string call_with(const graph::Factory& factory, std::string_view name,
                      const std::string& number) {
  std::string inner;
  const auto add = [&](std::string_view item, const std::string& value) {
    inner += (inner.empty() ? "\"" : ",\"") + std::string(item) + "\":" + value;
  };
  for (std::size_t i = 0; i < factory.fields.size(); ++i) {
    const bool is_list = factory.most_of_list > 0 && i + 1 == factory.fields.size();
    add(factory.fields[i], is_list ? R"([{"perlin":{}}])" : R"({"perlin":{}})");
  }
  const auto example = [](std::string_view member) {
    if (member == "path" || member == "point") return "[]";
    if (member == "values") return "[0,1]";
    if (member == "layers") return "[[0,1]]";
    return member == "seeds" ? "[1,2,3,4]" : "2";
  };
  for (const graph::Member& member : factory.members) {
    if (member.is_required && member.name != name) add(member.name, example(member.name));
  }
  add(name, number);
  return "{\"" + std::string(factory.name) + "\":{" + inner + "}}";
}

// The next number that is rejected. Where a limit is that of floats, numbers that round to it are
// taken.
double just_beyond(double limit, double away, bool is_float) {
  constexpr double least = std::numeric_limits<float>::denorm_min();
  constexpr double most = std::numeric_limits<float>::max();
  if (is_float) return std::nextafter(static_cast<float>(limit), static_cast<float>(away));
  if (std::abs(limit) == most || limit == 2 * most) return limit * (1 + 0x1p-24);
  return limit == least ? limit / 2 : std::nextafter(limit, away);
}

// The numbers just beyond the limits of a member that is a number.
std::vector<std::string> beyond(const graph::Factory& factory, const graph::Member& member) {
  std::any defaults = factory.default_arguments();
  const graph::Slot slot = member.slot(factory.address(defaults));
  const double least = member.limits.least, most = member.limits.most;
  std::vector<std::string> numbers;
  if (std::holds_alternative<int*>(slot) && std::isfinite(least)) {
    numbers = {std::to_string(static_cast<std::int64_t>(least) - 1),
               std::to_string(static_cast<std::int64_t>(most) + 1)};
  }
  const bool is_float = std::holds_alternative<float*>(slot);
  if (!is_float && !std::holds_alternative<double*>(slot)) return numbers;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const auto& [limit, away] : {std::pair{least, -infinity}, std::pair{most, infinity}}) {
    const double next = just_beyond(limit, away, is_float);
    if (!std::isfinite(next)) continue;
    std::ostringstream text;
    text << std::setprecision(17) << next;
    numbers.push_back(text.str());
  }
  if (member.limits.smallest > 0) numbers.push_back("1e-30");
  return numbers;
}

TEST(TextErrors, OfNumbersBeyondTheirLimits) {
  int count = 0;
  for (const graph::Factory& factory : graph::factories()) {
    for (const graph::Member& member : factory.members) {
      const std::string path =
          "field." + std::string(factory.name) + '.' + std::string(member.name) + " is ";
      for (const std::string& number : beyond(factory, member)) {
        const std::string text = document(call_with(factory, member.name, number));
        EXPECT_TRUE(message_of(text).starts_with(path)) << text << '\n' << message_of(text);
        ++count;
      }
    }
  }
  EXPECT_GT(count, 90);
}

// ---- size -------------------------------------------------------------------

std::string nested(int count, const std::string& open, const std::string& inner,
                   const std::string& close) {
  std::string text;
  for (int i = 0; i < count; ++i) text += open;
  text += inner;
  for (int i = 0; i < count; ++i) text += close;
  return text;
}

TEST(TextErrors, TextsThatAreTooDeepAreRejected) {
  const std::string open = R"({"abs":{"a":)", close = "}}";
  EXPECT_NO_THROW(from_json(document(nested(31, open, "1", close))));
  EXPECT_TRUE(message_of(document(nested(32, open, "1", close)))
                  .ends_with(".abs.a is deeper than 32 fields; give some of them names in "
                             "\"fields\""));
  EXPECT_EQ(message_of(document(std::string(1000000, '['))),
            "the text has lists and objects deeper than 100; give fields names in \"fields\"");
}

// Few characters that stand for very many nodes.
TEST(TextErrors, OfTheNumberOfNodes) {
  const auto over_noise = [](int count) {
    return document(nested(count, R"({"fbm":{"octaves":32,"source":)", R"({"perlin":{}})", "}}"));
  };
  const Field largest = from_json(over_noise(3));
  EXPECT_EQ(to_json(from_json(to_json(largest))), to_json(largest));
  EXPECT_EQ(message_of(over_noise(4)),
            "field.fbm.octaves is 32, and the source is made of 33825 nodes, which every octave "
            "makes anew; use 1 to 3 with such a source, for all octaves may have 131072 nodes");
  // Sums of what may be made each by itself. Sources of octaves are counted once.
  const auto sum_of = [](int count) {
    std::string names, sum = "0";
    for (int i = 0; i < count; ++i) {
      const std::string name = "\"n" + std::to_string(i) + '"';
      names += (i > 0 ? "," : "") + name + ':' +
               nested(3, R"({"ridged":{"octaves":32,"source":)",
                      R"({"perlin":{"seed":)" + std::to_string(i) + "}}", "}}");
      sum = R"({"add":{"a":)" + name + R"(,"b":)" + sum + "}}";
    }
    return R"({"perlane":1,"fields":{)" + names + R"(},"field":)" + sum + '}';
  };
  const Field three = from_json(sum_of(3));
  EXPECT_EQ(to_json(from_json(to_json(three))), to_json(three));
  constexpr std::string_view message =
      " makes the field one of more than 131072 nodes; use fewer fields or octaves";
  EXPECT_EQ(message_of(sum_of(4)), "fields.n3.ridged" + std::string(message));
  // Many small calls that make many nodes each.
  std::string names = R"("n0":{"constant":{"value":1}})";
  for (int i = 1; i < 200; ++i) {
    names += ",\"n" + std::to_string(i) +
             R"(":{"fastnoise_lite":{"fractal_type":"ping_pong","octaves":32,)"
             R"("ping_pong_strength":65536,"seed":)" +
             std::to_string(i) + "}}";
  }
  const std::string rejection =
      message_of(R"({"perlane":1,"fields":{)" + names + R"(},"field":"n0"})");
  EXPECT_TRUE(rejection.starts_with("fields.n") &&
              rejection.ends_with("fastnoise_lite" + std::string(message)))
      << rejection;
  // A field of functions that is as large is not written, for it could not be read.
  Field large = fbm(perlin(), {.octaves = 1});
  for (int i = 0; i < (1 << 17); ++i) large = large + 0.5f;
  try {
    (void)to_json(large);
    ADD_FAILURE() << "written";
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(std::string(error.what()),
              "to_json: the field is made of more than 131072 nodes; use fewer fields or octaves");
  }
}

// Each field evaluates the one before it at two places, so that a few thousand characters stand for
// millions of steps. They are counted in a moment, and the same field made by functions is rejected
// before its program is in memory, wherever it is used.
TEST(TextErrors, OfTheNumberOfSteps) {
  const auto doubled = [](int levels) {
    std::string names = R"("n0":{"perlin":{}})";
    for (int i = 1; i <= levels; ++i) {
      const std::string before = "\"n" + std::to_string(i - 1) + '"';
      names += ",\"n" + std::to_string(i) + R"(":{"add":{"a":{"scale":{"field":)" + before +
               R"(,"factor":[1.5]}},"b":{"translate":{"field":)" + before +
               R"(,"distance":[0.25]}}}})";
    }
    return R"({"perlane":1,"fields":{)" + names + R"(},"field":"n)" + std::to_string(levels) +
           "\"}";
  };
  constexpr std::string_view message =
      "field takes more than 1048576 steps to evaluate; use fewer maps or loops within each other, "
      "for every one may double them";
  // A level has three steps for each of its places; the last one has the noise.
  EXPECT_NO_THROW(from_json(doubled(18)));
  for (const int levels : {19, 21, 60}) EXPECT_EQ(message_of(doubled(levels)), message);

  Field field = perlin();
  for (int i = 0; i < 60; ++i) field = scale(field, 1.5) + translate(field, {0.25, 0});
  const auto rejection = [](const auto& body) {
    try {
      body();
      return std::string();
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
  };
  EXPECT_EQ(rejection([&] { (void)to_json(field); }), message);
  EXPECT_EQ(rejection([&] { (void)sample(field, 1, 2); }), message);
  std::vector<float> values(1);
  EXPECT_EQ(rejection([&] { fill<2>(std::span(values), {.shape = {1, 1}}, field); }), message);
}

// Text of strangers stands in messages as far as it helps.
TEST(TextErrors, OfLongNames) {
  const std::string start(45, 'n'), end(15, 'n'), name(1000000, 'n');
  const std::string shown = start + "..." + end;
  const std::string suffix(999900, 'o');
  EXPECT_EQ(message_of(R"({")" + name + R"(":1})").find(shown + " is not known; use an object"),
            0u);
  EXPECT_EQ(message_of(document(R"({")" + name + R"(":{}})")).find("field." + shown + " is not"),
            0u);
  EXPECT_EQ(message_of(document(R"({"perlin":{")" + name + R"(":1}})"))
                .find("field.perlin." + shown + " is not known; use seed"),
            0u);
  EXPECT_EQ(message_of(R"({")" + name + R"(":1,")" + name + R"(":1})"),
            "the text has an object with two members \"" + shown + "\"; use one");
  // Looking for what may be meant takes the time of neither.
  EXPECT_LT(message_of(R"({"perlane":1,"fields":{")" + name + R"(":1},"field":")" + name + suffix +
                       R"("})")
                .size(),
            200u);
  EXPECT_EQ(message_of(R"({"perlane":1,"fields":{")" + name + R"(":")" + name + R"("},"field":1})"),
            "fields." + shown + " refers to \"" + shown +
                "\", which is made of it; use names without a circle");
  EXPECT_LT(message_of('"' + name).size(), 300u);
  EXPECT_EQ(
      message_of(document(R"({"constant":{"value":")" + name + R"("}})")),
      "field.constant.value is \"" + start.substr(1) + "..." + end.substr(1) + "\"; use a number");
}

TEST(TextErrors, TextsThatAreTooLongAreRejected) {
  const std::string text((std::size_t{1} << 28) + 1, ' ');
  EXPECT_EQ(message_of(text), "the text has 268435457 bytes; use 268435456 at most");
}

// One array, which the text has once for each of its fields.
TEST(TextErrors, TextsThatAreTooLongAreNotWritten) {
  constexpr std::int64_t size = 1 << 22;
  const Lattice lattice =
      Lattice::explicit_values<1>(std::vector<float>(std::size_t{size}), {size});
  Field sum = constant(0);
  for (std::uint64_t seed = 0; seed < 13; ++seed)
    sum = sum + value({.seed = seed, .lattice = lattice});
  try {
    (void)to_json(sum);
    ADD_FAILURE() << "written";
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(std::string(error.what()),
              "to_json: the text has more than 268435456 bytes; use smaller lattices or fewer "
              "fields");
  }
}

}  // namespace
