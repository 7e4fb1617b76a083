#pragma once
// The instruction set and the threads that a run uses.

#include "cli/options/render_options.hpp"
#include "engine/dispatch.hpp"
#include "engine/parallel.hpp"

#include <perlane/isa.hpp>

#include <optional>

namespace perlane::cli::render {

// Selects the instruction set that the options ask for, and limits the threads while this lives.
// Throws std::invalid_argument if an instruction set is unknown, also one of the environment, or if
// there is none.
class IsaAndThreads {
 public:
  explicit IsaAndThreads(const options::RenderOptions& options) {
    if (options.isa) engine::select(*options.isa, "--isa");
    active_isa();  // throws if PERLANE_ISA is unknown, or if there is none
    if (options.threads) limit_.emplace(std::min(*options.threads, engine::thread_count()));
  }

 private:
  std::optional<engine::ThreadLimit> limit_;
};

}  // namespace perlane::cli::render
