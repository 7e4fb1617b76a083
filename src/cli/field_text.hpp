#pragma once
// Fields that the user has written down.

#include <perlane/field.hpp>

#include <string>

namespace perlane::cli {

// What a text stands for; it is given itself, or by the name of its file, or by "-", which is
// standard input.
Field read_field(const std::string& given);

}  // namespace perlane::cli
