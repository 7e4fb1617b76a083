// Fields as text: what is written, what is read back, and what is refused.

#include "testing.hpp"

#include <perlane/text.hpp>

#include "field/factories.hpp"

#include <gtest/gtest.h>

namespace {

using namespace perlane;

TEST(Text, Smoke) {
  const Field hills = fbm(perlin({.seed = 42}));
  EXPECT_EQ(to_json(hills), R"({"perlane":1,"field":{"fbm":{"source":{"perlin":{"seed":42}}}}})");
  EXPECT_EQ(to_json(from_json(to_json(hills))), to_json(hills));
}

}  // namespace
