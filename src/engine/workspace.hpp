#pragma once
// Memory that a thread needs while it evaluates tiles: cached from tile to tile and from call to
// call.

#include "model/memory.hpp"
#include "model/tile.hpp"

#include <cassert>
#include <cstddef>
#include <memory>

namespace perlane::engine {

class Workspace {
 public:
  struct Return {
    enum { cached, temporary, borrowed } how;
    void operator()(Workspace* workspace) const noexcept;
  };
  using Lease = std::unique_ptr<Workspace, Return>;

  // One of this thread's cached workspaces. There are several, since a callback for progress may
  // fill grids itself. It is for tiles of so many dimensions, with at least so many tile buffers
  // and so many slots for positions. Throws std::bad_alloc.
  static Lease of_this_thread(int dimensions, int buffers, int positions);
  // A workspace of the same size that is destroyed with its lease.
  static Lease temporary(int dimensions, int buffers, int positions);

  // A lease for an evaluator that shares the workspace with others, one after another. This
  // workspace must outlive it.
  Lease borrowed() noexcept { return Lease(this, Return{Return::borrowed}); }

  // The states of kernels, by the order of their calls: the same kernels are called in the same
  // order for every tile of a stack.
  void begin_stack() noexcept {
    states_ = 0;
    is_full_ = false;
  }
  void begin_tile() noexcept { next_state_ = 0; }
  model::State& next_state() noexcept;

  // Room for the coordinates of a run of points, where no kernel keeps a state.
  double* run_coordinates(int axis) noexcept {
    constexpr int room = model::run_length<double> + model::row_alignment;
    static_assert(4 * room * sizeof(double) <= arena_bytes);
    return reinterpret_cast<double*>(memory_) + std::ptrdiff_t{room} * axis;
  }

  // A tile buffer, 64-byte aligned.
  float* buffer(int number) noexcept {
    assert(number >= 0 && number < buffers_);
    return reinterpret_cast<float*>(memory_ + arena_bytes) + std::ptrdiff_t{tile_size_} * number;
  }

  // Floats of a tile buffer.
  int tile_size() const noexcept { return tile_size_; }

  // A slot for positions: a tile with coordinates and displacements of its own, which have room
  // for as many along each axis as the largest tile has samples.
  model::Tile& positions(int number) noexcept {
    return *reinterpret_cast<model::Tile*>(slot(number));
  }
  double* coordinates(int number, int axis) noexcept {
    return reinterpret_cast<double*>(slot(number) + tile_bytes) + std::ptrdiff_t{tile_size_} * axis;
  }
  float* displacement(int number, int axis) noexcept {
    return reinterpret_cast<float*>(coordinates(number, dimensions_)) +
           std::ptrdiff_t{tile_size_} * axis;
  }

 private:
  // States are cached as long as they fit into the first part of the arena. The rest is enough for
  // any other: 4D derivatives with as many lattice points along y as are cached, and samples that
  // are far apart along x, need some 850 KiB.
  static constexpr std::size_t cached_bytes = 384 * 1024;
  static constexpr std::size_t arena_bytes = cached_bytes + 1024 * 1024;
  static constexpr int most_states = 64;
  static constexpr int most_cached = 4;  // by a thread; extruded programs take some

  Workspace() = default;
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  void reserve(int dimensions, int buffers, int positions);

  // The arena, then the buffers, then the slots.
  static constexpr std::size_t tile_bytes = (sizeof(model::Tile) + 63) / 64 * 64;
  static std::size_t slot_bytes(int dimensions) noexcept;
  std::byte* slot(int number) noexcept {
    assert(number >= 0 && number < positions_);
    return slots_ + slot_bytes(dimensions_) * static_cast<std::size_t>(number);
  }

  bool is_leased_ = false;
  std::byte* memory_ = nullptr;
  std::byte* slots_ = nullptr;
  std::size_t bytes_ = 0;
  int dimensions_ = 0;
  int tile_size_ = 0;
  int buffers_ = 0;  // asked for; there may be more
  int positions_ = 0;

  model::State state_[most_states];
  int states_ = 0;  // cached
  int next_state_ = 0;
  bool is_full_ = false;
};

}  // namespace perlane::engine
