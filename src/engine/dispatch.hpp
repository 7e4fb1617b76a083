#pragma once
// Chooses the instruction set. This is the only part of perlane that asks the CPU.

#include "kernels/table.hpp"

#include <string_view>
#include <vector>

namespace perlane::engine {

// The kernels of every instruction set that runs here, best first.
const std::vector<const kernels::Kernels*>& runnable_kernels();

// The names of all instruction sets that this build has, best first.
std::vector<std::string_view> built_isas();

// The kernels in use. Throws std::invalid_argument if PERLANE_ISA is unknown, or if there are none.
const kernels::Kernels& active_kernels();

// Uses the named instruction set from now on. Throws std::invalid_argument if it does not run here,
// or none does; `source` tells the reader of the message where the name comes from.
void select_isa(std::string_view name, std::string_view source);

}  // namespace perlane::engine
