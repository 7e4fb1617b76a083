#pragma once
// Writes the pictures of the examples as PNG, by libpng.

#include <png.h>

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

enum class Pixels { grey, rgb };

// Between panels that are drawn side by side.
constexpr int gap = 8;  // pixels
constexpr std::uint8_t white = 255;

// `pixels` are the rows from the top. A grey pixel has one byte, a colour has three.
inline void write_png(const std::string& path, std::span<const std::uint8_t> pixels, int width,
                      int height, Pixels kind = Pixels::grey) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = kind == Pixels::grey ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;
  if (png_image_write_to_file(&image, path.c_str(), 0, pixels.data(), 0, nullptr) == 0) {
    throw std::runtime_error("cannot write " + path + ": " + image.message);
  }
}
