#pragma once
// Evaluates planes whose cells span a few samples only: every lane of a vector of columns has its
// own cell. Permutations fetch the points of a lattice row, once for all rows of samples in a cell.
// Each sample considers the 3 x 3 cells around it; where these may not be enough, the vector is
// evaluated sample by sample.

#include "kernels/cellular/boxes.hpp"
#include "kernels/cellular/points.hpp"
#include "kernels/cellular/rows.hpp"

namespace perlane::kernels::cellular {

// A vector of columns. Distances are Euclidean, or their squares.
template <class Arch, Wanted wanted>
class CellLanes {
  using F = Floats<Arch>;
  using W = Words<Arch>;

 public:
  CellLanes(const model::CellularNoise& noise, const CutAxis& x, int column) noexcept
      : noise_(noise),
        draw_(noise),
        has_roots_(noise.distance == model::Distance::euclidean),
        is_difference_(noise.returns == model::CellularReturn::f2_minus_f1) {
    const std::uint32_t* cell = x.coordinate + column;
    const std::uint32_t period = noise.lattice.period[0];
    const auto distance = [period](std::uint32_t from, std::uint32_t to) {
      return to - from + (to < from ? period : 0);
    };
    // Samples are in ascending or descending order.
    const std::uint32_t ahead = distance(cell[0], cell[lanes<Arch> - 1]);
    const std::uint32_t lowest = ahead < most_lanes ? cell[0] : cell[lanes<Arch> - 1];
    alignas(64) std::uint32_t lane[lanes<Arch>];
    std::uint32_t highest = 0;
    for (int i = 0; i < lanes<Arch>; ++i) {
      lane[i] = distance(lowest, cell[i]);
      highest = lane[i] > highest ? lane[i] : highest;
    }
    is_possible_ = highest + 3 <= static_cast<std::uint32_t>(lanes<Arch>);
    if (!is_possible_) return;
    lane_ = W::load_aligned(lane);
    std::uint32_t coordinate = lowest == 0 && period != 0 ? period - 1 : lowest - 1;
    for (int i = 0; i < lanes<Arch>; ++i) {
      lane[i] = coordinate;
      coordinate = coordinate + 1 == period ? 0 : coordinate + 1;
    }
    column_ = axis_hash<Arch>(noise.lattice, 0, W::load_aligned(lane));
    f_ = F::load_aligned(x.f + column);
    to_border_ = xsimd::min(f_, F(1.0f) - f_);
  }

  // Returns true if the cells of the columns lie so close together that a vector has them all.
  bool is_possible() const noexcept { return is_possible_; }

  // Prepares the lattice rows around the row of cells at a coordinate of y.
  void enter(std::uint32_t cell) noexcept {
    if (has_rows_ && cell == cell_) return;
    if (has_rows_ && cell == moved(cell_, 1)) {
      const int first = row_[0];
      row_[0] = row_[1], row_[1] = row_[2], row_[2] = first;
      make_row(line_[first], moved(cell, 1));
    } else if (has_rows_ && cell == moved(cell_, -1)) {
      const int last = row_[2];
      row_[2] = row_[1], row_[1] = row_[0], row_[0] = last;
      make_row(line_[last], moved(cell, -1));
    } else {
      make_row(line_[row_[0]], moved(cell, -1));
      make_row(line_[row_[1]], cell);
      make_row(line_[row_[2]], moved(cell, 1));
    }
    cell_ = cell;
    has_rows_ = true;
  }

  // Evaluates a row of samples. Returns false if other cells may have nearer points.
  XSIMD_INLINE bool evaluate(float y, F& n) const noexcept {
    Least<Arch, wanted> least;
    for (int b = 0; b < 3; ++b) {
      const Line& line = line_[row_[b]];
      const F shifted(y + (model::point_origin - static_cast<float>(b - 1)));
      for (int a = 0; a < 3; ++a) {
        const F dy = shifted - line.y[a];
        const F distance = line.x[a] + dy * dy;
        if (a == 0 && b == 0) {
          least.begin(distance, line.value[a]);
        } else {
          least.update(distance, line.value[a]);
        }
      }
    }
    n = least.noise(has_roots_, is_difference_);
    const F border = xsimd::min(to_border_, F(y < 1.0f - y ? y : 1.0f - y)) + F(1.0f);
    F farthest = least.first;
    if constexpr (wanted == Wanted::f2) farthest = least.second;
    return !xsimd::any(farthest >= border * border);
  }

 private:
  static constexpr std::uint32_t most_lanes = 64;

  // The points on the left, above and on the right of each sample: their contributions along x,
  // where they are along y, and their values.
  struct Line {
    F x[3], y[3], value[3];
  };

  std::uint32_t moved(std::uint32_t cell, int offset) const noexcept {
    const std::uint32_t period = noise_.lattice.period[1];
    if (offset > 0) return cell + 1 == period ? 0 : cell + 1;
    return cell == 0 && period != 0 ? period - 1 : cell - 1;
  }

  void make_row(Line& line, std::uint32_t cell) const noexcept {
    const W hash = cell_hash<Arch, 2>(column_, axis_hash<Arch>(noise_.lattice, 1, W(cell)));
    F point[2];
    draw_(hash, point);
    const F value = wanted == Wanted::f1_point ? value_of<Arch>(hash) : F(0.0f);
    for (int a = 0; a < 3; ++a) {
      const W lane = lane_ + W(static_cast<std::uint32_t>(a));
      const F shifted = f_ + F(model::point_origin - static_cast<float>(a - 1));
      const F dx = shifted - permute<Arch>(point[0], lane);
      line.x[a] = dx * dx;
      line.y[a] = permute<Arch>(point[1], lane);
      line.value[a] = wanted == Wanted::f1_point ? permute<Arch>(value, lane) : value;
    }
  }

  const model::CellularNoise& noise_;
  DrawPoint<Arch, 2> draw_;
  bool has_roots_, is_difference_;
  bool is_possible_ = false;
  W lane_, column_;
  F f_, to_border_;
  Line line_[3];
  int row_[3] = {0, 1, 2};
  bool has_rows_ = false;
  std::uint32_t cell_ = 0;
};

}  // namespace perlane::kernels::cellular
