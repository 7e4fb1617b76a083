// Layers of chunk noise. Fractal Block World, "Perlin Noise", "Multiple Layer Perlin Noise".

#include <perlane/chunk.hpp>

#include "base/float_environment.hpp"
#include "base/error.hpp"
#include "graph/call.hpp"
#include "graph/facts.hpp"
#include "graph/noise/lattice.hpp"
#include "graph/lowering.hpp"
#include "graph/chunk/path.hpp"
#include "reference/fractal.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace perlane {
namespace {

using base::throw_invalid;
using graph::NodePointer;

constexpr int most_layers = Chunk::chop_limit + 1;  // one of each width

// A sum of chunk noises. Its parts are the layers that are there; those that are left out come
// after them, and count for the range, which all chunks of a world share.
class LayersNode final : public graph::Node {
 public:
  // There are amplitudes of all layers, also of those that are left out.
  LayersNode(std::vector<float> amplitude, const std::vector<NodePointer>& layers)
      : Node(drawn(layers, amplitude)), amplitude_(std::move(amplitude)) {
    set_facts(find_facts(layers.front()->facts()));
  }

  void sign(graph::Signature& to) const override {
    to.add("chunk layers");
    for (const float amplitude : amplitude_) to.add(amplitude);
  }

  bool lower(graph::Lowering& lowering, graph::Frame& frame) const override {
    const auto next = static_cast<std::size_t>(frame.phase);
    if (next > 0) {
      frame.value = lowering.fold(part(next - 1), frame.positions, fold(next - 1), frame.value);
    }
    if (next == parts().size()) return true;
    lowering.need(part(next), frame.positions);
    return false;
  }

  // Fractals refuse noise of chunks.
  NodePointer as_octave(const graph::Octave&, std::vector<NodePointer> layers) const override {
    return std::make_shared<const LayersNode>(amplitude_, layers);
  }

 private:
  model::Fold fold(std::size_t k) const noexcept {
    return {k == 0 ? model::Accumulation::scale : model::Accumulation::add, 1, nullptr};
  }

  // The layers with their amplitudes multiplied into what they draw.
  static std::vector<NodePointer> drawn(const std::vector<NodePointer>& layers,
                                        const std::vector<float>& amplitude) {
    std::vector<NodePointer> result;
    for (std::size_t k = 0; k < layers.size(); ++k)
      result.push_back(graph::with_amplitude(layers[k], amplitude[k]));
    return result;
  }

  graph::Facts find_facts(const graph::Facts& first) const {
    graph::Facts facts = first;
    for (const NodePointer& layer : parts()) {
      facts.highest_frequency = std::max(facts.highest_frequency, layer->highest_frequency());
      if (layer != parts().front())
        facts.buffers = std::max(facts.buffers, layer->facts().buffers + 1);
    }
    graph::for_each_dimension(facts.dimensions, [&](int dimensions, std::size_t i) {
      facts.bounds[i] = find_bounds(graph::outwards(first.bounds[i]));
      facts.slopes[i] = graph::each_slope(dimensions, [&](auto of) {
        double sum = 0;
        for (std::size_t k = 0; k < parts().size(); ++k) sum += of(part(k).slopes(dimensions));
        return sum;
      });
      facts.derivative_bound[i] = 0;
      for (const NodePointer& layer : parts())
        facts.derivative_bound[i] += layer->derivative_bound(dimensions);
    });
    return facts;
  }

  // All layers have the range of the first. Rounding is monotonic, so the sum of the largest
  // layers, evaluated like any other, is the largest sum.
  graph::Bounds find_bounds(const Range& of_layer) const noexcept {
    Range sum{0, 0};
    for (std::size_t k = 0; k < amplitude_.size(); ++k) {
      Range n = of_layer;
      if (amplitude_[k] < 0) std::swap(n.min, n.max);
      sum.min = reference::accumulate(fold(k).accumulation, sum.min, n.min, amplitude_[k]);
      sum.max = reference::accumulate(fold(k).accumulation, sum.max, n.max, amplitude_[k]);
    }
    return {sum.min, sum.max};
  }

