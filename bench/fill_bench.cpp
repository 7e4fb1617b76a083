// How fast grids are filled, beside how fast the same array can be written at all. Single thread.
//
//     perlane-bench --benchmark_repetitions=9 --benchmark_enable_random_interleaving=true --benchmark_report_aggregates_only=true
//
// Interleaved, because a shared machine changes its speed; compare medians of one run only.

#include <perlane/perlane.hpp>

#include "engine/dispatch.hpp"
#include "field/catalogue.hpp"

#include <benchmark/benchmark.h>

#include <bit>
#include <cstring>
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

void store(benchmark::State& state, std::int64_t samples) {
  for (auto _ : state) {
    std::memset(destination(), 0, static_cast<std::size_t>(samples) * sizeof(float));
    benchmark::ClobberMemory();
  }
  count(state, samples);
}

void register_all() {
  for (const Work& work : works) {
    const std::string shape = joined(work.shape);
    benchmark::RegisterBenchmark(("memset/" + shape).c_str(), store, product(work.shape));
    for (const field::Source& source : field::sources()) {
      for (const std::string_view isa : isas()) {
        std::string kind;
        if (work.octaves > 1) kind.append("/fbm").append(std::to_string(work.octaves));
        const std::string name = "fill/" + std::string(source.name) + kind + "/" + std::to_string(work.shape.size()) + "d/" + shape +
                                 "/cell" + std::to_string(static_cast<int>(work.cell)) + "/" + std::string(isa) + "/1thread";
        using Function = void (*)(benchmark::State&, const Work&, const field::Source&, std::string_view);
        constexpr Function functions[] = {fill_work<1>, fill_work<2>, fill_work<3>, fill_work<4>};
        benchmark::RegisterBenchmark(name.c_str(), functions[work.shape.size() - 1], work, source, isa);
      }
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
