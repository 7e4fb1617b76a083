#include "cli/options/parse.hpp"

#include "engine/tiles.hpp"
#include "text/nearest.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <type_traits>
#include <version>

namespace perlane::cli::options {
namespace {

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

// Throws if there is no value, or if it does not fit.
template <class Value, class Fits>
Value checked(const std::optional<Value>& value, const Fits& fits, std::string_view instead) {
  if (!value || !fits(*value)) throw std::invalid_argument(fmt::format("use {}", instead));
  return *value;
}

template <class Value>
Value checked(const std::optional<Value>& value, std::string_view instead) {
  return checked(value, [](const Value&) { return true; }, instead);
}

template <class Number>
std::optional<std::array<Number, 2>> pair_in(std::string_view text, char separator = ',') {
  const std::size_t at = text.find(separator);
  if (at == std::string_view::npos) return std::nullopt;
  const auto first = number_in<Number>(text.substr(0, at));
  const auto second = number_in<Number>(text.substr(at + 1));
  if (!first || !second) return std::nullopt;
  return std::array{*first, *second};
}

// Two numbers, and a third one or 0.
template <class Number>
std::optional<std::array<Number, 3>> place_in(std::string_view text) {
  const std::size_t last = text.find(',', text.find(',') + 1);
  const auto two = pair_in<Number>(text.substr(0, last));
  if (!two) return std::nullopt;
  if (last == std::string_view::npos) return std::array{(*two)[0], (*two)[1], Number{0}};
  const auto third = number_in<Number>(text.substr(last + 1));
  if (!third) return std::nullopt;
  return std::array{(*two)[0], (*two)[1], *third};
}

}  // namespace

formats::Size parse_size(std::string_view text) {
  const auto read = [=]() -> std::optional<formats::Size> {
    if (const auto one = number_in<std::int64_t>(text)) return formats::Size{*one, *one};
    const std::size_t last = text.find('x', text.find('x') + 1);
    const auto map = pair_in<std::int64_t>(text.substr(0, last), 'x');
    if (!map) return std::nullopt;
    if (last == std::string_view::npos) return formats::Size{(*map)[0], (*map)[1]};
    const auto depth = number_in<std::int64_t>(text.substr(last + 1));
    if (!depth || *depth < 1) return std::nullopt;
    return formats::Size{(*map)[0], (*map)[1], *depth};
  };
  return checked(
      read(), [](const formats::Size& size) { return size.is_possible(); },
      fmt::format("N or WIDTHxHEIGHT in samples, such as 1024 or 1920x1080, or, for a "
                  "volume, WIDTHxHEIGHTxDEPTH, each from 1 to {}",
                  formats::size_limit));
}

std::uint64_t parse_seed(std::string_view text) {
  const bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  // As in C++, where -1 is the seed 2^64 - 1.
  if (const auto number = number_in<std::int64_t>(text)) return static_cast<std::uint64_t>(*number);
  return checked(
      number_in<std::uint64_t>(text.substr(is_hexadecimal ? 2 : 0), is_hexadecimal ? 16 : 10),
      fmt::format("an integer from {} to {}", std::numeric_limits<std::int64_t>::min(),
                  std::numeric_limits<std::uint64_t>::max()));
}

std::array<std::int64_t, 3> parse_indices(std::string_view text) {
  const auto fits = [](const auto& indices) {
    return std::ranges::all_of(indices, [](std::int64_t index) {
      return index >= -engine::index_limit && index <= engine::index_limit;
    });
  };
  return checked(place_in<std::int64_t>(text), fits,
                 "two integers X,Y, such as 1024,0, each from -2^62 to 2^62, or, for a volume, "
                 "three");
}

std::array<double, 3> parse_coordinates(std::string_view text) {
  return checked(place_in<double>(text),
                 "two finite numbers X,Y, such as 0.5,-12, or, for a volume, three");
}

std::optional<Range> parse_range(std::string_view text) {
  if (text == "auto") return std::nullopt;
  const auto [low, high] = checked(
      pair_in<float>(text), [](const auto& range) { return range[0] < range[1]; },
      "two finite binary32 numbers LOW,HIGH, such as -0.5,0.5, LOW below HIGH, or auto");
  return Range{low, high};
}

double parse_number(std::string_view text) {
  return checked(number_in<double>(text), "a finite number");
}

double parse_positive(std::string_view text) {
  return checked(
      number_in<double>(text), [](double number) { return number > 0; }, "a finite number above 0");
}

int parse_integer(std::string_view text) { return checked(number_in<int>(text), "an integer"); }

int parse_count(std::string_view text) {
  return checked(
      number_in<int>(text), [](int number) { return number >= 1; },
      fmt::format("an integer from 1 to {}", std::numeric_limits<int>::max()));
}

Tasks parse_tasks(std::string_view text) {
  const auto one = number_in<std::int64_t>(text);
  const auto [first, last] = checked(
      one ? std::array{*one, *one} : pair_in<std::int64_t>(text, '-'),
      [](const auto& tasks) { return tasks[0] >= 0 && tasks[0] <= tasks[1]; },
      "I, such as 0 for the first task, or FIRST-LAST, such as 0-99");
  return {first, last};
}

float parse_value(std::string_view text) {
  return checked(number_in<float>(text), "a finite binary32 number");
}

std::array<std::int64_t, 2> parse_period(std::string_view text) {
  return checked(pair_in<std::int64_t>(text), "two integers X,Y, such as 16,8; 0 is no period");
}

std::array<double, 2> parse_pair(std::string_view text) {
  return checked(pair_in<double>(text), "two finite numbers X,Y, such as 0.5,-12");
}

std::array<double, 2> parse_pixel_size(std::string_view text) {
  const auto one = number_in<double>(text);
  return checked(
      one ? std::array{*one, *one} : pair_in<double>(text),
      [](const auto& size) { return size[0] > 0 && size[1] > 0; },
      "a finite number above 0, or two, X,Y");
}

int parse_crs(std::string_view text) {
  const std::size_t colon = text.find(':');
  const bool is_epsg = text::lowered(text.substr(0, colon)) == "epsg" && colon != text.npos;
  return checked(
      is_epsg ? number_in<int>(text.substr(colon + 1)) : std::nullopt,
      [](int code) { return formats::is_epsg(code); },
      "EPSG: and a code from 1024 to 32766, such as EPSG:2056");
}

std::array<double, 2> parse_extents(std::string_view text) {
  return checked(
      pair_in<double>(text), [](const auto& extents) { return extents[0] >= 0 && extents[1] >= 0; },
      "two numbers W,H of samples, such as 1024,1024; 0 is no loop");
}

}  // namespace perlane::cli::options
