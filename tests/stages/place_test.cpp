// Places of samples and points: every instruction set against plain loops and the reference.

#include "stages/support.hpp"

#include "reference/lattice.hpp"

namespace perlane::testing {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double position_of(const model::Axis& axis, std::int64_t sample) {
  return axis.origin + static_cast<double>(axis.first + sample) * axis.step;
}

// Lines of weights, or of their derivatives.
struct WeightArrays {
  explicit WeightArrays(std::size_t size) : s(size), u(size), v(size) {}
  kernels::Weights get() { return {s.get(), u.get(), v.get()}; }
  Array<float> s, u, v;
};

void expect_weights(const kernels::Weights& weights, const kernels::Weights& derivatives,
                    std::size_t i, model::Fade fade, float f) {
  const float s = reference::fade(fade, f), derivative = reference::fade_derivative(fade, f);
  expect_bits(weights.s[i], s, "fade");
  expect_bits(weights.u[i], f * (1.0f - s), "weight of the gradient below");
  expect_bits(weights.v[i], s * (f - 1.0f), "weight of the gradient above");
  expect_bits(derivatives.s[i], derivative, "derivative");
  expect_bits(derivatives.u[i], (1.0f - s) - f * derivative, "derivative of the weight below");
  expect_bits(derivatives.v[i], s + (f - 1.0f) * derivative, "derivative of the weight above");
}

TEST(Place, Weights) {
  Array<float> f(64);
  WeightArrays weights(64), derivatives(64);
  for (std::size_t i = 0; i < 64; ++i) f[i] = static_cast<float>(i) / 63;
  f[1] = 0x1p-149f;
  f[62] = 0x1.fffffep-1f;
  with_every_stages([&](const Stages& stages) {
    using model::Fade;
    for (const Fade fade : {Fade::quintic, Fade::cubic, Fade::linear, Fade::none}) {
      stages.weigh(fade, f.get(), weights.get(), derivatives.get(), 64);
      for (std::size_t i = 0; i < 64; ++i)
        expect_weights(weights.get(), derivatives.get(), i, fade, f[i]);
    }
  });
}

// Indices up to the largest, and where neighbours have no binary64 of their own.
TEST(Place, Samples) {
  const model::Axis axes[] = {{-1.5, 0.07, 0, 40},
                              {0.25, -9.5, -20, 40},
                              {0, 0x1p-20, (std::int64_t{1} << 61) + 12345, 40},
                              {0, 0x1p-3, (std::int64_t{1} << 52) - 20, 40},
                              {1e12 + 0.125, 0.25, -(std::int64_t{1} << 52) - 20, 40}};
  Array<double> cell(64);
  Array<float> f(64);
  with_every_stages([&](const Stages& stages) {
    for (const model::Axis& axis : axes) {
      stages.locate_samples(axis, axis.first - 3, 40, 0.37, 0.75, cell.get(), f.get());
      for (int i = 0; i < 40; ++i) {
        const double s = position_of(axis, i - 3) * 0.37 + 0.75;
        EXPECT_EQ(cell[static_cast<std::size_t>(i)], std::floor(s));
        expect_bits(f[static_cast<std::size_t>(i)], static_cast<float>(s - std::floor(s)), "f");
      }
    }
  });
}

// The lattice coordinates beside sample i of an axis.
reference::Located beside(const model::Axis& axis, int number, int i,
                          const kernels::LatticeParameters& parameters) {
  model::Point point{4, false, {}};
  point.coordinate[number] = axis.position != nullptr ? axis.position[i] : position_of(axis, i);
  reference::Located position{};
  EXPECT_TRUE(
      reference::locate(point, number, parameters.frequency, *parameters.lattice, position));
  return position;
}

void expect_columns(const Stages& stages, const model::Tile& tile,
                    const kernels::LatticeParameters& parameters, int before, bool is_own_cheap) {
  Array<std::byte> memory(1 << 19);
  model::Arena arena = memory.arena();
  const kernels::Columns columns =
      stages.locate_columns(tile, parameters, true, before, is_own_cheap, arena);
  const int count = tile.axis[0].count, lanes = stages.lanes;
  ASSERT_EQ(columns.width, (before + count + lanes - 1) / lanes * lanes);
  ASSERT_EQ(columns.before, before);
  int next = 0;
  for (const kernels::Segment* segment = columns.segments; segment != columns.segments_end;
       ++segment) {
    ASSERT_EQ(segment->begin, next);
    next = segment->end;
    for (int i = segment->begin; i < segment->end; ++i) {
      const int sample = std::clamp(i - before, 0, count - 1);
      const reference::Located expected = beside(tile.axis[0], 0, sample, parameters);
      const bool is_own = segment->layout == kernels::ColumnLayout::per_sample;
      const int lane = is_own ? 0 : static_cast<int>(columns.lane[i]);
      const int left = is_own ? i : columns.base[i / lanes] + lane;
      const int right = is_own ? columns.width + i : left + 1;
      ASSERT_EQ(columns.lattice[left], expected.cell[0]) << "sample " << i;
      ASSERT_EQ(columns.lattice[right], expected.cell[1]) << "sample " << i;
      expect_bits(columns.f[i], expected.f, "f");
      expect_weights(columns.weights, columns.derivatives, static_cast<std::size_t>(i),
                     parameters.fade, expected.f);
      switch (segment->layout) {
        case kernels::ColumnLayout::same:
          EXPECT_EQ(left, columns.base[segment->begin / lanes]);
          break;
        case kernels::ColumnLayout::near:
          EXPECT_LT(lane, lanes);
          break;
        case kernels::ColumnLayout::per_sample:
          break;
      }
    }
  }
  EXPECT_EQ(next, columns.width);
}

// With all the padding that there can be before the first sample; not where positions are given,
// for there are none before the first.
void expect_columns_of_all(const Stages& stages, const model::Tile& tile,
                           const kernels::LatticeParameters& parameters) {
  const int most = tile.axis[0].position != nullptr ? 0 : stages.lanes - 1;
  for (int before = 0; before <= most; ++before) {
    for (const bool is_own_cheap : {false, true})
      expect_columns(stages, tile, parameters, before, is_own_cheap);
  }
}

model::Tile row_of(const model::Axis& axis) {
  model::Tile tile{};
  tile.dimensions = 2;
  for (model::Axis& other : tile.axis) other = {0, 1, 0, 1};
  tile.axis[0] = axis;
  tile.columns = (axis.count + 15) / 16 * 16;
  tile.pitch = tile.columns;
  return tile;
}

TEST(Place, Columns) {
  model::LatticePoints endless{}, periodic{};
  periodic.period[0] = 5;
  periodic.offset[0] = 3;
  periodic.shift[0] = 0.625;
  with_every_stages([&](const Stages& stages) {
    for (const model::LatticePoints* lattice : {&endless, &periodic}) {
      for (const double step : {0.002, 0.06, 0.3, 0.9, 1.05, 1.3, 1.9, 2.5, 17.25, -0.77, -9.5}) {
        const kernels::LatticeParameters parameters{1.0, model::Fade::quintic, lattice};
        for (const int count : {1, 3, 8, 16, 17, 37, 64, 200})
          expect_columns_of_all(stages, row_of({0.01, step, -50, count}), parameters);
      }
    }
  });
}

// Positions in any order: a loop that starts again, and scattered ones.
TEST(Place, ColumnsOfGivenPositions) {
  const model::LatticePoints lattice{};
  Array<double> position(96);
  with_every_stages([&](const Stages& stages) {
    for (const double loop : {3.0, 40.0, 1e6}) {
      for (std::size_t i = 0; i < 96; ++i)
        position[i] = std::fmod(static_cast<double>(i * i) * 0.7, loop);
      model::Axis axis{0, 1, 0, 96, position.get()};
      for (const int count : {96, 89}) {
        axis.count = count;
        expect_columns_of_all(stages, row_of(axis), {0.5, model::Fade::linear, &lattice});
      }
    }
  });
}

TEST(Place, RowAxes) {
  model::LatticePoints lattice{};
  lattice.period[2] = 7;
  lattice.shift[2] = 0.5;
  lattice.offset[2] = 4;
  with_every_stages([&](const Stages& stages) {
    for (const int number : {1, 2}) {
      for (const int reach : {1, 2, 3}) {
        for (const double step : {0.01, 0.3, 1.7, -2.2, 9.5}) {
          Array<std::byte> memory(1 << 16);
          model::Arena arena = memory.arena();
          const model::Axis axis{0.3, step, -7, 21};
          const kernels::LatticeParameters parameters{1.0, model::Fade::cubic, &lattice};
          const kernels::RowAxis rows =
              stages.locate_row_axis(axis, number, parameters, reach, true, arena);
          for (int i = 0; i < axis.count; ++i) {
            const reference::Located expected = beside(axis, number, i, parameters);
            expect_bits(rows.f[i], expected.f, "f");
            expect_weights(rows.weights, rows.derivatives, static_cast<std::size_t>(i),
                           model::Fade::cubic, expected.f);
            for (int side = 0; side < 2 * reach; ++side) {
              const double cell =
                  std::floor(position_of(axis, i) + lattice.shift[number]) + side + 1 - reach;
              const model::Axis moved{cell + 0.5 - lattice.shift[number], 0, 0, 1};
              EXPECT_EQ(rows.lattice[rows.index[i] + side],
                        beside(moved, number, 0, parameters).cell[0]);
              EXPECT_LT(rows.index[i] + side, rows.count);
            }
          }
        }
      }
    }
  });
}

template <class Real, class Locate>
void expect_points(const Stages& stages, const model::LatticePoints& lattice, Locate locate) {
  constexpr bool is_float = sizeof(Real) == sizeof(float);
  const double awkward[] = {0.0,     -0.0,   1.0,   -1e-9,   nan,    HUGE_VAL, -HUGE_VAL, 255.5,
                            -257.25, 0x1p51, 1e300, -0x1p51, 0x1p30, -1e12,    1e-300,    0x1p31};
  const kernels::PointAxis axis{0.7, lattice.shift[1], static_cast<double>(lattice.period[1]),
                                static_cast<double>(lattice.offset[1])};
  for (int count = 1; count <= stages.points_in_block; count += count < 40 ? 1 : 23) {
    const auto size = static_cast<std::size_t>(count);
    std::vector<Real> coordinate(size);  // no room beyond the end
    for (std::size_t i = 0; i < size; ++i)
      coordinate[i] = static_cast<Real>(awkward[i % 16] + static_cast<double>(i / 16) * 0.37);
    Array<float> f(size);
    Array<std::uint32_t> below(size), above(size);
    locate(axis, coordinate.data(), count, f.get(), below.get(), above.get());
    const std::size_t padded =
        (size + static_cast<std::size_t>(stages.lanes) - 1) / stages.lanes * stages.lanes;
    for (std::size_t i = 0; i < padded; ++i) {
      model::Point point{4, is_float, {}};
      point.coordinate[1] = static_cast<double>(coordinate[std::min(i, size - 1)]);
      reference::Located expected{};
      if (reference::locate(point, 1, 0.7, lattice, expected)) {
        expect_bits(f[i], expected.f, "f");
        EXPECT_EQ(below[i], expected.cell[0]);
        EXPECT_EQ(above[i], expected.cell[1]);
      } else {
        EXPECT_TRUE(std::isnan(f[i])) << f[i];
      }
    }
  }
}

TEST(Place, Points) {
  model::LatticePoints endless{}, periodic{};
  periodic.period[1] = 4294967295u;
  periodic.offset[1] = 12345;
  periodic.shift[1] = 1.25;
  with_every_stages([&](const Stages& stages) {
    for (const model::LatticePoints* lattice : {&endless, &periodic}) {
      expect_points<double>(stages, *lattice, stages.locate_points);
      expect_points<float>(stages, *lattice, stages.locate_single_points);
    }
  });
}

model::Tile box() {
  model::Tile tile = row_of({-1.5, 0.07, 4, 21});
  tile.dimensions = 3;
  tile.axis[1] = {7.25, 0.3, -2, 3};
  tile.axis[2] = {1e9, -0.4, 0, 2};
  tile.pitch = tile.columns + model::row_gap;
  return tile;
}

TEST(Place, PositionsOfAxes) {
  const model::Tile tile = box();
  const auto size = static_cast<std::size_t>(buffer_size(tile));
  Array<double> x(size), y(size), z(size);
  double* const coordinate[] = {x.get(), y.get(), z.get(), nullptr};
  with_every_stages([&](const Stages& stages) {
    stages.positions(tile, coordinate);
    for (int row = 0; row < 6; ++row) {
      for (int i = 0; i < tile.columns; ++i) {
        const auto at = static_cast<std::size_t>(row * tile.pitch + i);
        EXPECT_EQ(x[at], position_of(tile.axis[0], std::min(i, 20)));
        EXPECT_EQ(y[at], position_of(tile.axis[1], row % 3));
        EXPECT_EQ(z[at], position_of(tile.axis[2], row / 3));
      }
    }
  });
}

// Points in rows: what lies beyond those of a row is not read.
TEST(Place, PositionsOfPoints) {
  model::Tile tile = box();
  const auto size = static_cast<std::size_t>(buffer_size(tile));
  Array<double> point(size), x(size), y(size), z(size);
  Array<float> single(size);
  for (std::size_t i = 0; i < size; ++i) {
    const bool is_point = static_cast<int>(i) % tile.pitch < 21;
    point[i] = is_point ? static_cast<double>(i) * 0.25 : nan;
    single[i] = static_cast<float>(point[i]);
  }
  for (int axis = 0; axis < 3; ++axis) {
    tile.point[axis] = point.get();
    tile.float_point[axis] = single.get();
  }
  double* const coordinate[] = {x.get(), y.get(), z.get(), nullptr};
  with_every_stages([&](const Stages& stages) {
    for (const auto kind : {model::Tile::points, model::Tile::float_points}) {
      tile.kind = kind;
      stages.positions(tile, coordinate);
      for (int row = 0; row < 6; ++row) {
        for (int i = 0; i < tile.columns; ++i) {
          const auto at = static_cast<std::size_t>(row * tile.pitch);
          const auto column = static_cast<std::size_t>(i);
          EXPECT_EQ(x[at + column], point[at + std::min<std::size_t>(column, 20)]);
          EXPECT_EQ(z[at + column], x[at + column]);
        }
      }
    }
  });
}

// Displaces samples by steps of all sizes, up to the limit, both ways.
void displace(model::Tile& tile, std::array<Array<float>, 3>& displacement) {
  const auto size = static_cast<std::size_t>(buffer_size(tile));
  for (std::size_t axis = 0; axis < 3; ++axis) {
    displacement[axis] = Array<float>(size);
    for (std::size_t i = 0; i < size; ++i) {
      const float most = std::ldexp(1.0f, static_cast<int>((7 * i + axis) % 50) - 20);
      displacement[axis][i] = most * (static_cast<float>((37 * i + 11 * axis) % 65) / 32 - 1);
    }
    tile.displacement[axis] = displacement[axis].get();
    tile.displacement_factor[axis] = axis == 2 ? -1.75 : 1;
  }
}

void expect_displaced(const Stages& stages, const model::Tile& tile,
                      const model::LatticePoints& lattice) {
  const kernels::LatticeParameters parameters{0.7, model::Fade::quintic, &lattice};
  const auto size = static_cast<std::size_t>(buffer_size(tile));
  Array<float> f[3] = {Array<float>(size), Array<float>(size), Array<float>(size)};
  Array<std::uint32_t> below[3] = {Array<std::uint32_t>(size), Array<std::uint32_t>(size),
                                   Array<std::uint32_t>(size)};
  Array<std::uint32_t> above[3] = {Array<std::uint32_t>(size), Array<std::uint32_t>(size),
                                   Array<std::uint32_t>(size)};
  float* const to_f[] = {f[0].get(), f[1].get(), f[2].get()};
  std::uint32_t* const to_below[] = {below[0].get(), below[1].get(), below[2].get()};
  std::uint32_t* const to_above[] = {above[0].get(), above[1].get(), above[2].get()};
  stages.locate_displaced(tile, parameters, to_f, to_below, to_above);
  int located = 0, lost = 0;
  for (int row = 0; row < model::row_count<void>(tile); ++row) {
    for (int i = 0; i < tile.axis[0].count; ++i) {
      const auto at = static_cast<std::size_t>(row * tile.pitch + i);
      const int sample[3] = {i, row % tile.axis[1].count, row / tile.axis[1].count};
      model::Point point{3, false, {}};
      point.is_displaced = true;
      for (int axis = 0; axis < 3; ++axis) {
        point.coordinate[axis] = tile.kind == model::Tile::displaced_points
                                     ? tile.point[axis][at]
                                     : position_of(tile.axis[axis], sample[axis]);
        point.displacement[axis] = tile.displacement[axis][at];
        point.displacement_factor[axis] = tile.displacement_factor[axis];
        reference::Located expected{};
        if (reference::locate(point, axis, 0.7, lattice, expected)) {
          ++located;
          expect_bits(f[axis][at], expected.f, "f");
          EXPECT_EQ(below[axis][at], expected.cell[0]) << axis << " " << at;
          EXPECT_EQ(above[axis][at], expected.cell[1]) << axis << " " << at;
        } else {
          ++lost;
          EXPECT_TRUE(std::isnan(f[axis][at])) << f[axis][at];
        }
      }
    }
  }
  EXPECT_GT(located, 10 * lost);
  EXPECT_EQ(lost > 0, tile.kind == model::Tile::displaced_points);
}

TEST(Place, DisplacedSamples) {
  model::LatticePoints endless{}, periodic{};
  for (int axis = 0; axis < 3; ++axis) {
    periodic.period[axis] = axis == 1 ? 4294967295u : 7u;
    periodic.offset[axis] = 12345;
    periodic.shift[axis] = 1.25;
  }
  // Tiles of axes, and tiles of points whose rows are longer than a step.
  model::Tile grid = box(), points = box();
  points.axis[0].count = 600;
  points.columns = model::padded<void>(600);
  points.pitch = points.columns + model::row_gap;
  std::array<Array<float>, 3> of_grid{Array<float>(0), Array<float>(0), Array<float>(0)},
      of_points{Array<float>(0), Array<float>(0), Array<float>(0)};
  displace(grid, of_grid);
  displace(points, of_points);
  grid.kind = model::Tile::displaced_axes;
  points.kind = model::Tile::displaced_points;
  // No row is read beyond its last point.
  const auto size = static_cast<std::size_t>(buffer_size(points) - points.pitch + 600);
  const double far[] = {nan, HUGE_VAL, -HUGE_VAL, 0x1p55};
  std::vector<double> point(size);
  for (std::size_t i = 0; i < size; ++i)
    point[i] = i % 60 == 0 ? far[i / 60 % 4]
                           : std::ldexp(static_cast<double>(i) - 700.3, static_cast<int>(i % 40));
  for (const double*& along_axis : points.point) along_axis = point.data();
  with_every_stages([&](const Stages& stages) {
    for (const model::LatticePoints* lattice : {&endless, &periodic}) {
      expect_displaced(stages, grid, *lattice);
      expect_displaced(stages, points, *lattice);
    }
  });
}

}  // namespace
}  // namespace perlane::testing
