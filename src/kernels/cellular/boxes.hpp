#pragma once
// Cuts the axes of a tile into segments: boxes of samples that are evaluated together, because few
// points are the nearest of any of their samples. Fine segments lie within coarse ones.

#include "kernels/lanes/arena.hpp"
#include "kernels/shared/axis.hpp"
#include "kernels/cellular/search.hpp"

namespace perlane::kernels::cellular {

// Returns how many cells to each side of a sample's may have points that count.
template <class Arch>
constexpr int reach_of(const model::CellularNoise& noise, int dimensions) noexcept {
  const bool has_borders = noise.returns == model::CellularReturn::edge;
  return (has_borders ? noise.border_reach : noise.reach)[dimensions - 1];
}

// Samples begin .. end - 1 of an axis, and their outermost positions, counted from the origin of
// their coarse segment.
struct FineSegment {
  int begin, end;
  float low, high;
};

// The origin is the lowest cell of a sample. `hash` has the hashes of the coordinates of the cells
// in reach: there are `cells` of them, the first of which is `reach` cells below the origin.
struct CoarseSegment {
  FineSegment all;
  int first, last;  // its fine segments are first .. last - 1
  int cells;  // 0: too many for a box
  double origin;  // a cell
  alignas(64) std::uint32_t hash[16];
};

// An axis of a tile, and how long segments may be.
struct CutAxis {
  int count;
  const std::uint32_t* coordinate;  // of each sample's cell
  const float* f;
  float* position;  // from the origin of the coarse segment
  FineSegment* fine;
  CoarseSegment* coarse;
  int fine_count, coarse_count;
};
struct CutLimits {
  int unit;  // samples: boxes have whole vectors along x
  // Samples of a segment are a multiple of this, except at the end of an axis or of a coarse
  // segment.
  int multiple;
  int fine_samples, coarse_samples;
  double fine_cells, coarse_cells;  // lengths
  int span;  // the largest distance between cells of a coarse segment
};

template <class Arch>
class AxisCutter {
  using F = Floats<Arch>;
  using D = Doubles<Arch>;

 public:
  AxisCutter(const model::CellularNoise& noise, int axis, int dimensions,
             const CutLimits& limits) noexcept
      : noise_(noise), axis_(axis), reach_(reach_of<Arch>(noise, dimensions)), limits_(limits) {}

  // Samples `before` the first of the axis, and those from `before` + axis.count on, are padding:
  // they repeat the outermost sample. There are `count` in all.
  CutAxis cut(const model::Axis& axis, int count, model::Arena& arena) noexcept {
    const int padded = round_up_to_lanes<Arch>(count);
    auto* coordinate = allocate<Arch, std::uint32_t>(arena, padded);
    auto* f = allocate<Arch, float>(arena, padded);
    cuts_ = {count,
             coordinate,
             f,
             allocate<Arch, float>(arena, padded),
             allocate<Arch, FineSegment>(arena, count / limits_.unit),
             allocate<Arch, CoarseSegment>(arena, count / limits_.unit),
             0,
             0};
    auto* cell = scratch_memory<Arch, double>(arena, padded + lanes<Arch>);
    locate_samples<Arch>(axis, axis.first, count, noise_.frequency, noise_.lattice.shift[axis_],
                         cell, f);
    for (int i = axis.count; i < padded; ++i) {
      cell[i] = cell[axis.count - 1];
      f[i] = f[axis.count - 1];
    }
    for (int i = 0; i < padded; i += lanes<Arch>)
      snapped<Arch>(F::load_aligned(f + i)).store_aligned(f + i);
    cell_ = cell;
    is_in_order_ = axis.position == nullptr;
    number_cells(padded, coordinate);
    cut_segments();
    return cuts_;
  }

 private:
  static constexpr int half = static_cast<int>(D::size);

  void number_cells(int count, std::uint32_t* coordinate) const noexcept {
    const auto period = static_cast<double>(noise_.lattice.period[axis_]);
    const PointAxis axis{0, 0, period, static_cast<double>(noise_.lattice.offset[axis_])};
    for (int i = 0; i < count; i += lanes<Arch>) {
      D low = D::load_aligned(cell_ + i), high = D::load_aligned(cell_ + i + half);
      if (period != 0) {
        low = wrapped<Arch>(axis, low);
        high = wrapped<Arch>(axis, high);
      }
      to_words<Arch>(low, high).store_aligned(coordinate + i);
    }
  }

