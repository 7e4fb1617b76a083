#pragma once
// The stages of an instruction set that look up words.

#include "kernels/lattice_noise.hpp"
#include "kernels/row_words.hpp"
#include "kernels/vertex_words.hpp"

namespace perlane::kernels {

template <class Arch>
const WordStages& word_stages() noexcept {
  static constexpr WordStages stages{prepare_axis<Arch>, row_words<Arch>, vertex_words<Arch>};
  return stages;
}

}  // namespace perlane::kernels
