#pragma once
// A cell of the lattice: blends the gradients or values at its vertices into the noise. The number
// of dimensions N is a constant, and functions that are called once are static, so that compilers
// inline all of a noise in N dimensions.

#include "reference/lattice.hpp"

#include <functional>
#include <limits>

namespace perlane::reference {

// False beyond the coordinate limit.
template <int N, class Noise>
static bool locate(const Noise& noise, const model::Point& point, Located (&located)[N]) noexcept {
  for (int axis = 0; axis < N; ++axis) {
    if (!locate(point, axis, noise.frequency, noise.lattice, located[axis])) return false;
  }
  return true;
}

// Writes the hashes of the vertices of a cell; bit a of a vertex says on which side of axis a it
// lies. Each axis is hashed once for all of them.
template <int N, class Noise>
static void hash_vertices(const Noise& noise, const Located (&located)[N],
                          std::uint32_t (&hashes)[1 << N]) noexcept {
  const model::LatticePoints& lattice = noise.lattice;
  const model::HashKey key = lattice.key;
  const auto hash_by = [&](const auto& hash_of, const auto& combine, const auto& finish) {
    std::uint32_t side[N][2];
    for (int axis = 0; axis < N; ++axis) {
      side[axis][0] = hash_of(key, axis, located[axis].cell[0]);
      side[axis][1] = hash_of(key, axis, located[axis].cell[1]);
    }
    for (unsigned vertex = 0; vertex < 1u << N; ++vertex) {
      std::uint32_t v = side[0][vertex & 1];
      for (int axis = 1; axis < N; ++axis) v = combine(v, side[axis][vertex >> axis & 1]);
      hashes[vertex] = finish(v);
    }
  };
  switch (lattice.kind) {
    case model::LatticePoints::hashed:
      return hash_by(axis_hash, std::multiplies<>(),
                     [&](std::uint32_t v) { return N == 1 ? last_round(v * (key.line | 1)) : v; });
    case model::LatticePoints::xor_hashed:
      return hash_by(xor_axis, std::bit_xor<>(),
                     [](std::uint32_t v) { return v * model::xor_last_multiplier; });
    default:
      for (unsigned vertex = 0; vertex < 1u << N; ++vertex) {
        std::uint32_t cell[N];
        for (int axis = 0; axis < N; ++axis) cell[axis] = located[axis].cell[vertex >> axis & 1];
        hashes[vertex] = hash(lattice, std::span<const std::uint32_t>(cell));
      }
  }
}

// A vertex has the noise k that the axes removed so far have made, and the gradient along those
// that are left.
template <int N>
struct Vertex {
  float k;  // of gradient noise, none until an axis is removed
  float gradient[N];  // none of value noise
};

// The vertex that is left of a cell, and its derivatives along the axes that are removed.
template <int N, bool with_derivatives>
struct CollapsedCell {
  Vertex<N> noise;
  Vertex<N> derivative[N];
};
template <int N>
struct CollapsedCell<N, false> {
  Vertex<N> noise;
};

// The axes of a cell are removed one at a time: x first, then the last one and so on, and y at the
// end. Each pair of vertices along the axis becomes one. The derivative along an axis is that of
// the formulas which remove it; where a further axis is removed, it is blended like the values
// themselves. `At` is a function of the vertex, and returns its gradient or value.
template <int N, bool has_gradients, bool with_derivatives, class At>
class Cell {
 public:
  using Collapsed = CollapsedCell<N, with_derivatives>;

  Cell(const Located (&located)[N], model::Fade fade, const At& at) noexcept : at_(at) {
    for (int axis = 0; axis < N; ++axis) {
      const float f = located[axis].f, s = reference::fade(fade, f);
      weights_[axis] = {s, f * (1.0f - s), s * (f - 1.0f)};
      if constexpr (with_derivatives) {
        const float d = fade_derivative(fade, f);
        derivatives_[axis] = {d, (1.0f - s) - f * d, s + (f - 1.0f) * d};
      }
    }
  }

  // Removes x and the axes from `first` on.
  template <int first = 1, unsigned vertex = 0>
  Collapsed collapse() const noexcept {
    if constexpr (first < N) {
      return remove_axis<first>(collapse<first + 1, vertex>(),
                                collapse<first + 1, (vertex | 1u << first)>());
    } else {
      Collapsed low, high;
      low.noise = at_(vertex);
      high.noise = at_(vertex | 1);
      return remove_axis<0>(low, high);
    }
  }

 private:
  struct Weights {
    float s, u, v;
  };

  template <int axis>
  Collapsed remove_axis(const Collapsed& low, const Collapsed& high) const noexcept {
    constexpr bool has_k = !has_gradients || axis != 0;
    Collapsed result;
    result.noise = blended<axis, has_k>(low.noise, high.noise);
    if constexpr (with_derivatives) {
      if constexpr (axis != 0)
        result.derivative[0] = blended<axis, true>(low.derivative[0], high.derivative[0]);
      for (int before = axis + 1; axis != 0 && before < N; ++before)
        result.derivative[before] =
            blended<axis, true>(low.derivative[before], high.derivative[before]);
      result.derivative[axis] = derivative<axis, has_k>(low.noise, high.noise);
    }
    return result;
  }

  // The axes from y on before this are left.
  template <int axis>
  static constexpr int end = axis == 0 ? N : axis;

  template <int axis, bool has_k>
  Vertex<N> blended(const Vertex<N>& a, const Vertex<N>& b) const noexcept {
    const Weights& w = weights_[axis];
    const auto blend = [&](float low, float high) { return low + w.s * (high - low); };
    Vertex<N> result{};
    if constexpr (has_k) result.k = blend(a.k, b.k);
    if constexpr (has_gradients) {
      const float offset = a.gradient[axis] * w.u + b.gradient[axis] * w.v;
      result.k = has_k ? result.k + offset : offset;
      for (int left = 1; left < end<axis>; ++left)
        result.gradient[left] = blend(a.gradient[left], b.gradient[left]);
    }
    return result;
  }

  template <int axis, bool has_k>
  Vertex<N> derivative(const Vertex<N>& a, const Vertex<N>& b) const noexcept {
    const Weights& w = derivatives_[axis];
    Vertex<N> result{};
    if constexpr (has_k) result.k = w.s * (b.k - a.k);
    if constexpr (has_gradients) {
      const float offset = a.gradient[axis] * w.u + b.gradient[axis] * w.v;
      result.k = has_k ? result.k + offset : offset;
      for (int left = 1; left < end<axis>; ++left)
        result.gradient[left] = w.s * (b.gradient[left] - a.gradient[left]);
    }
    return result;
  }

  const At& at_;
  Weights weights_[N], derivatives_[with_derivatives ? N : 1];
};

// The noise; derivatives by axis, per unit of coordinate, unless null.
template <bool has_gradients, int N, class At>
float collapse(const Located (&located)[N], model::Fade fade, double frequency, const At& at,
               float* derivative) noexcept {
  if (derivative == nullptr)
    return Cell<N, has_gradients, false, At>(located, fade, at).collapse().noise.k;
  const auto collapsed = Cell<N, has_gradients, true, At>(located, fade, at).collapse();
  for (int axis = 0; axis < N; ++axis)
    derivative[axis] = collapsed.derivative[axis].k * static_cast<float>(frequency);
  return collapsed.noise.k;
}

// The value beyond the coordinate limit.
inline float not_a_number(int dimensions, float* derivative) noexcept {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  if (derivative != nullptr) {
    for (int axis = 0; axis < dimensions; ++axis) derivative[axis] = nan;
  }
  return nan;
}

}  // namespace perlane::reference
