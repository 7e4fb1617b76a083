#include "graph/noise/lattice.hpp"

#include "base/float_environment.hpp"
#include "base/error.hpp"
#include "graph/noise/draw.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace perlane {
namespace graph {
std::uint64_t octave_seed(std::uint64_t seed, std::uint64_t index) noexcept {
  // There are two rounds, because seeds in a row, and octaves in a row, must not meet (seed 1 at
  // octave 2, seed 2 at octave 1).
  return SplitMix64(SplitMix64(seed)() + index)();
}

// Multiples of 1/256 are exact, and small enough that neither coordinates of binary32 nor those far
// from the origin lose more to them than to their frequency. They are a quarter of a cell or more
// from a whole number: one octave in ten would be nearly in step if any were drawn.
Shift octave_shift(const double (&shift)[4], std::uint64_t seed, const Octave& octave) noexcept {
  Shift result{shift[0], shift[1], shift[2], shift[3]};
  if (octave.is_aligned) return result;
  // Not the numbers of the hash key and of tables, which are drawn from the seed itself.
  SplitMix64 draw(octave_seed(seed, ~std::uint64_t{0}));
  for (double& cells : result) {
    const double before = cells;
    const auto part = [&] { return cells - std::floor(cells); };
    do {
      const std::uint64_t drawn = 64 + ((draw() >> 32) * 129 >> 32);  // 64 to 192
      cells = before + static_cast<double>(drawn) / 256;
    } while (part() < 0.25 || part() > 0.75);
  }
  return result;
}

model::HashKey hash_key(std::uint64_t seed) noexcept {
  SplitMix64 draw(seed);
  const std::uint64_t xy = draw();
  const std::uint64_t zw = draw();
  return {{static_cast<std::uint32_t>(xy), static_cast<std::uint32_t>(xy >> 32),
           static_cast<std::uint32_t>(zw), static_cast<std::uint32_t>(zw >> 32)},
          static_cast<std::uint32_t>(draw() >> 32)};
}

std::size_t table_length(const Lattice& lattice) noexcept {
  if (graph::custom_of(lattice) == nullptr) return 0;
  if (const auto* shuffled = std::get_if<ShuffledTable>(&graph::custom_of(lattice)->is))
    return static_cast<std::size_t>(shuffled->size);
  if (const auto* fixed = std::get_if<FixedTable>(&graph::custom_of(lattice)->is))
    return fixed->table->entries().size();
  return 0;
}

std::size_t table_bytes(const model::LatticePoints& points) noexcept {
  if (points.table == nullptr) return 0;
  if (points.remainders == nullptr) return points.length * sizeof(std::uint32_t);
  const std::uint32_t longest = std::max(points.length, std::ranges::max(points.period));
  return 2 * (std::size_t{points.length} + longest) * sizeof(std::uint32_t);
}

bool is_usable(float value) noexcept { return std::abs(value) <= 1e30f; }

SeededLattice::SeededLattice(const Lattice& lattice, std::uint64_t seed,
                             const std::array<std::int64_t, 4>& period, const Shift& shift)
    : custom_(graph::custom_of(lattice)) {
  std::ranges::copy(shift, points_.shift);
  for (std::size_t axis = 0; axis < 4; ++axis)
    points_.period[axis] = static_cast<std::uint32_t>(period[axis]);
  points_.key = hash_key(seed);
  if (custom_ == nullptr) {
    points_.kind = model::LatticePoints::hashed;
  } else if (const auto* shuffled = std::get_if<ShuffledTable>(&custom_->is)) {
    set_table(shuffled->kind, shuffled_table(seed, shuffled->size));
  } else if (const auto* fixed = std::get_if<FixedTable>(&custom_->is)) {
    set_table(fixed->kind, fixed->table);
    points_.start = static_cast<std::uint32_t>(seed % points_.length);
    points_.look_ups = fixed->look_ups;
  } else {
    const auto& array = std::get<ExplicitLattice>(custom_->is);
    points_.kind = model::LatticePoints::array;
    std::uint32_t stride = 1;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(array.dimensions); ++axis) {
      points_.period[axis] = array.extent[axis];
      points_.offset[axis] = seed == 0 ? 0 : points_.key.axis[axis] % array.extent[axis];
      points_.stride[axis] = stride;
      stride *= array.extent[axis];
    }
  }
}

