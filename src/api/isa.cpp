#include <perlane/isa.hpp>

#include "engine/dispatch.hpp"

namespace perlane {

std::vector<std::string_view> isas() {
  std::vector<std::string_view> names;
  for (const kernels::Kernels* kernels : engine::runnable_kernels())
    names.emplace_back(kernels->name);
  return names;
}

std::string_view active_isa() { return engine::active_kernels().name; }

}  // namespace perlane
