#pragma once
// The small module of src/wasm has the library without most of its noises and functions. The lists
// of these, and the table of kernels, depend on this.

namespace perlane::model {

#ifdef PERLANE_SMALL
inline constexpr bool is_small_module = true;
#else
inline constexpr bool is_small_module = false;
#endif

}  // namespace perlane::model
