#include "kernels/arch/avx512vbmi.hpp"
#include "isa/isas.hpp"
#include "kernels/noises.hpp"
#include "kernels/stages.hpp"
#include "kernels/shared/word_stages.hpp"

// The kernels of avx512, but for the noises that look up words.

namespace perlane {
namespace {

using Arch = xsimd::avx512vbmi;

template <class Noise>
void replace(kernels::NoiseTable<Noise>& table) noexcept {
  using Own = kernels::NoiseKernels<Arch, Noise>;
  if constexpr (requires { Own::looks_up_words; }) table = Own::table;
}

template <class... Noise>
kernels::Kernels make_table(const kernels::Kernels& base, const kernels::Stages& stages,
                            model::NoiseList<Noise...>) noexcept {
  kernels::Kernels table = base;
  table.name = isa::name<Arch>;
  table.stages = &stages;
  (replace<Noise>(table.noises), ...);
  return table;
}

kernels::Stages make_stages(const kernels::Kernels& base) noexcept {
  kernels::Stages stages = *base.stages;
  stages.words = kernels::word_stages<Arch>();
  return stages;
}

}  // namespace

template <>
const kernels::Kernels& isa::table<Arch>() noexcept {
  static const kernels::Kernels& base = table<kernels::Backend<Arch>::Base>();
  static const kernels::Stages stages = make_stages(base);
  static const kernels::Kernels table = make_table(base, stages, model::Noises{});
  return table;
}

}  // namespace perlane
