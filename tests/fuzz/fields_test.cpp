// The fields that fuzzers make: every function of the catalogue, with every member.

#include "fuzz/fields.hpp"

#include <perlane/text.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <stdexcept>
#include <string>

namespace {

using namespace perlane;

// Names that have not been found in the texts of fields yet: "fbm", and "fbm.gain".
class Missing {
 public:
  Missing() {
    for (const graph::Factory& factory : graph::factories()) {
      if (factory.name == "constant") continue;  // a number stands for it
      names_.insert(std::string(factory.name));
      for (const graph::Member& member : factory.members)
        names_.insert(std::string(factory.name) + '.' + std::string(member.name));
    }
  }

  // Texts leave out members that have their defaults.
  void find_in(const nlohmann::json& text) {
    if (!text.is_structured()) return;
    for (const auto& [name, value] : text.items()) {
      if (text.is_object() && value.is_object()) {
        names_.erase(name);
        for (const auto& member : value.items()) names_.erase(name + '.' + member.key());
      }
      find_in(value);
    }
  }

  const std::set<std::string>& names() const { return names_; }

 private:
  std::set<std::string> names_;
};

TEST(FieldsOfFuzzers, HaveEveryFunctionAndEveryMember) {
  Missing missing;
  std::mt19937 random(1);
  int made = 0, rejected = 0;
  while (!missing.names().empty() && made + rejected < 20000) {
    std::array<std::uint8_t, 256> input;
    for (std::uint8_t& byte : input) byte = static_cast<std::uint8_t>(random() >> 24);
    fuzz::Bytes bytes(input.data(), input.size());
    try {
      missing.find_in(nlohmann::json::parse(to_json(fuzz::field(bytes))));
      ++made;
    } catch (const std::invalid_argument&) {
      ++rejected;
    }
  }
  EXPECT_EQ(missing.names(), std::set<std::string>{});
  // Fuzzers would waste their time on calls that are rejected.
  EXPECT_GT(made, 2 * rejected);
}

TEST(FieldsOfFuzzers, NeedNoBytes) {
  fuzz::Bytes bytes(nullptr, 0);
  EXPECT_EQ(to_json(fuzz::field(bytes)), to_json(perlin()));
}

}  // namespace
