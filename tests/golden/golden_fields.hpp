#pragma once

#include "support/testing.hpp"

#include <vector>

namespace perlane::testing {

// Fields of every kind, with every member and every choice of the catalogue.
std::vector<NamedField> golden_fields();

}  // namespace perlane::testing
