// Layers of chunk noise. Fractal Block World, "Perlin Noise", "Multiple Layer Perlin Noise".

#include <perlane/chunk.hpp>

#include "base/error.hpp"
#include "graph/call.hpp"
#include "graph/chunk/path.hpp"
#include "graph/fractal/fractal.hpp"
#include "graph/noise/source.hpp"
#include "graph/octaves.hpp"
#include "graph/properties.hpp"
#include "graph/with_properties.hpp"
#include "reference/fractal.hpp"

#include <cmath>
#include <utility>
#include <vector>

namespace perlane {
namespace {

using base::throw_invalid;

constexpr int most_layers = Chunk::chop_limit + 1;  // one of each width

// All layers, those that are left out included, have the range of the first, and all chunks of a
// world share that of the sum. Rounding is monotonic, so the sum of the largest layers, evaluated
// like any other, is the largest sum.
graph::Bounds bounds_of(const Range& of_layer, const std::vector<float>& amplitude) noexcept {
  Range sum{0, 0};
  auto accumulation = model::Accumulation::scale;
  for (const float a : amplitude) {
    const auto [low, high] = a < 0 ? Range{of_layer.max, of_layer.min} : of_layer;
    sum = {reference::accumulate(accumulation, sum.min, low, a),
           reference::accumulate(accumulation, sum.max, high, a)};
    accumulation = model::Accumulation::add;
  }
  // Layers are drawn with their weights.
  double underflow = 0;
  for (const float a : amplitude) underflow += graph::draw_underflow(a);
  return {sum.min - underflow, sum.max + underflow};
}

// The first `count` of the layers, as a field.
template <int N>
Field sum_of(const Path& path, const Chunk& chunk, std::span<const ChunkLayer> layers,
             std::size_t count) {
  std::vector<Field> there;
  for (std::size_t k = 0; k < count; ++k) {
    Chunk virtual_chunk = chunk;
    virtual_chunk.chop += layers[k].chop;
    there.push_back(chunk_noise<N>(path, virtual_chunk));
  }
  std::vector<float> amplitude;
  for (const ChunkLayer& layer : layers) amplitude.push_back(static_cast<float>(layer.weight));
  const graph::Bounds bounds = bounds_of(range(there.front(), N), amplitude);
  amplitude.resize(count);
  const Field sum = graph::sum_of_octaves(model::Shape::plain, there, std::move(amplitude));
  return graph::with_properties(
      {graph::pointer_of(sum)},
      [bounds](graph::Properties& properties, auto, double) { properties.bounds[N - 1] = bounds; });
}

void validate(const Path& path, const Chunk& chunk, std::span<const ChunkLayer> layers) {
  const int most = graph::validated_chop("Chunk::chop", path, chunk.chop);
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
  if (layers.left_out < 0 || layers.left_out >= layers.octaves) {
    throw_invalid("ChunkLayers::left_out is ", layers.left_out, "; use 0 to ", layers.octaves - 1,
                  " with ", layers.octaves, " octaves");
  }
  const int most = graph::validated_chop("Chunk::chop", path, chunk.chop);
  const int there = layers.octaves - layers.left_out;
  if (chunk.chop + there - 1 > most) {
    throw_invalid("ChunkLayers::octaves less left_out is ", there, " and Chunk::chop is ",
                  chunk.chop, "; use ", most - chunk.chop + 1, " layers at most with a path of ",
                  path.depth(), " positions, which can be chopped ", most, " times");
  }
}

}  // namespace

// As in exports.hpp: GCC takes the visibility of a template from its definition.
#if defined(__GNUC__) && !defined(PERLANE_EXPORT_C_ALONE)
#pragma GCC visibility push(default)
#endif

template <int N>
Field chunk_layers(const Path& path, const Chunk& chunk, std::span<const ChunkLayer> layers) {
  const graph::ListOfLayers arguments{{chunk, N, path}, {layers.begin(), layers.end()}};
  return graph::call("chunk_layers_by_weight", {}, arguments, [&] {
    validate(path, chunk, layers);
    return sum_of<N>(path, chunk, layers, layers.size());
  });
}

template <int N>
Field chunk_layers(const Path& path, const Chunk& chunk, const ChunkLayers& layers) {
  return graph::call("chunk_layers", {}, graph::PowersOfLayers{{chunk, N, path}, layers}, [&] {
    validate(path, chunk, layers);
    const int widest = layers.octaves - layers.left_out - 1;
    const std::vector<double> weight =
        graph::powers_of_gain({"ChunkLayers", layers.octaves, 1, layers.gain});
    const double total = graph::sum_of_magnitudes(weight);
    std::vector<ChunkLayer> list;
    for (const double of_layer : weight)
      list.push_back({widest - static_cast<int>(list.size()), of_layer / total});
    return sum_of<N>(path, chunk, list, static_cast<std::size_t>(widest) + 1);
  });
}

template Field chunk_layers<2>(const Path&, const Chunk&, std::span<const ChunkLayer>);
template Field chunk_layers<3>(const Path&, const Chunk&, std::span<const ChunkLayer>);
template Field chunk_layers<2>(const Path&, const Chunk&, const ChunkLayers&);
template Field chunk_layers<3>(const Path&, const Chunk&, const ChunkLayers&);

#if defined(__GNUC__) && !defined(PERLANE_EXPORT_C_ALONE)
#pragma GCC visibility pop
#endif

}  // namespace perlane
