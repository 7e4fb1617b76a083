#pragma once
// Suggestions for names that are not known.

#include <span>
#include <string>
#include <string_view>

namespace perlane::text {

// Returns how many letters must be inserted, deleted, replaced, or swapped with the next one, to
// turn one name into the other, where no letter is touched twice: optimal string alignment. (F.
// Damerau, "A technique for computer detection and correction of spelling errors", CACM, 1964.)
std::size_t edit_distance(std::string_view a, std::string_view b);

// The nearest name, if no more than a third of its letters are wrong; otherwise nothing. The first
// of several as near.
std::string_view nearest(std::string_view given, std::span<const std::string_view> names);

// " (did you mean NAME?)", or nothing if no name is near. All names have small letters: a capital
// does not count as a wrong letter. Abbreviations are near, and so are words that other libraries
// use.
std::string suggestion(std::string_view given, std::span<const std::string_view> names);

// A text with capitals of ASCII made small, as they are in all of perlane's names.
std::string lowered(std::string_view text);

}  // namespace perlane::text
