#include "graph/bounds/lattice_in_box.hpp"

#include "graph/bounds/control_net.hpp"
#include "graph/properties.hpp"
#include "reference/perlin.hpp"
#include "reference/value.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <type_traits>

namespace perlane::graph {
namespace {

// A noise is followed through the cells of a box that is no larger than such a part of a cell.
// Other boxes have the bounds of everywhere, to which those of many cells come near.
constexpr double largest_volume = 0.4;

// The roundings of the reference and of the control net, relative to the gradients or values that
// the noise is made of: each takes fewer than 2^7 operations, which round by 2^-24 of a number that
// is not twice as large.
constexpr double lattice_rounding = 0x1p-15;

// The one or two cells that a box touches along an axis, and the parts of them.
struct CellPair {
  std::int64_t first;
  int count;
  double low, high;  // ends of the box, in cells
  double rounding;  // of the positions of samples, beside that of binary64
  CellPart part[2];
};

// False for more cells, and beyond the limit of coordinates.
template <class Noise>
bool locate(const Noise& noise, const PositionBox& box, int axis, CellPair& pair) noexcept {
  const auto [from, to] = box.coordinate[axis];
  double low = from * noise.frequency + noise.lattice.shift[axis];
  double high = to * noise.frequency + noise.lattice.shift[axis];
  double rounding = 0;
  if (box.is_displaced) {
    // The reference adds the displacement to the fraction in binary32, where it rounds both the
    // product and the sum; here, the sum with the cell is rounded.
    const double factor =
        model::float_factor<void>(noise.frequency * box.displacement_factor[axis]);
    const Interval by = Interval{box.displacement[axis].min, box.displacement[axis].max} * factor;
    rounding = (largest(by) + 2) * 0x1p-22 + std::max(std::abs(low), std::abs(high)) * 0x1p-51;
    low += by.low - rounding;
    high += by.high + rounding;
  }
  std::int64_t first, last;
  float begin, end;
  if (!reference::split(low, model::coordinate_limit, first, begin) ||
      !reference::split(high, model::coordinate_limit, last, end) || last > first + 1)
    return false;
  if (first == last) {
    pair = {first, 1, low, high, rounding, {{begin, end}, {}}};
  } else {
    pair = {first, 2, low, high, rounding, {{begin, 1}, {0, end}}};
  }
  return true;
}

// The control points of the parts of all cells that a box touches.
template <int N, class Noise>
class ControlPoints {
 public:
  ControlPoints(const Noise& noise, const CellPair (&pair)[N]) noexcept {
    for (int axis = 0; axis < N; ++axis) {
      for (int side = 0; side < pair[axis].count; ++side)
        axes_[axis][side].emplace(noise.fade, pair[axis].part[side]);
    }
    for (int vertex = 0; vertex < 1 << N; ++vertex) {
      const ControlAxis* by_axis[N];
      std::int64_t number[N];
      bool is_there = true;
      for (int axis = 0; axis < N; ++axis) {
        const int side = vertex >> axis & 1;
        is_there = is_there && side < pair[axis].count;
        by_axis[axis] = is_there ? &*axes_[axis][side] : nullptr;
        number[axis] = pair[axis].first + side;
      }
      if (is_there) add(noise, by_axis, number);
    }
  }
  ControlPoints(const ControlPoints&) = delete;  // nets point to axes
  ControlPoints& operator=(const ControlPoints&) = delete;

  // The noise as a linear form of the offset from m, with the mean slope of the control points at
  // the corners, and as much error as all of them have at most.
  Linear linear(const double (&m)[N], const Linear (&offset)[N]) const noexcept {
    float slope[N];
    for (int axis = 0; axis < N; ++axis)
      slope[axis] = run_[axis] > 0 ? rise_[axis] / run_[axis] : 0;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (int i = 0; i < cells_; ++i) {
      double base = 0;
      for (int axis = 0; axis < N; ++axis)
        base += double{slope[axis]} * (static_cast<double>(cell_[i].number[axis]) - m[axis]);
      const Bounds rest = cell_[i].net->extremes(slope);
      low = std::min(low, rest.min - base);
      high = std::max(high, rest.max - base);
    }
    Linear linear = Linear::within(low, high);
    for (int axis = 0; axis < N; ++axis) linear = linear + offset[axis] * double{slope[axis]};
    return linear.with_error(error());
  }

