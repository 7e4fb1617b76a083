#pragma once
// The instruction set and the threads that a run uses.

#include "cli/options/render_options.hpp"
#include "engine/dispatch.hpp"
#include "engine/parallel.hpp"

#include <perlane/isa.hpp>

#include <optional>
#include <system_error>
#include <thread>

namespace perlane::cli::render {

// Selects the instruction set that the options ask for, and limits the threads while this lives.
// Throws std::invalid_argument if an instruction set is unknown, also one of the environment, or if
// there is none.
class IsaAndThreads {
 public:
  explicit IsaAndThreads(const options::RenderOptions& options) {
    if (options.isa) engine::select_isa(*options.isa, "--isa");
    active_isa();  // throws if PERLANE_ISA is unknown, or if there is none
    if (engine::thread_count() > 1 && !can_start_thread()) {
      // oneTBB would throw. It begins threads when a limit ends, so this one never does.
      static auto& for_good = *new engine::ThreadLimit(1);
      (void)for_good;
    }
    if (options.threads) limit_.emplace(std::min(*options.threads, engine::thread_count()));
  }

 private:
  // The system may limit the threads of a user or of a container.
  static bool can_start_thread() {
    try {
      std::thread([] {}).join();
      return true;
    } catch (const std::system_error&) {
      return false;
    }
  }

  std::optional<engine::ThreadLimit> limit_;
};

}  // namespace perlane::cli::render
