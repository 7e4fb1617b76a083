#pragma once
// Steps that make positions of others, within a box; mirror of reference/points.hpp.

#include "graph/bounds/enclosure.hpp"
#include "model/program.hpp"

namespace perlane::graph {

PositionBox mapped(const model::MapStep& step, const PositionBox& from) noexcept;
// `by` has the distances by axis.
PositionBox warped(const model::WarpStep& step, const PositionBox& from,
                   const Enclosure (&by)[4]) noexcept;
PositionBox transformed(const model::TransformStep& step, const PositionBox& from) noexcept;
PositionBox at_nearest_point(const model::NearestPointStep& step, const PositionBox& from) noexcept;

}  // namespace perlane::graph
