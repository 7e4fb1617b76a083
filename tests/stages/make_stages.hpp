#pragma once
// Fills in the stages of an instruction set.

#include "kernels/lattice/collapse_y.hpp"
#include "kernels/lattice_definitions.hpp"
#include "kernels/steps/moves.hpp"
#include "kernels/noises.hpp"
#include "isa/isas.hpp"
#include "stages/stages.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace perlane::testing {

template <class Arch>
void locate_displaced_stage(const model::Tile& tile, const LatticeParameters& parameters,
                            float* const* f, std::uint32_t* const* below,
                            std::uint32_t* const* above) noexcept {
  for (points::AnchorRuns<Arch> runs(tile, parameters); runs.next();) {
    const std::ptrdiff_t at = runs.at();
    for (int axis = 0; axis < tile.dimensions; ++axis) {
      points::locate_displaced<Arch>(point_axis<Arch>(parameters, axis), runs.anchors()[axis],
                                     tile.displacement[axis] + at, tile.displacement_factor[axis],
                                     runs.count(), f[axis] + at, below[axis] + at,
                                     above[axis] + at);
    }
  }
}

template <class Arch, int N>
void lattice_hashes_in(const LatticePoints& lattice, const std::uint32_t* const* cell, int count,
                       std::uint32_t* hash) noexcept {
  for (int i = 0; i < count; i += lanes<Arch>) {
    Words<Arch> point[N];
    for (int axis = 0; axis < N; ++axis) point[axis] = Words<Arch>::load_aligned(cell[axis] + i);
    hash_of<Arch, N>(lattice, point).store_aligned(hash + i);
  }
}
template <class Arch>
void lattice_hashes_stage(const LatticePoints& lattice, int dimensions,
                          const std::uint32_t* const* cell, int count,
                          std::uint32_t* hash) noexcept {
  switch (dimensions) {
    case 1:
      return lattice_hashes_in<Arch, 1>(lattice, cell, count, hash);
    case 2:
      return lattice_hashes_in<Arch, 2>(lattice, cell, count, hash);
    case 3:
      return lattice_hashes_in<Arch, 3>(lattice, cell, count, hash);
    default:
      return lattice_hashes_in<Arch, 4>(lattice, cell, count, hash);
  }
}

template <class Arch>
void lattice_rows_stage(const LatticeParameters& parameters, const model::Tile& tile,
                        model::Arena arena, void* context, Stages::VisitRow visit) noexcept {
  constexpr int columns = 16, reach = 2;
  LatticeRows<Arch, 3, reach, std::uint32_t> rows(tile, parameters, false, arena);
  rows.keep(4 * columns, arena);
  alignas(64) std::uint32_t column[4 * columns];
  for (std::uint32_t i = 0; i < 4 * columns; ++i) column[i] = i;
  const auto& hashes = hash_stages<Arch>();
  const RowAxes<Arch, 3, reach>& axes = rows.axes();
  hashes.prepare_axis(*parameters.lattice, 0, column, columns);
  for (int m = 1; m < 3; ++m)
    hashes.prepare_axis(*parameters.lattice, m, axes.axis[m].lattice, axes.axis[m].count);
  for (int z = 0; z < tile.axis[2].count; ++z) {
    for (int y = 0; y < tile.axis[1].count; ++y) {
      for (int side = 0; side < 4 * reach * reach; ++side) {
        const int side_y = side % (2 * reach), side_z = side / (2 * reach);
        const RowKey key(axes.axis[1].index[y] + side_y, axes.axis[2].index[z] + side_z, 0);
        bool is_new = false;
        const auto* row = rows.at(key, [&](const std::uint32_t* cell, std::uint32_t* hash) {
          hashes.row_hashes(*parameters.lattice, 3, column, columns, cell, hash);
          is_new = true;
        });
        visit(context, y, z, side_y, side_z, row, is_new);
      }
    }
  }
}

template <class Arch, class Noise>
void draw_stage(const Noise& noise, int dimensions, std::uint32_t* hash, int count, float* out,
                std::ptrdiff_t pitch) noexcept {
  const auto lattice =
      LatticeKernels<Arch, Noise>::describe(noise, dimensions, hash_stages<Arch>());
  lattice.choose(&noise, dimensions, hash, count);
  lattice.draw(&noise, hash, count, out, pitch);
}

