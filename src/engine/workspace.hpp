#pragma once
// Memory that a thread needs while it evaluates tiles: kept from tile to tile and from call to
// call.

#include "model/tile.hpp"

#include <cassert>
#include <cstddef>
#include <memory>

namespace perlane::engine {

class Workspace {
 public:
  struct Return {
    bool is_kept;
    void operator()(Workspace* workspace) const noexcept;
  };
  using Lease = std::unique_ptr<Workspace, Return>;

  // This thread's, with at least so many buffers for tiles of so many dimensions. Throws
  // std::bad_alloc.
  static Lease of_this_thread(int dimensions, int buffers);

  // The states of kernels, by the order of their calls: the same kernels are called in the same
  // order for every tile of a stack.
  void begin_stack() noexcept {
    states_ = 0;
    is_full_ = false;
  }
  void begin_tile() noexcept { next_state_ = 0; }
  model::State& next_state() noexcept;

  // Hands out a tile buffer; the last one taken is the first to give back.
  float* take_buffer() noexcept {
    assert(used_ < buffers_);
    return reinterpret_cast<float*>(memory_ + arena_bytes) +
           std::ptrdiff_t{buffer_floats_} * used_++;
  }
  void give_back_buffer() noexcept { --used_; }

 private:
  // States are kept as long as they fit into the first part of the arena. What is left is enough
  // for any other: 3D derivatives where samples are far apart along y only, measured, need 522 KiB.
  static constexpr std::size_t kept_bytes = 192 * 1024;
  static constexpr std::size_t arena_bytes = kept_bytes + 560 * 1024;
  static constexpr int most_states = 64;

  Workspace() = default;
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  std::byte* memory_ = nullptr;
  std::size_t bytes_ = 0;
  int buffer_floats_ = 0;
  int buffers_ = 0;  // asked for; there may be more
  int used_ = 0;

  model::State state_[most_states];
  int states_ = 0;  // kept
  int next_state_ = 0;
  bool is_full_ = false;
};

}  // namespace perlane::engine
