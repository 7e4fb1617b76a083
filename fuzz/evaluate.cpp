// Compares whole expressions, of any functions and with subnormal and huge parameters, with the
// scalar reference, bit by bit, on every instruction set: values, derivatives and codes of a grid,
// the same grid in tiles and in levels of detail, points of that grid and points anywhere, in
// pieces of one size, alone, and with derivatives. Values of operators and maps are also put
// together from those of their fields. An input that begins with { is a field as JSON.

#include "composition.hpp"
#include "fields.hpp"
#include "reference.hpp"
#include "require.hpp"

#include <perlane/text.hpp>

#include "engine/dispatch.hpp"
#include "reference/code.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace {

using namespace perlane;
using namespace perlane::fuzz;

void require_same(std::span<const float> values, std::span<const float> expected,
                  const char* what) {
  require(std::ranges::equal(values, expected, is_same), what);
}

constexpr Options alone{.parallel = false};

// A field at points, by the reference.
template <class Real, int N>
struct ExpectedPoints {
  ExpectedPoints(const Field& evaluated, Points<Real, N> where)
      : field(evaluated), points(std::move(where)), expected(expected_at<Real, N>(points, field)) {
    require_composition<Real, N>(field, points, expected);
    const Range promised = range(field, N);
    // Derivatives by differences are also NaN where a value beside the point is.
    const bool holds_differences = to_json(field).find("\"differences\"") != std::string::npos;
    for (std::size_t i = 0; i < expected[0].size(); ++i) {
      const float value = expected[0][i];
      require(std::isnan(value) || is_within(value, promised), "a value is out of its range");
      for (std::size_t axis = 1; axis <= N && !expected[axis].empty(); ++axis) {
        if (!has_float_derivatives()) continue;
        const bool is_nan = std::isnan(expected[axis][i]);
        require(is_nan || !std::isnan(value), "a value is NaN, and a derivative is not");
        require(!is_nan || std::isnan(value) || holds_differences,
                "a derivative is NaN, and the value is not");
      }
    }
  }

  // Derivatives that might not be floats are rejected.
  bool has_float_derivatives() const {
    if (!are_floats.has_value()) {
      Samples<N> samples = samples_of_size<N>(1);
      Points<Real, N> zero;
      zero.fill({0});
      are_floats = has_derivatives(field) && !is_rejected([&] {
                     sample<N>(planes_of<N>(samples), field, part_of<Real, N>(zero, 0, 1));
                   });
    }
    return *are_floats;
  }

  // In pieces of so many points.
  void require_points(std::size_t piece) const {
    const std::size_t count = points[0].size();
    Samples<N> samples = samples_of_size<N>(count);
    for (std::size_t begin = 0; begin < count; begin += piece) {
      const std::size_t size = std::min(piece, count - begin);
      sample_values(std::span(samples[0]).subspan(begin, size), field,
                    part_of<Real, N>(points, begin, size));
    }
    require_same(samples[0], expected[0], "values at points differ from the reference");
    if (!has_float_derivatives()) return;
    for (Values& plane : samples) std::ranges::fill(plane, 0.0f);
    for (std::size_t begin = 0; begin < count; begin += piece) {
      const std::size_t size = std::min(piece, count - begin);
      Planes<N> planes{.value = std::span(samples[0]).subspan(begin, size)};
      for (std::size_t axis = 0; axis < N; ++axis)
        planes.derivative[axis] = std::span(samples[axis + 1]).subspan(begin, size);
      sample<N>(planes, field, part_of<Real, N>(points, begin, size));
    }
    for (std::size_t plane = 0; plane <= N; ++plane)
      require_same(samples[plane], expected[plane], "planes of points differ from the reference");
  }

  Field field;
  Points<Real, N> points;
  Samples<N> expected;
  mutable std::optional<bool> are_floats;
};

// A point by itself, which takes no arrays.
template <int N>
void require_first_alone(const ExpectedPoints<double, N>& at) {
  if (at.points[0].empty()) return;
  const float value = [&]<std::size_t... axis>(std::index_sequence<axis...>) {
    return sample(at.field, at.points[axis][0]...);
  }(std::make_index_sequence<N>());
  require(is_same(value, at.expected[0][0]), "a point by itself differs from the reference");
}

// A field on a grid that is not rejected.
template <int N>
class ExpectedGrid : ExpectedPoints<double, N> {
 public:
  ExpectedGrid(const Field& field, const Grid<N>& grid, Bytes& bytes)
      : ExpectedPoints<double, N>(field, points_of(grid)), grid_(grid), world_{.grid = grid} {
    const Values& values = this->expected[0];
    const Range bounds = range(field, grid);
    for (const float value : values)
      require(is_within(value, bounds), "a value of a grid is out of the range of its box");
    least_ = *std::ranges::min_element(values);
    largest_ = *std::ranges::max_element(values);
    world_.tile = 1 + bytes.choice(32);
    world_.levels = 1 + bytes.choice(3);
    const auto is_first_of = [](int level) {
      return [level](std::int64_t first) { return first % (std::int64_t{1} << level) == 0; };
    };
    while (!std::ranges::all_of(grid.first, is_first_of(world_.levels - 1))) --world_.levels;
    piece_ = static_cast<std::size_t>(1 + bytes.choice(100));
    codes_ = {-0.5f, std::max(static_cast<float>(bytes.choice(16)), 0.25f)};
  }

  // On the instruction set in use.
  void require_all() const {
    require_whole();
    require_codes();
    require_tiles();
    this->require_points(piece_);
    require_first_alone<N>(*this);
  }

