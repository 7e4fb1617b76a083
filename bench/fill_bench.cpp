// How fast grids are filled and points are evaluated, beside how fast the same array can be written at all. Single thread.
//
//     perlane-bench --benchmark_repetitions=9 --benchmark_enable_random_interleaving=true --benchmark_report_aggregates_only=true
//
// Interleaved, because a shared machine changes its speed; compare medians of one run only.

#include <perlane/perlane.hpp>

#include "engine/dispatch.hpp"
#include "engine/node.hpp"
#include "field/catalogue.hpp"
#include "reference/code.hpp"

#include <benchmark/benchmark.h>

#include <bit>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace perlane;

// One work, in 1 to 4 dimensions. Cells in samples, of the lowest octave.
struct Work {
  std::vector<std::int64_t> shape;
  double cell;
  int octaves;
};

const Work works[] = {
    {{1 << 20}, 100, 1},
    {{4096, 4096}, 100, 1},
    {{512, 512}, 100, 1},
    {{4096, 4096}, 1024, 8},
    {{4096, 4096}, 100, 8},
    {{16, 16}, 100, 1},
    {{256, 256, 256}, 100, 1},
    {{256, 256, 256}, 256, 8},
    {{32, 32, 32}, 32, 1},
    {{64, 64, 64, 64}, 32, 1},
};

std::string joined(const std::vector<std::int64_t>& shape) {
  std::string text;
  for (const std::int64_t extent : shape) text += (text.empty() ? "" : "x") + std::to_string(extent);
  return text;
}

std::int64_t product(const std::vector<std::int64_t>& shape) {
  std::int64_t samples = 1;
  for (const std::int64_t extent : shape) samples *= extent;
  return samples;
}

// The destination: 64-byte aligned, as an allocator for arrays of this size gives it to an engine.
float* destination() {
  constexpr std::size_t bytes = std::size_t{4096} * 4096 * sizeof(float);
  static const std::unique_ptr<void, void (*)(void*)> memory(
      [] {
        void* fresh = std::aligned_alloc(64, bytes);
        std::memset(fresh, 1, bytes);  // the first touch is the operating system's time, not ours
        return fresh;
      }(),
      std::free);
  return static_cast<float*>(memory.get());
}

template <int N>
Grid<N> grid_of(const std::vector<std::int64_t>& shape) {
  Grid<N> grid;
  for (std::size_t axis = 0; axis < N; ++axis) grid.shape[axis] = shape[axis];
  return grid;
}

// Some samples of what was filled, against single points.
template <int N>
bool verify(std::span<const float> values, const Grid<N>& grid, const Field& field) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 1000; ++i) {
    std::array<double, std::size_t{N}> point;
    std::size_t index = 0, stride = 1;
    for (std::size_t axis = 0; axis < N; ++axis) {
      const auto extent = static_cast<std::uint64_t>(grid.shape[axis]);
      const std::uint64_t place = random() % extent;
      point[axis] = static_cast<double>(place);
      index += place * stride;
      stride *= extent;
    }
    const float expected = std::apply([&](auto... coordinate) { return sample(field, coordinate...); }, point);
    if (std::bit_cast<std::uint32_t>(values[index]) != std::bit_cast<std::uint32_t>(expected)) return false;
  }
  return true;
}

void count(benchmark::State& state, std::int64_t samples) {
  state.SetItemsProcessed(state.iterations() * samples);
  state.SetBytesProcessed(state.iterations() * samples * static_cast<std::int64_t>(sizeof(float)));
}

template <int N>
void fill_work(benchmark::State& state, const Work& work, const field::Source& source, std::string_view isa) {
  engine::select(isa, "benchmark");
  const Field single = source.make(1, 1 / work.cell);
  const Field field = work.octaves == 1 ? single : fbm(single, {.octaves = work.octaves});
  const Grid<N> grid = grid_of<N>(work.shape);
  const std::span<float> out(destination(), static_cast<std::size_t>(product(work.shape)));
  fill(out, grid, field, {.parallel = false});
  if (!verify<N>(out, grid, field)) return state.SkipWithError("the output differs from the reference");
  for (auto _ : state) {
    benchmark::DoNotOptimize(fill(out, grid, field, {.parallel = false}));
    benchmark::ClobberMemory();
  }
  count(state, product(work.shape));
}

