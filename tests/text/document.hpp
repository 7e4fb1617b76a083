#pragma once

#include <string>

namespace perlane::testing {

// A document around the text of a field.
inline std::string document(const std::string& field) {
  return R"({"perlane":1,"field":)" + field + '}';
}

}  // namespace perlane::testing
