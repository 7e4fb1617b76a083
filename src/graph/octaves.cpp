#include "graph/octaves.hpp"

#include "base/error.hpp"
#include "graph/properties.hpp"

#include <algorithm>
#include <cmath>

namespace perlane::graph {
namespace {

using base::throw_invalid;

// Amplitudes that add up to 1: powers of the gain, of which the last may be there in part, rounded
// to binary32 once.
std::vector<float> amplitudes(std::vector<double> power, double fraction) {
  if (fraction > 0) power.back() *= fraction;
  const double total = sum_of_magnitudes(power);
  std::vector<float> amplitude;
  for (const double of_octave : power) amplitude.push_back(static_cast<float>(of_octave / total));
  // Rounding may take their sum past 1; then the largest loses a unit in the last place.
  const auto largest =
      std::ranges::max_element(power, {}, [](double of_octave) { return std::abs(of_octave); });
  float& gives_way = amplitude[static_cast<std::size_t>(largest - power.begin())];
  while (sum_of_magnitudes(amplitude) > 1) gives_way = std::nextafter(gives_way, 0.0f);
  return amplitude;
}

// All that the source is made of is made anew for every octave, so that a few calls within each
// other could take all memory.
void reject_many_nodes(const Field& source, const Powers& powers) {
  if (powers.octaves == 1) return;
  const auto octaves = static_cast<std::size_t>(powers.octaves);
  const std::size_t count = count_nodes(graph::node_of(source));
  if (octaves * count <= most_nodes) return;
  const std::size_t part = powers.has_part ? 1 : 0;
  const std::size_t most = std::max(most_nodes / count, 1 + part) - part;
  throw_invalid(powers.type, "::octaves is ", octaves - part, ", and the source is made of ",
                count > most_nodes ? "more than " : "", std::min(count, most_nodes),
                " nodes, which every octave makes anew; use ", most > 1 ? "1 to " : "", most,
                " with such a source, for all octaves may have ", most_nodes, " nodes");
}

}  // namespace

std::vector<double> powers(double base, int count, double first) {
  std::vector<double> power{first};
  for (int k = 1; k < count; ++k) power.push_back(power.back() * base);
  return power;
}

std::vector<double> powers_of_gain(const Powers& given) {
  std::vector<double> power = powers(given.gain, given.octaves);
  if (std::isfinite(sum_of_magnitudes(power))) return power;
  throw_invalid(given.type, "::gain is ", given.gain, "; its powers overflow over ", given.octaves,
                " octaves, use a smaller one");
}

std::vector<double> powers_of_lacunarity(const Powers& given, double first) {
  std::vector<double> power = powers(given.lacunarity, given.octaves);
  for (const double end : {first * power.front(), first * power.back()}) {
    if (first == 0 || (std::isfinite(end) && end != 0)) continue;
    throw_invalid(given.type, "::lacunarity is ", given.lacunarity, "; over ", given.octaves,
                  " octaves the frequency leaves the range of binary64; use one nearer to 1");
  }
  return power;
}

std::vector<NodePointer> octaves_of(const char* name, const Field& source, const Powers& powers) {
  graph::reject_chunks(name, source, "use chunk_layers, which adds the noise of virtual chunks");
  const std::vector<double> frequency =
      powers_of_lacunarity(powers, graph::node_of(source).highest_frequency());
  reject_many_nodes(source, powers);
  std::vector<NodePointer> nodes{graph::pointer_of(source)};
  for (std::size_t k = 1; k < frequency.size(); ++k) {
    nodes.push_back(graph::octave_of(graph::pointer_of(source),
                                     {k, frequency[k], powers.aligned, powers.type}));
  }
  return nodes;
}

OctavesOfSum octaves_of_sum(const char* name, const char* type, const Field& source,
                            const Fractal& parameters) {
  const bool has_part = parameters.fraction > 0;
  if (has_part && parameters.octaves == Fractal::octave_limit) {
    throw_invalid(type, "::fraction is ", parameters.fraction, " beside ", parameters.octaves,
                  " octaves; use 0, or ", Fractal::octave_limit - 1, " octaves at most");
  }
  const Powers powers{type,
                      parameters.octaves + (has_part ? 1 : 0),
                      parameters.lacunarity,
                      parameters.gain,
                      parameters.aligned,
                      has_part};
  std::vector<double> power = powers_of_gain(powers);
  return {octaves_of(name, source, powers), amplitudes(std::move(power), parameters.fraction)};
}

}  // namespace perlane::graph
