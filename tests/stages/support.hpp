#pragma once
// Helpers that the tests of single stages share: arrays as kernels want them, lattices, and every
// instruction set. The results are invariant, so floats are compared as bits.

#include "engine/dispatch.hpp"
#include "isa/isas.hpp"
#include "model/noises.hpp"
#include "model/tile.hpp"
#include "stages/stages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace perlane::testing {

// Aligned, with room for full vectors beyond the end; filled with ones, which no stage should need.
template <class T>
class Array {
 public:
  explicit Array(std::size_t size) : size_(size), bytes_((size + 64) * sizeof(T)) {
    memory_.reset(::operator new(bytes_, std::align_val_t{64}));
    std::memset(memory_.get(), 0x3f, bytes_);
  }

  T* get() { return static_cast<T*>(memory_.get()); }
  const T* get() const { return static_cast<const T*>(memory_.get()); }
  T& operator[](std::size_t i) { return get()[i]; }
  const T& operator[](std::size_t i) const { return get()[i]; }
  std::size_t size() const { return size_; }
  model::Arena arena() {
    auto* begin = reinterpret_cast<std::byte*>(get());
    return {begin, begin + bytes_};
  }

 private:
  struct Free {
    void operator()(void* memory) const { ::operator delete(memory, std::align_val_t{64}); }
  };
  std::size_t size_, bytes_;
  std::unique_ptr<void, Free> memory_;
};

inline void expect_bits(float actual, float expected, const std::string& what) {
  EXPECT_EQ(std::bit_cast<std::uint32_t>(actual), std::bit_cast<std::uint32_t>(expected))
      << what << ": " << actual << ", not " << expected;
}

// Calls body(stages) for every instruction set of this CPU.
template <class... Arch>
void with_stages_of(xsimd::arch_list<Arch...>, const std::function<void(const Stages&)>& body) {
  const auto run = [&](std::string_view name, const auto& stages_of) {
    for (const kernels::Kernels* kernels : engine::runnable_kernels()) {
      if (name != kernels->name) continue;
      SCOPED_TRACE("instruction set " + std::string(name));
      body(stages_of());
    }
  };
  (run(isa::name<Arch>, stages<Arch>), ...);
}
inline void with_every_stages(const std::function<void(const Stages&)>& body) {
  with_stages_of(isa::Isas{}, body);
}

// Numbers that look random, the same everywhere: the standard's distributions are not.
class Draw {
 public:
  explicit Draw(std::uint32_t seed) : engine_(seed) {}
  std::uint32_t hash() { return static_cast<std::uint32_t>(engine_()); }
  std::uint32_t below(std::uint32_t count) { return hash() % count; }
  double unit() { return hash() * 0x1p-32; }
  float number() { return static_cast<float>(2 * unit() - 1); }
  void fill(Array<float>& numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = number();
  }

 private:
  std::mt19937 engine_;
};

// A lattice, and the table it looks up.
struct TestLattice {
  std::string name;
  model::LatticePoints points{};
  std::shared_ptr<std::vector<std::uint32_t>> table{};
  std::shared_ptr<std::vector<std::uint32_t>> remainders{};
  std::shared_ptr<Array<std::uint8_t>> bytes{};
};

inline TestLattice hashed_lattice() {
  TestLattice lattice{.name = "hashed"};
  lattice.points.kind = model::LatticePoints::hashed;
  lattice.points.key = {{0x12345678, 0x9abcdef0, 0x0fedcba9, 0x87654321}, 0xdeadbeef};
  return lattice;
}

inline TestLattice table_lattice(model::LatticePoints::Kind kind, std::uint32_t size,
                                 int look_ups) {
  const bool is_classic = kind == model::LatticePoints::classic;
  TestLattice lattice{.name = (is_classic ? "classic " : "permutation ") + std::to_string(size)};
  // A table whose length is not a power of two is repeated, and so are the remainders.
  const bool is_power = (size & (size - 1)) == 0;
  const std::uint32_t sums = is_power ? size : 2 * size;
  lattice.table = std::make_shared<std::vector<std::uint32_t>>(sums);
  for (std::uint32_t i = 0; i < sums; ++i) (*lattice.table)[i] = (i % size * 77 + 5) % size;
  lattice.points.kind = kind;
  lattice.points.table = lattice.table->data();
  lattice.points.length = size;
  lattice.points.mask = is_power ? size - 1 : ~std::uint32_t{0};
  lattice.points.start = 3 % size;
  lattice.points.look_ups = look_ups;
  if (!is_power) {
    lattice.remainders = std::make_shared<std::vector<std::uint32_t>>(sums);
    for (std::uint32_t i = 0; i < sums; ++i) (*lattice.remainders)[i] = i % size;
    lattice.points.remainders = lattice.remainders->data();
    for (std::uint32_t& period : lattice.points.period) period = size;
  }
  if (sums <= 256) {
    lattice.bytes = std::make_shared<Array<std::uint8_t>>(256);
    for (std::size_t i = 0; i < 256; ++i)
      (*lattice.bytes)[i] = static_cast<std::uint8_t>((*lattice.table)[i % size]);
    lattice.points.bytes = lattice.bytes->get();
  }
  return lattice;
}

inline TestLattice array_lattice() {
  TestLattice lattice{.name = "array"};
  lattice.points.kind = model::LatticePoints::array;
  std::uint32_t stride = 1;
  for (int axis = 0; axis < 4; ++axis) {
    lattice.points.period[axis] = 3 + static_cast<std::uint32_t>(axis);
    lattice.points.offset[axis] = axis == 1 ? 2 : 0;
    lattice.points.stride[axis] = stride;
    stride *= lattice.points.period[axis];
  }
  return lattice;
}

inline std::vector<TestLattice> every_lattice() {
  std::vector<TestLattice> lattices{hashed_lattice(), array_lattice()};
  for (const std::uint32_t size : {2u, 3u, 100u, 200u, 256u, 1000u, 1024u}) {
    lattices.push_back(table_lattice(model::LatticePoints::permutation, size, 0));
    lattices.push_back(table_lattice(model::LatticePoints::permutation, size, 4));
    lattices.push_back(table_lattice(model::LatticePoints::classic, size, 0));
  }
  return lattices;
}

}  // namespace perlane::testing
