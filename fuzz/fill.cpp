// Fills any grid with any field, with any strides, as floats, codes and derivatives, on every
// instruction set. It requires the bits of the scalar reference, values within the bounds
// of their box, and nothing written beside the samples.

#include "fields.hpp"
#include "layout.hpp"
#include "reference.hpp"
#include "require.hpp"

#include "api/destination.hpp"
#include "engine/dispatch.hpp"
#include "engine/one_tile.hpp"
#include "reference/code.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace {

using namespace perlane;
using namespace perlane::fuzz;

constexpr std::int64_t most_samples = 3000, most_of_tall = 20000;

// Mostly few samples along y, z and w; else so many that a grid has tiles, and stacks, along them.
template <int N>
Grid<N> tall_grid(Bytes& bytes) {
  Grid<N> grid;
  std::int64_t samples = 1;
  for (std::size_t axis = 0; axis < N; ++axis) {
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
  return grid;
}

// Requires that fields that share parts have the same bits in one pass as one after another.
template <int N>
void fill_several(const Grid<N>& grid, const std::vector<Field>& fields) {
  std::vector<std::vector<float>> values(fields.size()), expected(fields.size());
  std::vector<Output> outputs;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    values[i].resize(testing::samples(grid));
    expected[i].resize(testing::samples(grid));
    fill(std::span(expected[i]), grid, fields[i], Options{.parallel = false});
    outputs.push_back({values[i], fields[i]});
  }
  fill(outputs, grid, Options{.parallel = false});
  for (std::size_t i = 0; i < fields.size(); ++i) {
    require(std::ranges::equal(values[i], expected[i], is_same),
            "a value differs from that of the field by itself");
  }
}

// A range that codes have, or none: then they cover the range of the field.
std::optional<Range> any_codes(Bytes& bytes) {
  const int drawn = bytes.choice(4);
  if (drawn == 0) return Range{-0.5f, 0.75f};
  if (drawn == 1) return std::nullopt;
  return Range{static_cast<float>(bytes.number()), static_cast<float>(bytes.number())};
}

// A field on a grid, with what the reference says.
template <int N>
struct Filled {
  // Into arrays of floats.
  void require_values(const Layout<N>& layout, int lead, bool parallel) const {
    Guarded<float> out(layout.elements, lead);
    Range seen{};
    const Options options{.parallel = parallel, .seen = &seen};
    require(!is_rejected([&] { fill(strided(out, layout), grid, field, options); }),
            "strides are rejected");
    out.template require_samples<N>(grid, layout, expected[0],
                                    "a value differs from the reference");
    require_extremes(seen);
  }

  template <Element Code>
  void require_codes(const Layout<N>& layout, int lead, const std::optional<Range>& codes) const {
    Guarded<Code> out(layout.elements, lead);
    Range seen{};
    const Options options{.parallel = false, .seen = &seen};
    if (is_rejected([&] {
          if (codes) {
            fill(strided(out, layout), grid, field, *codes, options);
          } else {
            const Output output{.out = strided(out, layout), .field = field, .seen = &seen};
            fill<N>({&output, 1}, grid, Options{.parallel = false});
          }
        })) {
      // Codes of the range of the field are rejected if it is wide, and holds a coordinate.
      require(codes ? !(std::isfinite(codes->min) && codes->min < codes->max &&
                        std::isfinite(codes->max))
                    : range(field, N).max - range(field, N).min >= 0x1p25f,
              "codes are rejected");
      return out.require_untouched();
    }
    const Range ends = codes ? *codes : api::default_codes(field, N);
    const model::Coding coding =
        reference::coding(ends.min, ends.max, std::numeric_limits<Code>::max());
    std::vector<Code> code;
    for (const float value : expected[0])
      code.push_back(static_cast<Code>(reference::code(value, coding)));
    out.template require_samples<N>(grid, layout, code, "a code differs from the reference");
    require_extremes(seen);
  }