  Range range() const noexcept {
    constexpr float level[N] = {};
    Bounds all = cell_[0].net->extremes(level);
    for (int i = 1; i < cells_; ++i) {
      const Bounds bounds = cell_[i].net->extremes(level);
      all = {std::min(all.min, bounds.min), std::max(all.max, bounds.max)};
    }
    return outwards({all.min - error(), all.max + error()});
  }

 private:
  using Net = ControlNet<N, std::is_same_v<Noise, model::PerlinNoise>>;

  struct Cell {
    std::int64_t number[N];
    std::optional<Net> net;
  };

  double error() const noexcept { return error_ + magnitude_ * lattice_rounding + 0x1p-140; }

  void add(const Noise& noise, const ControlAxis* const (&axes)[N],
           const std::int64_t (&number)[N]) noexcept {
    Cell& cell = cell_[cells_++];
    reference::Located position[N];
    for (int axis = 0; axis < N; ++axis) {
      const std::int64_t at = cell.number[axis] = number[axis];
      position[axis].cell[0] = static_cast<std::uint32_t>(at);
      position[axis].cell[1] = position[axis].cell[0] + 1;
      if (noise.lattice.period[axis] != 0)
        reference::repeat(noise.lattice, axis, at, position[axis]);
    }
    reference::with_vertices(noise, position, [&](const auto& at) { cell.net.emplace(axes, at); });
    error_ = std::max(error_, cell.net->error());
    magnitude_ = std::max(magnitude_, cell.net->magnitude());
    cell.net->add_rise(rise_);
    for (int axis = 0; axis < N; ++axis) {
      run_[axis] +=
          (axes[axis]->position[Net::along - 1] - axes[axis]->position[0]) * (1 << (N - 1));
    }
  }

  int cells_ = 0;
  std::optional<ControlAxis> axes_[N][2];
  Cell cell_[1 << N];
  float rise_[N] = {}, run_[N] = {};
  double error_ = 0, magnitude_ = 0;
};

template <int N, class Noise>
Enclosure lattice_noise(const Noise& noise, const PositionBox& box) noexcept {
  CellPair pair[N];
  double volume = 1;
  for (int axis = 0; axis < N; ++axis) {
    if (!locate(noise, box, axis, pair[axis])) return {};
    volume *= pair[axis].high - pair[axis].low;
  }
  if (volume > largest_volume) return {};

  // A point m in the box, and the offset of a sample from it.
  double m[N];
  Linear offset[N];
  for (int axis = 0; axis < N; ++axis) {
    offset[axis] = box.linear[axis] * noise.frequency;
    m[axis] = offset[axis].centre + noise.lattice.shift[axis];
    offset[axis].centre = 0;
    offset[axis] = offset[axis].with_error(pair[axis].rounding + std::abs(m[axis]) * 0x1p-48);
  }
  const ControlPoints<N, Noise> points(noise, pair);
  // Values that are not blended jump from cell to cell.
  if (noise.fade == model::Fade::none) return Enclosure(points.range());
  return {everything, points.linear(m, offset)};
}

template <class Noise>
Enclosure in_box(const Noise& noise, const PositionBox& box) noexcept {
  static constexpr decltype(&lattice_noise<1, Noise>) by_dimensions[] = {
      lattice_noise<1, Noise>, lattice_noise<2, Noise>, lattice_noise<3, Noise>,
      lattice_noise<4, Noise>};
  return by_dimensions[box.dimensions - 1](noise, box);
}

}  // namespace

Enclosure lattice_in_box(const model::PerlinNoise& noise, const PositionBox& box) noexcept {
  return in_box(noise, box);
}
Enclosure lattice_in_box(const model::ValueNoise& noise, const PositionBox& box) noexcept {
  return in_box(noise, box);
}

}  // namespace perlane::graph
