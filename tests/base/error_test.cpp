// Messages of rejections: numbers with the digits that it takes to read them, whatever the locale.

#include "support/testing.hpp"

#include "base/error.hpp"

#include <clocale>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

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

TEST(ErrorMessages, WritesIntegersAsStreamsDo) {
  expect_limits_as_streamed<short>();
  expect_limits_as_streamed<int>();
  expect_limits_as_streamed<long>();
  expect_limits_as_streamed<std::int64_t>();
  expect_limits_as_streamed<unsigned>();
  expect_limits_as_streamed<std::size_t>();
  expect_limits_as_streamed<std::uint64_t>();
}

TEST(ErrorMessages, WritesTheFewestDigitsThatReadBack) {
  using Limits = std::numeric_limits<double>;
  const std::pair<double, const char*> cases[] = {
      {0.1, "0.1"},
      {static_cast<double>(0.1f), "0.1"},
      {static_cast<double>(1.0f / 3), "0.33333334"},
      {1.0 / 3, "0.3333333333333333"},
      {0.1 + 0.2, "0.30000000000000004"},
      {-0.0, "-0"},
      {100000, "100000"},
      {1e16, "10000000000000000"},
      {1e300, "1e+300"},
      {123456.789, "123456.789"},
      {0x1p51, "2251799813685248"},
      {5e-324, "4.94066e-324"},
      {Limits::max(), "1.7976931348623157e+308"},
      {Limits::infinity(), "inf"},
      {-Limits::infinity(), "-inf"},
      {Limits::quiet_NaN(), "nan"},
  };
  for (const auto& [number, text] : cases) EXPECT_EQ(message_of(number), text);
  for (double number = 1.1e-300; number < 1e300; number *= -1234.567)
    EXPECT_EQ(std::strtod(message_of(number).c_str(), nullptr), number);
}

TEST(ErrorMessages, JoinsItsParts) {
  const char* name = "Grid::step";
  EXPECT_EQ(message_of(name, "[", std::size_t{1}, "] along ", 'y', " is ", 0.1f, "; ",
                       std::string("use "), std::string_view("another")),
            "Grid::step[1] along y is 0.1; use another");
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
