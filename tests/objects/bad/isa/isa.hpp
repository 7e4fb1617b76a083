#pragma once
// Each file has an instruction set of its own, and they share a function.

namespace perlane_xsimd {
struct first;
struct second;
}  // namespace perlane_xsimd

namespace perlane::isa {
template <class Arch>
const int& table() noexcept;
}

[[gnu::noinline]] inline int shared() { return 1; }
template <class Some, class Other>
[[gnu::noinline]] int shared_too() {
  return 2;
}
