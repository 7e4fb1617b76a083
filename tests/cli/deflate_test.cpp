// Tests that zlib reads what our compressor writes, in pieces and of every shape of data.

#include "cli/formats/deflate.hpp"

#include <gtest/gtest.h>

#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <zlib.h>

namespace perlane::cli::formats {
namespace {

using Bytes = std::vector<std::uint8_t>;

// What zlib makes of a stream without a header.
Bytes inflated(const Bytes& stream, std::size_t size) {
  Bytes output(size + 1);
  z_stream state{};
  EXPECT_EQ(inflateInit2(&state, -MAX_WBITS), Z_OK);
  state.next_in = const_cast<Bytef*>(stream.data());
  state.avail_in = static_cast<uInt>(stream.size());
  state.next_out = output.data();
  state.avail_out = static_cast<uInt>(output.size());
  EXPECT_EQ(inflate(&state, Z_FINISH), Z_STREAM_END) << (state.msg ? state.msg : "");
  EXPECT_EQ(state.avail_in, 0u);
  output.resize(state.total_out);
  inflateEnd(&state);
  return output;
}

Bytes compressed(const Bytes& input) {
  Bytes stream;
  deflate(input, stream);
  stream.insert(stream.end(), std::begin(last_block), std::end(last_block));
  return stream;
}

void expect_same(const Bytes& input, const std::string& what) {
  EXPECT_TRUE(inflated(compressed(input), input.size()) == input) << what;
}

std::uint32_t next(std::uint32_t& state) { return state = state * 1664525 + 1013904223; }

TEST(Deflate, Nothing) { expect_same({}, "nothing"); }

TEST(Deflate, RunsOfEveryLength) {
  Bytes all;
  for (std::size_t length = 1; length < 800; ++length) {
    Bytes run(length, 7);
    expect_same(run, std::to_string(length));
    run.insert(run.begin(), {1, 2, 3});
    run.insert(run.end(), {4, 5});
    expect_same(run, std::to_string(length) + " in between");
    all.insert(all.end(), run.begin(), run.end());
  }
  expect_same(all, "all");
  EXPECT_LT(compressed(Bytes(1 << 20, 0)).size(), std::size_t{1} << 12);
}

TEST(Deflate, Noise) {
  std::uint32_t state = 1;
  for (const std::size_t size : {1u, 2u, 255u, 256u, 131071u, 131072u, 131073u, 500000u}) {
    for (const std::uint32_t symbols : {1u, 2u, 3u, 17u, 256u}) {
      Bytes input(size);
      for (std::uint8_t& byte : input)
        byte = static_cast<std::uint8_t>((next(state) >> 16) % symbols);
      expect_same(input, std::to_string(size) + " of " + std::to_string(symbols));
    }
  }
}

// As often as the numbers of Fibonacci: their Huffman codes would have 24 bits, and may have 15.
TEST(Deflate, CodesThatWouldBeTooLong) {
  Bytes input;
  std::size_t number = 1, before = 1;
  for (std::uint8_t byte = 0; input.size() + number < 131072; ++byte) {
    for (std::size_t i = 0; i < number; ++i) input.push_back(byte);
    before = std::exchange(number, number + before);
  }
  std::uint32_t state = 5;
  for (std::size_t i = input.size(); i > 1; --i) std::swap(input[i - 1], input[next(state) % i]);
  expect_same(input, "numbers of Fibonacci");
}

TEST(Deflate, PiecesAreJoined) {
  std::uint32_t state = 9;
  Bytes input(200000);
  for (std::uint8_t& byte : input) byte = static_cast<std::uint8_t>(next(state) >> 30);
  const auto all = std::span<const std::uint8_t>(input);
  for (const std::size_t cut : {std::size_t{1}, std::size_t{65535}, input.size() - 1}) {
    Bytes stream;
    deflate(all.first(cut), stream);
    deflate(all.subspan(cut), stream);
    stream.insert(stream.end(), std::begin(last_block), std::end(last_block));
    EXPECT_TRUE(inflated(stream, input.size()) == input);
    const auto sum = [](std::span<const std::uint8_t> of) {
      return static_cast<std::uint32_t>(adler32(1, of.data(), static_cast<uInt>(of.size())));
    };
    EXPECT_EQ(joined_adler32(sum(all.first(cut)), sum(all.subspan(cut)), input.size() - cut),
              sum(all));
  }
}

}  // namespace
}  // namespace perlane::cli::formats
