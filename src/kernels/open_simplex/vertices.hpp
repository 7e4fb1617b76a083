#pragma once
// Finds the vertices around samples that contribute to OpenSimplex2 noise in 2D and 3D; mirror of
// reference/open_simplex.cpp.

#include "kernels/open_simplex/hash.hpp"
#include "kernels/open_simplex/place.hpp"

namespace perlane::kernels::open_simplex {

// A vertex of each lane: the parts of its coordinates in its hash, and the offset from it to the
// sample.
template <class Arch, int N, class Hash>
struct OpenSimplexVertex {
  typename Hash::Part part[N];
  Floats<Arch> d[N];
};

// Calls visit(combined, lattice, d, a) for a vertex of each lane: the combined parts of its hash,
// the offset d from it to the sample, and a = support_squared - |d|^2, which is above 0 where the
// vertex contributes.
template <class Arch, int N, class Hash, class Visit>
class VertexVisitor {
  using F = Floats<Arch>;
  using Vertex = OpenSimplexVertex<Arch, N, Hash>;

 public:
  XSIMD_INLINE VertexVisitor(const model::OpenSimplexNoise& noise, const Hash& given_hash,
                             Visit visit) noexcept
      : hash(given_hash),
        noise_(noise),
        visit_(visit),
        support_squared_(model::open_simplex_support_squared(N, noise.is_smooth)) {}

  const Hash& hash;

  XSIMD_INLINE F a(const Vertex& vertex) const noexcept {
    F a = support_squared_;
    for (int axis = 0; axis < N; ++axis) a = a - vertex.d[axis] * vertex.d[axis];
    return a;
  }

  XSIMD_INLINE void operator()(const Vertex& vertex, int lattice) const noexcept {
    (*this)(vertex, a(vertex), lattice);
  }
  XSIMD_INLINE void operator()(const Vertex& vertex, F a, int lattice) const noexcept {
    (*this)(vertex, a, hash.of_seed(noise_.seed[lattice]), lattice);
  }
  XSIMD_INLINE void operator()(const Vertex& vertex, F a, const typename Hash::Part& seed,
                               int lattice = 0) const noexcept {
    typename Hash::Part combined = seed;
    for (int axis = 0; axis < N; ++axis) combined = hash.combined(combined, vertex.part[axis]);
    visit_(combined, lattice, vertex.d, a);
  }

 private:
  const model::OpenSimplexNoise& noise_;
  Visit visit_;
  F support_squared_;
};

// The vertices around a vector of samples in 2D.
template <class Arch, class Hash>
class Triangles {
  using F = Floats<Arch>;
  using Part = typename Hash::Part;

 public:
  using Vertex = OpenSimplexVertex<Arch, 2, Hash>;

  XSIMD_INLINE Triangles(const Hash& hash, const OpenSimplexPlace<Arch, 2>& place) noexcept {
    const F t = (place.f[0] + place.f[1]) * F(model::open_simplex_unskew);
    for (int axis = 0; axis < 2; ++axis) {
      cell_[axis] = hash.of_cell(place.cell[axis], axis);
      d_[axis] = place.f[axis] - t;
    }
  }

  // A step of i and j cells from the first vertex, in all lanes.
  struct Step {
    Part part[2];
    F d[2];

    XSIMD_INLINE Step(const Hash& hash, int i, int j) noexcept
        : part{hash.of_step(0, i), hash.of_step(1, j)}, d{F(back(i, j, i)), F(back(i, j, j))} {}
    XSIMD_INLINE Step(const xsimd::batch_bool<float, Arch>& is_first, const Step& first,
                      const Step& second) noexcept {
      for (int axis = 0; axis < 2; ++axis) {
        part[axis] = part_of<Arch>(of_words<Arch>(is_first), first.part[axis], second.part[axis]);
        d[axis] = xsimd::select(is_first, first.d[axis], second.d[axis]);
      }
    }

   private:
    static float back(int i, int j, int along) noexcept {
      return static_cast<float>(i + j) * model::open_simplex_unskew - static_cast<float>(along);
    }
  };

  XSIMD_INLINE Vertex at(const Step& step) const noexcept {
    Vertex vertex;
    for (int axis = 0; axis < 2; ++axis) {
      vertex.part[axis] = cell_[axis] + step.part[axis];
      vertex.d[axis] = d_[axis] + step.d[axis];
    }
    return vertex;
  }

