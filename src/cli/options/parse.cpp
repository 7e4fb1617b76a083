#include "cli/options/parse.hpp"

#include "cli/formats/format.hpp"
#include "engine/tiles.hpp"

#include <charconv>
#include <cmath>
#include <limits>
#include <locale>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <type_traits>
#include <utility>
#include <version>

namespace perlane::cli::options {
namespace {

[[noreturn]] void use(const std::string& instead) { throw std::invalid_argument("use " + instead); }

// Returns whether all of `text` is a number that its type can hold.
template <class Number, class... Base>
bool reads(std::string_view text, Number& number, Base... base) {
#ifndef __cpp_lib_to_chars  // before version 20, libc++ reads only integers this way
  if constexpr (std::is_floating_point_v<Number>) {
    if (text.find_first_of("xX") != std::string_view::npos) return false;
    std::istringstream stream{std::string(text)};
    stream.imbue(std::locale::classic());
    return (stream >> std::noskipws >> number) &&
           stream.peek() == std::istringstream::traits_type::eof();
  } else
#endif
  {
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), number, base...);
    return error == std::errc() && end == text.data() + text.size();
  }
}

// Returns the number that all of `text` is, or nothing if it is none or its type cannot hold it.
template <class Number, class... Base>
std::optional<Number> number_in(std::string_view text, Base... base) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  Number number{};
  if (!reads(text, number, base...)) return std::nullopt;
  if constexpr (std::is_floating_point_v<Number>) {
    if (!std::isfinite(number)) return std::nullopt;
  }
  return number;
}

template <class Number>
std::optional<std::array<Number, 2>> pair_in(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const auto first = number_in<Number>(text.substr(0, comma));
  const auto second = number_in<Number>(text.substr(comma + 1));
  if (!first || !second) return std::nullopt;
  return std::array{*first, *second};
}

template <class Number>
std::string shortest(Number number) {
  std::array<char, 32> text;
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

}  // namespace

formats::Size parse_size(std::string_view text) {
  const std::size_t times = text.find('x');
  const auto width = number_in<std::int64_t>(text.substr(0, times));
  const auto height =
      times == std::string_view::npos ? width : number_in<std::int64_t>(text.substr(times + 1));
  const auto fits = [](const std::optional<std::int64_t>& extent) {
    return extent && *extent >= 1 && *extent <= formats::size_limit;
  };
  if (!fits(width) || !fits(height)) {
    use("N or WIDTHxHEIGHT in samples, such as 1024 or 1920x1080, each from 1 to " +
        std::to_string(formats::size_limit));
  }
  return {*width, *height};
}

std::uint64_t parse_seed(std::string_view text) {
  const bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  const auto seed =
      number_in<std::uint64_t>(text.substr(is_hexadecimal ? 2 : 0), is_hexadecimal ? 16 : 10);
  if (!seed)
    use("an integer from 0 to " + std::to_string(std::numeric_limits<std::uint64_t>::max()));
  return *seed;
}

std::array<std::int64_t, 2> parse_indices(std::string_view text) {
  const auto indices = pair_in<std::int64_t>(text);
  const auto fits = [](std::int64_t index) {
    return index >= -engine::index_limit && index <= engine::index_limit;
  };
  if (!indices || !fits((*indices)[0]) || !fits((*indices)[1])) {
    use("two integers X,Y, such as 1024,0, each from -2^62 to 2^62");
  }
  return *indices;
}

std::array<double, 2> parse_coordinates(std::string_view text) {
  const auto coordinates = pair_in<double>(text);
  if (!coordinates) use("two finite numbers X,Y, such as 0.5,-12");
  return *coordinates;
}

std::optional<Range> parse_range(std::string_view text) {
  if (text == "auto") return std::nullopt;
  const auto range = pair_in<float>(text);
  if (!range || (*range)[0] >= (*range)[1])
    use("two finite binary32 numbers LOW,HIGH, such as -0.5,0.5, LOW below HIGH, or auto");
  return Range{(*range)[0], (*range)[1]};
}

double parse_number(std::string_view text) {
  const auto number = number_in<double>(text);
  if (!number) use("a finite number");
  return *number;
}

double parse_positive(std::string_view text) {
  const auto number = number_in<double>(text);
  if (!number || *number <= 0) use("a finite number above 0");
  return *number;
}

int parse_integer(std::string_view text) {
  const auto number = number_in<int>(text);
  if (!number) use("an integer");
  return *number;
}

int parse_count(std::string_view text) {
  const auto number = number_in<int>(text);
  if (!number || *number < 1)
    use("an integer from 1 to " + std::to_string(std::numeric_limits<int>::max()));
  return *number;
}

Part parse_part(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto number = number_in<int>(text.substr(0, slash));
  const auto of =
      slash == std::string_view::npos ? std::nullopt : number_in<int>(text.substr(slash + 1));
  if (!number || !of || *number < 1 || *number > *of)
    use("I/N, such as 1/4 for the first of four parts; I from 1 to N");
  return {*number, *of};
}

float parse_value(std::string_view text) {
  const auto number = number_in<float>(text);
  if (!number) use("a finite binary32 number");
  return *number;
}

std::array<std::int64_t, 2> parse_period(std::string_view text) {
  const auto period = pair_in<std::int64_t>(text);
  if (!period) use("two integers X,Y, such as 16,8; 0 is no period");
  return *period;
}

std::array<double, 2> parse_extents(std::string_view text) {
  const auto extents = pair_in<double>(text);
  if (!extents || (*extents)[0] < 0 || (*extents)[1] < 0)
    use("two numbers W,H of samples, such as 1024,1024; 0 is no loop");
  return *extents;
}

std::string to_text(double number) { return shortest(number); }
std::string to_text(float number) { return shortest(number); }

}  // namespace perlane::cli::options
