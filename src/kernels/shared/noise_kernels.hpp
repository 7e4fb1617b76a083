#pragma once
// The kernels of a noise. The noise's file specialises this with a member `table`, its part of the
// table of kernels; nothing here assumes how a noise is evaluated.

#include "kernels/table.hpp"

#include <array>

namespace perlane::kernels {

template <class Arch, class Noise>
struct NoiseKernels;

// The functions of a noise that has `least` to `most` dimensions, by dimensions - 1: of<N>() is the
// function in N dimensions.
template <class Function, int least, int most, class Of>
consteval std::array<Function, 4> by_dimensions(Of of) {
  const auto in = [&]<int N>() -> Function {
    if constexpr (N < least || N > most) {
      return nullptr;
    } else {
      return of.template operator()<N>();
    }
  };
  return {
    in.template operator()<1>(),
    in.template operator()<2>(),
    in.template operator()<3>(),
    in.template operator()<4>()
  };
}

}  // namespace perlane::kernels
