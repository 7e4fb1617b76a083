#pragma once
// Structures of the C interface with any members, and the memory that they point to.

#include "c_memory.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

namespace perlane::fuzz {

inline std::int32_t any_dimensions(Bytes& bytes) {
  const int drawn = bytes.choice(64);
  return drawn == 63 ? bytes.take<std::int32_t>() : drawn == 62 ? 0 : 1 + drawn % 4;
}

inline std::int64_t any_integer(Bytes& bytes, std::int64_t usual) {
  const int drawn = bytes.choice(32);
  if (drawn == 31) return bytes.take<std::int64_t>();
  if (drawn == 30) return std::numeric_limits<std::int64_t>::min();
  if (drawn == 29) return -bytes.choice(100);
  return usual;
}

inline perlane_grid any_grid(Bytes& bytes, std::int32_t dimensions) {
  perlane_grid grid{};
  grid.dimensions = dimensions;
  for (int axis = 0; axis < 4; ++axis) {
    grid.shape[axis] = any_integer(bytes, 1 + bytes.choice(dimensions < 2 ? 200 : 12));
    grid.step[axis] = bytes.choice(2) == 0 ? 0 : bytes.number();
    grid.origin[axis] = bytes.choice(2) == 0 ? 0 : bytes.number();
    grid.first[axis] = any_integer(bytes, bytes.take<std::int8_t>());
  }
  return grid;
}

// The samples to have memory for: those that a grid has, or the most where it has more or none can
// be counted.
constexpr std::int64_t most_samples = 2000;
inline std::size_t samples_in(const perlane_grid& grid) {
  std::int64_t samples = 1;
  for (int axis = 0; axis < std::clamp(grid.dimensions, 0, 4); ++axis) {
    if (grid.shape[axis] < 1 || grid.shape[axis] > most_samples) return most_samples;
    samples = std::min(samples * grid.shape[axis], most_samples);
  }
  return static_cast<std::size_t>(samples);
}

template <class Layout>
void set_layout(Bytes& bytes, const perlane_grid& grid, Layout& layout) {
  layout.first = any_integer(bytes, bytes.choice(4) == 0 ? bytes.choice(20) : 0);
  layout.stride_x = any_integer(bytes, bytes.choice(4) == 0 ? bytes.choice(4) : 0);
  const bool is_usual = bytes.choice(2) == 0;
  std::int64_t distance = is_usual ? 0 : grid.shape[0] % 2000 + bytes.choice(3);
  for (int axis = 0; axis < 3; ++axis) {
    layout.stride[axis] = any_integer(bytes, distance);
    distance *= grid.shape[axis + 1] % 2000;
  }
}

// The bytes of an element. Those of unknown types count as four.
inline std::size_t element_size(std::int32_t type) {
  return type == PERLANE_UINT8 ? 1 : type == PERLANE_UINT16 ? 2 : 4;
}

// An array of samples, and its memory.
struct AnyArray {
  AnyArray(Bytes& bytes, const perlane_grid& grid) {
    const int kind = bytes.choice(64);
    array.type = kind == 63 ? bytes.take<std::int32_t>() : kind % 3;
    const int spare = bytes.choice(4);
    const std::size_t count = samples_in(grid) * (spare == 0 ? 2 : 1) + (spare == 1 ? 30 : 0);
    memory.emplace(bytes, count * element_size(array.type));
    array.data = memory->get();
    const int fewer = bytes.choice(32);
    array.elements = fewer == 31   ? count - std::min<std::size_t>(count, 1)
                     : fewer == 30 ? (std::uint64_t{1} << 62) + bytes.take<std::uint16_t>()
                                   : count;
    set_layout(bytes, grid, array);
    if (bytes.choice(4) == 0) {
      for (float& code : array.codes) code = static_cast<float>(bytes.number());
    }
  }

  perlane_array array{};
  std::optional<Result<std::byte>> memory;
};

// The arrays of values and derivatives. Some may be the same one.
struct AnyPlanes {
  AnyPlanes(Bytes& bytes, std::int32_t dimensions, std::size_t count) {
    for (int plane = 0; plane <= std::clamp(dimensions, 1, 4); ++plane) {
      if (bytes.choice(4) == 0) continue;
      memory.push_back(std::make_unique<Result<float>>(bytes, count));
      const std::size_t last = memory.size() - 1, drawn = bytes.choice(32) == 31 ? 0 : last;
      float*& to = plane == 0 ? planes.value : planes.derivative[plane - 1];
      to = memory[drawn]->get();
    }
    planes.elements = count - (bytes.choice(32) == 31 && count > 0 ? 1 : 0);
    planes.reserved = bytes.choice(64) == 63 ? bytes.take<std::uint32_t>() : 0;
  }
  // True if all arrays are null, which is allowed.
  bool is_empty() const {
    return planes.value == nullptr &&
           std::ranges::all_of(planes.derivative, [](const float* to) { return to == nullptr; });
  }
  bool is_untouched() const {
    return std::ranges::all_of(memory, [](const auto& block) { return block->written() == 0; });
  }

  perlane_planes planes{};
  std::vector<std::unique_ptr<Result<float>>> memory;
};

struct AnyPoints {
  explicit AnyPoints(Bytes& bytes) {
    points.dimensions = any_dimensions(bytes);
    const int kind = bytes.choice(32);
    points.type = kind == 31      ? bytes.take<std::int32_t>()
                  : kind % 2 == 0 ? PERLANE_FLOAT64
                                  : PERLANE_FLOAT32;
    count = static_cast<std::size_t>(bytes.choice(40));
    points.count = bytes.choice(64) == 63 ? ~std::uint64_t{0} - count : count;
    points.reserved = bytes.choice(64) == 63 ? 1 : 0;
    for (int axis = 0; axis < std::clamp(points.dimensions, 1, 4); ++axis) {
      memory.push_back(std::make_unique<Result<double>>(bytes, count));
      double* const doubles = memory.back()->get();
      points.coordinate[axis] = doubles;
      if (!memory.back()->is_aligned()) continue;
      for (std::size_t i = 0; i < count; ++i) {
        const double drawn = bytes.number();
        const auto single = static_cast<float>(drawn);
        if (points.type == PERLANE_FLOAT64)
          doubles[i] = drawn;
        else
          std::memcpy(reinterpret_cast<float*>(doubles) + i, &single, sizeof single);
      }
    }
  }

  perlane_points points{};
  std::size_t count;
  std::vector<std::unique_ptr<Result<double>>> memory;
};

// Cancels at the call of that number.
struct Cancel {
  int at = 0, calls = 0;
};

inline perlane_options any_options(Bytes& bytes, Cancel& cancel) {
  perlane_options options{};
  options.is_sequential = bytes.choice(64) == 63 ? bytes.take<std::int32_t>() : 1;
  if (bytes.choice(4) == 0) {
    cancel.at = bytes.choice(3);
    options.context = &cancel;
    options.progress = [](void* context, double part) {
      Cancel& state = *static_cast<Cancel*>(context);
      require(part >= 0 && part <= 1, "an impossible part");
      return state.calls++ == state.at ? 0 : 1;
    };
  }
  return options;
}

}  // namespace perlane::fuzz