  // As fields of their own, the derivatives have the same bits, and ranges.
  void require_derivatives_as_fields() const {
    for (std::size_t axis = 0; axis < N && this->has_float_derivatives(); ++axis) {
      const Field along = derivative(this->field, static_cast<int>(axis));
      Values values(this->points[0].size());
      sample_values(std::span(values), along,
                    part_of<double, N>(this->points, 0, this->points[0].size()));
      require_same(values, this->expected[axis + 1], "the derivative as a field differs");
      const Range bounds = range(along, N);
      for (const float value : values)
        require(is_within(value, bounds), "a derivative is out of its range");
    }
  }

 private:
  void require_whole() const {
    Samples<N> samples = samples_of_size<N>(testing::samples(grid_));
    Range seen{};
    fill(std::span(samples[0]), grid_, this->field, {.seen = &seen});
    require_same(samples[0], this->expected[0], "a grid differs from the reference");
    require(seen.min == least_ && seen.max == largest_, "wrong extremes");
    if (!this->has_float_derivatives()) return;
    fill(planes_of<N>(samples), grid_, this->field);
    for (std::size_t plane = 0; plane <= N; ++plane)
      require_same(samples[plane], this->expected[plane], "planes differ from the reference");
  }

  void require_codes() const {
    std::vector<std::uint16_t> codes(testing::samples(grid_));
    fill(std::span(codes), grid_, this->field, codes_, alone);
    const model::Coding coding = reference::coding(codes_.min, codes_.max, 65535);
    for (std::size_t i = 0; i < codes.size(); ++i)
      require(codes[i] == reference::code(this->expected[0][i], coding), "a code differs");
  }

  void require_tiles() const {
    const std::int64_t count = std::min<std::int64_t>(tasks(world_), 100);
    for (std::int64_t number = 0; number < count; ++number) {
      const Task<N> tile = task(world_, number);
      Values values(testing::samples(tile.grid));
      fill(std::span(values), tile.grid, this->field, alone);
      for (std::size_t i = 0; i < values.size(); ++i) {
        const auto place = testing::indices(tile.grid, i);
        std::int64_t sample = 0, stride = 1;
        for (std::size_t axis = 0; axis < N; ++axis) {
          const std::int64_t index = (tile.grid.first[axis] + place[axis]) << tile.level;
          sample += (index - grid_.first[axis]) * stride;
          stride *= grid_.shape[axis];
        }
        require(is_same(values[i], this->expected[0][static_cast<std::size_t>(sample)]),
                "a tile differs from the reference");
      }
    }
  }

  Grid<N> grid_;
  World<N> world_;
  std::size_t piece_;
  Range codes_;
  float least_, largest_;
};

// A sum evaluates once the parts that its two fields share. The reference runs the same program, so
// the values of the fields by themselves are the reference for that.
template <int N>
void require_sum(const Field& a, const Field& b, const Grid<N>& grid) {
  Field sum;
  const std::size_t count = testing::samples(grid);
  Values of_a(count), of_b(count), of_sum(count);
  if (is_rejected([&] {
        sum = a + b;
        fill(std::span(of_b), grid, b, alone);
        fill(std::span(of_sum), grid, sum, alone);
      }) ||
      is_too_long(sum, N))
    return;
  fill(std::span(of_a), grid, a, alone);
  const Points<double, N> points = points_of(grid);
  Values at_points(count);
  sample_values(std::span(at_points), sum, part_of<double, N>(points, 0, count));
  const Range bounds = range(sum, grid);
  for (std::size_t i = 0; i < count; ++i) {
    require(is_same(of_sum[i], of_a[i] + of_b[i]), "a sum differs from that of its values");
    require(is_same(at_points[i], of_sum[i]), "a sum at points differs from that of a grid");
    require(is_within(of_sum[i], bounds), "a sum is out of the range of its box");
  }
}

template <int N>
void evaluate(Bytes& bytes, const Field& field, const Field& part) {
  if (is_too_long(field, N)) return;
  const Grid<N> grid = grid_of<N>(bytes);
  Values values(testing::samples(grid));
  std::optional<ExpectedGrid<N>> on_grid;
  if (!is_rejected([&] { fill(std::span(values), grid, field, alone); })) {
    on_grid.emplace(field, grid, bytes);
    require_sum(field, part, grid);
  }
  const ExpectedPoints<double, N> anywhere(field, points_anywhere<double, N>(bytes));
  const ExpectedPoints<float, N> singles(field, points_anywhere<float, N>(bytes));
  const auto piece = static_cast<std::size_t>(1 + bytes.choice(100));
  if (on_grid) on_grid->require_derivatives_as_fields();
  for (const std::string_view isa : isas()) {
    engine::select_isa(isa, "fuzzer");
    if (on_grid) {
      on_grid->require_all();
    } else {
      require(is_rejected([&] { fill(std::span(values), grid, field, alone); }),
              "a grid is rejected on one instruction set alone");
    }
    anywhere.require_points(piece);
    require_first_alone<N>(anywhere);
    singles.require_points(piece);
  }
}

}  // namespace

// A text ends at a zero byte; what follows it says where.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const bool is_text = size > 0 && data[0] == '{';
    const auto end = static_cast<std::size_t>(std::find(data, data + size, 0) - data);
    const std::size_t used = is_text ? std::min(end + 1, size) : 0;
    Bytes bytes(data + used, size - used, Bytes::Numbers::extreme);
    FieldMaker maker(bytes);
    const Field field =
        is_text ? from_json({reinterpret_cast<const char*>(data), end}) : maker.make();
    const Field part = is_text ? abs(field) : maker.part();
    in_dimensions_of(field, bytes, [&]<int N> { evaluate<N>(bytes, field, part); });
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
