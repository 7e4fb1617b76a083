#pragma once
// Writes runs of values to a destination: as floats, or as codes; mirror of reference/code.cpp.

#include "model/sink.hpp"
#include "kernels/lanes/lanes.hpp"

namespace perlane::kernels {

inline constexpr int line_bytes = 64;  // of the caches

// Makes the elements of a destination; `at_once` of them are a full vector.
template <class Arch, class T>
class Elements {
  using F = Floats<Arch>;
  static constexpr int vectors = static_cast<int>(sizeof(float) / sizeof(T));

 public:
  static constexpr int at_once = vectors * lanes<Arch>;

  explicit Elements(const model::Sink& sink) noexcept
      : unit_(sink.coding.unit),
        low_(sink.coding.low),
        scale_(sink.coding.scale),
        largest_(sink.coding.largest) {}

  XSIMD_INLINE void store(T* to, const float* from) const noexcept {
    codes(from).store_unaligned(reinterpret_cast<std::uint8_t*>(to));
  }
  XSIMD_INLINE void stream(T* to, const float* from) const noexcept {
    Backend<Arch>::stream(reinterpret_cast<std::uint8_t*>(to), codes(from));
  }

 private:
  XSIMD_INLINE F position(const float* from) const noexcept {
    return (F::load_unaligned(from) * unit_ - low_) * scale_;
  }
  XSIMD_INLINE Bytes<Arch> codes(const float* from) const noexcept {
    const auto at = [&](int vector) { return position(from + vector * lanes<Arch>); };
    if constexpr (vectors == 2) {
      return Backend<Arch>::codes(largest_, at(0), at(1));
    } else {
      return Backend<Arch>::codes(largest_, at(0), at(1), at(2), at(3));
    }
  }

  F unit_, low_, scale_, largest_;
};

template <class Arch>
class Elements<Arch, float> {
 public:
  static constexpr int at_once = lanes<Arch>;

  explicit Elements(const model::Sink&) noexcept {}

  XSIMD_INLINE void store(float* to, const float* from) const noexcept {
    Floats<Arch>::load_unaligned(from).store_unaligned(to);
  }
  XSIMD_INLINE void stream(float* to, const float* from) const noexcept {
    Backend<Arch>::stream(to, Floats<Arch>::load_unaligned(from));
  }
};

// Copies less than 2 * size elements.
template <int size, class T>
XSIMD_INLINE void copy_few(const T* from, T* to, int count) noexcept {
  if ((count & size) != 0) {
    __builtin_memcpy(to, from, size * sizeof(T));
    from += size;
    to += size;
  }
  if constexpr (size > 1) copy_few<size / 2>(from, to, count);
}

// Writes fewer elements than a vector has. This is the one edge policy: they go through a small
// buffer.
template <class Arch, class T>
PERLANE_NOINLINE void write_few(const model::Sink& sink, const float* from, T* to,
                                int count) noexcept {
  constexpr int most = Elements<Arch, T>::at_once;
  alignas(64) float value[most];
  alignas(64) T edge[most];
  // Vectors that have no value of the run repeat the first: nothing beyond the run is read.
  for (int i = 0; i < most; i += lanes<Arch>)
    Floats<Arch>::load_unaligned(from + (i < count ? i : 0)).store_aligned(value + i);
  Elements<Arch, T>(sink).store(edge, value);
  copy_few<most / 2>(edge, to, count);
}

// Writes a run of elements through the caches.
template <class Arch, class T>
XSIMD_INLINE void write_through(const model::Sink& sink, const Elements<Arch, T>& elements,
                                const float* from, T* to, int count) noexcept {
  constexpr int step = Elements<Arch, T>::at_once;
  if (count < step) {
    if (count > 0) write_few<Arch>(sink, from, to, count);
    return;
  }
  int i = 0;
  for (; i + step <= count; i += step) elements.store(to + i, from + i);
  // The last vector ends with the run, and writes some elements again.
  if (i < count) elements.store(to + count - step, from + count - step);
}

// Writes `count` values, of which whole vectors can be read. Stores past the caches are whole
// lines; elements before the first and after the last of these go through the caches. Unless the
// run ends here, it leaves out those after the last. Returns how many are written.
template <class Arch, class T>
int write_run(const model::Sink& sink, const float* from, void* destination, int count,
              bool is_end) noexcept {
  constexpr int step = Elements<Arch, T>::at_once;
  constexpr int line = line_bytes / static_cast<int>(sizeof(T));
  const Elements<Arch, T> elements(sink);
  T* to = static_cast<T*>(destination);
  if (!sink.stream) {
    write_through(sink, elements, from, to, count);
    return count;
  }
  const auto place = reinterpret_cast<std::uintptr_t>(to) / sizeof(T);
  const int before = static_cast<int>(-place % line);
  if (count < before + line) {
    if (!is_end) return 0;
    write_through(sink, elements, from, to, count);
    return count;
  }
  write_through(sink, elements, from, to, before);
  int i = before;
  for (; i + line <= count; i += line) {
    for (int part = 0; part < line; part += step) elements.stream(to + i + part, from + i + part);
  }
  if (!is_end) return i;
  write_through(sink, elements, from + i, to + i, count - i);
  return count;
}

// Writes `count` values to elements that do not lie side by side. They are converted many at a
// time.
template <class Arch, class T>
int write_apart(const model::Sink& sink, const float* from, void* destination, int count,
                bool) noexcept {
  constexpr int most = 256;
  alignas(64) T stage[most];
  const Elements<Arch, T> elements(sink);
  const std::ptrdiff_t stride = sink.stride[0];
  T* to = static_cast<T*>(destination);
  for (int first = 0; first < count; first += most) {
    const int staged = count - first < most ? count - first : most;
    write_through(sink, elements, from + first, stage, staged);
    for (int i = 0; i < staged; ++i, to += stride) *to = stage[i];
  }
  return count;
}

using WriteRun = int (*)(const model::Sink&, const float* from, void* to, int count,
                         bool is_end) noexcept;

// Returns the bytes of an element. This is a template on Arch: see "There are no ODR traps" in
// docs/architecture.md.
template <class Arch>
constexpr std::ptrdiff_t element_size(model::ElementType type) noexcept {
  switch (type) {
    case model::ElementType::uint16:
      return sizeof(std::uint16_t);
    case model::ElementType::uint8:
      return sizeof(std::uint8_t);
    default:
      return sizeof(float);
  }
}

// Chooses how to write to a destination.
template <class Arch>
WriteRun write_run_of(const model::Sink& sink) noexcept {
  const bool is_apart = sink.stride[0] != 1;
  switch (sink.type) {
    case model::ElementType::uint16:
      return is_apart ? write_apart<Arch, std::uint16_t> : write_run<Arch, std::uint16_t>;
    case model::ElementType::uint8:
      return is_apart ? write_apart<Arch, std::uint8_t> : write_run<Arch, std::uint8_t>;
    default:
      return is_apart ? write_apart<Arch, float> : write_run<Arch, float>;
  }
}

}  // namespace perlane::kernels
