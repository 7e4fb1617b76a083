#include "engine/workspace.hpp"

#include <new>

namespace perlane::engine {
namespace {
constexpr std::align_val_t alignment{64};
}

Workspace& Workspace::of_this_thread(int dimensions, int buffers) {
  // Destructors may fill grids when the thread's own variables have gone, at the end of the thread or of the program: in a new workspace then, which stays. So
  // the pointer must be one that has no destructor.
  thread_local Workspace* current = nullptr;
  struct Owner {
    ~Owner() {
      delete current;
      current = nullptr;
    }
  };
  if (current == nullptr) {
    current = new Workspace;
    thread_local const Owner owner;
    (void)owner;
  }
  Workspace& workspace = *current;
  workspace.buffer_floats_ = largest_tile(dimensions);
  const std::size_t bytes = arena_bytes + static_cast<std::size_t>(buffers) * static_cast<std::size_t>(workspace.buffer_floats_) * sizeof(float);
  if (workspace.bytes_ < bytes) {
    auto* memory = static_cast<std::byte*>(::operator new(bytes, alignment));
    ::operator delete(workspace.memory_, alignment);
    workspace.memory_ = memory;
    workspace.bytes_ = bytes;
  }
  return workspace;
}

State& Workspace::next_state() noexcept {
  if (next_state_ < states_) return state_[next_state_++];
  // A new one, after the last that is kept; the last itself is not if it is too large.
  if (states_ > 0 && state_[states_ - 1].arena.next > memory_ + kept_bytes) {
    --states_;
    is_full_ = true;
  }
  std::byte* begin = states_ == 0 ? memory_ : state_[states_ - 1].arena.next;
  State& state = state_[states_];
  state = {nullptr, {begin, memory_ + arena_bytes}};
  if (is_full_ || states_ == most_states - 1) return state;
  ++states_;
  ++next_state_;
  return state;
}

Workspace::~Workspace() { ::operator delete(memory_, alignment); }

}  // namespace perlane::engine
