// The collapse of rows and of samples: every instruction set against plain loops.

#include "stages/support.hpp"

#include <algorithm>

namespace perlane::testing {
namespace {

constexpr std::size_t pitch = 80;  // of lines
constexpr int count = 64;

// The weights of some samples of an axis, and the formulas. Derivatives have weights of their own,
// and nothing is added to what they blend.
struct Weighed {
  float s, u, v;
  bool is_derivative;
  float blend(float low, float high) const {
    return is_derivative ? s * (high - low) : low + s * (high - low);
  }
  float offset(float low, float high) const { return low * u + high * v; }
};

class Samples {
 public:
  Samples(Draw& draw, std::size_t size) : s_(size), u_(size), v_(size) {
    for (Array<float>* numbers : {&s_, &u_, &v_}) draw.fill(*numbers);
  }
  kernels::Weights weights() { return {s_.get(), u_.get(), v_.get()}; }
  Weighed at(std::size_t i, bool is_derivative = false) const {
    return {s_[i], u_[i], v_[i], is_derivative};
  }

 private:
  Array<float> s_, u_, v_;
};

// Rows from which x is removed, at samples of cells that are wide and narrow.
TEST(Collapse, LatticeRows) {
  constexpr std::size_t from_pitch = 320;
  Draw draw(27);
  Samples samples(draw, 128);
  Array<float> drawn(4 * from_pitch), to(4 * 144);
  draw.fill(drawn);
  model::LatticePoints lattice{};
  with_every_stages([&](const Stages& stages) {
    for (const double step : {0.002, 0.06, 0.3, 0.9, 1.05, 1.9, 17.25, -0.77}) {
      Array<std::byte> memory(1 << 18);
      model::Arena arena = memory.arena();
      model::Tile tile{};
      tile.dimensions = 2;
      for (model::Axis& axis : tile.axis) axis = {0, 1, 0, 1};
      tile.axis[0] = {0.3, step, 0, 115};
      const kernels::LatticeParameters parameters{1.0, model::Fade::quintic, &lattice};
      const kernels::Columns columns =
          stages.locate_columns(tile, parameters, false, 0, false, arena);
      const bool is_own = columns.segments->layout == kernels::ColumnLayout::per_sample;
      for (int components = 0; components <= 4; ++components) {
        for (const bool is_derivative : {false, true}) {
          stages.remove_x(components, is_derivative)(columns, samples.weights(), drawn.get(),
                                                     from_pitch, to.get(), 144);
          for (std::size_t i = 0; i < static_cast<std::size_t>(columns.width); ++i) {
            const auto vector = i / static_cast<std::size_t>(stages.lanes);
            const std::size_t left =
                is_own ? i : static_cast<std::size_t>(columns.base[vector]) + columns.lane[i];
            const std::size_t right = left + static_cast<std::size_t>(is_own ? columns.width : 1);
            const Weighed at = samples.at(i, is_derivative);
            if (components == 0) {
              expect_bits(to[i], at.blend(drawn[left], drawn[right]), "value");
              continue;
            }
            expect_bits(to[i], at.offset(drawn[left], drawn[right]), "k");
            for (std::size_t a = 1; a < static_cast<std::size_t>(components); ++a) {
              const float* line = drawn.get() + a * from_pitch;
              expect_bits(to[a * 144 + i], at.blend(line[left], line[right]), "gradient");
            }
          }
        }
      }
    }
  });
}

// Rows from which a further axis is removed, of gradients and of values.
TEST(Collapse, Rows) {
  Draw draw(29);
  Samples samples(draw, 16);
  Array<float> low(4 * pitch), high(4 * pitch), to(4 * pitch);
  draw.fill(low);
  draw.fill(high);
  with_every_stages([&](const Stages& stages) {
    for (std::size_t axis = 0; axis <= 3; ++axis) {
      for (const bool is_derivative : {false, true}) {
        stages.remove_axis(static_cast<int>(axis), is_derivative, samples.weights(), 3,
                           {low.get(), high.get()}, pitch, to.get(), pitch, count);
        const Weighed at = samples.at(3, is_derivative);
        for (std::size_t i = 0; i < count; ++i) {
          const std::size_t removed = axis * pitch + i;
          float k = at.blend(low[i], high[i]);
          if (axis > 0) k = k + at.offset(low[removed], high[removed]);
          expect_bits(to[i], k, "k");
          for (std::size_t a = 1; a < axis; ++a) {
            const std::size_t left = a * pitch + i;
            expect_bits(to[left], at.blend(low[left], high[left]), "gradient");
          }
        }
      }
    }
  });
}

// Rows of samples into a tile buffer and into a destination, past the caches or not, added to a sum
// and not, with extremes and without. Nothing beyond the vectors of a buffer, and the samples of a
// destination, is written.
TEST(Collapse, Samples) {
  Draw draw(41);
  constexpr std::size_t width = 128 + 16, most = 11;
  Samples samples(draw, most);
  Array<float> low(2 * width), high(2 * width), sum(most * width), to(most * width);
  Array<float> expected(most * width);
  for (Array<float>* numbers : {&low, &high, &sum}) draw.fill(*numbers);
  with_every_stages([&](const Stages& stages) {
    for (int variant = 0; variant < 32; ++variant) {
      const bool has_gradients = (variant & 1) != 0, is_sum = (variant & 2) != 0;
      const bool is_seen = (variant & 4) != 0, is_exact = (variant & 8) != 0;
      const bool is_stream = (variant & 16) != 0;
      for (const int rows : {1, 2, 3, 4, 7, static_cast<int>(most)}) {
        for (int before = 0; before < (is_exact && !is_stream ? stages.lanes : 1); ++before) {
          const int samples_of_row = is_stream ? 112 : 115 - before;
          const int padded =
              (before + samples_of_row + stages.lanes - 1) / stages.lanes * stages.lanes;
          for (std::size_t i = 0; i < to.size(); ++i) to[i] = expected[i] = -9;
          const kernels::Weights weights = samples.weights();
          const kernels::Band band{{low.get(), high.get()}, width, weights, rows};
          const kernels::RowExtent extent{before, samples_of_row, padded, is_exact};
          const kernels::RowsTo rows_to{sum.get(), width, to.get(), width, is_stream};
          float extremes[2] = {100, -100}, expected_extremes[2] = {100, -100};
          stages.collapse_band(has_gradients, is_sum, is_seen, band, extent, rows_to, extremes);
          const int written = is_exact || is_stream ? samples_of_row : padded;
          for (std::size_t r = 0; r < static_cast<std::size_t>(rows); ++r) {
            const Weighed at = samples.at(r);
            for (std::size_t i = 0; i < static_cast<std::size_t>(written); ++i) {
              const std::size_t from = i + static_cast<std::size_t>(before);
              float n = at.blend(low[from], high[from]);
              if (has_gradients) n = n + at.offset(low[width + from], high[width + from]);
              if (is_sum) n = sum[r * width + i] + n;
              expected[r * width + i] = n;
              expected_extremes[0] = std::min(expected_extremes[0], n);
              expected_extremes[1] = std::max(expected_extremes[1], n);
            }
          }
          for (std::size_t i = 0; i < to.size(); ++i) expect_bits(to[i], expected[i], "sample");
          if (!is_seen) continue;
          expect_bits(extremes[0], expected_extremes[0], "minimum");
          expect_bits(extremes[1], expected_extremes[1], "maximum");
        }
      }
    }
  });
}

}  // namespace
}  // namespace perlane::testing
