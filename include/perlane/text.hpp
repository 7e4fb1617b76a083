#pragma once
/// \file
/// Fields as text: JSON that holds the calls a field was made by. docs/text.md has the format.

#include <perlane/detail/cxx20.hpp>
#include <perlane/field.hpp>

#include <string>
#include <string_view>

namespace perlane {

/// The field as text that `from_json` reads: one object for every call, with those of its
/// parameters that are not the defaults. A field that is used several times is written once. Equal
/// fields, made by the same calls with the same numbers, have equal texts.
///
///     const perlane::Field hills = perlane::fbm(perlane::perlin({.seed = 42}));
///     perlane::to_json(hills);
///     // {"perlane":1,"field":{"fbm":{"source":{"perlin":{"seed":42}}}}}
///
/// \throws std::invalid_argument  the field is larger than `from_json` reads: made of more than
/// 2^17 nodes, octaves included, or of data that takes more than 2^28 characters, or evaluated in
/// more than 2^20 steps
std::string to_json(const Field& field);

/// The field that a text stands for. What `to_json` has written becomes a field with the same bits,
/// whose text is the same. (Its range may be another: fields that are equal become one, and perlane
/// knows of `a * a` that it is not below 0.) No text, whoever has written it, does more than to be
/// refused: it may have 2^28 characters, 32 fields within fields (any number by name), 2^17 nodes,
/// and an evaluation of 2^20 steps in the most dimensions that it has. (Nodes take one or a few at
/// every place where maps of coordinates have them evaluated.)
/// \throws std::invalid_argument  the text is no field. The message has the path of what is wrong
/// and what to use in its place: "field.fbm.source.perlin.frequency is -1; use a finite number
/// above 0"
Field from_json(std::string_view text);

}  // namespace perlane
