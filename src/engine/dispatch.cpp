#include "engine/dispatch.hpp"

#include "base/error.hpp"
#include "isa/isas.hpp"

#include <atomic>
#include <cstdlib>
#include <string>
#include <type_traits>

namespace perlane::engine {
namespace {

template <class Arch>
bool runs_here() {
  const auto cpu = xsimd::available_architectures();
  if constexpr (std::is_same_v<Arch, kernels::Scalar>) {
    return true;
  } else if constexpr (std::is_same_v<Arch, xsimd::avx512bw>) {
    return cpu.has(xsimd::avx512f{}) && cpu.has(xsimd::avx512cd{}) && cpu.has(xsimd::avx512dq{}) &&
           cpu.has(xsimd::avx512bw{});
  } else if constexpr (std::is_same_v<Arch, xsimd::avx512vbmi>) {
    return runs_here<xsimd::avx512bw>() && cpu.has(xsimd::avx512ifma{}) &&
           cpu.has(xsimd::avx512vbmi{});
  } else {
    return cpu.has(Arch{});
  }
}

template <class... Arch>
std::vector<const kernels::Kernels*> find_runnable(xsimd::arch_list<Arch...>) {
  std::vector<const kernels::Kernels*> found;
  (void)((runs_here<Arch>() ? found.push_back(&isa::table<Arch>()) : void()), ...);
  return found;
}

template <class... Arch>
std::vector<std::string_view> names_of(xsimd::arch_list<Arch...>) {
  static_assert(((isa::name<Arch> != nullptr) && ...), "isa/isas.hpp has the names");
  return {isa::name<Arch>...};
}

std::string joined(const std::vector<std::string_view>& names) {
  std::string list;
  for (const std::string_view name : names) {
    list += list.empty() ? "" : ", ";
    list += name;
  }
  return list;
}

// The kernels that run here. Throws std::invalid_argument if there are none.
const std::vector<const kernels::Kernels*>& require_runnable() {
  if (runnable_kernels().empty()) {
    base::throw_invalid("this CPU has none of the instruction sets that perlane was built for: ",
                        std::string_view(joined(built_isas())),
                        "; build it with PERLANE_WITH_SCALAR=ON");
  }
  return runnable_kernels();
}

// `source` tells the reader of the message where the name comes from.
const kernels::Kernels* find(std::string_view name, std::string_view source) {
  std::vector<std::string_view> names;
  for (const kernels::Kernels* kernels : require_runnable()) {
    if (name == kernels->name) return kernels;
    names.emplace_back(kernels->name);
  }
  base::throw_invalid(source, " is \"", name, "\"; this CPU runs ",
                      std::string_view(joined(names)));
}

constinit std::atomic<const kernels::Kernels*> selected = nullptr;

}  // namespace

const std::vector<const kernels::Kernels*>& runnable_kernels() {
  // Never deleted, because the destructors of static objects may fill grids.
  static const auto* const found = new std::vector(find_runnable(isa::Isas{}));
  return *found;
}

std::vector<std::string_view> built_isas() { return names_of(isa::Isas{}); }

void select_isa(std::string_view name, std::string_view source) {
  selected.store(find(name, source), std::memory_order_release);
}

const kernels::Kernels& active_kernels() {
  const kernels::Kernels* kernels = selected.load(std::memory_order_acquire);
  if (kernels == nullptr) {
    // An empty variable counts as one that is not set: `PERLANE_ISA= perlane` is common in scripts.
    const char* forced = std::getenv("PERLANE_ISA");
    const bool is_forced = forced != nullptr && *forced != '\0';
    const kernels::Kernels* found =
        is_forced ? find(forced, "PERLANE_ISA") : require_runnable().front();
    // If another thread has selected an instruction set meanwhile, that one stays.
    if (selected.compare_exchange_strong(kernels, found, std::memory_order_acq_rel,
                                         std::memory_order_acquire)) {
      kernels = found;
    }
  }
  return *kernels;
}

}  // namespace perlane::engine
