// The collapse of rows and of samples: every instruction set against plain loops.

#include "stages.hpp"

#include <algorithm>

namespace perlane::testing {
namespace {

constexpr std::size_t pitch = 80;  // of lines, of which `count` columns are in use
constexpr int count = 37;

// One sample of an axis, and the formula.
struct Removal {
  float f, f_minus_1, s, slope;
  float blend(float low, float high) const { return low + s * (high - low); }
};

// What stands at a lattice column of a row: a set of lines. `k` is not there at the first axis.
struct Vertex {
  float g[4];
  float k;
};

Vertex vertex_of(const float* lines, std::size_t column, bool has_gradients, int axis, bool has_k) {
  Vertex vertex{};
  const int gradients = has_gradients ? axis + 1 : 0;
  for (int a = 0; a < gradients; ++a)
    vertex.g[a] = lines[static_cast<std::size_t>(a) * pitch + column];
  if (has_k) vertex.k = lines[static_cast<std::size_t>(gradients) * pitch + column];
  return vertex;
}

struct Ends {
  float low, high;
};
Ends constants_of(const Removal& at, const Vertex& low, const Vertex& high, bool has_gradients,
                  int axis, bool has_k) {
  if (!has_gradients) return {low.k, high.k};
  if (!has_k) return {low.g[axis] * at.f, high.g[axis] * at.f_minus_1};
  return {low.k + low.g[axis] * at.f, high.k + high.g[axis] * at.f_minus_1};
}

// An axis whose samples are what they are.
class Samples {
 public:
  explicit Samples(Draw& draw) : f_(16), f_minus_1_(16), s_(16), slope_(16) {
    for (Array<float>* numbers : {&f_, &f_minus_1_, &s_, &slope_}) draw.fill(*numbers);
    axis_.f = f_.get();
    axis_.f_minus_1 = f_minus_1_.get();
    axis_.s = s_.get();
    axis_.slope = slope_.get();
  }
  const kernels::RowAxis& axis() const { return axis_; }
  Removal at(std::size_t i) const { return {f_[i], f_minus_1_[i], s_[i], slope_[i]}; }

