// The list of factories: noise of chunks.

#include "base/error.hpp"
#include "graph/catalogue/factory.hpp"

#include <algorithm>

namespace perlane::graph {
namespace {

using base::throw_invalid;

template <class A>
constexpr Member dimensions = required<A, &A::dimensions>("dimensions", "of the noise", {2, 3});
template <class A>
constexpr Member path = required<A, &A::path>("path", "positions of chunks, the outermost first");
template <class A>
constexpr Member world_seed =
    member<A, &A::world_seed>("world_seed", "another seed gives another world");
template <class A>
constexpr Member salt = member<A, &A::salt>("salt", "another salt gives another layer of noise");
template <class A>
constexpr Member chop =
    member<A, &A::chop>("chop", "the virtual chunk is 2^chop chunks wide", {0, Chunk::chop_limit});

constexpr Member of_seeds[] = {
    dimensions<OfSeeds>,
    required<OfSeeds, &OfSeeds::seeds>("seeds", "at the corners, 4 or 8", {0, 0xffffffff})};
constexpr Member of_path[] = {dimensions<OfPath>, path<OfPath>, world_seed<OfPath>, salt<OfPath>,
                              chop<OfPath>};
constexpr Member of_values[] = {
    dimensions<ChunkValue>,
    path<ChunkValue>,
    world_seed<ChunkValue>,
    salt<ChunkValue>,
    chop<ChunkValue>,
    required<ChunkValue, &ChunkValue::values>("values", "bounds of the values", {-1e30, 1e30}),
    member<ChunkValue, &ChunkValue::fade>("fade", "the ease curve within the chunk")};
constexpr Member of_list[] = {dimensions<ListOfLayers>,
                              path<ListOfLayers>,
                              world_seed<ListOfLayers>,
                              salt<ListOfLayers>,
                              chop<ListOfLayers>,
                              required<ListOfLayers, &ListOfLayers::layers>(
                                  "layers", "chop and weight of each", {-1e30, 1e30})};
constexpr Member of_powers[] = {
    dimensions<PowersOfLayers>,
    path<PowersOfLayers>,
    world_seed<PowersOfLayers>,
    salt<PowersOfLayers>,
    chop<PowersOfLayers>,
    member<PowersOfLayers, &PowersOfLayers::octaves>("octaves", "layers", {1, 49}),
    member<PowersOfLayers, &PowersOfLayers::gain>("gain", "weight over that of the wider layer",
                                                  finite),
    member<PowersOfLayers, &PowersOfLayers::left_out>(
        "left_out", "number of narrow layers to leave out", {0, 48})};

// Dimensions are an argument of the templates.
constexpr std::string_view path_and_chunk[] = {"path", "Chunk"};
constexpr std::string_view seeds_alone[] = {"seeds"};
constexpr std::string_view path_chunk_values_fade[] = {"path", "Chunk", "values", "fade"};
constexpr std::string_view path_chunk_powers[] = {"path", "Chunk", "ChunkLayers"};
constexpr std::string_view path_chunk_layers[] = {"path", "Chunk", "layers"};

// Calls make<2>() or make<3>().
template <class Make>
Field in_dimensions(const char* name, int dimensions, Make make) {
  if (dimensions == 2) return make.template operator()<2>();
  if (dimensions == 3) return make.template operator()<3>();
  throw_invalid(name, ": dimensions is ", dimensions, "; use 2 or 3");
}

template <int N>
CornerSeeds<N> corners_of(const std::vector<std::uint32_t>& seeds) {
  CornerSeeds<N> corners;
  if (seeds.size() != corners.size()) {
    throw_invalid("chunk_noise_of_seeds: seeds has ", seeds.size(), " elements; use ",
                  corners.size(), " in ", N, " dimensions");
  }
  std::ranges::copy(seeds, corners.begin());
  return corners;
}

constexpr Factory list_of_chunks[] = {
    with_arguments(
        path_and_chunk,
        factory<OfPath>("chunk_noise", "gradient noise within a chunk", no_fields, of_path,
                        [](const OfPath& a, Fields) {
                          return in_dimensions("chunk_noise", a.dimensions,
                                               [&]<int N> { return chunk_noise<N>(a.path, a); });
                        })),
    with_arguments(seeds_alone,
                   factory<OfSeeds>("chunk_noise_of_seeds", "the same, from seeds at the corners",
                                    no_fields, of_seeds,
                                    [](const OfSeeds& a, Fields) {
                                      return in_dimensions(
                                          "chunk_noise_of_seeds", a.dimensions, [&]<int N> {
                                            return chunk_noise<N>(corners_of<N>(a.seeds));
                                          });
                                    })),
    with_arguments(path_chunk_values_fade,
                   factory<ChunkValue>("chunk_value", "a parameter that varies from chunk to chunk",
                                       no_fields, of_values,
                                       [](const ChunkValue& a, Fields) {
                                         return in_dimensions(
                                             "chunk_value", a.dimensions, [&]<int N> {
                                               return chunk_value<N>(a.path, a, a.values, a.fade);
                                             });
                                       })),
    with_arguments(
        path_chunk_powers,
        factory<PowersOfLayers>(
            "chunk_layers", "a sum of chunk noises of different widths", no_fields, of_powers,
            [](const PowersOfLayers& a, Fields) {
              const ChunkLayers& powers = a;
              return in_dimensions("chunk_layers", a.dimensions,
                                   [&]<int N> { return chunk_layers<N>(a.path, a, powers); });
            })),
    with_arguments(path_chunk_layers,
                   factory<ListOfLayers>(
                       "chunk_layers_by_weight", "the same, layer by layer", no_fields, of_list,
                       [](const ListOfLayers& a, Fields) {
                         return in_dimensions("chunk_layers_by_weight", a.dimensions, [&]<int N> {
                           return chunk_layers<N>(a.path, a, std::span<const ChunkLayer>(a.layers));
                         });
                       })),
};

}  // namespace

std::span<const Factory> factories_of_chunks() noexcept { return kept<list_of_chunks>; }

}  // namespace perlane::graph
