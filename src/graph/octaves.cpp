#include "graph/octaves.hpp"

#include "base/error.hpp"
#include "graph/facts.hpp"

#include <algorithm>
#include <cmath>

namespace perlane::graph {
namespace {

using base::throw_invalid;

void validate(const Fractal& parameters) {
  const auto& [octaves, lacunarity, gain, aligned, weight, fraction] = parameters;
  graph::validate(Powers{"Fractal", octaves, lacunarity, gain, aligned});
  if (!(weight >= 0 && weight <= 1)) throw_invalid("Fractal::weight is ", weight, "; use 0 to 1");
  if (!(fraction >= 0 && fraction <= 1))
    throw_invalid("Fractal::fraction is ", fraction, "; use 0 to 1");
  if (fraction > 0 && octaves == Fractal::octave_limit) {
    throw_invalid("Fractal::fraction is ", fraction, " beside ", octaves, " octaves; use 0, or ",
                  Fractal::octave_limit - 1, " octaves at most");
  }
}

// This adds in the order of the octaves, because rounding depends on it.
float sum_of_magnitudes(const std::vector<float>& amplitude) {
  float sum = 0;
  for (const float a : amplitude) sum = sum + std::abs(a);
  return sum;
}

// Amplitudes that add up to 1: powers of the gain, of which the last may be there in part, rounded
// to binary32 once.
std::vector<float> amplitudes(std::vector<double> power, double fraction) {
  if (fraction > 0) power.back() *= fraction;
  double total = 0;
  for (const double of_octave : power) total += std::abs(of_octave);
  std::vector<float> amplitude;
  for (const double of_octave : power) amplitude.push_back(static_cast<float>(of_octave / total));
  // Rounding may take their sum past 1; then the largest gives way, by a unit in the last place.
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
  const std::size_t count = count_nodes(source.node());
  if (octaves * count <= most_nodes) return;
  const std::size_t part = powers.has_part ? 1 : 0;
  const std::size_t most = std::max(most_nodes / count, 1 + part) - part;
  throw_invalid(powers.type, "::octaves is ", octaves - part, ", and the source is made of ",
                count > most_nodes ? "more than " : "", std::min(count, most_nodes),
                " nodes, which every octave makes anew; use ", most > 1 ? "1 to " : "", most,
                " with such a source, for all octaves may have ", most_nodes, " nodes");
}

}  // namespace

void validate(const Powers& powers) {
  const auto& [type, octaves, lacunarity, gain, aligned, has_part] = powers;
  if (octaves < 1 || octaves > Fractal::octave_limit) {
    throw_invalid(type, "::octaves is ", octaves, "; use 1 to ", Fractal::octave_limit);
  }
  if (!std::isfinite(lacunarity) || lacunarity <= 0) {
    throw_invalid(type, "::lacunarity is ", lacunarity, "; use a finite number above 0");
  }
  if (!std::isfinite(gain)) throw_invalid(type, "::gain is ", gain, "; use a finite number");
}

std::vector<double> powers_of_gain(const Powers& powers) {
  std::vector<double> power{1.0};
  double total = 1;
  for (int k = 1; k < powers.octaves; ++k) {
    power.push_back(power.back() * powers.gain);
    total += std::abs(power.back());
  }
  if (!std::isfinite(total)) {
    throw_invalid(powers.type, "::gain is ", powers.gain, "; its powers overflow over ",
                  powers.octaves, " octaves, use a smaller one");
  }
  return power;
}

std::vector<NodePointer> octaves_of(const char* name, const Field& source, const Powers& powers) {
  graph::reject_chunks(name, source, "use chunk_layers, which adds the noise of virtual chunks");
  std::vector<double> frequency{1.0};
  for (int k = 1; k < powers.octaves; ++k)
    frequency.push_back(frequency.back() * powers.lacunarity);
  const double source_frequency = source.node().highest_frequency();
  for (const double end : {frequency.front(), frequency.back()}) {
    if (source_frequency != 0 &&
        (!std::isfinite(source_frequency * end) || source_frequency * end == 0)) {
      throw_invalid(powers.type, "::lacunarity is ", powers.lacunarity, "; over ", powers.octaves,
                    " octaves the frequency leaves the range of binary64, use one nearer to 1");
    }
  }
  reject_many_nodes(source, powers);
  std::vector<NodePointer> nodes{source.shared_node()};
  for (std::size_t k = 1; k < frequency.size(); ++k) {
    nodes.push_back(
        graph::octave_of(source.shared_node(), {k, frequency[k], powers.aligned, powers.type}));
  }
  return nodes;
}

OctavesOfSum octaves_of_sum(const char* name, const Field& source, const Fractal& parameters) {
  validate(parameters);
  const Powers powers{"Fractal",
                      parameters.octaves + (parameters.fraction > 0 ? 1 : 0),
                      parameters.lacunarity,
                      parameters.gain,
                      parameters.aligned,
                      parameters.fraction > 0};
  std::vector<double> power = powers_of_gain(powers);
  return {octaves_of(name, source, powers), amplitudes(std::move(power), parameters.fraction)};
}

}  // namespace perlane::graph
