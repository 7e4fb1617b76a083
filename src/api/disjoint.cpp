// Rejects outputs whose samples would share memory.

#include "api/destination.hpp"
#include "base/error.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace perlane::api {
namespace {

struct Axis {
  std::int64_t stride;  // elements from a sample to the next, above 0
  std::int64_t count;   // samples, 2 or more

  bool operator==(const Axis&) const = default;
};

// The axes of a box in an array, the longest stride first.
class SampleAxes {
 public:
  SampleAxes(const engine::Box& box, const std::array<std::int64_t, 4>& stride) {
    for (std::size_t i = 0; i < 4; ++i) {
      if (box.count[i] == 1) continue;
      const Axis axis{std::abs(stride[i]), box.count[i]};
      std::size_t at = count_++;
      for (; at > 0 && axes_[at - 1].stride < axis.stride; --at) axes_[at] = axes_[at - 1];
      axes_[at] = axis;
    }
  }

  std::span<const Axis> used() const noexcept { return {axes_.data(), count_}; }
  bool operator==(const SampleAxes&) const = default;

 private:
  std::array<Axis, 4> axes_{};
  std::size_t count_ = 0;
};

// True if two arrays of the same layout share an element; `distance` is that of their lowest
// elements. The longest stride comes first. It is longer than all that the others cover, so only
// two step counts along it leave a remainder that the shorter strides can reach.
bool is_shared(std::int64_t distance, std::span<const Axis> axes) noexcept {
  if (axes.empty()) return distance == 0;
  const auto [stride, count] = axes.front();
  const std::int64_t floor = distance / stride - (distance % stride < 0 ? 1 : 0);
  for (const std::int64_t steps : {floor, floor + 1}) {
    if (std::abs(steps) < count && is_shared(distance - steps * stride, axes.subspan(1)))
      return true;
  }
  return false;
}

// True if two arrays of the same layout share memory; `size` is that of an element. SampleAxes has
// no signs, so the addresses are those of the lowest samples; or those of the same sample in both,
// if the strides have the same signs.
bool do_share(std::uintptr_t a, std::uintptr_t b, std::size_t size,
              const SampleAxes& axes) noexcept {
  // In 64 bits, also where addresses have fewer: the distance may be below 0.
  const std::int64_t bytes = static_cast<std::int64_t>(a) - static_cast<std::int64_t>(b);
  const auto element = static_cast<std::int64_t>(size);
  const std::int64_t remainder = bytes % element;
  const std::int64_t whole = bytes / element - (remainder < 0 ? 1 : 0);
  return is_shared(whole, axes.used()) || (remainder != 0 && is_shared(whole + 1, axes.used()));
}

std::uintptr_t address_of(const void* data) noexcept {
  return reinterpret_cast<std::uintptr_t>(data);
}

struct Bytes {
  std::uintptr_t begin, end;
};
// The memory from the lowest sample to the highest.
Bytes bytes_of(const engine::Destination& to, const engine::Box& box) noexcept {
  std::int64_t low = 0, high = 1;
  for (std::size_t axis = 0; axis < 4; ++axis) {
    const std::int64_t extent = (box.count[axis] - 1) * to.stride[axis];
    (extent < 0 ? low : high) += extent;
  }
  const auto size = static_cast<std::int64_t>(to.size);
  return {address_of(to.data + low * size), address_of(to.data + high * size)};
}

}  // namespace

void validate_disjoint(std::span<const void* const> planes, const engine::Box& box,
                       const std::array<std::int64_t, 4>& stride) {
  const SampleAxes axes(box, stride);
  for (std::size_t i = 0; i < planes.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (planes[i] == nullptr || planes[k] == nullptr) continue;
      if (!do_share(address_of(planes[i]), address_of(planes[k]), sizeof(float), axes)) continue;
      base::throw_invalid(std::string_view(name_of_plane(k)), " and ",
                          std::string_view(name_of_plane(i)),
                          " overlap; no two samples may share an element");
    }
  }
}

void validate_disjoint(std::span<const engine::FieldOutput> outputs, const engine::Box& box) {
  for (std::size_t i = 1; i < outputs.size(); ++i) {
    const engine::Destination& a = outputs[i].destination;
    const auto [begin, end] = bytes_of(a, box);
    for (std::size_t k = 0; k < i; ++k) {
      const engine::Destination& b = outputs[k].destination;
      const auto [other_begin, other_end] = bytes_of(b, box);
      if (end <= other_begin || other_end <= begin) continue;
      const SampleAxes axes(box, a.stride);
      const bool is_alike = a.size == b.size && SampleAxes(box, b.stride) == axes;
      if (is_alike && !do_share(begin, other_begin, a.size, axes)) continue;
      base::throw_invalid("outputs[", k, "] and outputs[", i,
                          "] overlap; no two samples may share ",
                          is_alike ? "an element"
                                   : "memory, and arrays that overlap must have the "
                                     "same type and strides");
    }
  }
}

}  // namespace perlane::api
