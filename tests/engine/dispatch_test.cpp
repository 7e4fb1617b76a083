// Tests which instruction set runs.

#include "support/testing.hpp"

#include "engine/evaluator.hpp"
#include "graph/node.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <map>
#include <sstream>

#if __has_include(<dlfcn.h>)
#include <cxxabi.h>
#include <dlfcn.h>
#endif

namespace perlane::testing {
namespace {

TEST(Dispatch, BestFirstScalarLast) {
  const std::vector<std::string_view> names = isas();
  ASSERT_FALSE(names.empty());
  EXPECT_EQ(names.back(), "scalar");
  // cmake/isas.cmake has them in this order, too.
  std::istringstream list(ISAS);
  const std::vector<std::string> built{std::istream_iterator<std::string>(list), {}};
  std::size_t place = 0;
  for (const std::string_view name : names) {
    while (place < built.size() && built[place] != name) ++place;
    EXPECT_LT(place, built.size()) << name;
  }
  for (const std::string& name : built) {
    if (std::ranges::find(names, name) == names.end())
      std::printf("NOT TESTED: this CPU does not run %s\n", name.c_str());
  }
}

// A CPU can list the sets that it does not run: nothing of theirs is called.
TEST(Dispatch, AllThatAreBuiltAreKnown) {
  std::istringstream list(ISAS);
  const std::vector<std::string> built{std::istream_iterator<std::string>(list), {}};
  const std::vector<std::string_view> known = engine::built_isas();
  EXPECT_TRUE(std::ranges::equal(known, built));
  for (const kernels::Kernels* kernels : engine::runnable_kernels())
    EXPECT_TRUE(std::ranges::find(known, kernels->name) != known.end()) << kernels->name;
}

TEST(Dispatch, UnknownNameIsRejectedAndChangesNothing) {
  const IsaGuard guard;
  engine::select_isa("scalar", "test");
  EXPECT_THROW(engine::select_isa("Scalar", "test"), std::invalid_argument);
  EXPECT_EQ(active_isa(), "scalar");
}

// PERLANE_ISA in the environment holds for all tests.
TEST(Dispatch, TestsRestoreTheSetInUse) {
  const IsaGuard guard;
  for (const std::string_view isa : isas()) {
    engine::select_isa(isa, "test");
    with_every_isa([](std::string_view) {});
    EXPECT_EQ(active_isa(), isa);
  }
}

// A table of kernels that counts how often a noise is asked of it.
int calls = 0;
void count_call(const model::PerlinNoise&, const model::Tile& tile, const model::Fold&,
                const model::Sink& sink, model::State&) noexcept {
  ++calls;
  *static_cast<float*>(sink.destination) = static_cast<float>(tile.columns);
}

TEST(Dispatch, TheGivenKernelsAreTheOnesThatRun) {
  kernels::Kernels counting = engine::active_kernels();
  kernels::NoiseTable<model::PerlinNoise>& table = counting.noises;
  for (auto& fill : table.fill) fill = count_call;
  const Field field = perlin();
  engine::Evaluator evaluator(graph::node_of(field).program(1, false), counting, 1);
  model::Tile tile{};
  tile.dimensions = 1;
  for (model::Axis& axis : tile.axis) axis.count = 1;
  tile.columns = tile.pitch = 16;
  float value = 0, low = 0, high = 0;
  model::Sink sink{};
  sink.destination = &value;
  sink.stride[0] = 1;
  sink.min = &low;
  sink.max = &high;
  calls = 0;
  evaluator.begin_stack();
  evaluator.fill(tile, sink);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(value, 16.0f);
}

// xsimd's names of the instruction sets that a table of ours may have kernels of.
std::vector<std::string> names_of_kernels(std::string_view isa) {
  if (isa == "avx512vbmi") return {"avx512vbmi", "avx512bw"};  // what bytes are of no use to
  if (isa == "avx512") return {"avx512bw"};
  if (isa == "scalar") return {"emulated"};
  return {std::string(isa)};
}

TEST(Dispatch, TheForcedKernelsAreTheOnesThatRun) {
  std::map<const void*, std::string> owners;
  with_every_isa([&](std::string_view name) {
    EXPECT_EQ(engine::active_kernels().name, name);

    // Each table holds the kernels of its own instruction set.
    const std::vector<std::string> own = names_of_kernels(name);
    const kernels::NoiseTable<model::PerlinNoise>& kernels = engine::active_kernels().noises;
    for (const auto fill : kernels.fill) {
      const auto* function = reinterpret_cast<const void*>(fill);
      EXPECT_EQ(owners.try_emplace(function, own.back()).first->second, own.back());
#if __has_include(<dlfcn.h>) && !defined(KERNELS_HAVE_NO_NAMES)
      Dl_info info;
      ASSERT_NE(dladdr(reinterpret_cast<void*>(fill), &info), 0);
      ASSERT_NE(info.dli_sname, nullptr);
      const std::unique_ptr<char, void (*)(void*)> demangled(
          abi::__cxa_demangle(info.dli_sname, nullptr, nullptr, nullptr), std::free);
      const std::string_view text = demangled.get();
      EXPECT_TRUE(std::ranges::any_of(own, [&](const std::string& isa) {
        return text.find("xsimd::" + isa) != std::string_view::npos;
      })) << text;
#endif
    }
  });
}

}  // namespace
}  // namespace perlane::testing
