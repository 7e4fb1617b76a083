#include "cli/band.hpp"

#include "cli/memory.hpp"

#include <algorithm>
#include <new>

namespace perlane::cli {
namespace {

constexpr std::int64_t most_samples = std::int64_t{1} << 22;
constexpr std::int64_t most_rows = 256;

// The memory is not initialised, so that each page is first touched by the thread that fills it.
template <class T>
std::unique_ptr<T[]> make_buffer(std::int64_t size) {
  return std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(size));
}

}  // namespace

Band::Band(Size size, int depth, bool with_preview)
    : width(size.width),
      margin(with_preview ? 1 : 0),
      stride(width + 2 * margin),
      rows(std::min(std::clamp<std::int64_t>(most_samples / width, 1, most_rows), size.height)),
      code_bytes(depth / 8) {
  const std::int64_t samples = with_preview ? stride * (rows + 2 * margin) : 0;
  const std::int64_t pixels = width * rows;
  const std::int64_t colour_bytes = with_preview ? 3 * pixels : 0;
  // libpng holds three more rows of each image.
  const std::int64_t png_bytes = 3 * width * (with_preview ? 2 + 3 : 2);
  const std::int64_t bytes = 4 * samples + code_bytes * pixels + colour_bytes + png_bytes;
  if (static_cast<std::uint64_t>(bytes) > memory_size()) throw std::bad_alloc();
  values = make_buffer<float>(samples);
  codes = make_buffer<std::byte>(pixels * code_bytes);
  colours = make_buffer<std::uint8_t>(colour_bytes);
}

}  // namespace perlane::cli
