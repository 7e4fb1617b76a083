#pragma once

#include <string>

namespace perlane::cli::command {

// The JSON Schema of fields as text, made from the list of factories. It is of draft 7, which all
// editors know.
std::string schema();

}  // namespace perlane::cli::command
