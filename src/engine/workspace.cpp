#include "engine/workspace.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <new>

namespace perlane::engine {
namespace {
constexpr std::align_val_t alignment{64};
}

std::size_t Workspace::slot_bytes(int dimensions) noexcept {
  return tile_bytes + static_cast<std::size_t>(dimensions) *
                          static_cast<std::size_t>(model::largest_tile(dimensions)) *
                          (sizeof(double) + sizeof(float));
}

Workspace::Lease Workspace::of_this_thread(int dimensions, int buffers, int positions) {
  // When a thread ends, it destroys its cached workspaces. Destructors that run later, at the end
  // of the program too, may still fill grids; each such call then gets a temporary workspace. So
  // these two must be variables without a destructor.
  thread_local Workspace* cached[most_cached] = {};
  thread_local bool is_over = false;
  struct Owner {
    ~Owner() {
      for (Workspace*& workspace : cached) {
        delete workspace;
        workspace = nullptr;
      }
      is_over = true;
    }
  };
  if (cached[0] == nullptr && !is_over) {
    thread_local const Owner owner{};
    (void)owner;
  }
  Workspace** free = std::find_if(cached, cached + most_cached, [](const Workspace* workspace) {
    return workspace == nullptr || !workspace->is_leased_;
  });
  if (is_over || free == cached + most_cached) return temporary(dimensions, buffers, positions);
  if (*free == nullptr) *free = new Workspace;
  Lease lease(*free, Return{Return::cached});
  lease->is_leased_ = true;
  lease->reserve(dimensions, buffers, positions);
  return lease;
}

Workspace::Lease Workspace::temporary(int dimensions, int buffers, int positions) {
  Lease lease(new Workspace, Return{Return::temporary});
  lease->reserve(dimensions, buffers, positions);
  return lease;
}

void Workspace::reserve(int dimensions, int buffers, int positions) {
  const bool is_as_before =
      dimensions == dimensions_ && buffers == buffers_ && positions == positions_;
  if (is_as_before) return;
  const int tile_size = model::largest_tile(dimensions);
  // This is computed in 64 bits, also where memory is addressed with fewer, so that it cannot
  // overflow.
  const auto buffer_bytes = std::uint64_t{sizeof(float)} * static_cast<unsigned>(tile_size);
  const std::uint64_t before = arena_bytes + static_cast<unsigned>(buffers) * buffer_bytes;
  const std::uint64_t bytes =
      before + static_cast<unsigned>(positions) * std::uint64_t{slot_bytes(dimensions)};
  if (bytes > std::uint64_t{std::numeric_limits<std::ptrdiff_t>::max()}) throw std::bad_alloc();
  if (bytes_ < bytes) {
    const auto size = static_cast<std::size_t>(bytes);
    auto* memory = static_cast<std::byte*>(::operator new(size, alignment));
    ::operator delete(memory_, alignment);
    memory_ = memory;
    bytes_ = size;
  }
  dimensions_ = dimensions;
  tile_size_ = tile_size;
  buffers_ = buffers;
  positions_ = positions;
  slots_ = memory_ + static_cast<std::size_t>(before);
}

void Workspace::Return::operator()(Workspace* workspace) const noexcept {
  if (how == cached) workspace->is_leased_ = false;
  if (how == temporary) delete workspace;
}

model::State& Workspace::next_state() noexcept {
  if (next_state_ < states_) return state_[next_state_++];
  // A new state lies after the last one that is cached. The last one itself is not cached if it is
  // too large.
  if (states_ > 0 && state_[states_ - 1].arena.next > memory_ + cached_bytes) {
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
