#pragma once
// The stages of an instruction set that look up hashes.

#include "kernels/lanes/layout.hpp"
#include "kernels/shared/row_hashes.hpp"
#include "kernels/shared/vertex_hashes.hpp"

namespace perlane::kernels {

template <class Arch>
const HashStages& hash_stages() noexcept {
  static constexpr HashStages stages{prepare_axis<Arch>, row_hashes<Arch>, vertex_hashes<Arch>};
  return stages;
}

}  // namespace perlane::kernels
