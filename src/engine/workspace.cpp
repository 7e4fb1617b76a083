#include "engine/workspace.hpp"

#include <new>

namespace perlane::engine {
namespace {
constexpr std::align_val_t alignment{64};
}

std::size_t Workspace::place_bytes(int dimensions) noexcept {
  return tile_bytes + static_cast<std::size_t>(dimensions) *
                          static_cast<std::size_t>(model::largest_tile(dimensions)) *
                          sizeof(double);
}

Workspace::Lease Workspace::of_this_thread(int dimensions, int buffers, int positions) {
  // What is kept goes with the thread. After that, at the end of the program too, destructors may
  // fill grids: each call has a workspace of its own then. So these two must be variables without a
  // destructor.
  thread_local Workspace* kept = nullptr;
  thread_local bool is_over = false;
  struct Owner {
    ~Owner() {
      delete kept;
      kept = nullptr;
      is_over = true;
    }
  };
  if (kept == nullptr && !is_over) {
    kept = new Workspace;
    thread_local const Owner owner{};
    (void)owner;
  }
  Lease lease(is_over ? new Workspace : kept, Return{!is_over});
  lease->dimensions_ = dimensions;
  lease->tile_size_ = model::largest_tile(dimensions);
  lease->buffers_ = buffers;
  lease->positions_ = positions;
  const std::size_t before = arena_bytes + static_cast<std::size_t>(buffers) *
                                               static_cast<std::size_t>(lease->tile_size_) *
                                               sizeof(float);
  const std::size_t bytes = before + static_cast<std::size_t>(positions) * place_bytes(dimensions);
  if (lease->bytes_ < bytes) {
    auto* memory = static_cast<std::byte*>(::operator new(bytes, alignment));
    ::operator delete(lease->memory_, alignment);
    lease->memory_ = memory;
    lease->bytes_ = bytes;
  }
  lease->places_ = lease->memory_ + before;
  return lease;
}

void Workspace::Return::operator()(Workspace* workspace) const noexcept {
  if (!is_kept) delete workspace;
}

model::State& Workspace::next_state() noexcept {
  if (next_state_ < states_) return state_[next_state_++];
  // A new one, after the last that is kept; the last itself is not if it is too large.
  if (states_ > 0 && state_[states_ - 1].arena.next > memory_ + kept_bytes) {
    --states_;
    is_full_ = true;
  }
  std::byte* begin = states_ == 0 ? memory_ : state_[states_ - 1].arena.next;
  model::State& state = state_[states_];
  state = {nullptr, {begin, memory_ + arena_bytes}};
  if (is_full_ || states_ == most_states - 1) return state;
  ++states_;
  ++next_state_;
  return state;
}

Workspace::~Workspace() { ::operator delete(memory_, alignment); }

}  // namespace perlane::engine
