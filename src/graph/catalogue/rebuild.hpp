#pragma once
// The same recipe with other numbers: every call is made again.

#include <perlane/field.hpp>

#include "graph/catalogue/factories.hpp"
#include "graph/node.hpp"

#include <functional>

namespace perlane::graph {

// `address` is that of a copy of the arguments; returns true if it changes them. `width` is that of
// the field, in units of the coordinates that the call is evaluated at.
using ChangeCall = std::function<bool(const Factory&, void* address, double width)>;

// The field with all calls changed that it is made of. Nodes that do not change stay as they are.
Field rebuild(const Field& field, double width, const ChangeCall& change);

}  // namespace perlane::graph
