// Gradient noise: parameters, checks, and the node.

#include <perlane/field.hpp>

#include "engine/node.hpp"
#include "engine/refuse.hpp"
#include "field/catalogue.hpp"
#include "field/gradients.hpp"
#include "field/lattice.hpp"
#include "reference/perlin.hpp"

#include <cmath>
#include <utility>

namespace perlane {
namespace {

class PerlinNode final : public engine::Node {
 public:
  using Table = std::shared_ptr<const std::vector<std::uint32_t>>;

  explicit PerlinNode(const Perlin& parameters)
      : parameters_(parameters),
        table_(parameters.lattice.table_size() == 0
                   ? nullptr
                   : field::shuffled_table(parameters.seed, parameters.lattice.table_size())) {
    noise_.frequency = parameters.frequency;
    noise_.fade = parameters.fade;
    noise_.key = field::hash_key(parameters.seed);
    set_table();
    for (int i = 0; i < 4; ++i) noise_.gradients[i] = &field::automatic_gradients(i + 1);
  }

  // The published noise has no seed: another seed enters its table at another place.
  explicit PerlinNode(double frequency, std::uint64_t seed, Table published)
      : parameters_{.seed = seed, .frequency = frequency}, table_(std::move(published)), is_published_(true) {
    noise_.frequency = frequency;
    noise_.fade = Fade::quintic;
    noise_.look_ups = 3;
    set_table();
    noise_.start = static_cast<std::uint32_t>(seed) & noise_.mask;
    for (int i = 0; i < 4; ++i) noise_.gradients[i] = &field::perlin2002_gradients(i + 1);
  }

  float sample(std::span<const double> point) const noexcept override { return reference::evaluate(noise_, point); }

  void fill(const engine::Kernels& kernels, const engine::Tile& tile, const engine::Output& output,
            engine::Workspace& workspace) const noexcept override {
    const engine::NoiseKernels<field::PerlinNoise>& table = kernels.noises;
    table.fill[tile.dimensions - 1](noise_, tile, output, workspace.arena());
  }

  int buffers() const noexcept override { return 0; }

  engine::Bounds bounds(int dimensions) const noexcept override {
    const double largest = noise_.gradients[dimensions - 1]->largest;
    return {-largest, largest};
  }

  double highest_frequency() const noexcept override { return noise_.frequency; }

  std::shared_ptr<const Node> octave(std::uint64_t index, double factor) const override {
    Perlin parameters = parameters_;
    parameters.seed = field::octave_seed(parameters.seed, index);
    parameters.frequency *= factor;
    if (is_published_) return std::make_shared<const PerlinNode>(parameters.frequency, parameters.seed, table_);
    return std::make_shared<const PerlinNode>(parameters);
  }

 private:
  void set_table() {
    if (table_ == nullptr) return;
    noise_.table = table_->data();
    noise_.mask = static_cast<std::uint32_t>(table_->size()) - 1;
  }

  Perlin parameters_;
  Table table_;
  bool is_published_ = false;
  field::PerlinNoise noise_{};
};

void validate(const Perlin& parameters) {
  if (!std::isfinite(parameters.frequency) || parameters.frequency <= 0) {
    engine::refuse("Perlin::frequency is ", parameters.frequency, "; use a finite number above 0");
  }
  if (parameters.fade > Fade::linear) engine::refuse("Perlin::fade is ", static_cast<int>(parameters.fade), "; use a Fade");
}

}  // namespace

Field perlin(const Perlin& parameters) {
  validate(parameters);
  return Field(std::make_shared<const PerlinNode>(parameters));
}

Field perlin2002() { return field::perlin2002(0, 1.0); }

Field field::perlin2002(std::uint64_t seed, double frequency) {
  validate({.frequency = frequency});
  return Field(std::make_shared<const PerlinNode>(frequency, seed, field::perlin2002_table()));
}

}  // namespace perlane
