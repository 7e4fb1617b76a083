// Reads any command line of `perlane render`, one argument per line. If the tool accepts it, it
// makes a field that can be sampled; if not, it rejects it by an exception that the tool reports.
// Each parser of numbers is also tried by itself: what it accepts, it must read back from its own
// text.

#include <perlane/perlane.hpp>

#include "cli/options/parse.hpp"
#include "cli/options/render_options.hpp"
#include "engine/box.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace perlane;
using namespace perlane::cli;
using namespace perlane::cli::options;

void require(bool is_true) {
  if (!is_true) std::abort();
}

template <class Call>
void try_to(Call call) {
  try {
    call();
  } catch (const std::invalid_argument&) {
  }
}

void parse_numbers(std::string_view text) {
  try_to([&] {
    const cli::formats::Size size = parse_size(text);
    require(size.is_possible());
    const std::string depth = size.is_volume() ? "x" + std::to_string(size.depth) : "";
    const cli::formats::Size again =
        parse_size(std::to_string(size.width) + "x" + std::to_string(size.height) + depth);
    require(again.width == size.width && again.height == size.height && again.depth == size.depth);
  });
  try_to([&] { require(parse_seed(std::to_string(parse_seed(text))) == parse_seed(text)); });
  try_to([&] {
    const auto [x, y, z] = parse_indices(text);
    require(parse_indices(fmt::format("{},{},{}", x, y, z)) == std::array{x, y, z});
    for (const std::int64_t index : {x, y, z})
      require(index >= -engine::index_limit && index <= engine::index_limit);
  });
  try_to([&] {
    const auto [x, y, z] = parse_coordinates(text);
    require(std::isfinite(x) && std::isfinite(y) && std::isfinite(z));
    require(parse_coordinates(fmt::format("{},{},{}", x, y, z)) == std::array{x, y, z});
  });
  try_to([&] {
    const std::optional<Range> range = parse_range(text);
    require(!range || (range->min < range->max &&
                       parse_range(fmt::format("{},{}", range->min, range->max)) == range));
  });
  try_to([&] { require(parse_number(fmt::to_string(parse_number(text))) == parse_number(text)); });
  try_to([&] { require(parse_positive(text) > 0); });
  try_to(
      [&] { require(parse_integer(std::to_string(parse_integer(text))) == parse_integer(text)); });
  try_to([&] { require(parse_count(text) >= 1); });
  try_to([&] {
    const auto [first, last] = parse_tasks(text);
    require(first >= 0 && first <= last);
    require(parse_tasks(std::to_string(first) + "-" + std::to_string(last)) == Tasks{first, last});
  });
  try_to([&] { require(parse_value(fmt::to_string(parse_value(text))) == parse_value(text)); });
  try_to([&] {
    const auto [x, y] = parse_period(text);
    require(parse_period(std::to_string(x) + "," + std::to_string(y)) == std::array{x, y});
  });
  try_to([&] {
    const auto [x, y] = parse_pixel_size(text);
    require(x > 0 && y > 0);
    require(parse_pixel_size(fmt::format("{},{}", x, y)) == std::array{x, y});
  });
  try_to([&] {
    const int code = parse_crs(text);
    require(cli::formats::is_epsg(code));
    require(parse_crs("EPSG:" + std::to_string(code)) == code);
  });
  try_to([&] {
    const auto [width, height] = parse_extents(text);
    require(width >= 0 && height >= 0);
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> arguments;
  std::istringstream lines(std::string(reinterpret_cast<const char*>(data), size));
  for (std::string line; std::getline(lines, line);) {
    parse_numbers(line);
    arguments.push_back(line);
  }
  CLI::App app;
  RenderOptions options;
  add_render_options(*app.add_subcommand("render"), options);
  std::vector<std::string> reversed{arguments.rbegin(), arguments.rend()};
  reversed.push_back("render");
  try {
    app.parse(reversed);
    options.given = given_options(*app.get_subcommand("render"));
    const Field field = make_field(options);
    (void)range(field, 2);
    const auto [x, y, z] = options.origin.value_or(std::array<double, 3>{});
    (void)sample(field, x, y);
  } catch (const CLI::ParseError&) {
  } catch (const std::invalid_argument& error) {
    require(!in_terms_of_options(error.what(), options).empty());
  }
  return 0;
}
