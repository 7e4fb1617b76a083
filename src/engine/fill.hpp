#pragma once
// Evaluates programs over grids, tile by tile, and over arrays of points, run by run. Nothing is
// checked here.

#include "engine/box.hpp"
#include "engine/watch.hpp"
#include "model/program.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace perlane::engine {

// All of these throw std::bad_alloc, and then have written nothing; or what Run::tell throws, and
// then have written whatever it may be, but for Run::seen.

void fill(const model::Program& program, const Box& box, const Destination& destination,
          const Run& run);

// The value and the derivatives, a destination each.
void differentiate(const model::Program& program, const Box& box,
                   std::span<const Destination> planes, const Run& run);

// The coordinates of an array of points, by axis.
template <class Real>
struct Points {
  int dimensions;
  std::int64_t count;  // 1 or more
  std::array<const Real*, 4> coordinate;
};

// With derivatives, the value and the derivatives; null: nowhere.
template <class Real>
void sample(const model::Program& program, const Points<Real>& points,
            std::span<float* const> planes, const Run& run);

}  // namespace perlane::engine
