// Reads PNG by libpng.

#include "cli/formats/png.hpp"

#include <algorithm>
#include <bit>
#include <csetjmp>
#include <cstring>
#include <fstream>
#include <new>
#include <png.h>
#include <vector>

namespace perlane::cli::formats::png {
namespace {

constexpr std::int64_t read_bytes = 1 << 18;  // at a time

void ignore(png_structp, png_const_charp) {}

std::ifstream opened(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file.is_open()) cannot_read(path, std::strerror(errno));
  return file;
}

class Reader {
 public:
  explicit Reader(const std::filesystem::path& path)
      : file_(opened(path)),
        png_(png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, ignore)),
        info_(png_create_info_struct(png_)) {
    if (png_ == nullptr || info_ == nullptr) {
      png_destroy_read_struct(&png_, nullptr, nullptr);
      throw std::bad_alloc();
    }
    png_set_error_fn(
        png_, nullptr, [](png_structp png, png_const_charp) { png_longjmp(png, 1); }, ignore);
    png_set_read_fn(png_, &file_, [](png_structp png, png_bytep to, std::size_t bytes) {
      auto& file = *static_cast<std::ifstream*>(png_get_io_ptr(png));
      if (!file.read(reinterpret_cast<char*>(to), static_cast<std::streamsize>(bytes)))
        png_longjmp(png, 1);
    });
    png_set_user_limits(png_, size_limit, size_limit);
    png_set_chunk_malloc_max(png_, 0);  // a recipe may be long
    png_set_crc_action(png_, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_set_benign_errors(png_, 0);
  }
  ~Reader() { png_destroy_read_struct(&png_, &info_, nullptr); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  // Calls call(png, info), and returns false if libpng finds a fault: it then jumps back to here,
  // so that `call` must have nothing to destroy.
  template <class Call>
  bool succeeds(const Call& call) {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    call(png_, info_);
    return true;
  }

  bool is_at_end() { return file_.peek() == std::ifstream::traits_type::eof(); }
  std::ifstream& file() { return file_; }

 private:
  std::ifstream file_;
  png_structp png_;
  png_infop info_;
};

bool is_of(const Picture& picture, png_structp png, png_infop info) {
  return png_get_image_width(png, info) == picture.width &&
         png_get_image_height(png, info) == picture.height &&
         png_get_bit_depth(png, info) == 8 * bytes_of(picture.element) &&
         png_get_color_type(png, info) == PNG_COLOR_TYPE_GRAY &&
         png_get_interlace_type(png, info) == PNG_INTERLACE_NONE;
}

// Compares the last bytes with the chunk without data that ends every PNG.
bool is_whole(std::ifstream& file) {
  constexpr std::uint8_t end[12] = {0, 0, 0, 0, 'I', 'E', 'N', 'D', 0xae, 0x42, 0x60, 0x82};
  std::uint8_t tail[12];
  return file.seekg(-12, std::ios::end) && file.read(reinterpret_cast<char*>(tail), 12) &&
         std::equal(std::begin(end), std::end(end), tail);
}

}  // namespace

std::optional<std::string> recipe(const std::filesystem::path& path) {
  if (!std::filesystem::is_regular_file(path)) return {};
  Reader reader(path);
  std::uint8_t signature[8];
  if (!reader.file().read(reinterpret_cast<char*>(signature), 8) ||
      png_sig_cmp(signature, 0, 8) != 0)
    return {};
  png_textp texts = nullptr;
  int number = 0;
  const bool is_read = reader.succeeds([&](png_structp png, png_infop info) {
    png_set_sig_bytes(png, 8);
    png_read_info(png, info);
    png_get_text(png, info, &texts, &number);
  });
  if (!is_read) reject_recipe(path, "is damaged");
  const auto found = std::find_if(texts, texts + number, [](const png_text& text) {
    return text.key == std::string_view(keyword);
  });
  if (found == texts + number) reject_recipe(path, "has no recipe of perlane's");
  if (!is_whole(reader.file())) reject_recipe(path, "is cut off");
  return found->text;
}

void read(const std::filesystem::path& path, const Picture& picture, const Visit& visit) {
  Reader reader(path);
  bool is_right = false;
  const bool is_read = reader.succeeds([&](png_structp png, png_infop info) {
    png_read_info(png, info);
    is_right = is_of(picture, png, info);
    if (picture.element == Element::uint16 && std::endian::native == std::endian::little)
      png_set_swap(png);
  });
  if (!is_read || !is_right) cannot_read(path, "it is another picture");
  const std::int64_t stride = picture.width * bytes_of(picture.element);
  const std::int64_t most = std::clamp<std::int64_t>(read_bytes / stride, 1, picture.height);
  std::vector<std::byte> samples(static_cast<std::size_t>(stride * most));
  std::vector<png_bytep> rows;
  for (std::int64_t row = 0; row < most; ++row)
    rows.push_back(reinterpret_cast<png_bytep>(samples.data() + row * stride));
  for (std::int64_t y = 0; y < picture.height; y += most) {
    const std::int64_t number = std::min(most, picture.height - y);
    const bool has_rows = reader.succeeds([&](png_structp png, png_infop) {
      png_read_rows(png, rows.data(), nullptr, static_cast<png_uint_32>(number));
    });
    if (!has_rows) cannot_read(path, "it is damaged");
    visit({0, y, picture.width, number, samples.data(), stride});
  }
  const bool has_end =
      reader.succeeds([](png_structp png, png_infop) { png_read_end(png, nullptr); });
  if (!has_end || !reader.is_at_end()) cannot_read(path, "its end is not right");
}

}  // namespace perlane::cli::formats::png