 private:
  Array<float> f_, f_minus_1_, s_, slope_;
  kernels::RowAxis axis_{};
};

void expect_removed(const float* row, const float* low, const float* high, const Removal& at,
                    bool has_gradients, int axis, bool has_k) {
  const int left = has_gradients ? axis : 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Vertex below = vertex_of(low, i, has_gradients, axis, has_k);
    const Vertex above = vertex_of(high, i, has_gradients, axis, has_k);
    for (int a = 0; a < left; ++a)
      expect_bits(row[static_cast<std::size_t>(a) * pitch + i], at.blend(below.g[a], above.g[a]),
                  "gradient");
    const Ends k = constants_of(at, below, above, has_gradients, axis, has_k);
    expect_bits(row[static_cast<std::size_t>(left) * pitch + i], at.blend(k.low, k.high), "k");
  }
}

// The axes that can be removed from rows: of gradients and of values, first and later ones.
const auto with_every_removal = [](const auto& body) {
  for (const bool has_gradients : {false, true}) {
    for (int axis = 1; axis <= 3; ++axis) {
      for (const bool has_k : {false, true}) {
        if (!has_gradients && !has_k) continue;
        if (has_gradients && axis == 3 && has_k) continue;  // w is the first to be removed
        body(has_gradients, axis, has_k);
      }
    }
  }
};

TEST(Collapse, Rows) {
  Draw draw(29);
  const Samples samples(draw);
  Array<float> low(5 * pitch), high(5 * pitch), to(5 * pitch);
  draw.fill(low);
  draw.fill(high);
  with_every_stages([&](const kernels::Stages& stages) {
    with_every_removal([&](bool has_gradients, int axis, bool has_k) {
      const kernels::RowShape shape{count, pitch, pitch, 0, 1};
      stages.remove_axis(has_gradients, axis, has_k)(samples.axis(), 3, low.get(), high.get(),
                                                     shape, to.get());
      expect_removed(to.get(), low.get(), high.get(), samples.at(3), has_gradients, axis, has_k);
    });
  });
}

TEST(Collapse, SeveralRowsAtOnce) {
  Draw draw(31);
  const Samples samples(draw);
  Array<float> low(3 * pitch), high(3 * pitch), to(8 * pitch);
  draw.fill(low);
  draw.fill(high);
  with_every_stages([&](const kernels::Stages& stages) {
    for (const bool has_gradients : {false, true}) {
      for (const bool has_k : {false, true}) {
        if (!has_gradients && !has_k) continue;
        const kernels::RowShape shape{count, pitch, pitch, 2 * pitch, 1};
        stages.remove_y(has_gradients, has_k)(samples.axis(), 5, low.get(), high.get(), shape,
                                              to.get());
        for (std::size_t r = 0; r < static_cast<std::size_t>(stages.rows_at_once); ++r) {
          expect_removed(to.get() + r * 2 * pitch, low.get(), high.get(), samples.at(5 + r),
                         has_gradients, 1, has_k);
        }
      }
    }
  });
}

// What is left of the two columns of a cell.
TEST(Collapse, RowsInOneCell) {
  Draw draw(33);
  const Samples samples(draw);
  constexpr int rows = 11;
  Array<float> low(3 * pitch), high(3 * pitch);
  draw.fill(low);
  draw.fill(high);
  with_every_stages([&](const kernels::Stages& stages) {
    const auto apart = static_cast<std::size_t>(stages.cell_pitch);
    Array<float> to(4 * apart);
    for (const bool has_gradients : {false, true}) {
      for (const bool has_k : {false, true}) {
        if (!has_gradients && !has_k) continue;
        stages.remove_y_in_cell(has_gradients, has_k)(samples.axis(), 4, rows, low.get(),
                                                      high.get(), pitch, to.get());
        for (std::size_t i = 0; i < 2 * rows; ++i) {
          const std::size_t r = i / 2, column = i % 2;
          const Removal at = samples.at(4 + r);
          const Vertex below = vertex_of(low.get(), column, has_gradients, 1, has_k);
          const Vertex above = vertex_of(high.get(), column, has_gradients, 1, has_k);
          const float* result = to.get() + r + (has_gradients ? 2 : 1) * apart * column;
          if (has_gradients) expect_bits(result[0], at.blend(below.g[0], above.g[0]), "gradient");
          const Ends k = constants_of(at, below, above, has_gradients, 1, has_k);
          expect_bits(result[has_gradients ? apart : 0], at.blend(k.low, k.high), "k");
        }
      }
    }
  });
}

// The noise, its derivative along the axis that is removed, and two derivatives that are there.
TEST(Collapse, RowsWithDerivatives) {
  Draw draw(37);
  const Samples samples(draw);
  Array<float> low(12 * pitch), high(12 * pitch), to(16 * pitch);
  draw.fill(low);
  draw.fill(high);
  with_every_stages([&](const kernels::Stages& stages) {
    with_every_removal([&](bool has_gradients, int axis, bool has_k) {
      const std::size_t left = has_gradients ? static_cast<std::size_t>(axis) : 0;
      const std::size_t from_set = (left + (has_gradients ? 2 : 1)) * pitch;
      const std::size_t set = (left + 1) * pitch;
      const int sets = has_k ? 3 : 1;
      const kernels::RowShape shape{count, pitch, pitch, 0, sets};
      stages.differentiate_axis(has_gradients, axis, has_k)(samples.axis(), 2, low.get(),
                                                            high.get(), shape, to.get());
      const Removal at = samples.at(2);
      expect_removed(to.get(), low.get(), high.get(), at, has_gradients, axis, has_k);
      for (std::size_t other = 1; other < static_cast<std::size_t>(sets); ++other) {
        expect_removed(to.get() + (other + 1) * set, low.get() + other * from_set,
                       high.get() + other * from_set, at, has_gradients, axis, true);
      }
      for (std::size_t i = 0; i < count; ++i) {
        const Vertex below = vertex_of(low.get(), i, has_gradients, axis, has_k);
        const Vertex above = vertex_of(high.get(), i, has_gradients, axis, has_k);
        for (std::size_t a = 0; a < left; ++a)
          expect_bits(to[set + a * pitch + i], at.slope * (above.g[a] - below.g[a]), "gradient");
        const Ends k = constants_of(at, below, above, has_gradients, axis, has_k);
        const float along = at.slope * (k.high - k.low);
        expect_bits(to[set + left * pitch + i],
                    has_gradients ? at.blend(below.g[axis], above.g[axis]) + along : along,
                    "derivative");
      }
    });
  });
}

// A row of samples along x, beside lattice columns; its lines are `apart` apart.
struct Row {
  Row(const kernels::Stages& stages, double step, int samples, bool overlaps) : memory(1 << 19) {
    for (model::Axis& axis : tile.axis) axis = {0, 1, 0, 1};
    tile.dimensions = 2;
    tile.axis[0] = {0.3, step, 0, samples};
    tile.columns = 128;
    model::Arena arena = memory.arena();
    columns = stages.locate_columns(tile, {1.0, model::Fade::quintic, &lattice}, true,
                                    {overlaps, 0}, arena);
  }

