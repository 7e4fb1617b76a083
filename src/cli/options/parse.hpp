#pragma once
// Parse text of the command line. They read all of the text, check its range, and do not depend on
// the locale. Each throws std::invalid_argument with what to use instead.

#include "cli/formats/format.hpp"

#include <perlane/field.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace perlane::cli::options {

// One of several shares of some work, 1 to `of`.
struct Part {
  int number;
  int of;

  friend bool operator==(const Part&, const Part&) = default;
};

formats::Size parse_size(std::string_view text);  // 1024 or 1024x512
std::uint64_t parse_seed(std::string_view text);  // decimal, or hexadecimal after 0x
std::array<std::int64_t, 2> parse_indices(std::string_view text);  // -3,4
std::array<double, 2> parse_coordinates(std::string_view text);    // -0.5,1e6
// -1,1 or auto, which is nothing
std::optional<Range> parse_range(std::string_view text);
double parse_number(std::string_view text);
double parse_positive(std::string_view text);
int parse_integer(std::string_view text);
int parse_count(std::string_view text);  // 1 or more
Part parse_part(std::string_view text);   // 2/8
float parse_value(std::string_view text);
std::array<std::int64_t, 2> parse_period(std::string_view text);  // 16,8
std::array<double, 2> parse_pixel_size(std::string_view text);  // 10 or 10,12.5
int parse_crs(std::string_view text);                           // EPSG:2056
std::array<double, 2> parse_extents(std::string_view text);       // 256,0

}  // namespace perlane::cli::options