// The same as codes.
template <class Code>
void fill_codes(benchmark::State& state, const field::Source& source, std::string_view isa, std::int64_t size) {
  engine::select(isa, "benchmark");
  const Field field = source.make(1, 1.0 / 100);
  const Grid<2> grid{.shape = {size, size}};
  const auto width = static_cast<std::size_t>(size), samples = width * width;
  const std::span<Code> out(reinterpret_cast<Code*>(destination()), samples);
  const Range codes{-1, 1};
  fill<2>(out, grid, field, codes, {.parallel = false});
  for (std::size_t i = 0; i < samples; i += 997) {
    const float n = sample(field, static_cast<double>(i % width), static_cast<double>(i / width));
    const double scale = std::numeric_limits<Code>::max() / 2.0;
    if (out[i] != reference::code(n, -1, scale, std::numeric_limits<Code>::max())) return state.SkipWithError("the output differs from the reference");
  }
  for (auto _ : state) {
    benchmark::DoNotOptimize(fill<2>(out, grid, field, codes, {.parallel = false}));
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * size * size);
  state.SetBytesProcessed(state.iterations() * size * size * static_cast<std::int64_t>(sizeof(Code)));
}

// Random points, within 1000 cells from the origin.
template <class Real, int N>
void sample_points(benchmark::State& state, const field::Source& source, std::string_view isa, std::int64_t count_of_points) {
  engine::select(isa, "benchmark");
  const Field field = source.make(1, 1.0);
  const auto total = static_cast<std::size_t>(count_of_points);
  std::mt19937_64 random(1);
  std::uniform_real_distribution<Real> uniform(-1000, 1000);
  std::array<std::vector<Real>, std::size_t{N}> points;
  for (std::vector<Real>& axis : points) {
    axis.resize(total);
    for (Real& coordinate : axis) coordinate = uniform(random);
  }
  const std::span<float> out(destination(), total);
  const auto evaluate = [&] {
    std::apply([&](const auto&... axis) { sample(out, field, std::span<const Real>(axis)..., Options{.parallel = false}); }, points);
  };
  evaluate();
  for (std::size_t i = 0; i < total; i += 997) {
    engine::Point point{N, std::is_same_v<Real, float>, {}};
    for (std::size_t axis = 0; axis < N; ++axis) point.coordinate[axis] = static_cast<double>(points[axis][i]);
    if (std::bit_cast<std::uint32_t>(out[i]) != std::bit_cast<std::uint32_t>(field.node().sample(point, nullptr))) {
      return state.SkipWithError("the output differs from the reference");
    }
  }
  for (auto _ : state) {
    evaluate();
    benchmark::ClobberMemory();
  }
  count(state, count_of_points);
}

void store(benchmark::State& state, std::int64_t samples) {
  for (auto _ : state) {
    std::memset(destination(), 0, static_cast<std::size_t>(samples) * sizeof(float));
    benchmark::ClobberMemory();
  }
  count(state, samples);
}

// A path of the parts that are not empty.
std::string path(std::initializer_list<std::string_view> parts) {
  std::string result;
  for (const std::string_view part : parts) {
    if (!result.empty() && !part.empty()) result.push_back('/');
    result.append(part);
  }
  return result;
}

template <class... Arguments>
void add(const std::string& name, Arguments... arguments) {
  benchmark::RegisterBenchmark(name.c_str(), arguments...);
}

void register_all() {
  using Function = void (*)(benchmark::State&, const Work&, const field::Source&, std::string_view);
  constexpr Function functions[] = {fill_work<1>, fill_work<2>, fill_work<3>, fill_work<4>};
  for (const Work& work : works) {
    const std::string shape = joined(work.shape), dimensions = std::to_string(work.shape.size()).append("d");
    const std::string octaves = work.octaves == 1 ? std::string() : std::string("fbm").append(std::to_string(work.octaves));
    const std::string cell = std::string("cell").append(std::to_string(static_cast<int>(work.cell)));
    add(path({"memset", shape}), store, product(work.shape));
    for (const field::Source& source : field::sources()) {
      for (const std::string_view isa : isas()) {
        add(path({"fill", source.name, octaves, dimensions, shape, cell, isa, "1thread"}), functions[work.shape.size() - 1], work, source, isa);
      }
    }
  }
  for (const field::Source& source : field::sources()) {
    for (const std::string_view isa : isas()) {
      add(path({"fill", source.name, "2d/4096x4096/cell100/uint16", isa, "1thread"}), fill_codes<std::uint16_t>, source, isa, 4096);
      add(path({"fill", source.name, "2d/4096x4096/cell100/uint8", isa, "1thread"}), fill_codes<std::uint8_t>, source, isa, 4096);
      add(path({"sample", source.name, "2d/1048576/double", isa, "1thread"}), sample_points<double, 2>, source, isa, 1 << 20);
      add(path({"sample", source.name, "2d/1048576/float", isa, "1thread"}), sample_points<float, 2>, source, isa, 1 << 20);
      add(path({"sample", source.name, "3d/1048576/double", isa, "1thread"}), sample_points<double, 3>, source, isa, 1 << 20);
      add(path({"sample", source.name, "3d/1048576/float", isa, "1thread"}), sample_points<float, 3>, source, isa, 1 << 20);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  register_all();
  benchmark::RunSpecifiedBenchmarks();
}
