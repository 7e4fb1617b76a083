// The hashes of lattice points and what they draw: every instruction set against the reference.

#include "stages/support.hpp"

#include "reference/lattice.hpp"

#include <map>
#include <utility>

namespace perlane::testing {
namespace {

std::uint32_t hash_at(const model::LatticePoints& lattice, int dimensions,
                      const std::uint32_t* cell) {
  return reference::hash(lattice, {cell, static_cast<std::size_t>(dimensions)});
}

// Coordinates that a lattice has: those of arrays are below their periods.
std::uint32_t coordinate_of(Draw& draw, const model::LatticePoints& lattice, int axis) {
  return lattice.period[axis] == 0 ? draw.hash() : draw.below(lattice.period[axis]);
}

TEST(Hashes, OfSinglePoints) {
  with_every_stages([&](const Stages& stages) {
    for (const TestLattice& lattice : every_lattice()) {
      for (int dimensions = 1; dimensions <= 4; ++dimensions) {
        Draw draw(7);
        std::vector<Array<std::uint32_t>> cell;
        const std::uint32_t* cells[4] = {};
        for (int axis = 0; axis < dimensions; ++axis) {
          Array<std::uint32_t>& along = cell.emplace_back(64);
          for (std::size_t i = 0; i < 64; ++i) along[i] = coordinate_of(draw, lattice.points, axis);
          cells[axis] = along.get();
        }
        Array<std::uint32_t> hash(64);
        stages.lattice_hashes(lattice.points, dimensions, cells, 64, hash.get());
        for (std::size_t i = 0; i < 64; ++i) {
          std::uint32_t point[4] = {};
          for (int axis = 0; axis < dimensions; ++axis) point[axis] = cells[axis][i];
          EXPECT_EQ(hash[i], hash_at(lattice.points, dimensions, point))
              << lattice.name << ", " << dimensions << "D";
        }
      }
    }
  });
}

TEST(Hashes, OfRows) {
  with_every_stages([&](const Stages& stages) {
    for (const TestLattice& lattice : every_lattice()) {
      for (int dimensions = 1; dimensions <= 4; ++dimensions) {
        for (const int count : {1, 15, 16, 37, 64, 100}) {
          Draw draw(11);
          const auto size = static_cast<std::size_t>(count);
          Array<std::uint32_t> x(size), column(size), hash(size);
          for (std::size_t i = 0; i < x.size() + 64; ++i) column[i] = 0;  // also beyond the end
          for (std::size_t i = 0; i < size; ++i)
            column[i] = x[i] = coordinate_of(draw, lattice.points, 0);
          stages.hashes.prepare_axis(lattice.points, 0, column.get(), count);
          for (int row = 0; row < 3; ++row) {
            std::uint32_t cell[4] = {}, prepared[4] = {};
            for (int axis = 1; axis < dimensions; ++axis) {
              Array<std::uint32_t> along(1);
              along[0] = cell[axis] = coordinate_of(draw, lattice.points, axis);
              stages.hashes.prepare_axis(lattice.points, axis, along.get(), 1);
              prepared[axis] = along[0];
            }
            stages.hashes.row_hashes(lattice.points, dimensions, column.get(), count, prepared,
                                     hash.get());
            for (std::size_t i = 0; i < size; ++i) {
              cell[0] = x[i];
              EXPECT_EQ(hash[i], hash_at(lattice.points, dimensions, cell))
                  << lattice.name << ", " << dimensions << "D, column " << i << " of " << count;
            }
          }
        }
      }
    }
  });
}

TEST(Hashes, OfVertices) {
  with_every_stages([&](const Stages& stages) {
    const auto block = static_cast<std::size_t>(stages.points_in_block);
    const auto lanes = static_cast<std::size_t>(stages.lanes);
    for (const TestLattice& lattice : every_lattice()) {
      for (int dimensions = 1; dimensions <= 4; ++dimensions) {
        Draw draw(13);
        Array<std::uint32_t> cell(8 * block), hash(16 * block);
        for (std::size_t i = 0; i < 8 * block; ++i)
          cell[i] = coordinate_of(draw, lattice.points, static_cast<int>(i / block / 2));
        stages.hashes.vertex_hashes(lattice.points, dimensions, cell.get(), 3, hash.get());
        for (std::size_t i = 0; i < 3 * lanes; ++i) {
          for (std::size_t vertex = 0; vertex < 1u << dimensions; ++vertex) {
            std::uint32_t point[4] = {};
            for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimensions); ++axis)
              point[axis] = cell[(2 * axis + (vertex >> axis & 1)) * block + i];
            const std::size_t at = (((i / lanes) << dimensions) + vertex) * lanes + i % lanes;
            EXPECT_EQ(hash[at], hash_at(lattice.points, dimensions, point))
                << lattice.name << ", " << dimensions << "D, vertex " << vertex;
          }
        }
      }
    }
  });
}

