// The same recipe for samples that are farther apart.

#include <perlane/field.hpp>

#include "base/error.hpp"
#include "graph/catalogue/rebuild.hpp"

#include <cmath>
#include <variant>

namespace perlane {

Field with_footprint(const Field& field, double width) {
  if (!std::isfinite(width) || width < 0) {
    base::throw_invalid("with_footprint: width is ", width, "; use a finite number, 0 or more");
  }
  return graph::rebuild(field, width, [](const graph::Factory& factory, void* address, double own) {
    for (const graph::Member& member : factory.members) {
      if (member.name != "footprint") continue;
      double& footprint = *std::get<double*>(member.slot(address));
      if (footprint >= own) return false;
      footprint = own;
      return true;
    }
    return false;
  });
}

}  // namespace perlane