  // The planes in `left_out` have no array.
  void require_planes(const Layout<N>& layout, int lead, unsigned left_out) const {
    std::vector<Guarded<float>> arrays(N + 1, Guarded<float>(layout.elements, lead));
    Planes<N> planes;
    layout.set(planes);
    const auto has_plane = [&](std::size_t plane) { return (left_out >> plane & 1) == 0; };
    if (has_plane(0)) planes.value = arrays[0].elements();
    for (std::size_t axis = 0; axis < N; ++axis) {
      if (has_plane(axis + 1)) planes.derivative[axis] = arrays[axis + 1].elements();
    }
    Range seen{};
    // perlane rejects derivatives that floats may not hold, wherever they are written to.
    Samples<N> dense = samples_of_size<N>(testing::samples(grid));
    const bool is_rejected_dense =
        is_rejected([&] { fill(planes_of<N>(dense), grid, field, Options{.parallel = false}); });
    const bool is_without =
        is_rejected([&] { fill(planes, grid, field, Options{.parallel = false, .seen = &seen}); });
    require(is_without == is_rejected_dense, "strides of planes are rejected");
    for (std::size_t plane = 0; plane <= N; ++plane) {
      if (is_without || !has_plane(plane)) {
        arrays[plane].require_untouched();
      } else {
        arrays[plane].template require_samples<N>(grid, layout, expected[plane],
                                                  "a plane differs from the reference");
      }
    }
    if (!is_without) require_extremes(seen);
  }

  const Grid<N>& grid;
  const Field& field;
  const Samples<N>& expected;

 private:
  template <Element T>
  static Strided<N, T> strided(Guarded<T>& out, const Layout<N>& layout) {
    Strided<N, T> to;
    to.elements = out.elements();
    layout.set(to);
    return to;
  }

  void require_extremes(const Range& seen) const {
    require(seen.min == *std::ranges::min_element(expected[0]) &&
                seen.max == *std::ranges::max_element(expected[0]),
            "wrong extremes");
  }
};

// The grid with so many samples that threads share it: its bits are those of one thread.
template <int N>
void require_parallel(Grid<N> grid, const Field& field) {
  const auto samples = static_cast<std::int64_t>(testing::samples(grid));
  grid.shape[N - 1] *= (engine::parallel_samples + samples - 1) / samples;
  std::vector<float> alone(testing::samples(grid)), together(alone.size());
  if (is_rejected([&] { fill(std::span(alone), grid, field, Options{.parallel = false}); })) return;
  Range seen{};
  fill(std::span(together), grid, field, Options{.seen = &seen});
  require(std::ranges::equal(alone, together, is_same), "threads change a value");
  require(
      seen.min == *std::ranges::min_element(alone) && seen.max == *std::ranges::max_element(alone),
      "threads change the extremes");
}

template <int N>
void fill_any(Bytes& bytes, const Field& field) {
  if (is_too_long(field, N)) return;
  const Grid<N> grid = tall_grid<N>(bytes);
  const Layout<N> rows = rows_apart(bytes, grid);
  const int lead = bytes.choice(16);
  const Range promised = range(field, N);
  Guarded<float> out(static_cast<std::int64_t>(testing::samples(grid)));
  if (is_rejected([&] { fill(out.elements(), grid, field, Options{.parallel = false}); }))
    return out.require_untouched();
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
    for (const Field& each : several)  // which may be rejected
      fill(out.elements(), grid, each, Options{.parallel = false});
  } catch (const std::invalid_argument&) {
    several = {field, field};
  }
  const std::optional<Range> codes = any_codes(bytes);
  const bool is_wide = bytes.choice(2) == 1;
  const Layout<N> layout = any_layout(bytes, grid);
  const auto left_out = static_cast<unsigned>(bytes.choice(4) == 3 ? bytes.choice(32) : 0);
  const bool is_parallel = bytes.choice(4) == 3;
  const Filled<N> filled{grid, field, expected};
  for (const std::string_view isa : isas()) {
    engine::select_isa(isa, "fuzzer");
    fill_several(grid, several);
    filled.require_values(rows, lead, false);
    filled.require_values(layout, lead, is_parallel);
    if (is_wide) {
      filled.template require_codes<std::uint16_t>(layout, lead, codes);
    } else {
      filled.template require_codes<std::uint8_t>(layout, lead, codes);
    }
    filled.require_planes(layout, lead, left_out);
    if (is_parallel) require_parallel(grid, field);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  test_any_field(data, size,
                 []<int N>(Bytes& bytes, const Field& field) { fill_any<N>(bytes, field); });
  return 0;
}
