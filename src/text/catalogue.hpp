#pragma once
// The list of factories as JSON, for programs that show it to people. docs/c.md describes it.

#include <string>

namespace perlane::text {

std::string catalogue();

}  // namespace perlane::text
