#include "image.hpp"

#include <csetjmp>
#include <cstdio>
#include <png.h>

namespace perlane::testing {
namespace {

struct Reader {
  std::FILE* file;
  png_structp png;
  png_infop info;
};

// libpng's errors jump to this place, so nothing with a destructor may live in between.
bool read(const Reader& reader) {
  if (setjmp(png_jmpbuf(reader.png)) != 0) return false;
  png_init_io(reader.png, reader.file);
  png_set_user_limits(reader.png, 0x7fffffff, 0x7fffffff);
  png_read_png(reader.png, reader.info, PNG_TRANSFORM_IDENTITY, nullptr);
  return true;
}

}  // namespace

Picture Picture::cut(std::int64_t x, std::int64_t y, std::int64_t columns,
                     std::int64_t rows) const {
  Picture part{columns, rows, bits, channels, {}};
  for (std::int64_t row = y; row < y + rows; ++row) {
    const auto first = samples.begin() + (row * width + x) * channels;
    part.samples.insert(part.samples.end(), first, first + columns * channels);
  }
  return part;
}

Picture read_png(const std::filesystem::path& path) {
  Picture picture;
  std::FILE* file = std::fopen(path.string().c_str(), "rb");
  if (file == nullptr) return picture;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  if (read({file, png, info})) {
    picture.width = png_get_image_width(png, info);
    picture.height = png_get_image_height(png, info);
    picture.bits = png_get_bit_depth(png, info);
    const int type = png_get_color_type(png, info);
    picture.channels = type == PNG_COLOR_TYPE_GRAY ? 1 : type == PNG_COLOR_TYPE_RGB ? 3 : -1;
    const png_bytepp rows = png_get_rows(png, info);
    for (std::int64_t y = 0; y < picture.height; ++y) {
      const png_const_bytep row = rows[y];
      for (std::int64_t i = 0; i < picture.width * picture.channels; ++i) {
        const int sample = picture.bits == 16 ? row[2 * i] << 8 | row[2 * i + 1] : row[i];
        picture.samples.push_back(static_cast<std::uint16_t>(sample));
      }
    }
  }
  png_destroy_read_struct(&png, &info, nullptr);
  std::fclose(file);
  return picture;
}

}  // namespace perlane::testing