  // The lattice column to the left of a sample, and how much farther that to the right is.
  std::size_t left(const kernels::Stages& stages, std::size_t i) const {
    if (is_own()) return i;
    return static_cast<std::size_t>(columns.base[i / static_cast<std::size_t>(stages.lanes)]) +
           columns.lane[i];
  }
  // Where sample i of the tables belongs in the row.
  std::size_t place(const kernels::Stages& stages, std::size_t i) const {
    const auto before_last = static_cast<std::size_t>(columns.width - stages.lanes);
    return i < before_last ? i : static_cast<std::size_t>(columns.last) + i - before_last;
  }
  std::size_t to_right() const { return is_own() ? static_cast<std::size_t>(columns.width) : 1; }
  bool is_own() const { return columns.stretches->reach == kernels::Reach::per_sample; }

  Array<std::byte> memory;
  model::LatticePoints lattice{};
  model::Tile tile{};
  kernels::Columns columns{};
};

float noise_at(const kernels::Stages& stages, const Row& row, const float* lines, std::size_t apart,
               bool has_gradients, std::size_t i) {
  const kernels::Columns& at = row.columns;
  const std::size_t left = row.left(stages, i), right = left + row.to_right();
  float k0 = lines[left], k1 = lines[right];
  if (has_gradients) {
    k0 = lines[apart + left] + lines[left] * at.f[i];
    k1 = lines[apart + right] + lines[right] * at.f_minus_1[i];
  }
  return k0 + at.s[i] * (k1 - k0);
}

constexpr double steps[] = {0.002, 0.06, 0.3, 1.05, 1.9, 17.25, -0.77};

// Rows of samples into a tile buffer and into a destination, past the caches or not, added to a sum
// and not. Nothing beyond the vectors of a buffer, and the samples of a destination, is written.
TEST(Collapse, Samples) {
  Draw draw(41);
  constexpr std::size_t width = 128 + 16;
  with_every_stages([&](const kernels::Stages& stages) {
    const std::size_t apart = static_cast<std::size_t>(stages.block_pitch);
    const auto most = static_cast<std::size_t>(stages.rows_at_once);
    Array<float> lines(2 * most * apart), sum(most * width), to(most * width);
    Array<float> expected(most * width);
    draw.fill(lines);
    draw.fill(sum);
    for (const double step : steps) {
      for (int variant = 0; variant < 32; ++variant) {
        const bool has_gradients = (variant & 1) != 0, is_sum = (variant & 2) != 0;
        const bool is_buffer = (variant & 4) != 0, is_block = (variant & 8) != 0;
        const bool is_stream = (variant & 16) != 0;
        if ((is_block && most == 1) || (is_buffer && is_stream)) continue;
        const Row row(stages, step, is_stream ? 112 : 115, !is_buffer);
        for (std::size_t i = 0; i < to.size(); ++i) to[i] = expected[i] = -9;
        const kernels::RowsTo rows{sum.get(), width, 0.37f, to.get(), width, is_stream};
        float extremes[2] = {100, -100}, expected_extremes[2] = {100, -100};
        if (is_block) {
          stages.collapse_block(has_gradients, is_sum, is_buffer, row.columns, lines.get(), rows,
                                extremes);
        } else {
          stages.collapse_row(has_gradients, is_sum, row.columns, lines.get(),
                              static_cast<int>(apart), rows, extremes);
        }
        for (std::size_t r = 0; r < (is_block ? most : 1); ++r) {
          const float* from = lines.get() + r * (has_gradients ? 2 : 1) * apart;
          for (std::size_t i = 0; i < static_cast<std::size_t>(row.columns.width); ++i) {
            const std::size_t place = r * width + row.place(stages, i);
            float n = noise_at(stages, row, from, apart, has_gradients, i);
            if (is_sum) n = sum[place] + n * 0.37f;
            expected[place] = n;
            // Of padding and overlaps too, which repeat samples, though not in this test.
            expected_extremes[0] = std::min(expected_extremes[0], n);
            expected_extremes[1] = std::max(expected_extremes[1], n);
          }
        }
        for (std::size_t i = 0; i < to.size(); ++i) expect_bits(to[i], expected[i], "sample");
        if (is_block && is_buffer) continue;
        expect_bits(extremes[0], expected_extremes[0], "minimum");
        expect_bits(extremes[1], expected_extremes[1], "maximum");
      }
    }
  });
}

// Any number of rows whose samples lie in one cell along x.
TEST(Collapse, SamplesInOneCell) {
  Draw draw(42);
  constexpr std::size_t width = 128 + 16, most = 16;
  Array<float> sum(most * width), to(most * width), expected(most * width);
  draw.fill(sum);
  with_every_stages([&](const kernels::Stages& stages) {
    const auto apart = static_cast<std::size_t>(stages.cell_pitch);
    Array<float> from(4 * apart);
    draw.fill(from);
    for (int variant = 0; variant < 8; ++variant) {
      const bool has_gradients = (variant & 1) != 0, is_sum = (variant & 2) != 0;
      const Row row(stages, 0.002, 115, (variant & 4) != 0);
      ASSERT_EQ(row.columns.stretches->reach, kernels::Reach::same);
      for (const std::size_t rows : {1u, 2u, 11u, 16u}) {
        for (std::size_t i = 0; i < to.size(); ++i) to[i] = expected[i] = -9;
        const kernels::RowsTo rows_to{sum.get(), width, 0.37f, to.get(), width, false};
        float extremes[2] = {100, -100}, expected_extremes[2] = {100, -100};
        stages.collapse_cell(has_gradients, is_sum, row.columns, from.get(), static_cast<int>(rows),
                             rows_to, extremes);
        for (std::size_t r = 0; r < rows; ++r) {
          // As two lattice columns beside each other.
          float lines[4];
          for (std::size_t column = 0; column < 2; ++column) {
            const float* left = from.get() + r + (has_gradients ? 2 : 1) * apart * column;
            lines[column] = left[0];
            lines[2 + column] = has_gradients ? left[apart] : 0;
          }
          for (std::size_t i = 0; i < static_cast<std::size_t>(row.columns.width); ++i) {
            const std::size_t place = r * width + row.place(stages, i);
            float n = noise_at(stages, row, lines, 2, has_gradients, i);
            if (is_sum) n = sum[place] + n * 0.37f;
            expected[place] = n;
            expected_extremes[0] = std::min(expected_extremes[0], n);
            expected_extremes[1] = std::max(expected_extremes[1], n);
          }
        }
        for (std::size_t i = 0; i < to.size(); ++i) expect_bits(to[i], expected[i], "sample");
        expect_bits(extremes[0], expected_extremes[0], "minimum");
        expect_bits(extremes[1], expected_extremes[1], "maximum");
      }
    }
  });
}

TEST(Collapse, SamplesWithDerivatives) {
  Draw draw(43);
  constexpr std::size_t apart = 320;
  Array<float> lines(8 * apart), planes(5 * 128);
  draw.fill(lines);
  float* plane[5];
  for (std::size_t i = 0; i < 5; ++i) plane[i] = planes.get() + i * 128;
  with_every_stages([&](const kernels::Stages& stages) {
    for (const double step : steps) {
      const Row row(stages, step, 128, false);
      for (const bool has_gradients : {false, true}) {
        for (int dimensions = 1; dimensions <= 4; ++dimensions) {
          stages.differentiate_row(has_gradients, dimensions, row.columns, lines.get(), apart, 0.7f,
                                   plane);
          const std::size_t set = (has_gradients ? 2 : 1) * apart;
          for (std::size_t i = 0; i < 128; ++i) {
            const auto noise = [&](std::size_t axis) {
              return noise_at(stages, row, lines.get() + axis * set, apart, has_gradients, i);
            };
            expect_bits(plane[0][i], noise(0), "noise");
            const kernels::Columns& at = row.columns;
            const std::size_t left = row.left(stages, i), right = left + row.to_right();
            const float g0 = lines[left], g1 = lines[right];
            float along = at.slope[i] * (g1 - g0);
            if (has_gradients) {
              const float k0 = lines[apart + left] + g0 * at.f[i];
              const float k1 = lines[apart + right] + g1 * at.f_minus_1[i];
              along = (g0 + at.s[i] * (g1 - g0)) + at.slope[i] * (k1 - k0);
            }
            expect_bits(plane[1][i], along * 0.7f, "along x");
            for (std::size_t axis = 1; axis < static_cast<std::size_t>(dimensions); ++axis)
              expect_bits(plane[axis + 1][i], noise(axis) * 0.7f, "along another axis");
          }
        }
      }
    }
  });
}

}  // namespace
}  // namespace perlane::testing
