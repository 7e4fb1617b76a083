// Evaluates any field at any points, in binary64 and in binary32, on every instruction set, and
// requires the bits of the scalar reference. NaN is allowed; nothing else may be out of range.

#include "fields.hpp"
#include "reference.hpp"
#include "require.hpp"

#include "engine/dispatch.hpp"

#include <algorithm>
#include <cmath>

namespace {

using namespace perlane;
using namespace perlane::fuzz;

template <class Real, int N>
void sample_any(Bytes& bytes, const Field& field) {
  const auto points = points_anywhere<Real, N>(bytes);
  const std::size_t count = points[0].size();
  const auto spans = part_of<Real, N>(points, 0, count);
  const Samples<N> expected = expected_at<Real, N>(points, field);
  const Range promised = range(field, N);
  for (const float value : expected[0])
    require(std::isnan(value) || is_within(value, promised), "a value is out of its range");
  for (const std::string_view isa : isas()) {
    engine::select_isa(isa, "fuzzer");
    Samples<N> out = samples_of_size<N>(count);
    sample_values(std::span(out[0]), field, spans);
    require(std::ranges::equal(out[0], expected[0], is_same), "a value differs from the reference");
    // perlane rejects derivatives that floats may not hold.
    if (is_rejected([&] { sample<N>(planes_of<N>(out), field, spans); })) continue;
    for (std::size_t plane = 0; plane <= N; ++plane) {
      require(std::ranges::equal(out[plane], expected[plane], is_same),
              "a value or derivative differs from the reference");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  try {
    const bool is_single = bytes.choice(2) == 1;
    const Field field = fuzz::field(bytes);
    in_dimensions_of(field, bytes, [&]<int N> {
      if (is_too_long(field, N)) return;
      is_single ? sample_any<float, N>(bytes, field) : sample_any<double, N>(bytes, field);
    });
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