 private:
  Part cell_[2];
  F d_[2];
};

template <class Arch, class Hash, class Visit>
XSIMD_INLINE void visit_vertices(const model::OpenSimplexNoise& noise,
                                 const OpenSimplexPlace<Arch, 2>& place,
                                 const VertexVisitor<Arch, 2, Hash, Visit>& visit) noexcept {
  using F = Floats<Arch>;
  using Step = typename Triangles<Arch, Hash>::Step;
  const Triangles<Arch, Hash> triangles(visit.hash, place);
  const auto step = [&](int i, int j) { return Step(visit.hash, i, j); };
  const F x = place.f[0], y = place.f[1];
  const auto add = [&](const Step& to) { visit(triangles.at(to), 0); };
  const Step right = step(1, 0), above = step(0, 1);
  add(step(0, 0));
  if (!noise.is_smooth) {
    add(Step(y > x, above, right));
    add(step(1, 1));
    return;
  }
  add(step(1, 1));
  const F along_x = x + (x - y), along_y = y - (x - y);
  const auto is_upper = x + y > F(1.0f);
  add(Step(is_upper, Step(along_x > F(1.0f), step(2, 1), above),
           Step(along_x < F(0.0f), step(-1, 0), right)));
  add(Step(is_upper, Step(along_y > F(1.0f), step(1, 2), right),
           Step(along_y < F(0.0f), step(0, -1), above)));
}

template <class Arch, class Hash, class Visit>
XSIMD_INLINE void visit_nearest(const OpenSimplexPlace<Arch, 3>& place,
                                const VertexVisitor<Arch, 3, Hash, Visit>& visit) noexcept {
  using F = Floats<Arch>;
  using Part = typename Hash::Part;
  OpenSimplexVertex<Arch, 3, Hash> nearest;
  F to_side[3], towards[3];
  for (int axis = 0; axis < 3; ++axis) {
    nearest.part[axis] = visit.hash.of_cell(place.cell[axis], axis);
    nearest.d[axis] = place.f[axis];
    towards[axis] = xsimd::select(F(1.0f) + nearest.d[axis] < F(1.0f), F(-1.0f), F(1.0f));
    to_side[axis] = towards[axis] * nearest.d[axis];
  }
  for (int lattice = 0; lattice < 2; ++lattice) {
    visit(nearest, lattice);
    const auto along_x = (to_side[0] >= to_side[1]) & (to_side[0] >= to_side[2]);
    const auto not_z = to_side[1] >= to_side[2];
    const xsimd::batch_bool<float, Arch> along[3] = {along_x, (!along_x) & not_z,
                                                     !(along_x | not_z)};
    OpenSimplexVertex<Arch, 3, Hash> next;
    for (int axis = 0; axis < 3; ++axis) {
      const auto is_up = of_words<Arch>(towards[axis] > F(0.0f));
      const Part part = nearest.part[axis], up = part + visit.hash.of_step(axis, 1);
      const Part stepped = part_of<Arch>(is_up, up, part + visit.hash.of_step(axis, -1));
      next.part[axis] = part_of<Arch>(of_words<Arch>(along[axis]), stepped, part);
      next.d[axis] = xsimd::select(along[axis], nearest.d[axis] - towards[axis], nearest.d[axis]);
      nearest.part[axis] = part_of<Arch>(is_up, up, part);
    }
    visit(next, lattice);
    for (int axis = 0; axis < 3; ++axis) {
      nearest.d[axis] = nearest.d[axis] - F(0.5f) * towards[axis];
      to_side[axis] = F(0.5f) - to_side[axis];
      towards[axis] = -towards[axis];
    }
  }
}

template <class Arch, class Hash, class Visit>
XSIMD_INLINE void visit_smooth(const OpenSimplexPlace<Arch, 3>& place,
                               const VertexVisitor<Arch, 3, Hash, Visit>& visit) noexcept {
  using F = Floats<Arch>;
  using Part = typename Hash::Part;
  using Vertex = OpenSimplexVertex<Arch, 3, Hash>;
  Vertex near[2], far[2];
  F change[2][3];
  for (int axis = 0; axis < 3; ++axis) {
    const F f = place.f[axis], zero(0.0f), one(1.0f);
    const auto is_upper = f + F(0.5f) >= one;
    const auto upper = of_words<Arch>(is_upper);
    const Part cell = visit.hash.of_cell(place.cell[axis], axis),
               next = cell + visit.hash.of_step(axis, 1);
    near[0].part[axis] = part_of<Arch>(upper, next, cell);
    near[0].d[axis] = f - xsimd::select(is_upper, one, zero);
    far[0].part[axis] = part_of<Arch>(upper, cell, next);
    far[0].d[axis] = near[0].d[axis] + xsimd::select(is_upper, one, -one);
    near[1].part[axis] = next;
    near[1].d[axis] = f - F(0.5f);
    far[1].part[axis] = part_of<Arch>(upper, cell + visit.hash.of_step(axis, 2), cell);
    far[1].d[axis] = near[1].d[axis] + xsimd::select(is_upper, -one, one);
    change[1][axis] = F(2.0f) * xsimd::abs(near[1].d[axis]) - one;
    change[0][axis] = F(-2.0f) * xsimd::abs(near[1].d[axis]);
  }
  F nearest[2];
  for (int i = 0; i < 2; ++i) {
    nearest[i] = visit.a(near[i]);
    visit(near[i], nearest[i], i);
  }
  for (int axis = 0; axis < 3; ++axis) {
    xsimd::batch_bool<float, Arch> is_first_in_reach(false);
    for (int i = 0; i < 2; ++i) {
      const F along = change[i][axis] + nearest[i];
      const F beside = change[i][axis == 0 ? 1 : 0] + change[i][axis == 2 ? 1 : 2] + nearest[i];
      const auto is_in_reach = along > F(0.0f);
      Vertex vertex;
      for (int other = 0; other < 3; ++other) {
        const Vertex& if_in_reach = other == axis ? far[i] : near[i];
        const Vertex& if_not = other == axis ? near[i] : far[i];
        vertex.part[other] =
            part_of<Arch>(of_words<Arch>(is_in_reach), if_in_reach.part[other], if_not.part[other]);
        vertex.d[other] = xsimd::select(is_in_reach, if_in_reach.d[other], if_not.d[other]);
      }
      visit(vertex,
            xsimd::select(is_in_reach, xsimd::select(is_first_in_reach, F(0.0f), along), beside),
            i);
      is_first_in_reach = is_in_reach;
    }
  }
}

template <class Arch, class Hash, class Visit>
XSIMD_INLINE void visit_vertices(const model::OpenSimplexNoise& noise,
                                 const OpenSimplexPlace<Arch, 3>& place,
                                 const VertexVisitor<Arch, 3, Hash, Visit>& visit) noexcept {
  if (noise.is_smooth) {
    visit_smooth(place, visit);
  } else {
    visit_nearest(place, visit);
  }
}

}  // namespace perlane::kernels::open_simplex
