// Messages of refusals: numbers as a stream of precision 17 writes them, whatever the locale.

#include "support/testing.hpp"

#include "base/error.hpp"

#include <array>
#include <clocale>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>

namespace perlane::testing {
namespace {

template <class... Part>
std::string message_of(const Part&... parts) {
  try {
    base::throw_invalid(parts...);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

template <class... Part>
std::string streamed(const Part&... parts) {
  std::ostringstream stream;
  stream.precision(17);
  (stream << ... << parts);
  return stream.str();
}

template <class T>
void expect_limits_as_streamed() {
  using Limits = std::numeric_limits<T>;
  for (const T number : {Limits::lowest(), Limits::min(), Limits::max(), T(0), T(1), T(100)})
    EXPECT_EQ(message_of(number), streamed(number));
}

TEST(ErrorMessages, WritesNumbersAsStreamsDo) {
  expect_limits_as_streamed<short>();
  expect_limits_as_streamed<int>();
  expect_limits_as_streamed<long>();
  expect_limits_as_streamed<std::int64_t>();
  expect_limits_as_streamed<unsigned>();
  expect_limits_as_streamed<std::size_t>();
  expect_limits_as_streamed<std::uint64_t>();
  expect_limits_as_streamed<float>();
  expect_limits_as_streamed<double>();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double number : {0.1, -0.0, 1e15, 1e16, 1e17, 123456.789, 1.0 / 3, 5e-324, infinity,
                              -infinity, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(message_of(number), streamed(number));
    EXPECT_EQ(message_of(static_cast<float>(number)), streamed(static_cast<float>(number)));
  }
}

TEST(ErrorMessages, JoinsItsParts) {
  const char* name = "Grid::step";
  EXPECT_EQ(message_of(name, "[", std::size_t{1}, "] along ", 'y', " is ", 0.1f, "; ",
                       std::string("use "), std::string_view("another")),
            "Grid::step[1] along y is 0.10000000149011612; use another");
}

TEST(ErrorMessages, EscapesControlCharactersAndWhatIsNoUtf8) {
  using namespace std::string_view_literals;
  EXPECT_EQ(message_of("a\0b\x1b[2J\n\x7f\xc2\x9b \xff\xc3\xa4"sv),
            "a\\u0000b\\u001b[2J\\u000a\\u007f\\u009b \\xff\xc3\xa4");
}

TEST(ErrorMessages, HasAPointInEveryLocale) {
  const std::string before = std::setlocale(LC_NUMERIC, nullptr);
  if (std::setlocale(LC_NUMERIC, "de_DE.UTF-8") == nullptr &&
      std::setlocale(LC_NUMERIC, "de_DE") == nullptr)
    GTEST_SKIP() << "this system has no German locale";
  const std::string message = message_of(-1.5e-10);
  std::setlocale(LC_NUMERIC, before.c_str());
  EXPECT_EQ(message, "-1.5e-10");
}

}  // namespace
}  // namespace perlane::testing
