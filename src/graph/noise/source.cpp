#include "graph/noise/source.hpp"

namespace perlane::graph {
namespace {

using base::throw_invalid;

constexpr std::int64_t longest_period = std::int64_t{1} << 32;

}  // namespace

void validate_lattice(const char* type, const Lattice& lattice,
                      const std::array<std::int64_t, 4>& period) {
  const ExplicitLattice* array = explicit_lattice(lattice);
  for (std::size_t axis = 0; axis < 4; ++axis) {
    if (!fits_table(period[axis], table_length(lattice))) {
      throw_invalid(type, "::period[", axis, "] is ", period[axis],
                    ", and the lattice's table has ", table_length(lattice),
                    " entries; use a period up to ", longest_odd_period,
                    ", a multiple of the entries, or a table whose length is a power of two");
    }
    if (array != nullptr && period[axis] != 0 && period[axis] != array->extent[axis]) {
      throw_invalid(type, "::period[", axis, "] is ", period[axis],
                    "; use 0 with an explicit lattice, its extent ", array->extent[axis],
                    " is its period");
    }
  }
}

void validate_octave(const Lattice& lattice, const std::array<std::int64_t, 4>& period,
                     const Octave& octave) {
  for (const std::int64_t cells : period) {
    if (fits_table(cells, table_length(lattice))) continue;
    throw_invalid(octave.type, "::octaves and lacunarity make a period of ", cells,
                  " cells, and the lattice's table has ", table_length(lattice),
                  " entries; keep it to ", longest_odd_period,
                  ", or use a table whose length is a power of two");
  }
}

double octave_frequency(double frequency, const Octave& octave) {
  const double product = frequency * octave.factor;
  if (product > 0) return product;
  throw_invalid(octave.type, "::octaves and lacunarity make a frequency of ", frequency,
                " too low for binary64; use a lacunarity nearer to 1");
}

std::array<std::int64_t, 4> octave_period(std::array<std::int64_t, 4> period,
                                          const Octave& octave) {
  const double factor = octave.factor;
  for (std::int64_t& cells : period) {
    if (cells == 0) continue;
    if (factor != std::floor(factor)) {
      throw_invalid(
          octave.type, "::lacunarity makes an octave's frequency ", factor,
          " times that of the source; use a whole number with a source that has a period");
    }
    if (factor > static_cast<double>(longest_period / cells)) {
      throw_invalid(octave.type, "::octaves and lacunarity make a period of ",
                    static_cast<double>(cells) * factor, " cells; keep it to 2^32");
    }
    cells *= static_cast<std::int64_t>(factor);
  }
  return period;
}

}  // namespace perlane::graph
