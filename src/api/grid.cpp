#include "api/grid.hpp"

#include <perlane/grid.hpp>

#include "base/error.hpp"
#include "graph/properties.hpp"
#include "graph/node.hpp"
#include "model/noises.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>

namespace perlane {
namespace {

using base::throw_invalid;

constexpr char letters_of_axes[] = "xyzw";

// No array of floats has more elements.
constexpr std::int64_t most_samples =
    std::numeric_limits<std::ptrdiff_t>::max() / static_cast<std::ptrdiff_t>(sizeof(float));
constexpr const char* most_samples_name = sizeof(std::ptrdiff_t) > 4 ? "2^61" : "2^29";
// Two numbers up to this have no larger product, which is known without a division.
constexpr std::int64_t root = sizeof(std::ptrdiff_t) > 4 ? std::int64_t{1} << 30 : 1 << 14;

// The limit of coordinates is that of their products with a frequency, and a shift.
struct Limit {
  double frequency;
  double shift;

  bool admits(double coordinate) const noexcept {
    return std::abs(coordinate * frequency) + shift < model::coordinate_limit;
  }
};

double coordinate_of(const engine::Box& box, std::size_t axis, std::int64_t index) noexcept {
  return box.origin[axis] + static_cast<double>(index) * box.step[axis];
}

bool has_valid_first(const engine::Box& box, std::size_t axis) noexcept {
  const std::int64_t first = box.first[axis];
  return first >= -engine::index_limit && first <= engine::index_limit - box.count[axis];
}

// Returns true if all samples of an axis are within the limits. Positions are monotonic in the
// index, so checking the first and the last one is enough. They are not finite if the origin or the
// step is not.
bool is_within(const engine::Box& box, std::size_t axis, const Limit& limit) noexcept {
  if (!has_valid_first(box, axis)) return false;
  const std::int64_t first = box.first[axis], last = first + box.count[axis] - 1;
  return box.step[axis] != 0 && limit.admits(coordinate_of(box, axis, first)) &&
         limit.admits(coordinate_of(box, axis, last));
}

Limit limit_of(const Field& field) noexcept {
  const graph::Node& node = graph::node_of(field);
  return {node.highest_frequency(), node.largest_shift()};
}

// Says what is wrong with such an axis.
void reject_axis(const engine::Box& box, std::size_t axis, const Limit& limit) {
  const auto [count, first, origin, step] =
      std::tuple(box.count[axis], box.first[axis], box.origin[axis], box.step[axis]);
  if (!std::isfinite(step) || step == 0)
    throw_invalid("Grid::step[", axis, "] is ", step, "; use a finite number other than 0");
  if (!std::isfinite(origin))
    throw_invalid("Grid::origin[", axis, "] is ", origin, "; use a finite number");
  if (!has_valid_first(box, axis)) {
    throw_invalid("Grid::first[", axis, "] is ", first,
                  "; keep all indices between -2^62 and 2^62");
  }
  const bool is_first = !limit.admits(coordinate_of(box, axis, first));
  const std::int64_t index = is_first ? first : first + count - 1;
  const double coordinate = coordinate_of(box, axis, index);
  if (!std::isfinite(coordinate)) {
    throw_invalid("Grid::origin, first and step put sample ", index, " of axis ",
                  letters_of_axes[axis], " at ", coordinate, "; use finite coordinates");
  }
  throw_invalid("Grid::origin, first and step put sample ", index, " of axis ",
                letters_of_axes[axis], " at ", coordinate,
                ", and the field's highest frequency is ", limit.frequency,
                "; keep |coordinate * frequency| below 2^51");
}

template <class T>
void validate_length(const char* name, const PerAxis<T>& numbers, std::size_t axes) {
  if (numbers.is_number() || numbers.count() == 0 || numbers.count() == axes) return;
  throw_invalid(name, " has ", numbers.count(), numbers.count() == 1 ? " number" : " numbers",
                " and Grid::shape has ", axes,
                "; use as many, one without braces for all axes, or none at all");
}

}  // namespace

detail::AnyGrid detail::any_grid(const BracedGrid& grid) {
  const std::size_t axes = grid.shape.count();
  if (axes < 1 || axes > 4)
    throw_invalid("Grid::shape has ", axes, " numbers; use 1 to 4, one per axis");
  validate_length("Grid::step", grid.step, axes);
  validate_length("Grid::origin", grid.origin, axes);
  validate_length("Grid::first", grid.first, axes);
  static constexpr PerAxis<double> ones = 1;
  const bool has_step = grid.step.is_number() || grid.step.count() > 0;
  return {static_cast<int>(axes), grid.shape.data(), has_step ? grid.step.data() : ones.data(),
          grid.origin.data(), grid.first.data()};
}

void detail::require_extents(std::span<const std::int64_t> extents, const AnyGrid& grid) {
  if (extents.size() != static_cast<std::size_t>(grid.dimensions)) return;
  for (std::size_t index = 0; index < extents.size(); ++index) {
    const std::size_t axis = extents.size() - 1 - index;
    if (extents[index] == grid.shape[axis]) continue;
    base::throw_invalid("out.extent(", index, ") is ", extents[index], "; Grid::shape[", axis,
                        "] is ", grid.shape[axis], ", and they must be the same");
  }
}

engine::Box api::to_box(const detail::AnyGrid& grid) noexcept {
  engine::Box box;
  box.dimensions = grid.dimensions;
  for (std::size_t axis = 0; axis < 4; ++axis) {
    const bool is_there = axis < static_cast<std::size_t>(grid.dimensions);
    box.count[axis] = is_there ? grid.shape[axis] : 1;
    box.first[axis] = is_there ? grid.first[axis] : 0;
    box.origin[axis] = is_there ? grid.origin[axis] : 0;
    box.step[axis] = is_there ? grid.step[axis] : 1;
  }
  return box;
}

namespace {

void validate_axes(const engine::Box& box, const Limit& limit) {
  std::int64_t samples = 1;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(box.dimensions); ++axis) {
    const std::int64_t count = box.count[axis];
    if (count < 1) throw_invalid("Grid::shape[", axis, "] is ", count, "; use 1 or more");
    if ((count > root || samples > root) && count > most_samples / samples) {
      throw_invalid("Grid::shape has more than ", most_samples_name, " samples in axes 0 to ", axis,
                    "; use a smaller shape");
    }
    samples *= count;
    if (!is_within(box, axis, limit)) reject_axis(box, axis, limit);
  }
}

}  // namespace

void api::validate(const engine::Box& box) { validate_axes(box, {0, 0}); }

void api::validate(const engine::Box& box, const Field& field) {
  graph::validate_dimensions(field, box.dimensions, "the grid");
  validate_axes(box, limit_of(field));
}

double api::reach_of(const Field& field) noexcept {
  const auto [frequency, shift] = limit_of(field);
  return (model::coordinate_limit - shift) / frequency;
}

}  // namespace perlane