  std::vector<float> amplitude_;
};

// The first `count` of the layers, as a field.
template <int N>
Field sum_of(const Path& path, const Chunk& chunk, std::span<const ChunkLayer> layers,
             std::size_t count) {
  std::vector<NodePointer> nodes;
  for (std::size_t k = 0; k < count; ++k) {
    Chunk virtual_chunk = chunk;
    virtual_chunk.chop += layers[k].chop;
    nodes.push_back(chunk_noise<N>(path, virtual_chunk).shared_node());
  }
  std::vector<float> amplitude;
  for (const ChunkLayer& layer : layers) amplitude.push_back(static_cast<float>(layer.weight));
  return Field(std::make_shared<const LayersNode>(std::move(amplitude), nodes));
}

// The most that can be chopped of the path.
int validated_chop(const Path& path, const Chunk& chunk) {
  const int most = graph::most_chop(path);
  if (chunk.chop < 0 || chunk.chop > most) {
    throw_invalid("Chunk::chop is ", chunk.chop, "; use 0 to ", most, " with a path of ",
                  path.depth(), " positions");
  }
  return most;
}

void validate(const Path& path, const Chunk& chunk, std::span<const ChunkLayer> layers) {
  const int most = validated_chop(path, chunk);
  if (layers.empty() || layers.size() > most_layers) {
    throw_invalid("chunk_layers: layers has ", layers.size(), " elements; use 1 to ", most_layers);
  }
  for (std::size_t k = 0; k < layers.size(); ++k) {
    const auto [chop, weight] = layers[k];
    if (chop < -chunk.chop || chop > most - chunk.chop) {
      throw_invalid("chunk_layers: layers[", k, "].chop is ", chop, " and Chunk::chop is ",
                    chunk.chop, "; use a sum of 0 to ", most, " with a path of ", path.depth(),
                    " positions");
    }
    if (!(std::abs(weight) <= 1e30)) {
      throw_invalid("chunk_layers: layers[", k, "].weight is ", weight,
                    "; use a number from -1e30 to 1e30");
    }
  }
}

void validate(const Path& path, const Chunk& chunk, const ChunkLayers& layers) {
  if (layers.octaves < 1 || layers.octaves > most_layers)
    throw_invalid("ChunkLayers::octaves is ", layers.octaves, "; use 1 to ", most_layers);
  if (!std::isfinite(layers.gain))
    throw_invalid("ChunkLayers::gain is ", layers.gain, "; use a finite number");
  if (layers.left_out < 0 || layers.left_out >= layers.octaves) {
    throw_invalid("ChunkLayers::left_out is ", layers.left_out, "; use 0 to ", layers.octaves - 1,
                  " with ", layers.octaves, " octaves");
  }
  const int most = validated_chop(path, chunk);
  const int there = layers.octaves - layers.left_out;
  if (chunk.chop + there - 1 > most) {
    throw_invalid("ChunkLayers::octaves less left_out is ", there, " and Chunk::chop is ",
                  chunk.chop, "; use ", most - chunk.chop + 1, " layers at most with a path of ",
                  path.depth(), " positions, which can be chopped ", most, " times");
  }
}

}  // namespace

// As in exports.hpp: where a template is seen, GCC asks of its definition.
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

template <int N>
Field chunk_layers(const Path& path, const Chunk& chunk, std::span<const ChunkLayer> layers) {
  const base::FloatEnvironment environment;
  validate(path, chunk, layers);
  graph::ListOfLayers call{{chunk, N, path}, {}};
  call.layers.assign(layers.begin(), layers.end());
  return graph::called("chunk_layers_by_weight", {}, std::move(call),
                       sum_of<N>(path, chunk, layers, layers.size()));
}

template <int N>
Field chunk_layers(const Path& path, const Chunk& chunk, const ChunkLayers& layers) {
  const base::FloatEnvironment environment;
  validate(path, chunk, layers);
  const auto octaves = static_cast<std::size_t>(layers.octaves);
  const int widest = layers.octaves - layers.left_out - 1;
  std::vector<ChunkLayer> list;
  double weight = 1, total = 0;
  for (int k = 0; k < layers.octaves; ++k) {
    list.push_back({widest - k, weight});
    total += std::abs(weight);
    weight *= layers.gain;
  }
  if (!std::isfinite(total)) {
    throw_invalid("ChunkLayers::gain is ", layers.gain, "; its powers overflow over ", octaves,
                  " octaves, use a smaller one");
  }
  for (ChunkLayer& layer : list) layer.weight /= total;
  return graph::called("chunk_layers", {}, graph::PowersOfLayers{{chunk, N, path}, layers},
                       sum_of<N>(path, chunk, list, static_cast<std::size_t>(widest) + 1));
}

template Field chunk_layers<2>(const Path&, const Chunk&, std::span<const ChunkLayer>);
template Field chunk_layers<3>(const Path&, const Chunk&, std::span<const ChunkLayer>);
template Field chunk_layers<2>(const Path&, const Chunk&, const ChunkLayers&);
template Field chunk_layers<3>(const Path&, const Chunk&, const ChunkLayers&);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

}  // namespace perlane
