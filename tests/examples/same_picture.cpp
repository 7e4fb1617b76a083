// Tells whether two PNG files show the same picture. Compressors may differ, but pixels may not.

#include "image.hpp"

#include <cstdio>

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const auto drawn = perlane::testing::read_png(argv[1]),
             expected = perlane::testing::read_png(argv[2]);
  if (drawn.channels == 0 || expected.channels == 0) {
    std::printf("%s is no PNG file\n", argv[drawn.channels == 0 ? 1 : 2]);
    return 1;
  }
  if (drawn.width != expected.width || drawn.height != expected.height ||
      drawn.channels != expected.channels) {
    std::printf("%lld x %lld pixels, not %lld x %lld\n", static_cast<long long>(drawn.width),
                static_cast<long long>(drawn.height), static_cast<long long>(expected.width),
                static_cast<long long>(expected.height));
    return 1;
  }
  std::size_t different = 0;
  for (std::size_t i = 0; i < drawn.samples.size(); ++i)
    different += drawn.samples[i] != expected.samples[i] ? 1u : 0u;
  if (different != 0) std::printf("%zu of %zu samples differ\n", different, drawn.samples.size());
  return different == 0 ? 0 : 1;
}
