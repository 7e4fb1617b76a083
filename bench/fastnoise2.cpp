// The same grids and points by FastNoise2: as many octaves, of the same frequencies, by the same
// instruction set in one thread. The values are other ones, since it has hashes and gradients of
// its own. Its functions always return the extremes of what they write.

#include "fastnoise2.hpp"

#include "array.hpp"
#include "points.hpp"

#include <FastNoise/FastNoise.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace perlane::bench {
namespace {

using FastSIMD::FeatureSet;

struct Isa {
  std::string_view name;
  FeatureSet features;
};
constexpr Isa known[] = {
    {"avx512", FeatureSet::AVX512},
    {"avx2", FeatureSet::AVX2},
    {"sse4_1", FeatureSet::SSE41},
    {"neon64", FeatureSet::AARCH64},
};

constexpr int seed = 1;

FeatureSet features_of(std::string_view isa) {
  return std::ranges::find(known, isa, &Isa::name)->features;
}

template <class Source>
FastNoise::SmartNode<Source> new_source(const Case& measured) {
  auto node = FastNoise::New<Source>(features_of(measured.isa));
  node->SetScale(measured.cell == 0 ? 1.0f : static_cast<float>(measured.cell));
  return node;
}

FastNoise::SmartNode<> source_of(const Case& measured) {
  if (measured.source == "value") return new_source<FastNoise::Value>(measured);
  if (measured.source == "simplex") return new_source<FastNoise::Simplex>(measured);
  if (measured.source == "opensimplex2s") return new_source<FastNoise::SuperSimplex>(measured);
  if (measured.source == "cellular_value") return new_source<FastNoise::CellularValue>(measured);
  if (!measured.source.starts_with("cellular")) return new_source<FastNoise::Perlin>(measured);
  auto node = new_source<FastNoise::CellularDistance>(measured);
  node->SetDistanceFunction(FastNoise::DistanceFunction::Euclidean);
  if (measured.source == "cellular_borders") {
    node->SetDistanceIndex0(1);
    node->SetDistanceIndex1(0);
    node->SetReturnType(FastNoise::CellularDistance::ReturnType::Index0Sub1);
  }
  return node;
}

template <class Fractal>
FastNoise::SmartNode<> octaves_of(const FastNoise::SmartNode<>& source, const Case& measured) {
  auto node = FastNoise::New<Fractal>(features_of(measured.isa));
  node->SetSource(source);
  node->SetOctaveCount(measured.octaves);
  return node;
}

FastNoise::SmartNode<> node_of(const Case& measured) {
  if (measured.source.starts_with(warped)) {
    Case inside = measured;
    inside.source.remove_prefix(warped.size());
    auto node = FastNoise::New<FastNoise::DomainWarpGradient>(features_of(measured.isa));
    node->SetScale(static_cast<float>(measured.cell));
    node->SetSource(node_of(inside));
    node->SetWarpAmplitude(static_cast<float>(warp_amplitude * measured.cell));
    return node;
  }
  const FastNoise::SmartNode<> source = source_of(measured);
  if (measured.fractal.empty()) return source;
  if (measured.fractal == "ridged") return octaves_of<FastNoise::FractalRidged>(source, measured);
  return octaves_of<FastNoise::FractalFBm>(source, measured);
}

class Generated : public Work {
 public:
  explicit Generated(const Case& measured) : measured_(measured), node_(node_of(measured)) {
    require(node_->GetActiveFeatureSet() == features_of(measured.isa));
  }

  // Everything is written, with values that noise may have, and not with the same one unless all
  // samples are lattice points, or lie in one cell that has one value.
  void verify() final {
    const std::span<float> out = array_of<float>(measured_);
    std::ranges::fill(out, std::numeric_limits<float>::quiet_NaN());
    run();
    for (const float value : out) require(std::abs(value) <= 2.5f);  // octaves reach 2 together
    const auto [low, high] = std::ranges::minmax(out);
    require(low < high || (measured_.cell > 0 && measured_.cell <= 1) ||
            measured_.source == "cellular_value");
  }

 protected:
  Case measured_;
  FastNoise::SmartNode<> node_;
};

class Grid final : public Generated {
 public:
  using Generated::Generated;

  void run() override {
    float* const out = array_of<float>(measured_).data();
    const auto count = [&](std::size_t axis) { return static_cast<int>(measured_.shape[axis]); };
    switch (measured_.shape.size()) {
      case 2:
        node_->GenUniformGrid2D(out, 0, 0, count(0), count(1), 1, 1, seed);
        return;
      case 3:
        node_->GenUniformGrid3D(out, 0, 0, 0, count(0), count(1), count(2), 1, 1, 1, seed);
        return;
      default:
        node_->GenUniformGrid4D(out, 0, 0, 0, 0, count(0), count(1), count(2), count(3), 1, 1, 1, 1,
                                seed);
    }
  }
};

template <std::size_t N>
class Points final : public Generated {
 public:
  using Generated::Generated;

  void run() override {
    const std::span<float> out = array_of<float>(measured_);
    if (measured_.work == "single") return one_by_one(out);
    const int count = static_cast<int>(out.size());
    if constexpr (N == 2) {
      node_->GenPositionArray2D(out.data(), count, points_[0].data(), points_[1].data(), 0, 0,
                                seed);
    } else {
      node_->GenPositionArray3D(out.data(), count, points_[0].data(), points_[1].data(),
                                points_[2].data(), 0, 0, 0, seed);
    }
  }

 private:
  void one_by_one(std::span<float> out) const {
    for (std::size_t i = 0; i < out.size(); ++i) {
      if constexpr (N == 2)
        out[i] = node_->GenSingle2D(points_[0][i], points_[1][i], seed);
      else
        out[i] = node_->GenSingle3D(points_[0][i], points_[1][i], points_[2][i], seed);
    }
  }

  std::array<std::vector<float>, N> points_ = random_points<float, N>(measured_.samples());
};

}  // namespace

std::string_view fastnoise2_version() { return FASTNOISE2_VERSION; }

std::vector<std::string_view> fastnoise2_isas() {
  std::vector<std::string_view> found;
  for (const Isa& isa : known) {
    // New() constructs a node of any set, also of one that the CPU does not have.
    if (isa.features > FastSIMD::DetectCpuMaxFeatureSet()) continue;
    const auto node = FastNoise::New<FastNoise::Constant>(isa.features);
    if (node && node->GetActiveFeatureSet() == isa.features) found.push_back(isa.name);
  }
  return found;
}

bool fastnoise2_has(const Case& measured) {
  static constexpr std::string_view sources[] = {"perlin",           "value",          "cellular",
                                                 "cellular_borders", "cellular_value", "simplex",
                                                 "opensimplex2s",    "warped-perlin"};
  static constexpr std::string_view fractals[] = {"", "fbm", "ridged"};
  return std::ranges::find(sources, measured.source) != std::end(sources) &&
         std::ranges::find(fractals, measured.fractal) != std::end(fractals) &&
         measured.element == Element::float32 && !measured.is_double;
}

std::unique_ptr<Work> make_fastnoise2(const Case& measured) {
  if (measured.work == "fill") return std::make_unique<Grid>(measured);
  if (measured.dimensions == 2) return std::make_unique<Points<2>>(measured);
  return std::make_unique<Points<3>>(measured);
}

}  // namespace perlane::bench