// Rows of hashes up to two lattice points to each side of the samples, each made once.
TEST(Hashes, CachedRowsAreMadeOnce) {
  struct Context {
    const TestLattice* lattice;
    const model::Tile* tile;
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> made;
  };
  const auto visit = [](void* given, int y, int z, int side_y, int side_z, const std::uint32_t* row,
                        bool is_new) noexcept {
    auto& context = *static_cast<Context*>(given);
    const auto coordinate = [&](int axis, int sample, int side) {
      const model::Axis& along = context.tile->axis[axis];
      const double position = along.origin + sample * along.step;
      const auto cell = static_cast<std::int64_t>(std::floor(position)) - 1 + side;
      return static_cast<std::uint32_t>(cell);
    };
    std::uint32_t cell[3] = {0, coordinate(1, y, side_y), coordinate(2, z, side_z)};
    if (is_new) ++context.made[{cell[1], cell[2]}];
    for (cell[0] = 0; cell[0] < 16; ++cell[0])
      EXPECT_EQ(row[cell[0]], hash_at(context.lattice->points, 3, cell)) << context.lattice->name;
  };
  model::Tile tile{};
  tile.dimensions = 3;
  for (model::Axis& axis : tile.axis) axis = {0, 1, 0, 1};
  tile.axis[1] = {-3.3, 0.4, 0, 20};
  with_every_stages([&](const Stages& stages) {
    for (const TestLattice& lattice : every_lattice()) {
      if (lattice.points.period[1] != 0) continue;
      for (const double step : {0.3, -0.7, 1.0, 5.5}) {
        tile.axis[2] = tile.stack = {0.2, step, 0, 9};
        Array<std::byte> memory(1 << 18);
        Context context{&lattice, &tile, {}};
        const kernels::LatticeParameters parameters{1.0, model::Fade::quintic, &lattice.points};
        stages.lattice_rows(parameters, tile, memory.arena(), &context, visit);
        for (const auto& [row, times] : context.made) EXPECT_EQ(times, 1);
      }
    }
  });
}

// The choice that the uppermost bits of a hash make from a mirrored set: they have the sign of x at
// the top, the set has it at the bottom.
std::uint32_t mirrored_choice(std::uint32_t top, int dimensions) {
  return (top << 1 | top >> (dimensions + 2)) & ((8u << dimensions) - 1);
}

