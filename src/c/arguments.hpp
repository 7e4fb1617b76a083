#pragma once
// The C interface: every function unpacks its arguments, and calls the entry point that the C++
// functions call. The entry points check the arguments. Here are only the checks that C++ does not
// need: null pointers, alignment, and sizes of structures.

#include <perlane/field.hpp>
#include <perlane/perlane.h>
#include <perlane/version.hpp>

#include "base/error.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

struct perlane_field {
  perlane::Field field;
};

namespace perlane::c {

// Alignment is that of members of structures: on 32-bit x86, where C puts doubles at any multiple
// of 4, it is less than alignof.
template <class T>
void require_aligned(const T* pointer, const char* name) {
  struct Structure {
    T member;
  };
  if (reinterpret_cast<std::uintptr_t>(pointer) % alignof(Structure) == 0) return;
  base::throw_invalid(name, " is not aligned; use an address that is a multiple of ",
                      alignof(Structure));
}

template <class T>
void require(T* pointer, const char* name) {
  if (pointer == nullptr) base::throw_invalid(name, " is NULL; use a valid pointer");
  if constexpr (!std::is_void_v<T>) require_aligned(pointer, name);
}

inline const Field& field_of(const perlane_field* field) {
  require(field, "field");
  return field->field;
}

// `name`: the parts of the name of that number.
template <class... Name>
void validate_dimensions(int dimensions, const Name&... name) {
  if (dimensions < 1 || dimensions > 4)
    base::throw_invalid(name..., " is ", dimensions, "; use 1 to 4");
}

// The sizes that a structure had in earlier versions. src/c/abi.txt lists them, too.
template <class Struct>
inline constexpr std::array<std::size_t, 0> earlier_sizes{};
template <>
inline constexpr std::array earlier_sizes<perlane_options>{offsetof(perlane_options, progress)};
template <>
inline constexpr std::array earlier_sizes<perlane_array>{offsetof(perlane_array, stride_x)};
template <>
inline constexpr std::array earlier_sizes<perlane_planes>{offsetof(perlane_planes, stride_x)};

// Returns a checked copy of a structure of the caller's. A structure of a later version may be
// longer, if it has zeros in all members that this version lacks; members that an earlier version
// lacks become zeros.
template <class Struct>
Struct checked_copy(const Struct* given, const char* name, const char* type) {
  require(given, name);
  constexpr std::uint32_t most = 4096;
  const bool is_known = std::ranges::count(earlier_sizes<Struct>, given->size) > 0 ||
                        (given->size >= sizeof(Struct) && given->size <= most);
  if (!is_known) {
    base::throw_invalid(name, "->size is ", given->size, "; use sizeof(", type, "), which is ",
                        sizeof(Struct));
  }
  const auto* bytes = reinterpret_cast<const unsigned char*>(given);
  const std::size_t known = std::min<std::size_t>(given->size, sizeof(Struct));
  if (std::any_of(bytes + known, bytes + given->size, [](unsigned b) { return b != 0; })) {
    base::throw_invalid(name, " has members that version ", version,
                        " does not know; set them to 0");
  }
  Struct result{};
  std::memcpy(&result, bytes, known);
  return result;
}

// Null: the caller does not ask for it.
inline void write_range(const Range& range, float* to) noexcept {
  if (to == nullptr) return;
  to[0] = range.min;
  to[1] = range.max;
}

}  // namespace perlane::c