void SeededLattice::set_table(model::LatticePoints::Kind kind, std::shared_ptr<const Table> table) {
  const auto length = static_cast<std::uint32_t>(table->entries().size());
  table_ = std::move(table);
  if (!wraps_by_itself(length)) {
    // Coordinates modulo 2^32 would not be coordinates modulo the length, so there is a period: the
    // length itself, unless another one is asked for.
    std::uint32_t longest = 0;
    for (std::uint32_t& period : points_.period) {
      if (period % length == 0) period = length;
      longest = std::max(longest, period);
    }
    if (longest > length) {
      const auto entries = table_->entries();
      table_ = std::make_shared<const Table>(
          std::vector<std::uint32_t>(entries.begin(), entries.end()), longest);
    }
  }
  table_->describe(kind, points_);
}

const ExplicitLattice* explicit_lattice(const Lattice& lattice) noexcept {
  return graph::custom_of(lattice) == nullptr
             ? nullptr
             : std::get_if<ExplicitLattice>(&graph::custom_of(lattice)->is);
}

Lattice lattice_of(ExplicitLattice array) {
  return graph::lattice_of(std::make_shared<const CustomLattice>(CustomLattice{std::move(array)}));
}

namespace {

using base::throw_invalid;

bool is_table_size(std::size_t size) noexcept { return size >= 2 && size <= 65536; }

template <int N>
std::size_t lattice_points(const char* function, const Integers<N>& extents) {
  // Indices have 32 bits, and an array of gradients is no larger than the address space.
  constexpr std::int64_t limit = std::min<std::int64_t>(
      std::numeric_limits<std::int32_t>::max(),
      std::numeric_limits<std::ptrdiff_t>::max() / static_cast<std::ptrdiff_t>(N * sizeof(float)));
  std::int64_t points = 1;
  for (std::size_t axis = 0; axis < N; ++axis) {
    if (extents[axis] < 1)
      throw_invalid(function, ": extents[", axis, "] is ", extents[axis], "; use 1 or more");
    if (extents[axis] > limit / points)
      throw_invalid(function, ": extents have more than ", limit,
                    " lattice points in all; use fewer");
    points *= extents[axis];
  }
  return static_cast<std::size_t>(points);
}

// The lattice without the numbers at its points.
template <int N>
ExplicitLattice validated(const char* function, const char* what, std::size_t elements,
                          const Integers<N>& extents) {
  const std::size_t points = lattice_points<N>(function, extents);
  ExplicitLattice lattice{N, {1, 1, 1, 1}, {}, 0, {}, {}};
  for (std::size_t axis = 0; axis < N; ++axis)
    lattice.extent[axis] = static_cast<std::uint32_t>(extents[axis]);
  if (elements != points) {
    throw_invalid(function, ": ", what, " has ", elements, " elements; extents have ", points,
                  " lattice points, and both must be the same");
  }
  return lattice;
}

}  // namespace
}  // namespace graph

namespace {

using model::LatticePoints;

Lattice shuffled(const char* function, model::LatticePoints::Kind kind, int size) {
  if (size < 0 || !graph::is_table_size(static_cast<std::size_t>(size))) {
    base::throw_invalid(function, ": size is ", size, "; use 2 to 65536");
  }
  return graph::lattice_of(std::make_shared<const graph::CustomLattice>(
      graph::CustomLattice{graph::ShuffledTable{kind, size}}));
}

Lattice from_table(const char* function, model::LatticePoints::Kind kind,
                   const std::vector<std::int64_t>& entries) {
  const std::size_t size = entries.size();
  const bool is_permutation = kind == model::LatticePoints::permutation;
  const char* allowed = is_permutation ? ", each once" : "";
  if (!graph::is_table_size(size))
    base::throw_invalid(function, ": table has ", size, " entries; use 2 to 65536");
  std::vector<std::uint32_t> table(size);
  std::vector<std::size_t> seen(size, size);
  for (std::size_t i = 0; i < size; ++i) {
    const std::int64_t entry = entries[i];
    if (entry < 0 || entry >= static_cast<std::int64_t>(size)) {
      base::throw_invalid(function, ": table[", i, "] is ", entry, "; use 0 to ", size - 1,
                          allowed);
    }
    table[i] = static_cast<std::uint32_t>(entry);
    if (is_permutation && seen[table[i]] != size) {
      base::throw_invalid(function, ": table[", i, "] is ", entry, ", and so is table[",
                          seen[table[i]], "]; use 0 to ", size - 1, allowed);
    }
    seen[table[i]] = i;
  }
  return graph::lattice_of(std::make_shared<const graph::CustomLattice>(graph::CustomLattice{
      graph::FixedTable{kind, std::make_shared<const graph::Table>(table), 0}}));
}

}  // namespace

Lattice Lattice::permutation(int size) {
  return shuffled("Lattice::permutation", model::LatticePoints::permutation, size);
}
Lattice Lattice::classic(int size) {
  return shuffled("Lattice::classic", model::LatticePoints::classic, size);
}

