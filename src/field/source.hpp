#pragma once
// What all sources of noise have in common: the checks of their parameters, and the node.

#include <perlane/field.hpp>

#include "field/node.hpp"
#include "engine/refuse.hpp"
#include "field/lattice.hpp"
#include "reference/noise.hpp"

#include <array>
#include <cmath>

namespace perlane::field {

// `type` is the name of the parameters' type, for messages.
void validate_frequency(const char* type, double frequency);
void validate_fade(const char* type, Fade fade);
void validate_lattice(const char* type, const Lattice& lattice,
                      const std::array<std::int64_t, 4>& period);

// The period of an octave.
std::array<std::int64_t, 4> octave_period(std::array<std::int64_t, 4> period, double factor);

// Whether the kernels of a noise write such an output themselves; otherwise they write a tile
// buffer, which is passed on.
bool is_direct(const model::Output& output) noexcept;

// The node of a noise that has kernels. `Source` adds the noise and what is particular to it.
template <class Noise>
class NoiseNode : public field::Node {
 public:
  float sample(const model::Point& point, float* derivative) const noexcept override {
    return reference::evaluate(noise_, point, derivative);
  }

  void fill(const kernels::Kernels& kernels, const model::Tile& tile, const model::Output& output,
            engine::Workspace& workspace) const noexcept override {
    const kernels::NoiseKernels<Noise>& table = kernels.noises;
    const int d = tile.dimensions - 1;
    if (tile.kind == model::Tile::grid && is_direct(output)) {
      table.fill[d](noise_, tile, output, workspace.next_state());
      return;
    }
    float* buffer = workspace.take_buffer();
    if (tile.kind == model::Tile::grid) {
      model::Output to{};
      to.buffer = buffer;
      table.fill[d](noise_, tile, to, workspace.next_state());
    } else {
      table.sample[d](noise_, tile, &buffer);
    }
    kernels.pass(buffer, tile, output);
    workspace.give_back_buffer();
  }

  void differentiate(const kernels::Kernels& kernels, const model::Tile& tile, float* const* planes,
                     engine::Workspace& workspace) const noexcept override {
    const kernels::NoiseKernels<Noise>& table = kernels.noises;
    const int d = tile.dimensions - 1;
    if (tile.kind == model::Tile::grid) {
      table.differentiate[d](noise_, tile, planes, workspace.next_state());
    } else {
      table.sample_derivatives[d](noise_, tile, planes);
    }
  }

  int buffers(int planes) const noexcept override { return planes == 1 ? 1 : 0; }

  double highest_frequency() const noexcept override { return noise_.frequency; }

 protected:
  Noise noise_{};
};

}  // namespace perlane::field