  void cut_segments() noexcept {
    for (int begin = 0; begin < cuts_.count;) {
      CoarseSegment& coarse = cuts_.coarse[cuts_.coarse_count++];
      const int end =
          segment_from(begin, cuts_.count, limits_.coarse_samples, limits_.coarse_cells);
      coarse.first = cuts_.fine_count;
      place(begin, end, coarse);
      for (int i = begin; i < end;) {
        const int next = segment_from(i, end, limits_.fine_samples, limits_.fine_cells);
        cuts_.fine[cuts_.fine_count++] = bounds(i, next);
        i = next;
      }
      coarse.last = cuts_.fine_count;
      begin = end;
    }
  }

  // Calls visit(i) for samples that have the outermost positions of a segment.
  template <class Visit>
  XSIMD_INLINE void visit_outermost(int begin, int end, const Visit& visit) const noexcept {
    if (is_in_order_) {
      visit(begin);
      visit(end - 1);
    } else {
      for (int i = begin; i < end; ++i) visit(i);
    }
  }

  struct Extent {
    double lowest = 1e300, highest = -1e300;  // cells
    double low = 1e300, high = -1e300;  // positions
  };

  // Extends a segment by some samples. Positions are counted from `origin`.
  void extend(int begin, int end, double origin, Extent& extent) const noexcept {
    visit_outermost(begin, end, [&](int i) {
      const double cell = cell_[i] - origin, position = cell + static_cast<double>(cuts_.f[i]);
      extent.lowest = cell < extent.lowest ? cell : extent.lowest;
      extent.highest = cell > extent.highest ? cell : extent.highest;
      extent.low = position < extent.low ? position : extent.low;
      extent.high = position > extent.high ? position : extent.high;
    });
  }

  // Returns the end of a segment, which has at least one unit of samples.
  int segment_from(int begin, int count, int samples, double cells) const noexcept {
    Extent extent;
    const double origin = cell_[begin];
    int end = begin;
    while (end < count && end - begin < samples) {
      extend(end, end + limits_.unit, origin, extent);
      const bool is_long =
          extent.high - extent.low > cells || extent.highest - extent.lowest > limits_.span;
      if (is_long && end > begin) break;
      end += limits_.unit;
      if (is_long) break;
    }
    const int extra = (end - begin) % limits_.multiple;
    return end < count && end - begin > limits_.multiple ? end - extra : end;
  }

  void place(int begin, int end, CoarseSegment& coarse) noexcept {
    Extent extent;
    extend(begin, end, 0, extent);
    const double span = extent.highest - extent.lowest;
    if (span > limits_.span) {
      coarse.cells = 0;
      coarse.all = {begin, end, 0, 0};
      return;
    }
    coarse.cells = static_cast<int>(span) + 1 + 2 * reach_;
    coarse.origin = extent.lowest;
    // Differences from the origin are whole and small, so these are exact. Elements written beyond
    // the segment belong to the next, which is written later.
    const D origin(extent.lowest);
    for (int i = begin; i < end; i += lanes<Arch>) {
      const D low = D::load_unaligned(cell_ + i), high = D::load_unaligned(cell_ + i + half);
      (narrow<Arch>(low - origin, high - origin) + F::load_unaligned(cuts_.f + i))
          .store_unaligned(cuts_.position + i);
    }
    coarse.all = bounds(begin, end);
    const Coordinates<Arch> coordinates(noise_.lattice, axis_);
    coordinates.run(extent.lowest - reach_, coarse.cells, coarse.hash);
    for (int i = coarse.cells; i < 16; ++i) coarse.hash[i] = 0;
    for (int i = 0; i < 16; i += lanes<Arch>) {
      axis_hash<Arch>(noise_.lattice, axis_, Words<Arch>::load_aligned(coarse.hash + i))
          .store_aligned(coarse.hash + i);
    }
  }

  FineSegment bounds(int begin, int end) const noexcept {
    FineSegment result{begin, end, cuts_.position[begin], cuts_.position[begin]};
    visit_outermost(begin, end, [&](int i) {
      const float at = cuts_.position[i];
      result.low = at < result.low ? at : result.low;
      result.high = at > result.high ? at : result.high;
    });
    return result;
  }

  const model::CellularNoise& noise_;
  int axis_, reach_;
  CutLimits limits_;
  const double* cell_ = nullptr;
  bool is_in_order_ = true;
  CutAxis cuts_{};
};

}  // namespace perlane::kernels::cellular
