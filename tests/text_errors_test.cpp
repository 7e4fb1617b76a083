// Texts that are no fields: each is refused, and the message says where and what to use.

#include <perlane/perlane.hpp>
#include <perlane/text.hpp>

#include "field/factories.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace perlane;

std::string message_of(std::string_view text) {
  try {
    from_json(text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "not refused";
}

std::string document(const std::string& field) { return R"({"perlane":1,"field":)" + field + '}'; }

TEST(TextErrors, OfTheDocument) {
  for (const std::string text : {
  "", "{", "nonsense", "[1]", "5", "{}", R"({"perlane":1})", R"({"perlane":2,"field":1})", R"({"perlane":"1","field":1})",
  R"({"perlane":1,"field":1,"more":2})", R"({"perlane":1,"field":1,"field":2})", R"({"perlane":1,"field":1} x)", R"({"perlane":1,"field":1,"fields":[]})",
  R"({"perlane":1,"field":"a","fields":{"a":"b","b":{"abs":{"a":"a"}}}})",
  R"({"perlane":1,"field":"a","fields":{"a":"a"}})",
  R"({"perlane":1,"field":"a","fields":{"a":{"add":{"a":1,"b":"c"}}}})",
  R"({"perlane":1,"field":"a"})", R"({"perlane":1,"field":null})", R"({"perlane":1,"field":1e999})", R"({"perlane":1,"field":1e39})", "{\"perlane\":1,\"field\":\"\xff\"}",
  }) std::cout << text << "\n   " << message_of(text) << '\n';
  std::vector<std::string> f{
   "{}", "[]", "true", R"({"perlin":{},"value":{}})", R"({"perlin":[]})", R"({"noise":{}})", R"({"perlin":{"frequency":-1}})",
   R"({"fbm":{"source":{"perlin":{"frequency":-1}}}})", R"({"fbm":{}})", R"({"fbm":{"source":{"perlin":{"sead":1}}}})",
   R"({"perlin":{"seed":-1}})", R"({"perlin":{"seed":1.5}})", R"({"perlin":{"seed":9007199254740993}})", R"({"perlin":{"seed":"12x"}})", R"({"perlin":{"seed":"18446744073709551616"}})",
   R"({"opensimplex2":{"seed":"9223372036854775808"}})", R"({"opensimplex2":{"seed":-9007199254740993}})",
   R"({"fastnoise_lite":{"seed":2147483648}})", R"({"fbm":{"source":1,"octaves":33}})", R"({"fbm":{"source":1,"octaves":2.0}})", R"({"fbm":{"source":1,"aligned":1}})",
   R"({"fbm":{"source":1,"gain":1e300}})", R"({"fbm":{"source":{"perlin":{"period":[4]}},"lacunarity":1.5}})",
   R"({"perlin":{"fade":"smooth"}})", R"({"perlin":{"period":[1,2,3,4,5]}})", R"({"perlin":{"period":[0,-4]}})", R"({"perlin":{"period":4}})",
   R"({"perlin":{"lattice":"grid"}})", R"({"perlin":{"lattice":{"permutation":{}}}})", R"({"perlin":{"lattice":{"permutation":{"size":1}}}})", R"({"perlin":{"lattice":{"permutation":{"table":"AAA"}}}})", R"({"perlin":{"lattice":{"permutation":{"table":"AAAAAA=="}}}})",
   R"({"perlin":{"lattice":{"explicit_values":{"extents":[1],"data":"AAAAAA=="}}}})", R"({"value":{"lattice":{"explicit_values":{"extents":[2],"data":"AAAAAA=="}}}})", R"({"value":{"lattice":{"explicit_values":{"extents":[1],"data":"AADAfw=="}}}})", R"({"value":{"lattice":{"explicit_values":{"extents":[1],"data":"AAAAAB=="}}}})",
   R"({"perlin":{"lattice":{"explicit_gradients":{"extents":[1,1],"data":"AAAAAA=="}}}})", R"({"perlin":{"gradients":"round"}})", R"({"perlin":{"gradients":{"vectors":{"dimensions":5,"data":""}}}})", R"({"perlin":{"gradients":{"vectors":{"dimensions":2,"data":""}}}})",
   R"({"clamp":{"a":1,"low":2,"high":1}})", R"({"clamp":{"a":{"perlin":{}},"low":2,"high":1}})", R"({"clamp":{"a":{"perlin":{}},"low":2}})", R"({"divide":{"a":1,"b":{"perlin":{}}}})", R"({"pow":{"a":{"perlin":{}},"exponent":-1}})",
   R"({"curve":{"a":1,"points":[[1,2]]}})", R"({"curve":{"a":1,"points":[[1,2],[1,3]]}})", R"({"curve":{"a":1,"points":[[1,2],[3]]}})",
   R"({"warp":{"field":{"perlin":{}},"by":1}})", R"({"warp":{"field":{"perlin":{}},"by":[]}})", R"({"warp":{"field":{"perlin":{}},"by":[1,{"perlin":{"frequency":0}}]}})",
   R"({"curl":{"potential":[1,2],"component":0}})", R"({"curl":{"potential":[{"perlin":{}}],"component":2}})",
   R"({"chunk_noise":{"dimensions":4,"path":[]}})", R"({"chunk_noise":{"dimensions":2,"path":[[1,2,16]]}})", R"({"chunk_noise":{"dimensions":2,"path":[],"chop":1}})", R"({"chunk_noise_of_seeds":{"dimensions":3,"seeds":[1]}})",
   R"({"fbm":{"source":{"chunk_noise":{"dimensions":2,"path":[]}}}})", R"({"transform":{"field":1,"affine":[[1]]}})", R"({"add":{"a":{"coordinate":{"axis":0,"frequency":1e20}},"b":{"multiply":{"a":{"coordinate":{"frequency":1e20}},"b":{"coordinate":{"frequency":1e20}}}}}})",
   R"({"perlin2002":{"frequency":0}})", R"({"rotate":{"field":{"perlin":{}},"angle":1e7}})", R"({"constant":{"value":"x"}})", R"({"cellular":{"distance":"squared","returns":"edge"}})",
   };
  for (const std::string& text : f) std::cout << text << "\n   " << message_of(document(text)) << '\n';
}

}  // namespace