TEST(Drawn, Gradients) {
  Draw draw(17);
  for (const std::uint32_t count : {1u, 2u, 8u, 12u, 16u, 17u, 80u, 128u, 256u, 0u}) {
    for (int dimensions = 1; dimensions <= 4; ++dimensions) {
      const bool is_mirrored = count == 0;
      auto set = std::make_unique<model::GradientSet>();
      set->sign_symmetric = is_mirrored;
      set->count = is_mirrored ? 8u << dimensions : count;
      for (int axis = 0; axis < dimensions; ++axis) {
        for (std::size_t i = 0; i < 16; ++i)
          set->magnitude[axis][i] = i < 8 ? draw.number() : set->magnitude[axis][i - 8];
        for (std::uint32_t i = 0; i < set->count; ++i) {
          const float magnitude = set->magnitude[axis][i >> dimensions & 7];
          set->component[axis][i] = !is_mirrored           ? draw.number()
                                    : (i >> axis & 1) != 0 ? -magnitude
                                                           : magnitude;
        }
      }
      for (std::uint32_t top = 0; is_mirrored && top < set->count; ++top) {
        for (int axis = 0; axis < dimensions; ++axis)
          set->vector[top][axis] = set->component[axis][mirrored_choice(top, dimensions)];
      }
      with_every_stages([&](const Stages& stages) {
        for (const auto kind : {model::LatticePoints::hashed, model::LatticePoints::permutation}) {
          model::PerlinNoise noise{};
          noise.lattice.kind = kind;
          noise.gradients[dimensions - 1] = set.get();
          const bool is_hashed = kind == model::LatticePoints::hashed;
          Array<std::uint32_t> given(128), hash(128);
          Array<float> out(4 * 160);
          for (std::size_t i = 0; i < 128; ++i)
            given[i] = hash[i] = is_hashed ? draw.hash() : draw.below(65536);
          stages.draw_gradients(noise, dimensions, hash.get(), 128, out.get(), 160);
          for (std::size_t i = 0; i < 128; ++i) {
            const std::uint32_t choice =
                !is_hashed    ? given[i] % set->count
                : is_mirrored ? mirrored_choice(given[i] >> (29 - dimensions), dimensions)
                              : (given[i] >> 8) * set->count >> 24;
            for (int axis = 0; axis < dimensions; ++axis)
              expect_bits(out[static_cast<std::size_t>(axis) * 160 + i],
                          set->component[axis][choice], std::to_string(count) + " gradients");
          }
        }
      });
    }
  }
}

TEST(Drawn, CustomGradientsAndValues) {
  Draw draw(19);
  Array<float> given(1000);
  draw.fill(given);
  model::PerlinNoise perlin{};
  model::ValueNoise value{};
  perlin.lattice.kind = value.lattice.kind = model::LatticePoints::array;
  for (const float*& component : perlin.component) component = given.get();
  value.value = given.get();
  with_every_stages([&](const Stages& stages) {
    Array<std::uint32_t> hash(64);
    Array<float> gradients(4 * 64), values(64);
    for (std::size_t i = 0; i < 64; ++i) hash[i] = draw.below(1000);
    stages.draw_gradients(perlin, 3, hash.get(), 64, gradients.get(), 64);
    stages.draw_values(value, 3, hash.get(), 64, values.get(), 64);
    for (std::size_t i = 0; i < 64; ++i) {
      for (std::size_t axis = 0; axis < 3; ++axis)
        expect_bits(gradients[axis * 64 + i], given[hash[i]], "gradient");
      expect_bits(values[i], given[hash[i]], "value");
    }
  });
}

TEST(Drawn, Values) {
  Draw draw(23);
  with_every_stages([&](const Stages& stages) {
    for (const bool is_hashed : {true, false}) {
      model::ValueNoise noise{};
      noise.lattice.kind =
          is_hashed ? model::LatticePoints::hashed : model::LatticePoints::permutation;
      noise.shift = is_hashed ? 0 : 1;
      noise.least = is_hashed ? 0 : std::uint32_t{1} - 256;
      noise.scale = is_hashed ? 0x1p-31f : 0x1p-8f;
      Array<std::uint32_t> given(64), hash(64);
      Array<float> values(64);
      for (std::size_t i = 0; i < 64; ++i)
        given[i] = hash[i] = is_hashed ? draw.hash() : draw.below(256);
      stages.draw_values(noise, 2, hash.get(), 64, values.get(), 64);
      for (std::size_t i = 0; i < 64; ++i) {
        const auto level = is_hashed ? static_cast<std::int32_t>(reference::last_round(given[i]))
                                     : 2 * static_cast<std::int32_t>(given[i]) + 1 - 256;
        expect_bits(values[i], static_cast<float>(level) * noise.scale, "value");
      }
    }
  });
}

}  // namespace
}  // namespace perlane::testing