Lattice Lattice::permutation_of(const std::vector<std::int64_t>& entries) {
  return from_table("Lattice::permutation", model::LatticePoints::permutation, entries);
}
Lattice Lattice::classic_of(const std::vector<std::int64_t>& entries) {
  return from_table("Lattice::classic", model::LatticePoints::classic, entries);
}

template <int N>
Lattice Lattice::random_gradients_of(const Integers<N>& extents, const detail::Draw& draw) {
  const base::FloatEnvironment environment;
  const std::size_t points = graph::lattice_points<N>("Lattice::random_gradients", extents);
  std::vector<std::array<float, std::size_t{N}>> gradients(points);
  for (auto& gradient : gradients) graph::set_unit_vector(gradient, draw);
  return explicit_gradients<N>(std::span<const std::array<float, std::size_t{N}>>(gradients),
                               extents);
}

template <int N>
Lattice Lattice::random_values_of(const Integers<N>& extents, const detail::Draw& draw) {
  const base::FloatEnvironment environment;
  std::vector<float> values(graph::lattice_points<N>("Lattice::random_values", extents));
  for (float& value : values) value = static_cast<float>(draw() >> 8) * 0x1p-24f;
  return explicit_values<N>(values, extents);
}

template <int N>
Lattice Lattice::explicit_gradients(std::span<const std::array<float, std::size_t{N}>> gradients,
                                    const Integers<N>& extents) {
  const base::FloatEnvironment environment;
  graph::ExplicitLattice lattice =
      graph::validated<N>("Lattice::explicit_gradients", "gradients", gradients.size(), extents);
  for (std::size_t axis = 0; axis < N; ++axis) {
    lattice.component[axis].reserve(gradients.size());
    for (std::size_t i = 0; i < gradients.size(); ++i) {
      const float component = gradients[i][axis];
      if (!graph::is_usable(component)) {
        base::throw_invalid("Lattice::explicit_gradients: gradients[", i, "][", axis, "] is ",
                            component, "; use a number from -1e30 to 1e30");
      }
      lattice.component[axis].push_back(component);
    }
  }
  for (const auto& gradient : gradients)
    lattice.longest = std::max(lattice.longest, graph::length(gradient));
  return graph::lattice_of(std::move(lattice));
}

template <int N>
Lattice Lattice::explicit_values(std::span<const float> values, const Integers<N>& extents) {
  const base::FloatEnvironment environment;
  graph::ExplicitLattice lattice =
      graph::validated<N>("Lattice::explicit_values", "values", values.size(), extents);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!graph::is_usable(values[i])) {
      base::throw_invalid("Lattice::explicit_values: values[", i, "] is ", values[i],
                          "; use a number from -1e30 to 1e30");
    }
  }
  lattice.value.assign(values.begin(), values.end());
  const auto [least, most] = std::ranges::minmax(values);
  lattice.range = {least, most};
  return graph::lattice_of(std::move(lattice));
}

template Lattice Lattice::explicit_gradients<1>(std::span<const std::array<float, 1>>,
                                                const Integers<1>&);
template Lattice Lattice::explicit_gradients<2>(std::span<const std::array<float, 2>>,
                                                const Integers<2>&);
template Lattice Lattice::explicit_gradients<3>(std::span<const std::array<float, 3>>,
                                                const Integers<3>&);
template Lattice Lattice::explicit_gradients<4>(std::span<const std::array<float, 4>>,
                                                const Integers<4>&);
template Lattice Lattice::explicit_values<1>(std::span<const float>, const Integers<1>&);
template Lattice Lattice::explicit_values<2>(std::span<const float>, const Integers<2>&);
template Lattice Lattice::explicit_values<3>(std::span<const float>, const Integers<3>&);
template Lattice Lattice::explicit_values<4>(std::span<const float>, const Integers<4>&);
template Lattice Lattice::random_gradients_of<1>(const Integers<1>&, const detail::Draw&);
template Lattice Lattice::random_gradients_of<2>(const Integers<2>&, const detail::Draw&);
template Lattice Lattice::random_gradients_of<3>(const Integers<3>&, const detail::Draw&);
template Lattice Lattice::random_gradients_of<4>(const Integers<4>&, const detail::Draw&);
template Lattice Lattice::random_values_of<1>(const Integers<1>&, const detail::Draw&);
template Lattice Lattice::random_values_of<2>(const Integers<2>&, const detail::Draw&);
template Lattice Lattice::random_values_of<3>(const Integers<3>&, const detail::Draw&);
template Lattice Lattice::random_values_of<4>(const Integers<4>&, const detail::Draw&);

}  // namespace perlane
