// Measures the ceiling: it writes the same bytes and does nothing else.

#include "array.hpp"
#include "engine/parallel.hpp"
#include "engine/streaming.hpp"
#include "work.hpp"

#if defined(__x86_64__) || defined(_M_X64)
#include <emmintrin.h>
#endif

#include <cstring>

namespace perlane::bench {
namespace {

class Store final : public Work {
 public:
  explicit Store(const Case& measured) : measured_(measured) {}

  void run() override {
    const std::span<float> out = array_of<float>(measured_);
    if (measured_.threads == 1) return store(out);
    const auto pieces = static_cast<std::int64_t>((out.size() + piece - 1) / piece);
    engine::parallel_for(pieces, [&](std::int64_t begin, std::int64_t end) {
      const std::size_t first = static_cast<std::size_t>(begin) * piece;
      const std::size_t last = std::min(static_cast<std::size_t>(end) * piece, out.size());
      store(out.subspan(first, last - first));
    });
  }

  void verify() override {
    for (const float value : array_of<float>(measured_)) require(value == 0);
  }

 private:
  static constexpr std::size_t piece = 16 * 1024;

  void store(std::span<float> out) const {
#if defined(__x86_64__) || defined(_M_X64)
    if (measured_.source == "streaming") {
      const std::size_t whole = out.size() / 4 * 4;
      for (std::size_t i = 0; i < whole; i += 4) _mm_stream_ps(out.data() + i, _mm_setzero_ps());
      engine::finish_streaming();
      out = out.subspan(whole);
    }
#endif
    std::memset(out.data(), 0, out.size_bytes());
  }

  Case measured_;
};

}  // namespace

std::unique_ptr<Work> make_store(const Case& measured) { return std::make_unique<Store>(measured); }

}  // namespace perlane::bench
