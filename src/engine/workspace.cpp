#include "engine/workspace.hpp"

#include <new>

namespace perlane::engine {
namespace {
constexpr std::align_val_t alignment{64};
}

Workspace& Workspace::of_this_thread(int buffers) {
  thread_local Workspace workspace;
  if (workspace.buffers_ < buffers) {
    const std::size_t bytes = arena_bytes + static_cast<std::size_t>(buffers) * largest_tile * sizeof(float);
    auto* memory = static_cast<std::byte*>(::operator new(bytes, alignment));
    ::operator delete(workspace.memory_, alignment);
    workspace.memory_ = memory;
    workspace.buffers_ = buffers;
  }
  return workspace;
}

Workspace::~Workspace() { ::operator delete(memory_, alignment); }

}  // namespace perlane::engine
