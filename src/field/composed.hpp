#pragma once
// Nodes made of nodes.

#include "field/node.hpp"
#include "engine/refuse.hpp"

#include <array>
#include <cstddef>

namespace perlane::field {

// Fields within fields: each level takes up to half a kibibyte of the stack, which is half a
// mebibyte in the threads of some systems.
inline constexpr int most_levels = 500;

// What is asked of a node again and again, worked out once: a field that is used twice, by a field
// that is used twice, and so on, would be asked twice as often by each of them. `Self` answers,
// from what its operands say, with find_bounds and so on, and calls work_out when it is made.
template <class Self>
class Composed : public field::Node {
 public:
  field::Dimensions dimensions() const noexcept final { return dimensions_; }
  field::Bounds bounds(int dimensions) const noexcept final { return bounds_[at(dimensions)]; }
  double steepness(int dimensions) const noexcept final { return steepness_[at(dimensions)]; }
  double highest_frequency() const noexcept final { return highest_frequency_; }
  int buffers(int planes) const noexcept final { return buffers_[at(planes)]; }
  int levels() const noexcept final { return levels_; }

 protected:
  // Throws std::invalid_argument if there are too many levels.
  void work_out() {
    const Self& self = static_cast<const Self&>(*this);
    levels_ = 1 + self.find_levels();
    if (levels_ > most_levels) {
      engine::refuse("fields are nested ", levels_, " levels deep; use ", most_levels,
                     " at most, perhaps by adding up many fields in pairs");
    }
    dimensions_ = self.find_dimensions();
    highest_frequency_ = self.find_highest_frequency();
    for (int dimensions = dimensions_.least; dimensions <= dimensions_.most; ++dimensions) {
      bounds_[at(dimensions)] = self.find_bounds(dimensions);
      steepness_[at(dimensions)] = self.find_steepness(dimensions);
    }
    for (int planes = 1; planes <= 5; ++planes) buffers_[at(planes)] = self.find_buffers(planes);
  }

 private:
  static constexpr std::size_t at(int one_or_more) noexcept {
    return static_cast<std::size_t>(one_or_more - 1);
  }

  field::Dimensions dimensions_;
  std::array<field::Bounds, 4> bounds_{};
  std::array<double, 4> steepness_{};
  double highest_frequency_ = 0;
  std::array<int, 5> buffers_{};
  int levels_ = 1;
};

}  // namespace perlane::field
