#pragma once
// Adds up the contributions of the vertices around samples to OpenSimplex2 noise; mirror of
// reference/open_simplex.cpp.

#include "kernels/open_simplex/vertices.hpp"

namespace perlane::kernels::open_simplex {

// The noise, and its derivatives in the axes of the lattice, in the order of those of the vertices.
template <class Arch, int N, class Hash, bool with_derivatives>
class OpenSimplexSum {
  using F = Floats<Arch>;
  using W = Words<Arch>;
  using Gradients = OpenSimplexGradients<Arch, N, Hash>;

 public:
  XSIMD_INLINE explicit OpenSimplexSum(const Gradients& gradients) noexcept
      : n(0.0f), gradients_(gradients) {
    for (F& along : derivative) along = F(0.0f);
    if constexpr (N == 4) {
      for (int axis = 0; axis < N; ++axis) components[axis] = W(Gradients::components_of(axis));
    }
  }

  XSIMD_INLINE void add(const typename Hash::Part& combined, int lattice, const F (&d)[N],
                        F a) noexcept {
    a = xsimd::max(a, F(0.0f));
    const W hash = Hash::template finished<N>(combined);
    F gradient[N];
    if constexpr (N == 4) {
      gradients_(hash, components, gradient);
    } else {
      gradients_(hash, lattice, gradient);
    }
    F product = gradient[0] * d[0];
    for (int axis = 1; axis < N; ++axis) product = product + gradient[axis] * d[axis];
    const F square = a * a, fourth = square * square;
    if constexpr (with_derivatives) {
      const F falling = F(8.0f) * (square * a * product);
      for (int axis = 0; axis < N; ++axis)
        derivative[axis] = derivative[axis] + (fourth * gradient[axis] - falling * d[axis]);
    }
    n = n + fourth * product;
  }

  F n;
  F derivative[N];
  W components[N];  // in 4D, of gradients, by axis

 private:
  const Gradients& gradients_;
};

// The arguments with which a vertex is visited.
template <class Arch, int N, class Hash>
struct ListedVertex {
  typename Hash::Part combined;
  int lattice;
  Floats<Arch> d[N];
  Floats<Arch> a;
};

template <class Arch, int N, class Hash>
struct VertexList {
  ListedVertex<Arch, N, Hash> at[8];  // the most that are visited, in 3D
  int count = 0;
};

template <class Arch, int N, class Hash>
PERLANE_NOINLINE void list_vertices(const model::OpenSimplexNoise& noise, const Hash& hash,
                                    const OpenSimplexPlace<Arch, N>& place,
                                    VertexList<Arch, N, Hash>& list) noexcept {
  int count = 0;
  const auto append = [&](const typename Hash::Part& combined, int lattice,
                          const Floats<Arch>(&d)[N], Floats<Arch> a) {
    ListedVertex<Arch, N, Hash>& listed = list.at[count++];
    listed.combined = combined;
    listed.lattice = lattice;
    for (int axis = 0; axis < N; ++axis) listed.d[axis] = d[axis];
    listed.a = a;
  };
  visit_vertices(noise, place, VertexVisitor<Arch, N, Hash, decltype(append)>(noise, hash, append));
  list.count = count;
}

template <class Arch, int N, class Hash, bool with_derivatives>
XSIMD_INLINE void sum_open_simplex(const model::OpenSimplexNoise& noise, const Hash& hash,
                                   const OpenSimplexPlace<Arch, N>& place,
                                   OpenSimplexSum<Arch, N, Hash, with_derivatives>& sum) noexcept {
  using F = Floats<Arch>;
  if constexpr (Hash::is_long) {
    // The last rounds of a long hash are much code. With a list, they are compiled once.
    VertexList<Arch, N, Hash> list;
    list_vertices(noise, hash, place, list);
    for (int i = 0; i < list.count; ++i) {
      const auto& listed = list.at[i];
      sum.add(listed.combined, listed.lattice, listed.d, listed.a);
    }
  } else {
    const auto add = [&](const typename Hash::Part& combined, int lattice, const F(&d)[N], F a) {
      sum.add(combined, lattice, d, a);
    };
    visit_vertices(noise, place, VertexVisitor<Arch, N, Hash, decltype(add)>(noise, hash, add));
  }
  if constexpr (with_derivatives && N == 3) {
    const F all = (sum.derivative[0] + sum.derivative[1] + sum.derivative[2]) *
                  F(static_cast<float>(model::open_simplex_reflection));
    for (F& along : sum.derivative) along = all - along;
  }
}

}  // namespace perlane::kernels::open_simplex
