// Measures how fast perlane fills grids and evaluates points, beside how fast the same array can be
// written at all, and beside FastNoise2 if it is installed. `script/bench` runs it and makes a
// report. By itself it is an ordinary Google Benchmark program, with two more options:
//
//     perlane-bench [--full | --cliffs] [--benchmark_filter=fill/perlin/2d] [--benchmark_...]
//
// A shared machine changes its speed, so interleave repetitions, and compare medians of one run
// only.

#include <perlane/perlane.hpp>

#include "array.hpp"
#include "cases.hpp"
#include "engine/dispatch.hpp"
#include "engine/parallel.hpp"
#include "work.hpp"
#ifdef PERLANE_BENCH_FASTNOISE2
#include "fastnoise2.hpp"
#endif

#include <benchmark/benchmark.h>

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <set>

namespace {

using namespace perlane;
using bench::Case;
using bench::Work;

std::unique_ptr<Work> make_work(const Case& measured) {
#ifdef PERLANE_BENCH_FASTNOISE2
  if (measured.library == "fastnoise2") return bench::make_fastnoise2(measured);
#endif
  if (!measured.isa.empty()) engine::select_isa(measured.isa, "benchmark");
  if (measured.work == "fill") return bench::make_fill(measured);
  if (measured.work == "sample") return bench::make_sample(measured);
  if (measured.work == "single") return bench::make_single(measured);
  if (measured.work == "chunk") return bench::make_chunk(measured);
  if (measured.work == "maps") return bench::make_maps(measured);
  if (measured.work == "range") return bench::make_range(measured);
  return bench::make_store(measured);
}

void measure(benchmark::State& state, const Case& measured) {
  static std::set<std::string> verified;
  const std::int64_t bytes = measured.samples() * measured.bytes_per_sample();
  if (bytes > std::int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE) / 2)
    return state.SkipWithError("too large for this machine's memory");
  try {
    const engine::ThreadLimit limit(measured.threads);
    const std::unique_ptr<Work> work = make_work(measured);
    const bool is_verified = verified.contains(measured.name());
    // The case before has left values, which may be the same.
    if (!is_verified)
      std::memset(bench::array(bytes, measured.alignment), 0x5a, static_cast<std::size_t>(bytes));
    work->run();
    if (!is_verified) {
      work->verify();
      verified.insert(measured.name());
    }
    for (auto _ : state) {
      work->run();
      benchmark::ClobberMemory();
    }
  } catch (const std::exception& error) {
    return state.SkipWithError(error.what());
  }
  state.SetItemsProcessed(state.iterations() * measured.samples());
  state.SetBytesProcessed(state.iterations() * bytes);
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
  bench::Choice choice = bench::Choice::usual;
  if (take_option(argc, argv, "--full")) choice = bench::Choice::full;
  if (take_option(argc, argv, "--cliffs")) choice = bench::Choice::cliffs;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::AddCustomContext("perlane", std::string(version));
  benchmark::AddCustomContext("compiler", PERLANE_BENCH_COMPILER);
  benchmark::AddCustomContext("flags", PERLANE_BENCH_FLAGS);
#ifdef PERLANE_BENCH_FASTNOISE2
  benchmark::AddCustomContext("fastnoise2", std::string(bench::fastnoise2_version()));
#endif
  for (const Case& measured : bench::cases(choice)) {
    // Other threads than this one may do the work. The report takes this thread's own time where
    // they do not.
    benchmark::RegisterBenchmark(measured.name().c_str(), [measured](benchmark::State& state) {
      measure(state, measured);
    })->UseRealTime();
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
