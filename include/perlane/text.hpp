#pragma once
/// \file
/// Fields as text: JSON that holds the calls that made a field. docs/text.md has the format.

#include <perlane/detail/cxx20.hpp>
#include <perlane/field.hpp>

#include <string>
#include <string_view>

namespace perlane {

/// Returns a field as text that `from_json` reads: one object for every call, without the
/// parameters that have their defaults. A field that is used several times is written once. Equal
/// fields, made by the same calls with the same numbers, have equal texts.
///
///     const perlane::Field hills = perlane::fbm(perlane::perlin({.seed = 42}));
///     perlane::to_json(hills);
///     // {"perlane":1,"field":{"fbm":{"source":{"perlin":{"seed":42}}}}}
///
/// \throws std::invalid_argument  the field is larger than `from_json` reads: it has more than 2^17
/// nodes, octaves included, its text would have more than 2^28 characters, or its evaluation takes
/// more than 2^20 steps
std::string to_json(const Field& field);

/// Reads a field from text. A text of `to_json` becomes a field with the same bits, the same range
/// and the same text. Untrusted texts are safe: the worst that happens is an exception, or that the
/// text takes long (docs/text.md). A text may have 2^28 characters, 32 levels of fields within
/// fields (any number by name), 2^17 nodes, and an evaluation of 2^20 steps in the largest number
/// of dimensions that the field has. (A node takes one step or a few at every place where maps of
/// coordinates evaluate it.)
/// \throws std::invalid_argument  the text is not a field. The message has the path of the mistake
/// and what to use instead: "field.fbm.source.perlin.frequency is -1; use a finite number above 0"
Field from_json(std::string_view text);

}  // namespace perlane
