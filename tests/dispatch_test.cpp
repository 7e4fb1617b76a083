// Tests which instruction set runs.

#include "testing.hpp"

#include "field/node.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <set>
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

TEST(Dispatch, UnknownNameIsRefusedAndChangesNothing) {
  engine::select("scalar", "test");
  EXPECT_THROW(engine::select("Scalar", "test"), std::invalid_argument);
  EXPECT_EQ(active_isa(), "scalar");
  engine::select(isas().front(), "test");
}

// A field that records which kernels evaluate it.
class Witness final : public field::Node {
 public:
  float sample(const model::Point&, float*) const noexcept override { return 0; }
  void fill(const kernels::Kernels& kernels, const model::Tile& tile, const model::Output& output,
            engine::Workspace&) const noexcept override {
    used.insert(&kernels);
    *output.min = *output.max = *static_cast<float*>(output.destination) =
        static_cast<float>(tile.columns);
  }
  void differentiate(const kernels::Kernels&, const model::Tile&, float* const*,
                     engine::Workspace&) const noexcept override {}
  int buffers(int) const noexcept override { return 0; }
  field::Bounds bounds(int) const noexcept override { return {0, 0}; }
  double highest_frequency() const noexcept override { return 1; }
  std::shared_ptr<const Node> octave(std::uint64_t, double) const override { return nullptr; }

  mutable std::set<const kernels::Kernels*> used;
};

TEST(Dispatch, TheForcedKernelsAreTheOnesThatRun) {
  std::set<const void*> functions;
  with_every_isa([&](std::string_view name) {
    const auto witness = std::make_shared<Witness>();
    filled<1>({.shape = {1}}, Field(witness));
    EXPECT_EQ(witness->used, std::set<const kernels::Kernels*>{&engine::active()});
    EXPECT_EQ(engine::active().name, name);

    // Each table must also hold the kernels of its own instruction set.
    const kernels::NoiseKernels<model::PerlinNoise>& kernels = engine::active().noises;
    for (const auto fill : kernels.fill) {
      EXPECT_TRUE(functions.insert(reinterpret_cast<const void*>(fill)).second);
#if __has_include(<dlfcn.h>) && !defined(KERNELS_HAVE_NO_NAMES)
      Dl_info info;
      ASSERT_NE(dladdr(reinterpret_cast<void*>(fill), &info), 0);
      ASSERT_NE(info.dli_sname, nullptr);
      const std::unique_ptr<char, void (*)(void*)> demangled(
          abi::__cxa_demangle(info.dli_sname, nullptr, nullptr, nullptr), std::free);
      const std::string expected = name == "avx512"   ? "avx512bw"
                                   : name == "scalar" ? "emulated"
                                                      : std::string(name);
      EXPECT_NE(std::string(demangled.get()).find("xsimd::" + expected), std::string::npos)
          << demangled.get();
#endif
    }
  });
}

}  // namespace
}  // namespace perlane::testing
