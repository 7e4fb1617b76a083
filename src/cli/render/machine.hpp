#pragma once
// The instruction set and the threads that a run uses.

#include "cli/options/render_options.hpp"
#include "engine/parallel.hpp"

#include <optional>

namespace perlane::cli::render {

// As the options have it, while this lives. Throws std::invalid_argument for an instruction set
// that is unknown, of the environment, too.
class Machine {
 public:
  explicit Machine(const options::RenderOptions& options);

 private:
  std::optional<engine::ThreadLimit> limit_;
};

}  // namespace perlane::cli::render
