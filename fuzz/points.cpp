// Evaluates any field at any points, in binary64 and in binary32, on every instruction set, and
// requires the bits of the scalar reference. NaN is allowed; nothing else may be out of range.

#include "fields.hpp"
#include "require.hpp"

#include "engine/dispatch.hpp"
#include "graph/node.hpp"

#include <bit>
#include <cmath>
#include <stdexcept>

namespace {

using namespace perlane;
using fuzz::Bytes;
using fuzz::require;

bool same(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

template <class Real, int N>
void sample_any(Bytes& bytes) {
  const Field field = fuzz::field(bytes);
  const auto count = static_cast<std::size_t>(bytes.choice(80));
  std::array<std::vector<Real>, N> coordinate;
  std::array<std::span<const Real>, N> points;
  for (std::size_t axis = 0; axis < N; ++axis) {
    for (std::size_t i = 0; i < count; ++i)
      coordinate[axis].push_back(static_cast<Real>(bytes.number()));
    points[axis] = coordinate[axis];
  }
  const Range promised = range(field, N);
  std::vector<float> expected[N + 1];
  for (std::size_t i = 0; i < count; ++i) {
    model::Point point{N, std::is_same_v<Real, float>, {}};
    for (std::size_t axis = 0; axis < N; ++axis)
      point.coordinate[axis] = static_cast<double>(coordinate[axis][i]);
    float derivative[4];
    expected[0].push_back(graph::node_of(field).sample(point, derivative));
    for (std::size_t axis = 0; axis < N; ++axis) expected[axis + 1].push_back(derivative[axis]);
    require(std::isnan(expected[0][i]) ||
                (expected[0][i] >= promised.min && expected[0][i] <= promised.max),
            "a value is out of its range");
  }
  for (const std::string_view isa : isas()) {
    engine::select(isa, "fuzzer");
    std::vector<float> out[N + 1];
    for (auto& plane : out) plane.resize(count);
    std::apply([&](auto... axis) { sample(out[0], field, axis...); }, points);
    for (std::size_t i = 0; i < count; ++i)
      require(same(out[0][i], expected[0][i]), "a value differs from the reference");
    Planes<N> planes{.value = out[0]};
    for (std::size_t axis = 0; axis < N; ++axis) planes.derivative[axis] = out[axis + 1];
    try {
      sample<N>(planes, field, points);
    } catch (const std::invalid_argument&) {
      continue;  // perlane rejects derivatives that floats may not hold
    }
    for (std::size_t plane = 0; plane <= N; ++plane) {
      for (std::size_t i = 0; i < count; ++i)
        require(same(out[plane][i], expected[plane][i]),
                "a value or derivative differs from the reference");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  try {
    switch (bytes.choice(6)) {
      case 0:
        sample_any<double, 1>(bytes);
        break;
      case 1:
        sample_any<double, 2>(bytes);
        break;
      case 2:
        sample_any<double, 3>(bytes);
        break;
      case 3:
        sample_any<double, 4>(bytes);
        break;
      case 4:
        sample_any<float, 2>(bytes);
        break;
      default:
        sample_any<float, 4>(bytes);
        break;
    }
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
