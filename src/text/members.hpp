#pragma once
// Members of parameters as text, and numbers.

#include "graph/catalogue/factories.hpp"

#include <string>
#include <string_view>

namespace perlane::text {

// The shortest text that reads back the same.
std::string number_text(double number);
std::string number_text(float number);

std::string member_text(const graph::Slot& slot);

// A string of JSON, for names that need no escapes.
std::string in_quotes(std::string_view name);

}  // namespace perlane::text
