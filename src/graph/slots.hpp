#pragma once
// Allocates the places of buffers and of positions, which have a number each until then.

#include "model/program.hpp"

#include <vector>

namespace perlane::graph {

// Gives places to numbers, so that those that are in use at the same time have different ones.
class Slots {
 public:
  explicit Slots(int numbers) : last_use_(at(numbers), -1), place_(at(numbers), model::no_buffer) {}

  void use(int number, int step) {
    if (number != model::no_buffer) last_use_[at(number)] = step;
  }
  // Returns true if a later step than this one uses a number.
  bool is_used_after(int number, int step) const { return last_use_[at(number)] > step; }
  int place(int number) const {
    return number == model::no_buffer ? model::no_buffer : place_[at(number)];
  }

  // Gives back the place of a number that this step uses for the last time. The place that was
  // given back last is the next to be taken: it is in the caches.
  void release(int number, int step) {
    if (number == model::no_buffer || last_use_[at(number)] != step) return;
    free_.push_back(place_[at(number)]);
    last_use_[at(number)] = -1;
  }
  int take(int number) {
    if (free_.empty()) free_.push_back(most_++);
    place_[at(number)] = free_.back();
    free_.pop_back();
    return place_[at(number)];
  }
  int most() const { return most_; }

 private:
  static std::size_t at(int number) { return static_cast<std::size_t>(number); }

  std::vector<int> last_use_, place_, free_;
  int most_ = 0;
};

}  // namespace perlane::graph
