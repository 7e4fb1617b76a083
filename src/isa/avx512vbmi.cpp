#include "kernels/arch/avx512vbmi.hpp"
#include "isa/isas.hpp"
#include "kernels/noises.hpp"
#include "kernels/shared/hash_stages.hpp"

// The kernels of avx512, but for the noises that look up hashes.

namespace perlane {
namespace {

using Arch = xsimd::avx512vbmi;

template <class Noise>
void replace(kernels::NoiseTable<Noise>& table) noexcept {
  using Own = kernels::NoiseKernels<Arch, Noise>;
  if constexpr (requires { Own::looks_up_hashes; }) table = Own::table;
}

template <class... Noise>
kernels::Kernels make_table(const kernels::Kernels& base, model::NoiseList<Noise...>) noexcept {
  kernels::Kernels table = base;
  table.name = isa::name<Arch>;
  (replace<Noise>(table.noises), ...);
  return table;
}

}  // namespace

template <>
const kernels::Kernels& isa::table<Arch>() noexcept {
  static const kernels::Kernels& base = table<kernels::Backend<Arch>::Base>();
  static const kernels::Kernels table = make_table(base, model::Noises{});
  return table;
}

}  // namespace perlane
