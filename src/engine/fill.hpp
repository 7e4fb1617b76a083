#pragma once
// Evaluates programs over grids, tile by tile, and over arrays of points, run by run. Nothing is
// checked here.

#include "engine/box.hpp"
#include "engine/progress_monitor.hpp"
#include "model/program.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace perlane::engine {

// If one of these throws std::bad_alloc, it has written nothing. If it throws what
// EvaluateOptions::report has thrown, it has written some values, but not EvaluateOptions::seen.

void fill(const model::Program& program, const Box& box, const Destination& destination,
          const EvaluateOptions& options);

// Several fields on one grid.
struct FieldOutput {
  Destination destination{};
  Extremes* seen = nullptr;  // receives the extremes of the values; null: they are not asked for
};
// A program, and which of the outputs its results are for; one without results has one.
struct ProgramOutputs {
  const model::Program* program;
  std::span<const std::size_t> outputs;
};
void fill(std::span<const ProgramOutputs> programs, std::span<const FieldOutput> outputs,
          const Box& box, const EvaluateOptions& options);

// The value and the derivatives, a destination each.
void differentiate(const model::Program& program, const Box& box,
                   std::span<const Destination> planes, const EvaluateOptions& options);

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
            std::span<float* const> planes, const EvaluateOptions& options);

}  // namespace perlane::engine
