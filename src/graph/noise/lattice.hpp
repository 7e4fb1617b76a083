#pragma once
// Hash keys, the seeds of octaves, and the contents of lattices.

#include "graph/node.hpp"
#include "graph/noise/table.hpp"
#include "model/noises.hpp"

#include <perlane/field.hpp>
#include <perlane/lattice.hpp>

#include <array>
#include <memory>
#include <variant>
#include <vector>

namespace perlane::graph {

// The seed of octave `index` > 0 of a source.
std::uint64_t octave_seed(std::uint64_t seed, std::uint64_t index) noexcept;

// Cells that a lattice is moved by, by axis.
using Shift = std::array<double, 4>;

// The shift of an octave whose source is moved by `shift` itself; `seed` is that of the octave.
// A different seed alone would leave the octaves 0 at the same places: gradient noise is 0 at all
// lattice points, and with whole lacunarities those of one octave are among those of the next.
Shift octave_shift(const double (&shift)[4], std::uint64_t seed, const Octave& octave) noexcept;

model::HashKey hash_key(std::uint64_t seed) noexcept;

// The contents of a Lattice that is not hashed.
struct ShuffledTable {
  model::LatticePoints::Kind kind;
  int size;
};
struct FixedTable {
  model::LatticePoints::Kind kind;
  std::shared_ptr<const Table> table;
  int look_ups;  // see LatticePoints
};
struct ExplicitLattice {
  int dimensions;
  std::array<std::uint32_t, 4> extent;
  std::vector<float> component[4];  // gradients, by axis
  double longest = 0;  // no gradient is longer
  std::vector<float> value;  // or values
  Range range{};  // no value is outside
};
struct CustomLattice {
  std::variant<ShuffledTable, FixedTable, ExplicitLattice> is;

  // Compares contents to the bit.
  friend bool operator==(const CustomLattice&, const CustomLattice&) noexcept;
};

// True if the user may put the number at a lattice point. The limit is far above useful magnitudes,
// and far enough below the largest float that no sum of products overflows. False for NaN.
bool is_usable(float value) noexcept;

// The number of entries of the lattice's table; 0 if it has none.
std::size_t table_length(const Lattice& lattice) noexcept;

// The memory of the table; 0 if there is none.
std::size_t table_bytes(const model::LatticePoints& points) noexcept;

// Null if the lattice is not explicit.
const ExplicitLattice* explicit_lattice(const Lattice& lattice) noexcept;

// The public lattice of an array whose bounds are set.
Lattice lattice_of(ExplicitLattice array);

// The lattice itself, the part of it that a noise evaluates, and the memory that this points to.
class SeededLattice {
 public:
  SeededLattice(const Lattice& lattice, std::uint64_t seed,
                const std::array<std::int64_t, 4>& period, const Shift& shift = {});

  const model::LatticePoints& points() const noexcept { return points_; }

 private:
  void set_table(model::LatticePoints::Kind kind, std::shared_ptr<const Table> table);

  std::shared_ptr<const CustomLattice> custom_;
  std::shared_ptr<const Table> table_;
  model::LatticePoints points_{};
};

}  // namespace perlane::graph
