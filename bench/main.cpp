// Measures how fast perlane fills grids and evaluates points, beside how fast the same array can be
// written at all. `script/bench` runs it and makes a report. By itself it is an ordinary Google
// Benchmark program, with one more option:
//
//     perlane-bench [--full] [--benchmark_filter=fill/perlin/2d] [--benchmark_...]
//
// A shared machine changes its speed, so interleave
// repetitions, and compare medians of one run only.

#include <perlane/perlane.hpp>

#include "cases.hpp"
#include "engine/dispatch.hpp"
#include "field/node.hpp"
#include "engine/parallel.hpp"
#include "engine/streaming.hpp"
#include "field/catalogue.hpp"
#include "published_chunk.hpp"
#include "reference/code.hpp"

#include <benchmark/benchmark.h>

#if defined(__x86_64__) || defined(_M_X64)
#include <emmintrin.h>
#endif
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <set>
#include <stdexcept>

namespace {

using namespace perlane;
using bench::Case;
using bench::Element;

// Returns memory that is 64-byte aligned, as docs/performance.md advises.
// It is touched once, because the first touch takes the operating
// system's time, not ours. It is kept until a larger one is asked for.
std::byte* destination(std::int64_t bytes) {
  static std::unique_ptr<std::byte, void (*)(void*)> memory(nullptr, std::free);
  static std::int64_t size = 0;
  if (size < bytes) {
    memory.reset();
    size = (bytes + 63) / 64 * 64;
    memory.reset(static_cast<std::byte*>(std::aligned_alloc(64, static_cast<std::size_t>(size))));
    if (memory == nullptr) throw std::bad_alloc();
    std::memset(memory.get(), 1, static_cast<std::size_t>(size));
  }
  return memory.get();
}

template <class T>
std::span<T> destination_of(const Case& measured) {
  const std::int64_t bytes = measured.samples() * measured.bytes_per_sample();
  return {reinterpret_cast<T*>(destination(bytes)), static_cast<std::size_t>(bytes) / sizeof(T)};
}

Field field_of(const Case& measured) {
  const auto source = std::ranges::find(field::sources(), measured.source, &field::Source::name);
  const Field single = source->make(1, measured.cell == 0 ? 1.0 : 1 / measured.cell);
  if (measured.fractal.empty()) return single;
  const auto fractal =
      std::ranges::find(field::fractals(), measured.fractal, &field::FractalKind::name);
  return fractal->make(single, {.octaves = measured.octaves});
}

void require(bool equal) {
  if (!equal) throw std::runtime_error("the output differs from the reference");
}

bool same(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

// Fills a grid, and compares some of its samples with the scalar reference.
template <int N>
class Filled {
 public:
  explicit Filled(const Case& measured) : measured_(measured), field_(field_of(measured)) {
    for (std::size_t axis = 0; axis < N; ++axis) grid_.shape[axis] = measured.shape[axis];
    options_.parallel = measured.threads > 1;
  }

  Range fill() const {
    switch (measured_.element) {
      case Element::float32:
        return perlane::fill(destination_of<float>(measured_), grid_, field_, options_);
      case Element::uint16:
        return perlane::fill<N>(destination_of<std::uint16_t>(measured_), grid_, field_, codes,
                                options_);
      case Element::uint8:
        return perlane::fill<N>(destination_of<std::uint8_t>(measured_), grid_, field_, codes,
                                options_);
      case Element::derivatives:
        break;
    }
    Planes<N> planes;
    planes.value = plane(0);
    for (std::size_t axis = 0; axis < N; ++axis) planes.derivative[axis] = plane(axis + 1);
    return perlane::fill(planes, grid_, field_, options_);
  }

  void verify() const {
    std::mt19937_64 random(1);
    for (int i = 0; i < 1000; ++i) {
      model::Point point{N, false, {}};
      std::size_t index = 0, stride = 1;
      for (std::size_t axis = 0; axis < N; ++axis) {
        const auto extent = static_cast<std::uint64_t>(grid_.shape[axis]);
        const std::uint64_t place = random() % extent;
        point.coordinate[axis] = static_cast<double>(place);
        index += place * stride;
        stride *= extent;
      }
      verify(point, index);
    }
  }

 private:
  static constexpr Range codes{-1, 1};

  std::span<float> plane(std::size_t number) const {
    const auto samples = static_cast<std::size_t>(measured_.samples());
    return destination_of<float>(measured_).subspan(number * samples, samples);
  }

  void verify(const model::Point& point, std::size_t index) const {
    float derivative[4];
    const bool has_derivatives = measured_.element == Element::derivatives;
    const float n = field_.node().sample(point, has_derivatives ? derivative : nullptr);
    switch (measured_.element) {
      case Element::float32:
        return require(same(destination_of<float>(measured_)[index], n));
      case Element::uint16:
        return require(destination_of<std::uint16_t>(measured_)[index] == code<std::uint16_t>(n));
      case Element::uint8:
        return require(destination_of<std::uint8_t>(measured_)[index] == code<std::uint8_t>(n));
      case Element::derivatives:
        break;
    }
    require(same(plane(0)[index], n));
    for (std::size_t axis = 0; axis < N; ++axis)
      require(same(plane(axis + 1)[index], derivative[axis]));
  }

  template <class Code>
  static std::uint32_t code(float n) {
    constexpr std::uint32_t largest = std::numeric_limits<Code>::max();
    return reference::code(n, codes.min, largest / (double{codes.max} - double{codes.min}),
                           largest);
  }

  Case measured_;
  Field field_;
  Grid<N> grid_;
  Options options_;
};

// Evaluates random points within 1000 cells of the origin.
template <class Real, std::size_t N>
class Sampled {
 public:
  explicit Sampled(const Case& measured) : measured_(measured), field_(field_of(measured)) {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<Real> uniform(-1000, 1000);
    for (std::vector<Real>& axis : points_) {
      axis.resize(static_cast<std::size_t>(measured.samples()));
      for (Real& coordinate : axis) coordinate = uniform(random);
    }
  }

  void fill() const {
    const Options options{.parallel = measured_.threads > 1};
    std::apply(
        [&](const auto&... axis) {
          sample(destination_of<float>(measured_), field_, std::span<const Real>(axis)..., options);
        },
        points_);
  }

  void verify() const {
    const std::span<const float> out = destination_of<float>(measured_);
    for (std::size_t i = 0; i < out.size(); i += 997) {
      model::Point point{N, std::is_same_v<Real, float>, {}};
      for (std::size_t axis = 0; axis < N; ++axis)
        point.coordinate[axis] = static_cast<double>(points_[axis][i]);
      require(same(out[i], field_.node().sample(point, nullptr)));
    }
  }

 private:
  Case measured_;
  Field field_;
  std::array<std::vector<Real>, N> points_;
};

// Evaluates chunk noise of 10 000 chunks in turn, deep down
// in a world: paths, seeds, field and fill.
template <int N>
class Chunks {
 public:
  explicit Chunks(const Case& measured) : measured_(measured) {
    const Path first(std::vector<Path::Position>(100, {7, 15, 3}));
    for (std::int64_t i = 0; i < 10000; ++i)
      paths_.push_back(first.neighbour({i % 100, i / 100, 0}));
    for (std::size_t axis = 0; axis < N; ++axis) {
      grid_.shape[axis] = measured.shape[axis];
      grid_.step[axis] = 1.0 / static_cast<double>(measured.shape[axis]);
    }
  }

  void fill() const {
    next_ = (next_ + 1) % paths_.size();
    if (measured_.source == "path") {
      perlane::fill(destination_of<float>(measured_), grid_, chunk_noise<N>(paths_[next_]),
                    {.parallel = false});
      return;
    }
    const CornerSeeds<N> seeds = corner_seeds<N>(paths_[next_]);
    visit([&](float& out, auto... at) {
      out = bench::published_chunk_noise(seeds, static_cast<float>(at)...);
    });
  }

  // The published functions are not fused or reordered here, but they use binary32 all the way.
  void verify() const {
    const Field field = chunk_noise<N>(paths_[next_]);
    const float tolerance = measured_.source == "path" ? 0 : 1e-6f;
    visit([&](const float& out, auto... at) {
      require(std::abs(out - sample(field, at...)) <= tolerance);
    });
  }

 private:
  template <class Visit>
  void visit(Visit visit) const {
    std::size_t index = 0;
    const std::span<float> out = destination_of<float>(measured_);
    const auto at = [&](std::size_t axis, std::int64_t i) {
      return static_cast<double>(i) * grid_.step[axis];
    };
    if constexpr (N == 2) {
      for (std::int64_t y = 0; y < grid_.shape[1]; ++y) {
        for (std::int64_t x = 0; x < grid_.shape[0]; ++x) visit(out[index++], at(0, x), at(1, y));
      }
    } else {
      for (std::int64_t z = 0; z < grid_.shape[2]; ++z) {
        for (std::int64_t y = 0; y < grid_.shape[1]; ++y) {
          for (std::int64_t x = 0; x < grid_.shape[0]; ++x)
            visit(out[index++], at(0, x), at(1, y), at(2, z));
        }
      }
    }
  }

  Case measured_;
  Grid<N> grid_;
  std::vector<Path> paths_;
  mutable std::size_t next_ = 0;
};

// Measures the ceiling: it writes the same bytes and does nothing else.
class Stored {
 public:
  explicit Stored(const Case& measured) : measured_(measured) {}

  void fill() const {
    const std::span<float> out = destination_of<float>(measured_);
    if (measured_.threads == 1) return store(out);
    const auto pieces = static_cast<std::int64_t>(out.size() / piece);
    engine::parallel_for(pieces, [&](std::int64_t begin, std::int64_t end) {
      store(out.subspan(static_cast<std::size_t>(begin) * piece,
                        static_cast<std::size_t>(end - begin) * piece));
    });
  }

  void verify() const {
    for (const float value : destination_of<float>(measured_)) require(value == 0);
  }

 private:
  static constexpr std::size_t piece = 16 * 1024;

  void store(std::span<float> out) const {
#if defined(__x86_64__) || defined(_M_X64)
    if (measured_.source == "streaming") {
      for (std::size_t i = 0; i < out.size(); i += 4)
        _mm_stream_ps(out.data() + i, _mm_setzero_ps());
      engine::finish_streaming();
      return;
    }
#endif
    std::memset(out.data(), 0, out.size_bytes());
  }

  Case measured_;
};

template <class Work>
void measure(benchmark::State& state, const Case& measured) {
  static std::set<std::string> verified;
  const std::int64_t bytes = measured.samples() * measured.bytes_per_sample();
  if (bytes > std::int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE) / 2)
    return state.SkipWithError("too large for this machine's memory");
  try {
    if (!measured.isa.empty()) engine::select(measured.isa, "benchmark");
    const engine::ThreadLimit limit(measured.threads);
    const Work work(measured);
    work.fill();
    if (verified.insert(measured.name()).second) work.verify();
    for (auto _ : state) {
      work.fill();
      benchmark::ClobberMemory();
    }
  } catch (const std::exception& error) {
    return state.SkipWithError(error.what());
  }
  state.SetItemsProcessed(state.iterations() * measured.samples());
  state.SetBytesProcessed(state.iterations() * bytes);
}

using Measure = void (*)(benchmark::State&, const Case&);

Measure measure_of(const Case& measured) {
  if (measured.work == "store") return measure<Stored>;
  if (measured.work == "chunk")
    return measured.shape.size() == 2 ? measure<Chunks<2>> : measure<Chunks<3>>;
  if (measured.work == "sample") {
    if (measured.dimensions == 2)
      return measured.is_double ? measure<Sampled<double, 2>> : measure<Sampled<float, 2>>;
    return measured.is_double ? measure<Sampled<double, 3>> : measure<Sampled<float, 3>>;
  }
  constexpr Measure fills[] = {measure<Filled<1>>, measure<Filled<2>>, measure<Filled<3>>,
                               measure<Filled<4>>};
  return fills[measured.shape.size() - 1];
}

// Takes `option` out of the arguments.
bool take_option(int& argc, char** argv, std::string_view option) {
  char** end = std::remove_if(argv + 1, argv + argc,
                              [&](const char* argument) { return argument == option; });
  const bool found = end != argv + argc;
  argc = static_cast<int>(end - argv);
  argv[argc] = nullptr;
  return found;
}

}  // namespace

int main(int argc, char** argv) {
  const bool full = take_option(argc, argv, "--full");
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::AddCustomContext("perlane", std::string(version));
  benchmark::AddCustomContext("compiler", PERLANE_BENCH_COMPILER);
  benchmark::AddCustomContext("flags", PERLANE_BENCH_FLAGS);
  for (const Case& measured : bench::cases(full)) {
    // This takes wall-clock time, because other threads than this one do the fill.
    benchmark::RegisterBenchmark(measured.name().c_str(), [measured](benchmark::State& state) {
      measure_of(measured)(state, measured);
    })->UseRealTime();
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
