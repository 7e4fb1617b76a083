// Fills any grid with any field, with any strides, as floats, codes and derivatives, on every
// instruction set. It requires the bits of the scalar reference, values within the bounds
// of their box, and nothing written beside the samples.

#include "fields.hpp"
#include "reference.hpp"
#include "require.hpp"

#include "engine/dispatch.hpp"
#include "reference/code.hpp"

#include <algorithm>

namespace {

using namespace perlane;
using namespace perlane::fuzz;

constexpr std::int64_t most_samples = 3000, most_of_tall = 20000;
constexpr float canary = 12345.678f;

// Requires that fields that share parts have the same bits in one pass as one after another.
template <int N>
void fill_several(const Grid<N>& grid, const std::vector<Field>& fields, std::int64_t samples) {
  std::vector<std::vector<float>> values(fields.size()), expected(fields.size());
  std::vector<Output> outputs;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    values[i].resize(static_cast<std::size_t>(samples));
    expected[i].resize(static_cast<std::size_t>(samples));
    fill(std::span(expected[i]), grid, fields[i], Options{.parallel = false});
    outputs.push_back({values[i], fields[i]});
  }
  fill(outputs, grid, Options{.parallel = false});
  for (std::size_t i = 0; i < fields.size(); ++i) {
    require(std::ranges::equal(values[i], expected[i], is_same),
            "a value differs from that of the field by itself");
  }
}

template <int N>
void fill_any(Bytes& bytes, const Field& field) {
  if (is_too_long(field, N)) return;
  Grid<N> grid;
  std::int64_t samples = 1;
  for (std::size_t axis = 0; axis < N; ++axis) {
    // Mostly few along y, z and w; else so many that a grid has tiles, and stacks, along them.
    const int few = axis == 0 ? 40 : bytes.choice(48);
    const bool is_tall = axis > 0 && few >= 40;
    const std::int64_t most = is_tall ? most_of_tall : most_samples;
    grid.shape[axis] =
        1 + (few < 40 ? few : bytes.take<std::uint16_t>() % (N == 1 ? most_samples : 700));
    grid.shape[axis] = std::min(grid.shape[axis], std::max<std::int64_t>(1, most / samples));
    samples *= grid.shape[axis];
    grid.step[axis] = bytes.number();
    grid.origin[axis] = bytes.number();
    grid.first[axis] =
        bytes.choice(3) == 0 ? bytes.take<std::int64_t>() : bytes.take<std::int8_t>();
  }
  // Rows have a gap, may have samples at every other element, and may run from the last to the
  // first.
  Strided<N, float> out;
  const int drawn = bytes.choice(10);
  const std::int64_t gap = drawn % 5, row = grid.shape[0] * (1 + drawn / 5) + gap;
  out.stride_x = 1 + drawn / 5;
  std::int64_t rows = samples / grid.shape[0];
  const bool is_upside_down = N > 1 && bytes.choice(2) == 1;
  std::vector<float> elements(static_cast<std::size_t>(row * rows + 16), canary);
  const auto lead = static_cast<std::size_t>(bytes.choice(16));
  out.elements = std::span(elements).subspan(lead, static_cast<std::size_t>(row * rows));
  std::int64_t stride = row;
  for (std::size_t i = 0; i + 1 < N; ++i) {
    out.stride[i] = is_upside_down ? -stride : stride;
    stride *= grid.shape[i + 1];
  }
  out.first = is_upside_down ? row * (rows - 1) : 0;
  const auto element = [&](std::int64_t i) {
    const std::int64_t y = i / grid.shape[0];
    return static_cast<std::size_t>((is_upside_down ? rows - 1 - y : y) * row +
                                    i % grid.shape[0] * out.stride_x);
  };

  const Range promised = range(field, N);
  if (is_rejected([&] { fill(out, grid, field, Options{.parallel = false}); })) {
    for (const float value : elements) require(is_same(value, canary), "a rejected fill wrote");
    return;
  }
  const Samples<N> expected = expected_at<double, N>(points_of(grid), field);
  const Range of_box = range(field, grid);
  require(of_box.min >= promised.min && of_box.max <= promised.max,
          "a box has wider bounds than all values");
  for (const float value : expected[0])
    require(is_within(value, of_box), "a value is out of the bounds of its box");

  std::vector<Field> several{field};
  try {
    const Field other = fuzz::field(bytes);
    for (const Field& added : {other, (max)(field, other), -other, field}) several.push_back(added);
    for (const Field& each : several)
      fill(out, grid, each, Options{.parallel = false});  // which may be rejected
  } catch (const std::invalid_argument&) {
    several = {field, field};
  }
  for (const std::string_view isa : isas()) {
    engine::select_isa(isa, "fuzzer");
    fill_several(grid, several, samples);
    std::ranges::fill(elements, canary);
    Range written{};
    fill(out, grid, field, Options{.parallel = false, .seen = &written});
    for (std::int64_t i = 0; i < samples; ++i) {
      float& value = out.elements[element(i)];
      require(is_same(value, expected[0][static_cast<std::size_t>(i)]),
              "a value differs from the reference");
      value = canary;
    }
    for (const float value : elements)
      require(is_same(value, canary), "something was written beside the samples");
    require(written.min == *std::ranges::min_element(expected[0]) &&
                written.max == *std::ranges::max_element(expected[0]),
            "wrong extremes");

    std::vector<std::uint8_t> codes(static_cast<std::size_t>(samples));
    const Range of_codes{-0.5f, 0.75f};
    fill<N>(codes, grid, field, of_codes, Options{.parallel = false});
    const model::Coding coding = reference::coding(of_codes.min, of_codes.max, 255);
    for (std::size_t i = 0; i < codes.size(); ++i) {
      require(codes[i] == reference::code(expected[0][i], coding),
              "a code differs from the reference");
    }

    Samples<N> planes = samples_of_size<N>(codes.size());
    // perlane rejects derivatives that floats may not hold.
    if (is_rejected([&] { fill(planes_of<N>(planes), grid, field, Options{.parallel = false}); }))
      continue;
    for (std::size_t plane = 0; plane <= N; ++plane) {
      require(std::ranges::equal(planes[plane], expected[plane], is_same),
              "a plane differs from the reference");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  test_any_field(data, size,
                 []<int N>(Bytes& bytes, const Field& field) { fill_any<N>(bytes, field); });
  return 0;
}
