#include "cli/render/machine.hpp"

#include "engine/dispatch.hpp"

#include <perlane/isa.hpp>

#include <algorithm>

namespace perlane::cli::render {

Machine::Machine(const options::RenderOptions& options) {
  if (options.isa) engine::select(*options.isa, "--isa");
  active_isa();  // refuses an unknown PERLANE_ISA
  if (options.threads) limit_.emplace(std::min(*options.threads, engine::thread_count()));
}

}  // namespace perlane::cli::render
