// Evaluates any field at any points, in binary64 and in binary32, in arrays at any address, on
// every instruction set, and requires the bits of the scalar reference. NaN is allowed; nothing
// else may be out of range.

#include "fields.hpp"
#include "layout.hpp"
#include "reference.hpp"
#include "require.hpp"

#include "engine/dispatch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace {

using namespace perlane;
using namespace perlane::fuzz;

constexpr std::size_t most_points = 20000;

// An array that repeats numbers. Its address need not be a multiple of the size of a vector.
template <class Real>
class Repeated {
 public:
  Repeated(const std::vector<Real>& numbers, std::size_t count, std::size_t lead)
      : lead_(lead), all_(lead, Real{0}) {
    for (std::size_t i = 0; i < count; ++i) all_.push_back(numbers[i % numbers.size()]);
  }
  std::span<const Real> span() const { return std::span(all_).subspan(lead_); }

 private:
  std::size_t lead_;
  std::vector<Real> all_;
};

// Ignores NaN, and returns infinities if there is nothing else.
Range extremes_of(std::span<const float> values) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  Range range{infinity, -infinity};
  for (const float value : values) {
    if (value < range.min) range.min = value;
    if (value > range.max) range.max = value;
  }
  return range;
}

template <class Real, int N>
void sample_any(Bytes& bytes, const Field& field) {
  const auto points = points_anywhere<Real, N>(bytes);
  const Samples<N> expected = expected_at<Real, N>(points, field);
  const Range promised = range(field, N);
  for (const float value : expected[0])
    require(std::isnan(value) || is_within(value, promised), "a value is out of its range");
  // Points that repeat make several runs, and perhaps work for several threads.
  const std::size_t more = bytes.choice(4) == 0 ? 0 : bytes.take<std::uint16_t>() % most_points;
  const std::size_t count = points[0].empty() ? 0 : points[0].size() + more;
  std::vector<Repeated<Real>> coordinates;
  PointSpans<Real, N> spans;
  for (std::size_t axis = 0; axis < N; ++axis) {
    const auto lead = static_cast<std::size_t>(bytes.choice(16));
    coordinates.emplace_back(points[axis], count, lead);
    spans[axis] = coordinates.back().span();
  }
  const auto lead = bytes.choice(16);
  const bool is_parallel = bytes.choice(2) == 0;
  const Grid<1> all{.shape = {static_cast<std::int64_t>(count)}};
  const Layout<1> dense{.stride = {1}, .elements = all.shape[0]};
  const Range extremes = extremes_of(expected[0]);
  for (const std::string_view isa : isas()) {
    engine::select_isa(isa, "fuzzer");
    const auto require_samples = [&](Guarded<float>& out, std::size_t plane) {
      const Repeated<float> repeated(expected[plane], count, 0);
      out.require_samples<1>(all, dense, repeated.span(),
                             "a value or derivative differs from the reference");
    };
    std::vector<Guarded<float>> out(N + 1, Guarded<float>(dense.elements, lead));
    Range seen{};
    const Options options{.parallel = is_parallel, .seen = &seen};
    sample_values(out[0].elements(), field, spans, options);
    require_samples(out[0], 0);
    require(seen == extremes, "wrong extremes");
    Planes<N> planes{.value = out[0].elements()};
    for (std::size_t axis = 0; axis < N; ++axis) planes.derivative[axis] = out[axis + 1].elements();
    // perlane rejects derivatives that floats may not hold.
    if (is_rejected([&] { sample<N>(planes, field, spans, options); })) continue;
    for (std::size_t plane = 0; plane <= N; ++plane) require_samples(out[plane], plane);
    require(seen == extremes, "wrong extremes");
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
