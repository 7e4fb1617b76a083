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

// Tasks from the first to the last, which is one of them.
struct Tasks {
  std::int64_t first;
  std::int64_t last;

  friend bool operator==(const Tasks&, const Tasks&) = default;
};

formats::Size parse_size(std::string_view text);  // 1024, 1024x512 or 64x64x32
std::uint64_t parse_seed(std::string_view text);  // decimal, or hexadecimal after 0x
// -3,4 or -3,4,0; two numbers are followed by 0
std::array<std::int64_t, 3> parse_indices(std::string_view text);
std::array<double, 3> parse_coordinates(std::string_view text);
// -1,1 or auto, which is nothing
std::optional<Range> parse_range(std::string_view text);
double parse_number(std::string_view text);
double parse_positive(std::string_view text);
int parse_integer(std::string_view text);
int parse_count(std::string_view text);  // 1 or more
Tasks parse_tasks(std::string_view text);  // 7 or 0-99
float parse_value(std::string_view text);
std::array<std::int64_t, 2> parse_period(std::string_view text);  // 16,8
std::array<double, 2> parse_pair(std::string_view text);  // -0.5,1e6
std::array<double, 2> parse_pixel_size(std::string_view text);  // 10 or 10,12.5
int parse_crs(std::string_view text);                           // EPSG:2056
std::array<double, 2> parse_extents(std::string_view text);       // 256,0

}  // namespace perlane::cli::options
