#pragma once
// The stages of an instruction set that look up words.

#include "kernels/shared/lattice_noise.hpp"
#include "kernels/shared/row_words.hpp"
#include "kernels/shared/vertex_words.hpp"

namespace perlane::kernels {

template <class Arch>
const WordStages& word_stages() noexcept {
  static constexpr WordStages stages{prepare_axis<Arch>, row_words<Arch>, vertex_words<Arch>};
  return stages;
}

}  // namespace perlane::kernels