template <class Arch, class R>
Stages::RemoveX remove_x_by(int components) noexcept {
  switch (components) {
    case 0:
      return lattice::remove_x<Arch, 0, R>;
    case 1:
      return lattice::remove_x<Arch, 1, R>;
    case 2:
      return lattice::remove_x<Arch, 2, R>;
    case 3:
      return lattice::remove_x<Arch, 3, R>;
    default:
      return lattice::remove_x<Arch, 4, R>;
  }
}
template <class Arch>
Stages::RemoveX remove_x_stage(int components, bool is_derivative) noexcept {
  using F = Floats<Arch>;
  return is_derivative ? remove_x_by<Arch, RemovalDerivative<F>>(components)
                       : remove_x_by<Arch, Removal<F>>(components);
}

template <class Arch, class R>
void remove_axis_by(int axis, const Weights& weights, int sample, const RowPair& beside,
                    int from_pitch, float* to, int pitch, int count) noexcept {
  const auto removal = lattice::removal_of<R, Floats<Arch>>(weights, sample);
  switch (axis) {
    case 0:
      return lattice::remove_axis<Arch, 0>(removal, beside, from_pitch, to, pitch, count);
    case 1:
      return lattice::remove_axis<Arch, 1>(removal, beside, from_pitch, to, pitch, count);
    case 2:
      return lattice::remove_axis<Arch, 2>(removal, beside, from_pitch, to, pitch, count);
    default:
      return lattice::remove_axis<Arch, 3>(removal, beside, from_pitch, to, pitch, count);
  }
}
template <class Arch>
void remove_axis_stage(int axis, bool is_derivative, const Weights& weights, int sample,
                       const RowPair& beside, int from_pitch, float* to, int pitch,
                       int count) noexcept {
  using F = Floats<Arch>;
  const auto by =
      is_derivative ? remove_axis_by<Arch, RemovalDerivative<F>> : remove_axis_by<Arch, Removal<F>>;
  by(axis, weights, sample, beside, from_pitch, to, pitch, count);
}

template <class Arch>
void collapse_band_stage(bool has_gradients, bool is_sum, bool is_seen, const Band& band,
                         const RowExtent& extent, const RowsTo& to, float (&extremes)[2]) noexcept {
  model::Sink sink{};
  sink.min = &extremes[0];
  sink.max = &extremes[1];
  Extremes<Arch> lane_by_lane(sink);
  lattice::collapse_band_of<Arch>(has_gradients, is_sum, is_seen)(band, extent, to, lane_by_lane);
  lane_by_lane.finish(sink);
}

template <class Arch>
constexpr Stages make_stages() noexcept {
  return {lanes<Arch>,
          points_in_block<Arch>,
          lattice::rows_at_once<Arch>,
          {prepare_axis<Arch>, row_hashes<Arch>, vertex_hashes<Arch>},
          locate_samples<Arch>,
          weigh<Arch>,
          locate_columns<Arch>,
          locate_row_axis<Arch>,
          points::locate_points<Arch, double>,
          points::locate_points<Arch, float>,
          locate_displaced_stage<Arch>,
          steps::write_positions<Arch>,
          lattice_hashes_stage<Arch>,
          lattice_rows_stage<Arch>,
          draw_stage<Arch, model::PerlinNoise>,
          draw_stage<Arch, model::ValueNoise>,
          remove_x_stage<Arch>,
          remove_axis_stage<Arch>,
          collapse_band_stage<Arch>};
}

// The stages of an instruction set that only looks up hashes in its own way are those of its base.
template <class Arch>
Stages all_stages() noexcept {
  using Base = typename Backend<Arch>::Base;
  if constexpr (std::is_same_v<Arch, Base>) {
    return make_stages<Arch>();
  } else {
    Stages all = stages<Base>();
    all.hashes = hash_stages<Arch>();
    return all;
  }
}

template <class... Arch>
consteval std::size_t place_of(std::string_view name, xsimd::arch_list<Arch...>) {
  const std::string_view names[] = {isa::name<Arch>...};
  return static_cast<std::size_t>(std::ranges::find(names, name) - std::begin(names));
}
template <class... Arch>
std::tuple<Arch...> types_of(xsimd::arch_list<Arch...>);

// The instruction set at `index` of the list.
template <std::size_t index>
using ArchAt = std::tuple_element_t<index, decltype(types_of(isa::Isas{}))>;

}  // namespace perlane::testing
