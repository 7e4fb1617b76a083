#pragma once
// Lists of the points that can be the nearest of some sample of a box.

#include "kernels/lanes/arena.hpp"
#include "kernels/lanes/lanes.hpp"

namespace perlane::kernels::cellular {

// The points of a list: those that can be the nearest of some sample, the two nearest, or those
// that can be on either side of the nearest border.
enum class Listed { nearest, two, borders };

// Points of some cells, counted from the origin of a box, in the order of their cells: their
// coordinates by axis, and their hashes. Whole vectors may be read.
template <int N>
struct PointList {
  int count;
  int nearest_count;  // points at the front that can be the nearest; the others only share borders
  bool is_incomplete;  // there was no room for some points
  int pitch;  // from axis to axis
  float* memory;

  XSIMD_INLINE float* at(int axis) const noexcept { return memory + axis * pitch; }
  XSIMD_INLINE std::uint32_t* hash() const noexcept {
    return reinterpret_cast<std::uint32_t*>(at(N));
  }
  static constexpr int floats(int pitch) noexcept { return (N + 1) * pitch; }
};

// Caches the lists that several tiles of a stack use, by the numbers of their boxes, for one
// segment of the last axis at a time.
template <class Arch, int N>
class CachedLists {
 public:
  static constexpr int most_boxes = 512;

  // Allocates `floats` floats for the lists of `boxes` boxes, unless these are too many.
  void begin(int boxes, int floats, model::Arena& arena) noexcept {
    boxes_ = boxes > most_boxes ? 0 : boxes;
    size_ = boxes_ == 0 ? 0 : floats;
    list_ = allocate<Arch, PointList<N>>(arena, boxes_);
    memory_ = allocate<Arch, float>(arena, size_);
    segment_ = nullptr;
  }

  // Returns the list of a box of this segment, or null.
  const PointList<N>* find(const void* segment, int box) noexcept {
    if (segment != segment_) {
      segment_ = segment;
      used_ = 0;
      for (int i = 0; i < boxes_; ++i) list_[i].memory = nullptr;
    }
    return boxes_ == 0 || list_[box].memory == nullptr ? nullptr : list_ + box;
  }

  // Caches a list that was not found, if there is room for it.
  void add(int box, const PointList<N>& made) noexcept {
    const int pitch = round_up_to_lanes<Arch>(made.count), floats = PointList<N>::floats(pitch);
    if (boxes_ == 0 || made.is_incomplete || used_ + floats > size_) return;
    const PointList<N> copy{made.count, made.nearest_count, false, pitch, memory_ + used_};
    used_ += floats;
    list_[box] = copy;
    for (int axis = 0; axis <= N; ++axis) {  // and the hashes
      for (int i = 0; i < pitch; i += lanes<Arch>)
        Floats<Arch>::load_unaligned(made.at(axis) + i).store_aligned(copy.at(axis) + i);
    }
  }

 private:
  int boxes_, size_;
  PointList<N>* list_;  // by box; without memory until they are added
  float* memory_;
  const void* segment_;
  int used_;  // of the memory
};

}  // namespace perlane::kernels::cellular
